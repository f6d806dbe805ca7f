"""Orders the documents of a decision or query, inside its transaction, and signs of later tables."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.documents.models import Document, DocumentKind
from portal.documents.selectors import public_document
from portal.documents.services import order
from portal.review import decision_facts
from portal.review.models import Decision, IntentNotice, Move, Query
from portal.submissions.models import (
    HOLDS_AT_TABLE,
    HOLDS_FORCE,
    CoveredTable,
    State,
    Submission,
    Version,
)
from portal.submissions.tables import facts_of_tables, tables_of
from portal.validation.models import Run
from portal.validation.selectors import run_of

# Guide and sign do not say how the case was examined.
_FOR_THE_FILE_ONLY = ("examples", "findings")


def order_approval_documents(decision: Decision, run: Run, decided: dict[str, Any]) -> None:
    """The certificate with the rule book, the player's guide and a sign for each table, of the same facts.

    A casino that has entered no table gets one sign, for any table.
    """
    submission, version = decision.submission, decision.version
    whole = decision_facts.snapshot(decision, run, decided)
    short = {key: value for key, value in whole.items() if key not in _FOR_THE_FILE_ONLY}
    order(kind=DocumentKind.CERTIFICATE, submission=submission, version=version, snapshot=whole)
    order(kind=DocumentKind.GUIDE, submission=submission, version=version, snapshot=short)
    for table in decided["tables"]:
        _order_sign(table, submission=submission, version=version, facts=short)
    if not decided["tables"]:
        order(kind=DocumentKind.SIGN, submission=submission, version=version, snapshot=short)


@transaction.atomic
def order_missing_signs(submissions: Iterable[Submission]) -> int:
    """Order a sign for each table under these approvals that has none yet; return how many."""
    ordered = 0
    for submission in submissions:
        guide = public_document(submission.reference, DocumentKind.GUIDE)
        if guide is None:  # no approval, or one that was made without documents
            continue
        signs = Document.objects.filter(version=guide.version_id, kind=DocumentKind.SIGN)
        known = {sign.table_code for sign in signs}
        for table in facts_of_tables(tables_of(submission).filter(active=True)):
            if table["code"] not in known:
                _order_sign(table, submission=submission, version=guide.version, facts=_until(guide))
                ordered += 1
    return ordered


def order_signs_again(submission: Submission) -> None:
    """Order a new sign wherever the last day has changed: a planned end was decided or taken back."""
    known: dict[str, list[Document]] = {}
    for sign in Document.objects.filter(submission=submission, kind=DocumentKind.SIGN).order_by("pk"):
        known.setdefault(sign.table_code, []).append(sign)
    rows = CoveredTable.objects.filter(submission=submission, state__in=HOLDS_AT_TABLE)
    days = {row.table.code: row.in_force_to for row in rows.select_related("table")}
    for code, signs in known.items():
        day = days.get(code) if code else submission.in_force_to
        ends_on = day.isoformat() if day else None
        if (code and code not in days) or signs[-1].snapshot.get("ends_on") == ends_on:
            continue
        order(
            kind=DocumentKind.SIGN,
            submission=submission,
            version=signs[-1].version,
            snapshot=signs[-1].snapshot | {"ends_on": ends_on},
            occasion=f"{code}-{len(signs) + 1}",
        )


def table_changed(*, action: str, obj: Any, **_: Any) -> None:
    """A table that comes into use under an approval gets its sign."""
    if action in ("table.create", "table.active") and obj.active:
        order_missing_signs(
            Submission.objects.filter(
                property_id=obj.property_id, game=obj.game, state__in=[State.APPROVED, *HOLDS_FORCE]
            )
        )


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


def order_revocation_letter(
    submission: Submission, version: Version, *, move: str, text: str, more: Mapping[str, Any]
) -> None:
    """Of the revocation that was just made, as a whole or at some tables; there can be several of those.

    `more` says how the operator was heard, and the last day if it takes effect later.
    """
    made = Move.objects.filter(submission=submission, name=move).latest("pk")
    _order_letter(
        DocumentKind.REVOCATION,
        submission=submission,
        version=version,
        actor=made.actor,
        at=made.at,
        text=text,
        occasion=_number(DocumentKind.REVOCATION, version),
        tables=made.tables,
        more=more,
    )


def order_suspension_letter(submission: Submission, version: Version) -> None:
    """Of the suspension that was just made."""
    made = Move.objects.filter(submission=submission, name="suspend").latest("pk")
    _order_letter(
        DocumentKind.SUSPENSION,
        submission=submission,
        version=version,
        actor=made.actor,
        at=made.at,
        text=made.reason,
        occasion=_number(DocumentKind.SUSPENSION, version),
        tables=made.tables,
    )


def order_intent_letter(notice: IntentNotice, version: Version) -> None:
    _order_letter(
        DocumentKind.INTENT,
        submission=notice.submission,
        version=version,
        actor=notice.given_by,
        at=notice.given_at,
        text=notice.reasons,
        due_on=notice.due_on,
        occasion=_number(DocumentKind.INTENT, version),
        tables=notice.tables,
    )


def order_query_letter(queries: Sequence[Query], version: Version) -> None:
    """One letter for all questions that are asked together."""
    query = queries[0]
    numbered = [f"{each.number}. {each.text}" for each in queries]
    _order_letter(
        DocumentKind.QUERY,
        submission=query.submission,
        version=version,
        actor=query.asked_by,
        at=query.asked_at,
        text="\n\n".join(numbered) if len(queries) > 1 else query.text,
        due_on=query.due_on,
        run=run_of(version),
        occasion=str(query.letter),
    )


def _until(guide: Document) -> dict[str, Any]:
    """What the guide says, with the last day as it is now: a new sign is not valid after it."""
    last = guide.submission.in_force_to
    facts: dict[str, Any] = guide.snapshot
    return facts | {"ends_on": last.isoformat()} if last else facts


def _number(kind: str, version: Version) -> str:
    """Tells the second letter of a kind and those after it apart."""
    number = Document.objects.filter(version=version, kind=kind).count() + 1
    return str(number) if number > 1 else ""


def _order_sign(
    table: Mapping[str, str], *, submission: Submission, version: Version, facts: dict[str, Any]
) -> None:
    today = jurisdiction(submission.jurisdiction).today()
    shown = {
        **table,
        "url": f"{settings.SITE_URL}/t/{table['code']}/",
        # A table that is added later is not under the rules before.
        "from": max(facts["effective_on"] or "", today.isoformat()),
    }
    order(
        kind=DocumentKind.SIGN,
        submission=submission,
        version=version,
        snapshot=facts | {"table": shown},
        occasion=table["code"],
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
    more: Mapping[str, Any] | None = None,
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
        more=more,
    )
    order(kind=kind, submission=submission, version=version, snapshot=snapshot, occasion=occasion)
