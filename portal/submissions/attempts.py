"""An attempt on a submission runs in one transaction; one that is turned away is in the trail too."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import Conflict, DomainError, NotFound
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])


def attempt(act: str, *, told: tuple[type[DomainError], ...] = (DomainError,)) -> Callable[[F], F]:
    """For a service `(*, actor, reference, …)`. `told` are the refusals that the trail keeps.

    A constraint of the database that is met means that someone else was first. Inside another attempt the
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
            except IntegrityError as error:
                logger.warning("%s of %s met a database constraint: %s", act, reference, error)
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


def overtaken(reference: str) -> Conflict:
    return Conflict(f"Someone else acted on {reference} at the same moment. Nothing of yours was stored.")
