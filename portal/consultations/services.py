"""Opening a draft for comment, updating, extending, closing and reopening it, and the overall statement."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.consultations import events, tasks
from portal.consultations.facts import contents_of, count_approvals, facts_of
from portal.consultations.models import (
    AffectedCount,
    CommentState,
    Consultation,
    ConsultationState,
    Snapshot,
    Step,
)
from portal.consultations.selectors import consultation_visible_to
from portal.consultations.texts import plain_text
from portal.editions.models import Edition
from portal.editions.selectors import edition_visible_to
from portal.errors import BadValue, Conflict, NotPossible
from portal.queueing import queue_on_commit
from portal.text import format_day

LONGEST_TITLE, LONGEST_TEXT, LONGEST_QUESTION, MOST_QUESTIONS = 160, 10_000, 300, 10
LONGEST_REASON = 1000
LONGEST_DAYS = 366  # that a consultation may be open from today
COUNTING_LASTS = timedelta(minutes=17)  # longer than the task may take


@transaction.atomic
def open_consultation(
    *,
    actor: User,
    edition_id: str,
    digest: str,
    title: str,
    introduction: str,
    closes_on: date,
    questions: Iterable[str] = (),
) -> Consultation:
    """Show a draft to the public as it is now and take comments until a day.

    `digest` is that of the draft that the person read before.
    """
    draft = _draft(actor, edition_id, digest)
    title = plain_text(title, field="title", missing="Enter a title.", most=LONGEST_TITLE, lines=False)
    missing = "Enter what the draft is about and what you ask."
    introduction = plain_text(introduction, field="introduction", missing=missing, most=LONGEST_TEXT)
    asked = _questions(questions)
    _check_day(draft.jurisdiction, closes_on)
    if draft.consultations.filter(state=ConsultationState.OPEN).exists():
        raise NotPossible("This draft is open for comment already.")
    row = Consultation.objects.create(
        slug=_unused_slug(draft.pk),
        edition=draft,
        jurisdiction=draft.jurisdiction,
        title=title,
        introduction=introduction,
        questions=asked,
        closes_on=closes_on,
    )
    snapshot = _take_snapshot(row, draft)
    after = {
        "edition": draft.pk,
        "digest": draft.contents_digest,
        "closes_on": closes_on,
        "questions": len(asked),
    }
    _moved(actor, row, Step.Kind.OPENED, "open", after=after, closes_on=closes_on, snapshot=snapshot)
    return row


@transaction.atomic
def update(*, actor: User, consultation_id: int, digest: str, text: str) -> Snapshot:
    """Publish the changed draft into its open consultation, with what changed since the text before."""
    # The draft is locked first, as by those who publish it.
    draft = _draft(actor, consultation_visible_to(actor, consultation_id).edition_id or "", digest)
    row = _open(actor, consultation_id)
    before = row.snapshot
    if before.digest == draft.contents_digest:
        raise NotPossible("The draft has not changed since it was published here.")
    text = plain_text(text, field="text", missing="Enter what changed and why.", most=LONGEST_TEXT)
    snapshot = _take_snapshot(row, draft, before)
    _moved(
        actor,
        row,
        Step.Kind.UPDATED,
        "update",
        before={"digest": before.digest},
        after={"digest": draft.contents_digest, "text": text},
        text=text,
        snapshot=snapshot,
    )
    return snapshot


@transaction.atomic
def extend(*, actor: User, consultation_id: int, closes_on: date, reason: str) -> Consultation:
    """Take comments until a later day."""
    row = _open(actor, consultation_id)
    _check_day(row.jurisdiction, closes_on)
    if closes_on <= row.closes_on:
        message = f"Choose a day after {format_day(row.closes_on)}. To end it sooner, close it."
        raise BadValue(message, field="closes_on")
    before, row.closes_on = row.closes_on, closes_on
    return _move(actor, row, Step.Kind.EXTENDED, "extend", reason, before={"closes_on": before})


@transaction.atomic
def close_early(*, actor: User, consultation_id: int, reason: str) -> Consultation:
    row = _open(actor, consultation_id)
    row.state, row.closed_at = ConsultationState.CLOSED, timezone.now()
    return _move(actor, row, Step.Kind.CLOSED_EARLY, "close", reason, before={"closes_on": row.closes_on})


@transaction.atomic
def reopen(*, actor: User, consultation_id: int, closes_on: date, reason: str) -> Consultation:
    """Take comments again, until a new day."""
    row = _unfrozen(_locked(actor, consultation_id))
    if row.state == ConsultationState.OPEN:
        raise NotPossible("This consultation is open. Move its closing day instead.")
    if row.edition is None or not row.edition.is_draft:
        raise NotPossible("Its edition is no longer a draft, so there is nothing left to comment on.")
    if row.edition.consultations.filter(state=ConsultationState.OPEN).exists():
        raise NotPossible("Another consultation on this draft is open.")
    _check_day(row.jurisdiction, closes_on)
    row.state, row.closed_at, row.closes_on = ConsultationState.OPEN, None, closes_on
    row.addresses_erased_at = None  # those of further comments are erased in their turn
    return _move(actor, row, Step.Kind.REOPENED, "reopen", reason, before={"state": "closed"})


@transaction.atomic
def publish_statement(
    *, actor: User, consultation_id: int, text: str, read_at: datetime | None = None
) -> Consultation:
    """Publish or rewrite the regulator's overall answer. Possible from closing until publication."""
    row = _unfrozen(_locked(actor, consultation_id))
    check_unchanged(row.statement_at, read_at)
    if row.state == ConsultationState.OPEN:
        raise NotPossible("Close the consultation first: more comments may come until then.")
    missing = "Enter what the comments were and what follows from them."
    text = plain_text(text, field="text", missing=missing, most=LONGEST_TEXT)
    before, row.statement, row.statement_at = row.statement, text, timezone.now()
    row.save(update_fields=["statement", "statement_at"])
    changed = {"before": {"statement": before}, "after": {"statement": text}}
    _moved(actor, row, Step.Kind.STATEMENT, "statement", **changed)
    return row


