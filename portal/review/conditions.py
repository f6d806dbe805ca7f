"""Conditions of approvals: the operator's report that one is met, and the regulator's word on it.

The only writer of a condition's state. Each step is kept, with its words and files.
"""

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction, latest_today
from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPossible
from portal.review import answers, events
from portal.review.models import Condition, ConditionState, ConditionStep
from portal.review.required_input import require_text
from portal.submissions import selectors
from portal.submissions.models import HOLDS_FORCE, State
from portal.submissions.upload_types import Checked
from portal.text import format_day

Kind = ConditionStep.Kind

# What ended has no conditions left to meet.
STANDING = (State.APPROVED, *HOLDS_FORCE)
LONGEST = 2_000


def conditions(actor: User) -> QuerySet[Condition]:
    """Those of every approval the actor may see, met and unmet."""
    rows = Condition.objects.filter(decision__submission__in=selectors.submissions(actor))
    return rows.select_related(
        "decision__submission__organisation", "decision__submission__property", "met_by"
    ).prefetch_related("steps__by__organisation", "steps__files")


def condition(actor: User, condition_id: int) -> Condition:
    row = conditions(actor).filter(pk=condition_id).first() if can(actor, "submission.view") else None
    if row is None:
        raise NotFound(f"There is no condition {condition_id}.")
    return row


def conditions_due(actor: User) -> QuerySet[Condition]:
    """The unmet ones of approvals that stand, the earliest day first, those without a day last."""
    unmet = conditions(actor).filter(met_at=None, decision__submission__state__in=STANDING)
    return unmet.order_by(F("due_on").asc(nulls_last=True), "pk")


def conditions_to_meet(actor: User) -> QuerySet[Condition]:
    """Those of them that wait for the operator."""
    return conditions_due(actor).filter(reported_at=None)


def conditions_to_judge(actor: User) -> QuerySet[Condition]:
    """Those of them that were reported as met and wait for the regulator, the oldest report first."""
    return conditions_due(actor).filter(reported_at__isnull=False).order_by("reported_at", "pk")


def conditions_overdue(actor: User) -> list[Condition]:
    """Those that wait for the operator although their day has passed, the oldest day first."""
    near = conditions_to_meet(actor).filter(due_on__lt=latest_today())
    return [row for row in near if is_overdue(row)]


def is_overdue(row: Condition) -> bool:
    """Its day has passed where the case is decided, and nothing was reported."""
    today = jurisdiction(row.decision.submission.jurisdiction).today()
    return row.state == ConditionState.OPEN and row.due_on is not None and row.due_on < today


def can_report(actor: User, row: Condition) -> bool:
    standing = row.decision.submission.state in STANDING
    return standing and row.state == ConditionState.OPEN and can(actor, "condition.report")


def report_condition(
    *, actor: User, condition_id: int, text: str, files: Iterable[answers.GivenFile] = ()
) -> Condition:
    """The operator says that a condition is met and by what, with files. They are frozen with the report."""
    uploads = answers.checked_files(files)
    stored: list[str] = []
    try:
        with transaction.atomic():
            row = _held(actor, condition_id, "condition.report")
            _require_state(row, ConditionState.OPEN)
            words = require_text(text, "text", "Enter what was done to meet the condition.", longest=LONGEST)
            row.reported_at = timezone.now()
            _move(row, "condition.report", Kind.REPORTED, actor, words, uploads=uploads, stored=stored)
    except BaseException:
        answers.discard(stored)
        raise
    return row


@transaction.atomic
def send_back_condition(
    *, actor: User, condition_id: int, note: str, due_on: date | None = None
) -> Condition:
    """What was reported is not enough. The operator keeps its day, or gets another one."""
    row = _held(actor, condition_id, "condition.judge")
    _require_state(row, ConditionState.REPORTED)
    words = require_text(note, "note", "Enter what is still to be done.", longest=LONGEST)
    row.reported_at = None
    if due_on is not None:
        _give_until(row, due_on)
    _move(row, "condition.send_back", Kind.SENT_BACK, actor, words, due_on=due_on)
    return row


@transaction.atomic
def meet_condition(*, actor: User, condition_id: int, note: str) -> Condition:
    """The regulator accepts a report, or has seen itself that a condition is met, and says by what."""
    row = _held(actor, condition_id, "condition.judge")
    if row.state == ConditionState.MET:
        raise NotPossible("This condition is recorded as met already.")
    words = require_text(note, "note", "Enter what shows that the condition is met.", longest=LONGEST)
    row.met_at, row.met_by, row.met_note, row.reported_at = timezone.now(), actor, words, None
    _move(row, "condition.meet", Kind.MET, actor, words)
    return row


@transaction.atomic
def reopen_condition(*, actor: User, condition_id: int, note: str) -> Condition:
    """A condition recorded as met turns out not to be, or not any more."""
    row = _held(actor, condition_id, "condition.judge")
    if row.state != ConditionState.MET:
        raise NotPossible("This condition is open.")
    words = require_text(note, "note", "Enter why the condition is open again.", longest=LONGEST)
    row.met_at, row.met_by, row.met_note = None, None, ""
    # It will be due again: so the operator is reminded again.
    row.reminded_at = row.overdue_told_at = None
    _move(row, "condition.reopen", Kind.REOPENED, actor, words)
    return row


def _held(actor: User, condition_id: int, permission: str) -> Condition:
    """The condition, locked, of an approval that stands."""
    submission = condition(actor, condition_id).decision.submission
    require(actor, permission)
    if submission.state not in STANDING:
        raise NotPossible(
            f"{submission.reference} is “{submission.get_state_display()}”. "
            "Its conditions stay as they were when it ended."
        )
    return Condition.objects.select_for_update(no_key=True).get(pk=condition_id)


def _require_state(row: Condition, state: ConditionState) -> None:
    if row.state != state:
        raise NotPossible(f"This condition is “{row.state.label}”. Nothing was changed; look at it again.")


def _give_until(row: Condition, due_on: date) -> None:
    today = jurisdiction(row.decision.submission.jurisdiction).today()
    if due_on <= today:
        raise BadValue(f"Choose a day after {format_day(today)}.", field="due_on")
    # It is due again: so the operator is reminded again.
    row.due_on, row.reminded_at, row.overdue_told_at = due_on, None, None


def _move(
    row: Condition,
    action: str,
    kind: str,
    actor: User,
    text: str,
    *,
    due_on: date | None = None,
    uploads: list[Checked] | None = None,
    stored: list[str] | None = None,
) -> None:
    was = Condition.objects.get(pk=row.pk)
    row.save()
    step = ConditionStep.objects.create(condition=row, kind=kind, text=text, due_on=due_on, by=actor)
    answers.store(step, uploads or [], stored if stored is not None else [], actor=actor)
    record(
        actor=actor,
        action=action,
        obj=row.decision.submission,
        before={"condition": row.text, "met_at": was.met_at, "note": was.met_note, "due_on": was.due_on},
        after={
            "condition": row.text,
            "met_at": row.met_at,
            "note": text,
            "due_on": row.due_on,
            **({"files": [file.filename for file in uploads]} if uploads else {}),
        },
    )
    events.condition_moved.send(sender=Condition, step=step)
