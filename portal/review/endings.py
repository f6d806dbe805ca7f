"""The moves that end an approval or prepare its end: notices of intent, surrender, revocation, expiry.

A surrender or revocation takes effect at once, or after a last day in force. Until that day is over it can be
taken back; then Baize carries it out.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table, User
from portal.errors import BadValue, NotPossible
from portal.review import answers, document_orders, last_days, moving
from portal.review.guards import open_notice
from portal.review.models import IntentNotice, PlannedEnd
from portal.review.required_input import require_reason, require_text
from portal.submissions import coverage
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import Submission
from portal.submissions.tables import facts_of_tables, tables_of
from portal.text import format_day, limited_text


def notices_of(submission: Submission) -> list[IntentNotice]:
    """Every notice of intent with its reply, the latest first."""
    rows = IntentNotice.objects.filter(submission=submission).order_by("-pk")
    people = rows.select_related("submission", "given_by__organisation", "replied_by__organisation")
    return list(people.prefetch_related("files"))


def ends_of(submission: Submission) -> list[PlannedEnd]:
    """The ends that are decided for a later day, the earliest first."""
    return last_days.open_ends(submission)


# -- notices of intent --------------------------------------------------------------------------------------


@audited_attempt("submission.give_notice_of_intent")
def give_notice_of_intent(
    *, actor: User, reference: str, reason: str, due_on: date, tables: Iterable[str] = ()
) -> Submission:
    """Tells the operator that the approval is to be revoked, or at which tables, and hears it until a day."""
    submission = moving.begin(actor, reference, "give_notice_of_intent")
    if due_on <= moving.today_at(submission):
        raise BadValue("Give the operator at least until tomorrow to reply.", field="due_on")
    part = _part(submission, tables)
    notice = IntentNotice.objects.create(
        submission=submission,
        reasons=require_reason(reason, "Enter why you intend to revoke the approval."),
        due_on=due_on,
        tables=facts_of_tables(part),
        given_by=actor,
    )
    document_orders.order_intent_letter(notice, moving.version_of(submission))
    return moving.move(submission, "give_notice_of_intent", actor, notice.reasons, tables=part, day=due_on)


def reply_to_notice(
    *, actor: User, reference: str, text: str, files: Iterable[answers.GivenFile] = ()
) -> Submission:
    """Replies to the open notice in words, with files if need be. They are frozen with the reply."""
    stored: list[str] = []
    try:
        return _reply_to_notice(actor=actor, reference=reference, text=text, files=files, stored=stored)
    except BaseException:
        answers.discard(stored)
        raise


@audited_attempt("submission.reply_to_notice")
def _reply_to_notice(
    *, actor: User, reference: str, text: str, files: Iterable[answers.GivenFile], stored: list[str]
) -> Submission:
    submission = moving.begin(actor, reference, "reply_to_notice")
    notice = _notice(submission)
    notice.reply = require_text(text, "text", "Enter your reply.", longest=10_000)
    notice.replied_by, notice.replied_at = actor, timezone.now()
    checked = answers.checked_files(files)
    notice.save(update_fields=["reply", "replied_by", "replied_at"])
    answers.store(notice, checked, stored, actor=actor)
    return moving.move(submission, "reply_to_notice", actor, files=[file.filename for file in checked])


@audited_attempt("submission.withdraw_notice")
def withdraw_notice(*, actor: User, reference: str, reason: str) -> Submission:
    submission = moving.begin(actor, reference, "withdraw_notice")
    notice = _notice(submission)
    notice.withdrawn_reason = require_reason(reason, "Enter why you withdraw the notice.")
    notice.withdrawn_by, notice.withdrawn_at = actor, timezone.now()
    notice.save(update_fields=["withdrawn_reason", "withdrawn_by", "withdrawn_at"])
    return moving.move(submission, "withdraw_notice", actor, notice.withdrawn_reason)


# -- surrender ----------------------------------------------------------------------------------------------


@audited_attempt("submission.surrender")
def surrender(*, actor: User, reference: str, reason: str, tables: Iterable[str] = ()) -> Submission:
    """Gives an approval up, or gives it up at some tables: by code or label."""
    submission = moving.begin(actor, reference, "surrender")
    reason = require_reason(reason, "Enter why you surrender the approval.")
    return moving.end(submission, "surrender", actor, reason, tables=coverage.part_of(submission, tables))


@audited_attempt("submission.plan_surrender")
def plan_surrender(
    *, actor: User, reference: str, reason: str, last_day: date, tables: Iterable[str] = ()
) -> Submission:
    """Gives an approval up after this last day, or gives it up at some tables."""
    submission = moving.begin(actor, reference, "plan_surrender")
    reason = require_reason(reason, "Enter why you surrender the approval.")
    _plan(submission, PlannedEnd.Kind.SURRENDER, actor, reason, last_day, tables)
    return submission


@audited_attempt("submission.take_back_surrender")
def take_back_surrender(*, actor: User, reference: str, reason: str = "") -> Submission:
    """The approval goes on as if it had not been surrendered."""
    submission = moving.begin(actor, reference, "take_back_surrender")
    return _take_back(submission, PlannedEnd.Kind.SURRENDER, actor, limited_text(reason, field="reason"))


# -- revocation ---------------------------------------------------------------------------------------------


@audited_attempt("submission.revoke")
def revoke(
    *, actor: User, reference: str, reason: str, urgency: str = "", tables: Iterable[str] = ()
) -> Submission:
    """Revokes an approval, or revokes it at some tables: by code or label.

    Without a notice of intent, or before the operator could reply to it, `urgency` has to say why.
    """
    submission = moving.begin(actor, reference, "revoke")
    reason = require_reason(reason, "Enter the reasons for the revocation.")
    part = coverage.part_of(submission, tables)
    heard = hearing(submission, part, urgency)
    _conclude_notice(submission, heard)
    moving.end(submission, "revoke", actor, reason + _urgently(heard), tables=part)
    document_orders.order_revocation_letter(
        submission, moving.version_of(submission), move="revoke", text=reason, more=heard
    )
    return submission


@audited_attempt("submission.plan_revocation")
def plan_revocation(
    *,
    actor: User,
    reference: str,
    reason: str,
    last_day: date,
    urgency: str = "",
    tables: Iterable[str] = (),
) -> Submission:
    """Revokes an approval after this last day, or revokes it at some tables. See `revoke`."""
    submission = moving.begin(actor, reference, "plan_revocation")
    reason = require_reason(reason, "Enter the reasons for the revocation.")
    heard = hearing(submission, coverage.part_of(submission, tables), urgency)
    _conclude_notice(submission, heard)
    _plan(submission, PlannedEnd.Kind.REVOKE, actor, reason + _urgently(heard), last_day, tables)
    document_orders.order_revocation_letter(
        submission,
        moving.version_of(submission),
        move="plan_revocation",
        text=reason,
        more=heard | {"last_day": last_day.isoformat()},
    )
    return submission


@audited_attempt("submission.take_back_revocation")
def take_back_revocation(*, actor: User, reference: str, reason: str) -> Submission:
    """The approval goes on. Another approver than the one who revoked it decides this."""
    submission = moving.begin(actor, reference, "take_back_revocation")
    reason = require_reason(reason, "Enter why the revocation is taken back.")
    return _take_back(submission, PlannedEnd.Kind.REVOKE, actor, reason)


# -- Baize's own moves, when a day is over ------------------------------------------------------------------


@transaction.atomic
def end_as_planned(*, submission: Submission, end: PlannedEnd) -> Submission:
    """Carries out a surrender or revocation whose last day has passed, however long ago."""
    submission = Submission.objects.select_for_update(no_key=True).get(pk=submission.pk)
    end = PlannedEnd.objects.select_for_update(no_key=True).get(pk=end.pk)
    if end.closed_at is not None or end.last_day >= moving.today_at(submission):
        raise NotPossible(f"{submission.reference} does not end now.")
    name = "surrender_takes_effect" if end.kind == PlannedEnd.Kind.SURRENDER else "revocation_takes_effect"
    moving.check(submission, name, None)
    held = [table for table in tables_of(submission) if end.covers(table.code)] if end.tables else []
    # First, so that ending the approval does not find it open.
    lapsed = bool(end.tables and not held)
    end.closed_at = timezone.now()
    end.closed_as = PlannedEnd.Closed.LAPSED if lapsed else PlannedEnd.Closed.CARRIED_OUT
    end.save(update_fields=["closed_as", "closed_at"])
    if lapsed:
        return submission
    return moving.end(submission, name, None, end.reason, on=end.last_day, tables=held)


@transaction.atomic
def expire(*, submission: Submission) -> Submission:
    """Ends an approval whose last day has passed."""
    submission = Submission.objects.select_for_update(no_key=True).get(pk=submission.pk)
    moving.check(submission, "expire", None)
    today = moving.today_at(submission)
    if submission.in_force_to is None or submission.in_force_to >= today:
        raise NotPossible(f"The last day of {submission.reference} has not passed.")
    if any(end.last_day < today for end in last_days.open_ends(submission)):
        raise NotPossible(f"{submission.reference} ends as it was surrendered or revoked.")
    reason = f"Its last day was {format_day(submission.in_force_to)}."
    return moving.end(submission, "expire", None, reason, on=submission.in_force_to)


# -- what they share ----------------------------------------------------------------------------------------


def check_last_day(submission: Submission, last_day: date) -> None:
    if last_day < moving.today_at(submission):
        raise BadValue("Choose today or a later day as the last day.", field="last_day")
    if submission.in_force_to and last_day > submission.in_force_to:
        raise BadValue(
            f"The approval ends on {format_day(submission.in_force_to)} anyway. Enter a day before it.",
            field="last_day",
        )


def _plan(
    submission: Submission, kind: str, actor: User, reason: str, last_day: date, tables: Iterable[str]
) -> None:
    check_last_day(submission, last_day)
    part = _part(submission, tables)
    PlannedEnd.objects.create(
        submission=submission,
        kind=kind,
        last_day=last_day,
        reason=reason,
        tables=facts_of_tables(part),
        decided_by=actor,
    )
    until = last_days.update(submission)
    surrendered = kind == PlannedEnd.Kind.SURRENDER
    name, outcome = (
        ("plan_surrender", "surrender_declared") if surrendered else ("plan_revocation", "revocation_decided")
    )
    moving.move(submission, name, actor, reason, tables=part, day=last_day, in_force_to=until)
    moving.publish(submission, outcome, part, last_day=last_day)
    document_orders.order_signs_again(submission)


def _take_back(submission: Submission, kind: str, actor: User, reason: str) -> Submission:
    end = last_days.open_end(submission, kind)
    if end is None:
        raise NotPossible(f"{submission.reference} has no surrender or revocation that can be taken back.")
    if end.last_day < moving.today_at(submission):
        raise NotPossible(f"The last day, {format_day(end.last_day)}, has passed.")
    end.closed_as, end.closed_at, end.closed_by = PlannedEnd.Closed.TAKEN_BACK, timezone.now(), actor
    end.save(update_fields=["closed_as", "closed_at", "closed_by"])
    until = last_days.update(submission)
    part = [table for table in tables_of(submission) if end.covers(table.code)] if end.tables else []
    surrendered = kind == PlannedEnd.Kind.SURRENDER
    name, outcome = (
        ("take_back_surrender", "surrender_taken_back")
        if surrendered
        else ("take_back_revocation", "revocation_taken_back")
    )
    moving.move(submission, name, actor, reason, tables=part, day=end.last_day, in_force_to=until)
    moving.publish(submission, outcome, part, last_day=end.last_day)
    document_orders.order_signs_again(submission)
    return submission


def _part(submission: Submission, names: Iterable[str]) -> list[Table]:
    """Those tables, or none if they are all at which it holds."""
    part = coverage.part_of(submission, names)
    return part if tables_of(submission).exclude(pk__in=[table.pk for table in part]).exists() else []


def _notice(submission: Submission) -> IntentNotice:
    notice = open_notice(submission)
    if notice is None:
        raise NotPossible("There is no open notice of intent.")
    return notice


def hearing(submission: Submission, part: Sequence[Table], urgency: str) -> dict[str, Any]:
    """How the operator was heard before a revocation, as its letter says.

    Refuses a revocation that is neither after a hearing nor urgent.
    """
    notice, urgency = open_notice(submission), urgency.strip()
    about = {table["code"] for table in notice.tables} if notice else set()
    covered = bool(notice) and (not about or (bool(part) and {table.code for table in part} <= about))
    heard: dict[str, Any] = {}
    if notice and covered:
        zone = jurisdiction(submission.jurisdiction).zone
        heard["notice"] = {
            "given_on": notice.given_at.astimezone(zone).date().isoformat(),
            "reply_by": notice.due_on.isoformat(),
            "replied_on": notice.replied_at.astimezone(zone).date().isoformat() if notice.replied_at else "",
        }
    if notice and covered and notice.has_heard:
        return heard
    if not urgency:
        raise BadValue(_why_urgency(notice, covered), field="urgency")
    return heard | {"urgency": require_text(urgency, "urgency", "", longest=2000)}


def _conclude_notice(submission: Submission, heard: dict[str, Any]) -> None:
    if "notice" in heard:
        rows = IntentNotice.objects.filter(submission=submission, withdrawn_at=None, concluded_at=None)
        rows.update(concluded_at=timezone.now())


def _why_urgency(notice: IntentNotice | None, covered: bool) -> str:
    if notice is None:
        return "No notice of intent was given. Give one first, or say why the revocation cannot wait for it."
    if not covered:
        return (
            f"The notice of intent is about {notice.table_words} only. Give one about every table, or "
            "say why the revocation cannot wait for it."
        )
    return (
        f"The operator can reply until {format_day(notice.due_on)} and has not replied. Wait for the reply, "
        "or say why the revocation cannot wait."
    )


def _urgently(heard: dict[str, Any]) -> str:
    return f"\n\nWhy it could not wait for a reply: {heard['urgency']}" if "urgency" in heard else ""