@transaction.atomic
def close_due(*, consultation_id: int) -> Consultation:
    """Close a consultation whose last day is over. NotPossible if it is not due."""
    row = Consultation.objects.select_for_update(no_key=True).get(pk=consultation_id)
    if row.state != ConsultationState.OPEN or row.today <= row.closes_on:
        raise NotPossible(f"“{row.title}” is not due to close.")
    row.state, row.closed_at = ConsultationState.CLOSED, timezone.now()
    row.save(update_fields=["state", "closed_at"])
    _moved(None, row, Step.Kind.CLOSED, "closed", after={"closes_on": row.closes_on})
    return row


def count_affected(*, snapshot_id: int) -> None:
    """Count the approvals that a snapshot affects, unless they are counted, and tell their operators.

    Counting can take minutes, so nothing is locked meanwhile; a lease keeps a second worker from counting.
    """
    snapshot = Snapshot.objects.select_related("consultation__edition", "parent").get(pk=snapshot_id)
    row, now = Consultation.objects.filter(pk=snapshot.consultation_id), timezone.now()
    free = Q(counting_until=None) | Q(counting_until__lt=now)
    if AffectedCount.objects.filter(snapshot=snapshot).exists() or not row.filter(free).update(
        counting_until=now + COUNTING_LASTS
    ):
        return
    try:
        counts, by_operator = count_approvals(snapshot)
        with transaction.atomic():
            snapshot.consultation = row.select_for_update(no_key=True).get()  # as it is by now
            _, is_first = AffectedCount.objects.get_or_create(snapshot=snapshot, defaults={"counts": counts})
            if is_first:
                touch(snapshot.consultation)
                events.counted.send(Snapshot, snapshot=snapshot, by_operator=by_operator)
    finally:
        row.update(counting_until=None)


def check_unchanged(changed_at: datetime | None, read_at: datetime | None) -> None:
    """Conflict if somebody else changed it after the person had read it."""
    if changed_at and read_at and changed_at > read_at:
        message = "A colleague changed this after you opened the page. Open the page again and look at it."
        raise Conflict(message, theirs=changed_at, mine=read_at)


def touch(row: Consultation) -> None:
    """Have kept public pages rendered again."""
    Consultation.objects.filter(pk=row.pk).update(revision=F("revision") + 1)


# Receivers of signals of editions (connected in apps.py) -------------------------------------------------


def obstacles(*, edition: Edition, **_: Any) -> list[dict[str, str]]:
    """What has to be done with an edition's consultations before it can be published."""
    problems = []
    for row in _held(edition):
        waiting = row.comments.filter(state=CommentState.WAITING).count()
        if row.state == ConsultationState.OPEN:
            day = format_day(row.closes_on)
            problems.append(f"“{row.title}” is open for comment until {day}. Close it first.")
        elif waiting:
            noun = "1 comment is waiting" if waiting == 1 else f"{waiting} comments are waiting"
            problems.append(f"{noun} for moderation in “{row.title}”. Publish or refuse them first.")
        elif not row.statement:
            problems.append(f"“{row.title}” has no statement yet. Publish your answer first.")
    return [{"path": "consultation", "message": message} for message in problems]


def keep_consulted(*, edition: Edition, **_: Any) -> None:
    """A draft that the public is asked about is not deleted under its hands."""
    if any(row.state == ConsultationState.OPEN for row in _held(edition)):
        raise NotPossible("This draft is open for comment. Close the consultation before you delete it.")


