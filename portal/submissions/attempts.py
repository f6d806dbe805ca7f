"""Runs a service on a submission in one transaction and records it in the audit trail when it is refused."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, OperationalError, transaction

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import Conflict, DomainError, NotFound
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)
# PostgreSQL's codes for a deadlock, a failed serialization and a lock that is not available.
_LOST_TO_ANOTHER = ("40P01", "40001", "55P03")
F = TypeVar("F", bound=Callable[..., Any])


def audited_attempt(
    action: str, *, audited: tuple[type[DomainError], ...] = (DomainError,)
) -> Callable[[F], F]:
    """Decorates a service `(*, actor, reference, …)`. `audited` are the refusals that are recorded.

    A violated constraint or a deadlock means that someone else was first. Inside another attempt, the row
    belongs to that one's transaction, which records its own.
    """

    def wrap(function: F) -> F:
        @functools.wraps(function)
        def run(*, actor: User, reference: str, **arguments: Any) -> Any:
            try:
                with transaction.atomic():
                    return function(actor=actor, reference=reference, **arguments)
            except NotFound:
                raise
            except (IntegrityError, OperationalError) as error:
                if not _someone_was_first(error):
                    raise
                logger.warning("%s of %s met a concurrent change: %s", action, reference, error)
                refusal: DomainError = concurrent_change(reference)
            except DomainError as error:
                if not isinstance(error, audited):
                    raise
                refusal = error
            record(
                actor=actor,
                action=f"{action}.turned_away",
                obj=Submission.objects.filter(reference=reference).first(),
                after={"because": refusal.message},
            )
            raise refusal from None

        return run  # type: ignore[return-value]

    return wrap


def _someone_was_first(error: Exception) -> bool:
    """A constraint was violated, or the database ended this transaction so that another could continue."""
    state = getattr(error.__cause__, "sqlstate", None)
    return (
        isinstance(error, IntegrityError) or state in _LOST_TO_ANOTHER or "database is locked" in str(error)
    )


def concurrent_change(reference: str) -> Conflict:
    return Conflict(f"Someone else acted on {reference} at the same moment. Nothing of yours was stored.")
