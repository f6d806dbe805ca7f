"""Orders the documents of a decision or query, inside its transaction."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from portal.accounts.models import User
from portal.documents.models import DocumentKind
from portal.documents.services import order
from portal.review import decision_facts
from portal.review.models import Decision, Move, Query
from portal.submissions.models import Submission, Version
from portal.validation.models import Run
from portal.validation.selectors import run_of

# Guide and sign do not say how the case was examined.
_FOR_THE_FILE_ONLY = ("examples", "findings")


def order_approval_documents(decision: Decision, run: Run, decided: dict[str, Any]) -> None:
    """The certificate with the rule book, the player's guide and the table sign, all of the same facts."""
    whole = decision_facts.snapshot(decision, run, decided)
    short = {key: value for key, value in whole.items() if key not in _FOR_THE_FILE_ONLY}
    for kind, snapshot in (
        (DocumentKind.CERTIFICATE, whole),
        (DocumentKind.GUIDE, short),
        (DocumentKind.SIGN, short),
    ):
        order(kind=kind, submission=decision.submission, version=decision.version, snapshot=snapshot)


def order_refusal_letter(decision: Decision) -> None:
    _order_letter(
        DocumentKind.REFUSAL,
        submission=decision.submission,
        version=decision.version,
        actor=decision.decided_by,
        at=decision.decided_at,
        text=decision.reason,
        run=run_of(decision.version),
    )


def order_revocation_letter(submission: Submission, version: Version) -> None:
    """Of the revocation that was just made, as a whole or at some tables; there can be several of those."""
    moves = Move.objects.filter(submission=submission, name="revoke")
    move, number = moves.latest("pk"), moves.count()
    _order_letter(
        DocumentKind.REVOCATION,
        submission=submission,
        version=version,
        actor=move.actor,
        at=move.at,
        text=move.reason,
        occasion=str(number) if number > 1 else "",
        tables=move.tables,
    )


def order_query_letter(query: Query, version: Version) -> None:
    earlier = Query.objects.filter(submission=query.submission, pk__lt=query.pk).count()
    _order_letter(
        DocumentKind.QUERY,
        submission=query.submission,
        version=version,
        actor=query.asked_by,
        at=query.asked_at,
        text=query.text,
        due_on=query.due_on,
        run=run_of(version),
        occasion=str(earlier + 1),
    )


def _order_letter(
    kind: str,
    *,
    submission: Submission,
    version: Version,
    actor: User,
    at: datetime,
    text: str,
    due_on: date | None = None,
    run: Run | None = None,
    occasion: str = "",
    tables: Sequence[dict[str, str]] = (),
) -> None:
    snapshot = decision_facts.letter(
        submission=submission,
        version=version,
        actor=actor,
        at=at,
        text=text,
        due_on=due_on,
        run=run,
        tables=tables,
    )
    order(kind=kind, submission=submission, version=version, snapshot=snapshot, occasion=occasion)
