"""Runs a service on a submission in one transaction and records it in the audit trail when it is refused."""

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, transaction

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import Conflict, DomainError, NotFound, SecondFactorNeeded
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)
# PostgreSQL's codes for a deadlock, a failed serialization and a lock that is not available.
_LOST_TO_ANOTHER = ("40P01", "40001", "55P03")
P = ParamSpec("P")
R = TypeVar("R")


def audited_attempt(
    action: str, *, audited: tuple[type[DomainError], ...] = (DomainError,)
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorates a service `(*, actor, reference, …)`. `audited` are the refusals that are recorded.

    A violated constraint or a deadlock means that someone else was first. Inside another attempt, the row
    belongs to that one's transaction, which records its own.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            actor, reference = kwargs["actor"], kwargs["reference"]
            if not isinstance(actor, User) or not isinstance(reference, str):
                raise TypeError(f"{action} needs an actor and a reference.")
            try:
                with transaction.atomic():
                    return function(*args, **kwargs)
            except (NotFound, SecondFactorNeeded):  # the latter asks for more and refuses nothing
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

        return run

    return wrap


def _someone_was_first(error: Exception) -> bool:
    """A constraint was violated, or the database ended this transaction so that another could continue."""
    state = getattr(error.__cause__, "sqlstate", None)
    return (
        isinstance(error, IntegrityError) or state in _LOST_TO_ANOTHER or "database is locked" in str(error)
    )


def concurrent_change(reference: str) -> Conflict:
    return Conflict(f"Someone else acted on {reference} at the same moment. Your change was not saved.")
