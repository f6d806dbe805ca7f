"""Cases as the regulator's queue and the operator's dashboard read them."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from craps.ruleset import baseline_of
from portal.accounts.jurisdictions import jurisdiction, latest_today
from portal.accounts.models import Table, User
from portal.accounts.permissions import can
from portal.errors import NotFound
from portal.review.comments import comments
from portal.review.conditions import conditions_to_meet, is_overdue
from portal.review.models import (
    OPEN_QUESTION,
    Comment,
    Decision,
    Declaration,
    Explanation,
    IntentNotice,
    Move,
    Query,
    Recommendation,
    Return,
)
from portal.review.transitions import TRANSITIONS
from portal.submissions import selectors as submissions
from portal.submissions.models import EDITABLE, HOLDS_FORCE, WAITING, State, Submission, Version
from portal.submissions.tables import replaced_by
from portal.submissions.wording import differences as wording_differences

Replaced = Sequence[tuple[Submission, list[Table]]]

EXPIRES_SOON = timedelta(days=60)


def case(actor: User, reference: str) -> Submission:
    row = _cases(actor).filter(reference=reference).first()
    if row is None:
        raise NotFound(f"There is no case {reference}.")
    return row


def dashboard(actor: User) -> dict[str, QuerySet[Submission]]:
    """An operator's submissions by what they need."""
    own = submissions.submissions(actor).order_by("-state_since")
    return {
        "needs_me": own.filter(state__in=[State.QUERY_OPEN, State.RETURNED]),
        "drafts": own.filter(state=State.DRAFT),
        "under_review": own.filter(state__in=WAITING).exclude(state=State.QUERY_OPEN),
        "to_come": own.filter(state=State.APPROVED),
        "in_force": own.filter(state=State.IN_FORCE),
        "suspended": own.filter(state=State.SUSPENDED),
        "expiring": own.filter(
            state__in=HOLDS_FORCE, in_force_to__lte=timezone.now().date() + EXPIRES_SOON
        ).order_by("in_force_to"),
        "closed": own.exclude(state__in=[*WAITING, *EDITABLE, State.APPROVED, *HOLDS_FORCE]),
    }


def days_of(submission: Submission) -> tuple[date | None, date | None]:
    """The first and the last day of an approval, also before it comes into force. It may have no last day."""
    if submission.in_force_from is not None or submission.state != State.APPROVED:
        return submission.in_force_from, submission.in_force_to
    decision = submission.decisions.order_by("-pk").first()
    return (decision.effective_on, decision.ends_on) if decision else (None, None)


def waiting_for_operator(actor: User) -> list[dict[str, Any]]:
    """What the operator has to do: submission, what, by when (or None), the most pressing first."""
    asked: dict[int, list[Query]] = {}
    for query in open_queries(actor).select_related("submission__property", "submission__edition"):
        asked.setdefault(query.submission_id, []).append(query)
    rows: list[dict[str, Any]] = [
        {
            "submission": queries[0].submission,
            "what": f"Answer the regulator’s {f'{len(queries)} questions' if queries[1:] else 'question'}",
            "due_on": queries[0].due_on,
            "overdue": queries[0].is_late,
        }
        for queries in asked.values()
    ]
    rows += [
        {
            "submission": row.submission,
            "what": "Amend the rules and submit them again",
            "due_on": row.due_on,
            "overdue": row.is_late,
        }
        for row in open_returns(actor).select_related("submission__property", "submission__edition")
    ]
    notices = IntentNotice.objects.filter(
        submission__in=submissions.submissions(actor), replied_at=None, withdrawn_at=None, concluded_at=None
    )
    rows += [
        {
            "submission": notice.submission,
            "what": "Reply to the notice of intent to revoke",
            "due_on": notice.due_on,
        }
        for notice in notices.select_related("submission__property", "submission__edition")
    ]
    rows += [
        {
            "submission": condition.decision.submission,
            "what": f"Meet the condition: {condition.text}",
            "due_on": condition.due_on,
            "condition": condition,
            "overdue": is_overdue(condition),
        }
        for condition in conditions_to_meet(actor)
    ]
    return sorted(rows, key=lambda row: (row["due_on"] is None, row["due_on"] or date.max))


def open_queries(actor: User) -> QuerySet[Query]:
    """Questions that wait for an answer, the earliest day first."""
    cases = submissions.submissions(actor).filter(state=State.QUERY_OPEN)
    rows = Query.objects.filter(submission__in=cases, **OPEN_QUESTION)
    return rows.order_by("due_on", "submission", "pk")


def overdue_from_operators(actor: User, most: int) -> list[Query | Return]:
    """The first unanswered question of a case, and returned cases, whose day has passed; oldest first."""
    near = latest_today()
    late: dict[int, Query | Return] = {}
    rows: list[Query | Return] = [
        *open_queries(actor).filter(due_on__lt=near).select_related("submission__property")[: most * 4],
        *open_returns(actor).filter(due_on__lt=near).select_related("submission__property")[: most * 4],
    ]
    for row in rows:
        if row.is_late:
            late.setdefault(row.submission_id, row)
    return sorted(late.values(), key=lambda row: row.due_on or near)[:most]


def open_returns(actor: User) -> QuerySet[Return]:
    """Cases that the operator has to amend, the earliest day first, those without a day last."""
    cases = submissions.submissions(actor).filter(state=State.RETURNED)
    rows = Return.objects.filter(resubmitted_at=None, submission__in=cases)
    return rows.order_by(F("due_on").asc(nulls_last=True), "pk")


