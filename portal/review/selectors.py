"""Cases as the regulator's queue and the operator's dashboard read them."""

from datetime import date, timedelta
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from craps.ruleset import baseline_of
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.errors import NotFound
from portal.review.comments import comments
from portal.review.models import (
    Comment,
    Condition,
    Decision,
    Declaration,
    Explanation,
    Move,
    Query,
    Recommendation,
)
from portal.review.transitions import TRANSITIONS
from portal.submissions import selectors as submissions
from portal.submissions.models import EDITABLE, HOLDS_FORCE, WAITING, State, Submission, Version
from portal.submissions.tables import replaced_by
from portal.submissions.wording import differences as wording_differences

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
        "to_come": own.filter(state=State.APPROVED).annotate(starts_on=Max("decisions__effective_on")),
        "in_force": own.filter(state__in=HOLDS_FORCE),
        "expiring": own.filter(
            state__in=HOLDS_FORCE, in_force_to__lte=timezone.now().date() + EXPIRES_SOON
        ).order_by("in_force_to"),
        "closed": own.exclude(state__in=[*WAITING, *EDITABLE, State.APPROVED, *HOLDS_FORCE]),
    }


def waiting_for_operator(actor: User) -> list[dict[str, Any]]:
    """What the operator has to do: submission, what, by when (or None), the most pressing first."""
    own = submissions.submissions(actor)
    open_queries = Query.objects.filter(answered_at=None, submission__in=own.filter(state=State.QUERY_OPEN))
    rows = [
        {"submission": query.submission, "what": "Answer the regulator’s question", "due_on": query.due_on}
        for query in open_queries.select_related("submission__property", "submission__edition")
    ]
    rows += [
        {"submission": returned, "what": "Amend the rules and submit them again", "due_on": None}
        for returned in own.filter(state=State.RETURNED)
    ]
    unmet = Condition.objects.filter(
        met_at=None, due_on__isnull=False, decision__submission__in=own.filter(state__in=HOLDS_FORCE)
    ).select_related("decision__submission__property", "decision__submission__edition")
    rows += [
        {
            "submission": condition.decision.submission,
            "what": f"Meet the condition: {condition.text}",
            "due_on": condition.due_on,
        }
        for condition in unmet
    ]
    return sorted(rows, key=lambda row: (row["due_on"] is None, row["due_on"] or date.max))


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


def decisions(submission: Submission) -> QuerySet[Decision]:
    return submission.decisions.select_related("version", "decided_by", "recommended_by").prefetch_related(
        "conditions", "waivers__explanation"
    )


def queries(submission: Submission) -> QuerySet[Query]:
    rows = submission.queries.select_related("submission", "asked_by", "answered_by")
    return rows.prefetch_related("files").order_by("pk")


def notes(actor: User, submission: Submission) -> QuerySet[Comment]:
    """The regulator's own remarks on the case as a whole."""
    rows = comments(actor, submission)
    return rows.filter(about_kind=Comment.About.CASE, shown_to_operator=False)


def last_approved(submission: Submission) -> Version | None:
    """The version that the submission varies, or else replaces at its tables, or was last approved there."""
    if submission.varies is not None and submission.varies.submitted_version is not None:
        return submission.varies.submitted_version
    for one, _tables in replaced_by(submission):
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
    """Approvals whose day has come, each by its own jurisdiction's calendar."""
    waiting = Decision.objects.filter(
        submission__state=State.APPROVED, effective_on__isnull=False
    ).select_related("submission")
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


def label_of(reader: User, actor: User | None) -> str:
    """Who acted, to a reader: own people by name, others by house."""
    if actor is None:
        return "Baize"
    if actor.organisation_id == reader.organisation_id:
        return actor.name
    return str(actor.organisation or "Baize")
