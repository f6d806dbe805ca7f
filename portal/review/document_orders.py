"""Which documents a decision brings. Each is ordered inside the transaction of the act it puts on paper."""

from __future__ import annotations

from typing import Any

from portal.accounts.models import User
from portal.documents.models import DocumentKind
from portal.documents.services import order
from portal.review import decision_facts
from portal.review.models import Decision, Move, Query
from portal.submissions.models import Submission
from portal.validation.models import Run

# What a player reads says nothing of how the case was examined.
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
    _letter(DocumentKind.REFUSAL, decision.submission, decision.decided_by, decision, decision.reason)


def order_revocation_letter(submission: Submission) -> None:
    """Of the revocation that was just made."""
    move = Move.objects.filter(submission=submission, name="revoke").latest("pk")
    _letter(DocumentKind.REVOCATION, submission, move.actor, move, move.reason)


def order_query_letter(query: Query) -> None:
    snapshot = decision_facts.letter(
        submission=query.submission,
        version=query.submission.current_version,
        actor=query.asked_by,
        at=query.asked_at,
        text=query.text,
        due_on=query.due_on,
    )
    earlier = Query.objects.filter(submission=query.submission, pk__lt=query.pk).count()
    order(
        kind=DocumentKind.QUERY,
        submission=query.submission,
        version=query.submission.current_version,
        snapshot=snapshot,
        occasion=str(earlier + 1),
    )


def _letter(kind: str, submission: Submission, actor: User, act: Decision | Move, text: str) -> None:
    at = act.decided_at if isinstance(act, Decision) else act.at
    snapshot = decision_facts.letter(
        submission=submission, version=act.version, actor=actor, at=at, text=text
    )
    order(kind=kind, submission=submission, version=act.version, snapshot=snapshot)