def operator_due_on(submission: Submission) -> date | None:
    """The day by which the operator has to answer, or to submit a returned case again."""
    if submission.state == State.RETURNED:
        row: Query | Return | None = submission.returns.filter(resubmitted_at=None).last()
    elif submission.state == State.QUERY_OPEN:
        row = submission.queries.filter(**OPEN_QUESTION).last()
    else:
        row = None
    return row.due_on if row else None


def timeline(actor: User, submission: Submission) -> list[Move]:
    """Every move, oldest first, with `label` and `actor_label`: own people by name, others by house."""
    moves = list(submission.moves.select_related("actor__organisation", "version").order_by("pk"))
    for move in moves:
        move.actor_label = label_of(actor, move.actor)
        move.label = TRANSITIONS[move.name].past
        if move.name in INTERNAL_REASONS and not actor.is_regulator:
            move.reason = ""
    return moves


def explanations(version: Version) -> QuerySet[Explanation]:
    return Explanation.objects.filter(version=version).select_related("made_by").order_by("pk")


def declaration(version: Version) -> Declaration | None:
    return Declaration.objects.filter(version=version).select_related("made_by").first()


def recommendation(version: Version) -> Recommendation | None:
    """The latest one; for the regulator's own eyes."""
    return Recommendation.objects.filter(version=version).select_related("made_by").order_by("-pk").first()


def recommendations(actor: User, reference: str) -> QuerySet[Recommendation]:
    """Every one of a case, oldest first; for the regulator's own eyes."""
    rows = Recommendation.objects.filter(version__submission=case(actor, reference))
    return rows.select_related("version", "made_by").order_by("pk")


def decisions(submission: Submission) -> QuerySet[Decision]:
    return submission.decisions.select_related("version", "decided_by", "recommended_by").prefetch_related(
        "conditions__steps__by__organisation", "conditions__steps__files", "waivers__explanation"
    )


def queries(submission: Submission) -> QuerySet[Query]:
    rows = submission.queries.select_related("submission", "asked_by", "answered_by", "withdrawn_by")
    return rows.prefetch_related("files").order_by("pk")


def notes(actor: User, submission: Submission) -> QuerySet[Comment]:
    """The regulator's own remarks on the case as a whole."""
    rows = comments(actor, submission)
    return rows.filter(about_kind=Comment.About.CASE, shown_to_operator=False)


def last_approved(submission: Submission, replaces: Replaced = ()) -> Version | None:
    """The version that the submission varies, or else replaces at its tables, or was last approved there.

    `replaces` is what it replaces, if the caller knows it.
    """
    if submission.varies is not None and submission.varies.submitted_version is not None:
        return submission.varies.submitted_version
    for one, _tables in replaces or replaced_by(submission):
        return one.submitted_version
    others = Submission.objects.filter(
        property_id=submission.property_id, game=submission.game, decisions__outcome__startswith="approved"
    ).exclude(pk=submission.pk)
    other = others.filter(state__in=HOLDS_FORCE).first() or others.order_by("-decided_at").first()
    return other.submitted_version if other else None


def differences(actor: User, submission: Submission) -> dict[str, list[dict[str, Any]]]:
    """How the version differs from its edition's baseline and from what was last approved there."""
    version = submissions.version_shown_to(actor, submission)
    former = last_approved(submission)
    return {
        "edition": wording_differences(baseline_of(version.rules.edition), version.rules),
        "last_approved": wording_differences(former.rules, version.rules) if former else [],
    }


def due_to_come_into_force() -> list[tuple[Submission, date]]:
    """Approvals whose day has come, each by its own jurisdiction's calendar, in the order of their days."""
    waiting = (
        Decision.objects.filter(submission__state=State.APPROVED, effective_on__isnull=False)
        .select_related("submission")
        .order_by("effective_on", "pk")
    )
    return [
        (d.submission, d.effective_on)
        for d in waiting
        if d.effective_on and d.effective_on <= jurisdiction(d.submission.jurisdiction).today()
    ]


def due_to_expire() -> list[Submission]:
    """Trials whose last day has passed."""
    held = Submission.objects.filter(state__in=HOLDS_FORCE, in_force_to__isnull=False)
    return [s for s in held if s.in_force_to and s.in_force_to < jurisdiction(s.jurisdiction).today()]


# What officer and approver write to each other is not the operator's to read.
INTERNAL_REASONS = ("claim", "recommend", "send_back")


def _cases(actor: User) -> QuerySet[Submission]:
    rows = submissions.submissions(actor)
    return rows if can(actor, "review.view") else rows.none()


def suspensions_of(submission: Submission, reader: User) -> list[Move]:
    """The suspensions that have not been lifted, each with the tables it still holds at if only some."""
    if submission.state not in (State.IN_FORCE, State.SUSPENDED):
        return []
    open_ones: list[Move] = []
    rows = submission.moves.filter(name__in=("suspend", "lift_suspension"))
    for row in rows.select_related("actor__organisation"):
        if row.name == "suspend":
            row.actor_label = label_of(reader, row.actor)
            open_ones.append(row)
            continue
        lifted = {table["code"] for table in row.tables}
        for one in open_ones if lifted else ():
            left = [table for table in one.tables if table["code"] not in lifted]
            if one.tables and not left:
                open_ones = [other for other in open_ones if other is not one]
            one.tables = left
        open_ones = open_ones if lifted else []
    return open_ones


def label_of(reader: User, actor: User | None) -> str:
    """Who acted, to a reader: own people by name, others by house."""
    if actor is None:
        return "Baize"
    if actor.organisation_id == reader.organisation_id:
        return actor.name
    return str(actor.organisation or "Baize")
