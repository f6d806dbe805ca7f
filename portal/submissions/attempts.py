"""An attempt on a submission runs in one transaction; one that is turned away is in the trail too."""

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
# PostgreSQL's names for a deadlock, a serialization that failed and a lock that was not to be had.
_GAVE_WAY = ("40P01", "40001", "55P03")
F = TypeVar("F", bound=Callable[..., Any])


def attempt(act: str, *, told: tuple[type[DomainError], ...] = (DomainError,)) -> Callable[[F], F]:
    """For a service `(*, actor, reference, …)`. `told` are the refusals that the trail keeps.

    A constraint that is met, or a deadlock, means that someone else was first. Inside another attempt the
    row goes with that one's transaction, which writes its own.
    """

    def wrap(function: F) -> F:
        @functools.wraps(function)
        def run(*, actor: User, reference: str, **given: Any) -> Any:
            try:
                with transaction.atomic():
                    return function(actor=actor, reference=reference, **given)
            except NotFound:
                raise
            except (IntegrityError, OperationalError) as error:
                if not _someone_was_first(error):
                    raise
                logger.warning("%s of %s was overtaken: %s", act, reference, error)
                refusal: DomainError = overtaken(reference)
            except DomainError as error:
                if not isinstance(error, told):
                    raise
                refusal = error
            record(
                actor=actor,
                action=f"{act}.turned_away",
                obj=Submission.objects.filter(reference=reference).first(),
                after={"because": refusal.message},
            )
            raise refusal from None

        return run  # type: ignore[return-value]

    return wrap


def _someone_was_first(error: Exception) -> bool:
    """A constraint was met, or the database ended this transaction so that another could go on."""
    state = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, IntegrityError) or state in _GAVE_WAY or "database is locked" in str(error)


def overtaken(reference: str) -> Conflict:
    return Conflict(f"Someone else acted on {reference} at the same moment. Nothing of yours was stored.")
