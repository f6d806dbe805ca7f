"""What an approval or a revocation would do, for the page on which it is checked. Nothing is changed.

What the move itself would refuse is refused here with the same words, and the trail has it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from portal.accounts.models import Table, User
from portal.documents.models import DocumentKind
from portal.review import decisions, endings, moving
from portal.review.models import Explanation, Recommendation
from portal.review.required_input import require_no_conflict, require_reason
from portal.review.terms import departures, recommended_terms
from portal.submissions import coverage
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import Submission
from portal.submissions.tables import proposed_tables, replaced_by, summary_of
from portal.text import and_list, format_day
from portal.validation.services import ensure_full_run


@dataclass(frozen=True)
class Preview:
    """Headings with their lines, in the order in which they are read."""

    facts: list[tuple[str, list[str]]]
    changed: list[str] = field(default_factory=list)  # from what was recommended


@audited_attempt("submission.approve")
def before_approval(
    *,
    actor: User,
    reference: str,
    digest: str,
    reason: str = "",
    effective_on: date | None = None,
    ends_on: date | None = None,
    conditions: Iterable[Mapping[str, Any]] = (),
    waivers: Iterable[int] = (),
    no_conflict: bool = False,
) -> Preview:
    submission = moving.begin(actor, reference, "approve", digest)
    require_no_conflict(no_conflict)
    run = ensure_full_run(version=moving.version_of(submission))
    recommendation, terms, granted = decisions.checked_approval(
        submission=submission,
        run=run,
        reason=reason,
        effective_on=effective_on,
        ends_on=ends_on,
        conditions=conditions,
        waivers=waivers,
    )
    today, tables = moving.today_at(submission), list(proposed_tables(submission))
    facts = [
        ("In force", _in_force(terms.effective_on, terms.ends_on, today)),
        ("Tables", [_tables(submission, tables)]),
        ("Supersedes", _superseded(submission, tables) or ["Nothing: no approval is in force there."]),
        (
            "Conditions",
            [f"{text}{f' Due {format_day(due_on)}.' if due_on else ''}" for text, due_on in terms.conditions]
            or ["None."],
        ),
        ("Waivers", [_with_clause(waiver) for waiver in granted] or ["None."]),
        ("Documents", _documents(tables)),
        ("Published", ["The register shows the decision, its conditions and waivers at once."]),
        ("Reasons to the operator", [reason.strip() or "None."]),
    ]
    followed = recommendation.outcome == Recommendation.Outcome.APPROVE
    changed = departures(recommended_terms(recommendation), terms, on=today) if followed else []
    if not followed:
        changed = ["The officer recommended to refuse."]
    return Preview(facts, changed)


@audited_attempt("submission.revoke")
def before_revocation(
    *,
    actor: User,
    reference: str,
    reason: str,
    urgency: str = "",
    last_day: date | None = None,
    tables: Iterable[str] = (),
) -> Preview:
    submission = moving.begin(actor, reference, "plan_revocation" if last_day else "revoke")
    reason = require_reason(reason, "Enter the reasons for the revocation.")
    held = summary_of(submission).tables
    chosen = coverage.part_of(submission, tables)
    heard = endings.hearing(submission, chosen, urgency)
    if last_day:
        endings.check_last_day(submission, last_day)
    part = chosen or held
    left = [table for table in held if table not in part]
    facts = [
        ("Ends", _ends(last_day, moving.today_at(submission))),
        ("Tables", [_tables(submission, part) if not left else _labels(part)]),
        ("Stays in force at", [_labels(left)] if left else ["No table."]),
        ("Documents", [f"{DocumentKind.REVOCATION.label}, to the operator."]),
        ("Published", ["The register shows the revocation at once. The reasons are not published."]),
        ("The operator was heard", [_heard(heard)]),
        ("Reasons to the operator", [reason]),
    ]
    return Preview(facts)


def _ends(last_day: date | None, today: date) -> list[str]:
    after = "It cannot be restored: a new submission is needed."
    if last_day is None:
        return [f"Today, {format_day(today)}. {after}"]
    return [
        f"After {format_day(last_day)}, its last day in force. {after}",
        "Until that day is over another approver can take the revocation back.",
    ]


def _heard(heard: Mapping[str, Any]) -> str:
    if "urgency" in heard:
        return f"Not before the decision. Why it cannot wait: {heard['urgency']}"
    replied = heard["notice"]["replied_on"]
    if not replied:
        return "It got a notice of intent and did not reply in time."
    return f"It replied to the notice of intent on {format_day(date.fromisoformat(replied))}."


def _in_force(effective_on: date | None, ends_on: date | None, today: date) -> list[str]:
    until = f"Until {format_day(ends_on)}." if ends_on else "No end date."
    if effective_on is None or effective_on == today:
        return [f"From today, {format_day(today)}, as soon as you approve.", until]
    return [f"From {format_day(effective_on)}. Until then nothing changes at the tables.", until]


def _tables(submission: Submission, tables: list[Table]) -> str:
    every = f"All {submission.game} tables, including those added later" if submission.all_tables else ""
    labels = _labels(tables) if tables else ""
    return f"{every}: {labels}" if every and labels else f"{every or labels}{'.' if not labels else ''}"


def _labels(tables: list[Table]) -> str:
    return f"{and_list([table.label for table in tables])}." if tables else "No table is entered yet."


def _with_clause(waiver: Explanation) -> str:
    """Many messages name their clause themselves."""
    return waiver.message if f"({waiver.clause})" in waiver.message else f"{waiver.message} ({waiver.clause})"


def _superseded(submission: Submission, tables: list[Table]) -> list[str]:
    return [
        f"{one.reference}{f' at {and_list([table.label for table in lost])}' if lost else ''}."
        for one, lost in replaced_by(submission, tables)
    ]


def _documents(tables: list[Table]) -> list[str]:
    signs = "A sign for any table." if not tables else f"A sign for each table: {_labels(tables)}"
    return [f"{DocumentKind.CERTIFICATE.label}.", f"{DocumentKind.GUIDE.label}.", signs]