def _held(edition: Edition) -> QuerySet[Consultation]:
    """The consultations of an edition; where it is being published or deleted, nobody reopens one or
    passes on a comment meanwhile."""
    rows = edition.consultations.order_by("pk")
    return rows.select_for_update(no_key=True) if connection.in_atomic_block else rows


# Parts ---------------------------------------------------------------------------------------------------


def _draft(actor: User, edition_id: str, digest: str) -> Edition:
    draft = edition_visible_to(actor, edition_id)
    require(actor, "consultation.manage")
    draft = Edition.objects.select_for_update(no_key=True).get(pk=draft.pk)
    if not draft.is_draft:
        raise NotPossible(f"“{draft.title}” is {draft.get_state_display().lower()}, not a draft.")
    if digest != draft.contents_digest:
        raise Conflict(
            "This draft was changed after you opened the page. Read it again; nothing was published.",
            theirs=draft.contents_digest,
            mine=digest,
        )
    return draft


def _locked(actor: User, consultation_id: int, permission: str = "consultation.manage") -> Consultation:
    row = consultation_visible_to(actor, consultation_id)
    require(actor, permission)
    return Consultation.objects.select_for_update(no_key=True).get(pk=row.pk)


def unfrozen(actor: User, consultation_id: int, permission: str) -> Consultation:
    """Lock a consultation whose comments and answers may still change."""
    return _unfrozen(_locked(actor, consultation_id, permission))


def _unfrozen(row: Consultation) -> Consultation:
    if row.is_frozen:
        raise NotPossible("Its edition is published, so comments and answers can no longer change.")
    return row


def _open(actor: User, consultation_id: int) -> Consultation:
    row = _locked(actor, consultation_id)
    if row.state != ConsultationState.OPEN:
        raise NotPossible("This consultation is closed. Reopen it first.")
    return row


def _take_snapshot(row: Consultation, draft: Edition, before: Snapshot | None = None) -> Snapshot:
    facts = facts_of(draft, before)
    if not facts["values"] and not facts["texts"] and draft.parent is not None:
        raise NotPossible("The draft changes nothing yet. Change at least one value first.")
    snapshot = Snapshot.objects.create(
        consultation=row,
        number=before.number + 1 if before else 1,
        edition_key=draft.pk,
        parent=draft.parent,
        title=draft.title,
        contents=contents_of(draft),
        digest=draft.contents_digest,
        facts=facts,
    )
    queue_on_commit(tasks.count_affected, snapshot.pk)
    return snapshot


def _move(
    actor: User, row: Consultation, kind: Step.Kind, action: str, reason: str, *, before: dict[str, Any]
) -> Consultation:
    """Save and record a change of state or day that needs a reason, which the public reads."""
    reason = plain_text(
        reason, field="reason", missing="Enter the reason. The public reads it.", most=LONGEST_REASON
    )
    row.save(update_fields=["state", "closed_at", "closes_on", "addresses_erased_at"])
    after = {"state": row.state, "closes_on": row.closes_on, "reason": reason}
    closes_on = None if row.state == ConsultationState.CLOSED else row.closes_on
    _moved(actor, row, kind, action, before=before, after=after, text=reason, closes_on=closes_on)
    return row


def _moved(
    actor: User | None,
    row: Consultation,
    kind: Step.Kind,
    action: str,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **facts: Any,
) -> None:
    step = Step.objects.create(consultation=row, kind=kind, by=actor, **facts)
    record(actor=actor, action=f"consultation.{action}", obj=row, before=before, after=after)
    touch(row)
    events.moved.send(Consultation, consultation=row, step=step)


def _questions(questions: Iterable[str]) -> list[str]:
    asked = [
        plain_text(text, field="questions", missing="", most=LONGEST_QUESTION, lines=False)
        for text in questions
    ]
    asked = [text for text in asked if text]
    if len(asked) > MOST_QUESTIONS:
        raise BadValue(f"Ask at most {MOST_QUESTIONS} questions.", field="questions")
    return asked


def _check_day(code: str, day: date) -> None:
    today = jurisdiction(code).today()
    if not today < day <= today + timedelta(days=LONGEST_DAYS):
        last = format_day(today + timedelta(days=LONGEST_DAYS))
        raise BadValue(f"Choose a day after today, {format_day(today)}, up to {last}.", field="closes_on")


def _unused_slug(edition_id: str) -> str:
    taken = set(Consultation.objects.filter(slug__startswith=edition_id).values_list("slug", flat=True))
    tries = (edition_id, *(f"{edition_id}-{number}" for number in range(2, 1000)))
    return next(each for each in tries if each not in taken)
