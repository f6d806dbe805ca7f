"""Carrying out an inspection: start, send answers, finish. What a device sends twice counts once."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NotRequired, TypedDict

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_organisation
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.inspections import checklist, events, photos, selectors
from portal.inspections.models import (
    ChecklistItem,
    Inspection,
    InspectionFinding,
    InspectionOutcome,
    ItemAnswer,
    ItemResult,
    PublicationChoice,
    Sending,
)
from portal.inspections.photos import GivenPhoto
from portal.register import services as register
from portal.submissions.tables import approval_at
from portal.submissions.upload_types import Checked
from portal.text import format_day

LONGEST_REMARK = 4_000
REMEDY_DAYS = 14  # what a form offers
LATEST_REMEDY = timedelta(days=366)


class GivenAnswer(TypedDict):
    """What a device sends of one item. Without a result it only adds photos."""

    item: int  # its number on the checklist
    result: NotRequired[str]
    remark: NotRequired[str]
    photos: NotRequired[Sequence[GivenPhoto]]


def start(*, actor: User, code: str) -> Inspection:
    """Begin at a table, or go on with the inspection that is under way there."""
    try:
        return _start(actor=actor, code=code)
    except IntegrityError:  # a colleague or another device was first: go on with theirs
        return _start(actor=actor, code=code)


@transaction.atomic
def _start(*, actor: User, code: str) -> Inspection:
    require(actor, "inspection.carry_out")
    table = selectors.table(actor, code)
    regulator = own_organisation(actor)
    under_way = Inspection.objects.filter(
        table=table, regulator=regulator, finished_at=None, cancelled_at=None
    ).first()
    if under_way is not None:
        return under_way
    approval = approval_at(table)
    version = approval.submitted_version if approval else None
    inspection = Inspection.objects.create(
        table=table,
        organisation=table.property.organisation,
        regulator=regulator,
        jurisdiction=table.property.jurisdiction,
        version=version,
        digest=version.digest if version else "",
        inspector=actor,
    )
    lines = checklist.lines(table, approval, inspection.started_at)
    ChecklistItem.objects.bulk_create(
        ChecklistItem(
            inspection=inspection,
            number=number,
            section=line.section,
            label=line.label[:300],
            expected=line.expected,
            clause=line.clause[:200],
        )
        for number, line in enumerate(lines, start=1)
    )
    record(
        actor=actor,
        action="inspection.start",
        obj=inspection,
        after={
            "reference": approval.reference if approval else "",
            "digest": inspection.digest,
            "items": len(lines),
        },
    )
    return inspection


def under_way_of(person: User) -> QuerySet[Inspection]:
    """The inspections a person began and has not finished."""
    rows = Inspection.objects.filter(inspector=person, finished_at=None, cancelled_at=None)
    return rows.select_related("table__property").order_by("pk")


@transaction.atomic
def hand_over(*, actor: User, person: User, receiver: User | None) -> list[Inspection]:
    """Gives the inspections of somebody whose account is closed to another inspector.

    Without one they stay as they are: any inspector of the regulator can continue with them.
    """
    if receiver is None:
        return []
    inspections = list(under_way_of(person))
    for row in inspections:
        row.inspector = receiver
        row.save(update_fields=["inspector"])
        record(
            actor=actor,
            action="inspection.hand_over",
            obj=row,
            organisation=row.regulator,
            before={"inspector": person.name},
            after={"inspector": receiver.name},
        )
    return inspections


def save_answers(
    *, actor: User, inspection_id: int, key: uuid.UUID, answers: Iterable[GivenAnswer]
) -> Inspection:
    """Store what a device sends: all of it or nothing, and once for each key."""
    given = list(answers)
    pictures = {one["item"]: photos.checked_photos(one.get("photos", ())) for one in given}
    stored: list[str] = []
    try:
        return _save_answers(
            actor=actor, inspection_id=inspection_id, key=key, given=given, pictures=pictures, stored=stored
        )
    except BaseException:
        photos.discard(stored)
        raise


@transaction.atomic
def _save_answers(
    *,
    actor: User,
    inspection_id: int,
    key: uuid.UUID,
    given: Sequence[GivenAnswer],
    pictures: Mapping[int, list[Checked]],
    stored: list[str],
) -> Inspection:
    inspection = _under_way(actor, inspection_id, key)
    if inspection is None:
        return selectors.inspection_to_carry_out(actor, inspection_id)
    sending = Sending.objects.create(key=key, inspection=inspection, sent_by=actor)
    items = {item.number: item for item in inspection.items.all()}
    changed: list[dict[str, Any]] = []
    for one in given:
        item = items.get(one["item"])
        if item is None:
            raise BadValue(f"The checklist has no item {one['item']}.", field="item")
        new = _save_answer(item, sending, one)
        fresh = _not_there_yet(item, pictures[item.number])
        photos.store(fresh, stored, actor=actor, visit=inspection, item=item)
        if new or fresh:
            changed.append({"item": item.label, **new, "photos": photos.facts(fresh)})
    record(actor=actor, action="inspection.answer", obj=inspection, after={"answers": changed})
    return inspection


def finish(
    *,
    actor: User,
    inspection_id: int,
    key: uuid.UUID,
    remark: str = "",
    remedy_by: date | None = None,
) -> Inspection:
    """End the inspection: its outcome, and a finding for every item not in order, at once."""
    with transaction.atomic():
        inspection = _under_way(actor, inspection_id, key)
        if inspection is None:
            return selectors.inspection_to_carry_out(actor, inspection_id)
        Sending.objects.create(key=key, inspection=inspection, sent_by=actor)
        answers = selectors.last_answers(inspection)
        _require_something_seen(answers)
        wrong = [
            (item, answer) for item, answer in answers.items() if answer.result == ItemResult.NOT_IN_ORDER
        ]
        _require_remarks(wrong)
        due = _remedy_day(inspection, remedy_by) if wrong else jurisdiction(inspection.jurisdiction).today()
        inspection.remark = _remark(remark, "remark")
        inspection.finished_at = timezone.now()
        inspection.outcome = InspectionOutcome.NOT_IN_ORDER if wrong else InspectionOutcome.IN_ORDER
        inspection.save(update_fields=["remark", "finished_at", "outcome"])
        for item, answer in wrong:
            InspectionFinding.objects.create(
                inspection=inspection, item=item, remark=answer.remark, due_on=due
            )
        record(
            actor=actor,
            action="inspection.finish",
            obj=inspection,
            after={
                "outcome": inspection.outcome,
                "findings": [item.label for item, _ in wrong],
                "remedy_by": due if wrong else None,
                "remark": inspection.remark,
            },
        )
        if selectors.publishes_outcome(inspection.regulator):
            _publish(inspection)
        events.finished.send(sender=Inspection, inspection=inspection)
    return inspection


@transaction.atomic
def cancel(*, actor: User, inspection_id: int) -> Inspection:
    """Drop an inspection that was begun and not finished. What was stored of it stays with the regulator."""
    inspection = _under_way(actor, inspection_id)
    if inspection is None:
        raise _already_over(inspection_id)
    inspection.cancelled_at = timezone.now()
    inspection.save(update_fields=["cancelled_at"])
    record(actor=actor, action="inspection.cancel", obj=inspection)
    return inspection


@transaction.atomic
def choose_publication(*, actor: User, publishes_outcome: bool) -> PublicationChoice:
    """Whether the public page of a table shows when it was last inspected and with which outcome."""
    require(actor, "inspection.publish")
    regulator = own_organisation(actor)
    before = selectors.publishes_outcome(regulator)
    choice, _ = PublicationChoice.objects.update_or_create(
        regulator=regulator, defaults={"publishes_outcome": publishes_outcome}
    )
    if before != publishes_outcome:
        record(
            actor=actor,
            action="inspection.publication",
            obj=regulator,
            organisation=regulator,
            before={"publishes_outcome": before},
            after={"publishes_outcome": publishes_outcome},
        )
    return choice


def _publish(inspection: Inspection) -> None:
    """Enter the outcome in the register's log: what the table's public page shows, and no more."""
    table = inspection.table
    approval = inspection.version.submission if inspection.version else None
    finished = inspection.finished_at or timezone.now()
    facts = {
        "inspection": inspection.pk,
        "jurisdiction": inspection.jurisdiction,
        "regulator": str(inspection.regulator),
        "operator": str(inspection.organisation),
        "property": table.property.name,
        "table": {"code": table.code, "label": table.label},
        "result": inspection.outcome,
        "inspected_on": finished.astimezone(jurisdiction(inspection.jurisdiction).zone).date().isoformat(),
    }
    if approval is not None:
        facts |= {"reference": approval.reference, "ruleset_digest": inspection.digest}
    register.enter_inspection(submission=approval, facts=facts)


def _under_way(actor: User, inspection_id: int, key: uuid.UUID | None = None) -> Inspection | None:
    """The inspection, locked; None if this key was taken before. Refuses one that is over."""
    selectors.inspection_to_carry_out(actor, inspection_id)
    inspection = Inspection.objects.select_for_update(no_key=True).get(pk=inspection_id)
    if key is not None and (sent := Sending.objects.filter(key=key).first()) is not None:
        if sent.inspection_id != inspection_id:
            raise BadValue("This key was used for another inspection. Reload the page.", field="key")
        return None
    if not inspection.is_under_way:
        raise _already_over(inspection_id)
    return inspection


def _already_over(inspection_id: int) -> NotPossible:
    return NotPossible(
        f"Inspection {inspection_id} is over: it was finished or cancelled, perhaps on another device. "
        "Nothing was added to it."
    )


def _save_answer(item: ChecklistItem, sending: Sending, given: GivenAnswer) -> dict[str, str]:
    if "result" not in given:
        return {}
    if given["result"] not in ItemResult.values:
        raise BadValue("Choose in order, not in order or not looked at.", field=f"item-{item.number}-result")
    remark = _remark(given.get("remark", ""), f"item-{item.number}-remark")
    last = item.answers.last()
    if last is not None and (last.result, last.remark) == (given["result"], remark):
        return {}
    ItemAnswer.objects.create(item=item, sending=sending, result=given["result"], remark=remark)
    return {"result": given["result"], "remark": remark}


def _not_there_yet(item: ChecklistItem, given: Sequence[Checked]) -> list[Checked]:
    there = set(item.photos.values_list("sha256", flat=True)) if given else set()
    fresh = [one for one in given if hashlib.sha256(one.data).hexdigest() not in there]
    if len(there) + len(fresh) > photos.MOST:
        raise BadValue(f"{item.label}: at most {photos.MOST} photos.", field=f"item-{item.number}-photos")
    return fresh


def _remark(text: str, field: str) -> str:
    text = text.strip()
    if len(text) > LONGEST_REMARK:
        raise BadValue(f"Use at most {LONGEST_REMARK} characters.", field=field)
    return text


def _require_something_seen(answers: Mapping[ChecklistItem, ItemAnswer]) -> None:
    if all(answer.result == ItemResult.NOT_LOOKED_AT for answer in answers.values()):
        raise BadValue("Mark at least one item as in order or not in order.", field="")


def _require_remarks(wrong: Sequence[tuple[ChecklistItem, ItemAnswer]]) -> None:
    silent = [item for item, answer in wrong if not answer.remark]
    if silent:
        names = "; ".join(item.label for item in silent)
        raise BadValue(
            f"Enter what is not in order, in the remark of each: {names}.",
            field=f"item-{silent[0].number}-remark",
        )


def _remedy_day(inspection: Inspection, day: date | None) -> date:
    today = jurisdiction(inspection.jurisdiction).today()
    if day is None:
        raise BadValue("Enter the day by which the operator has to remedy the findings.", field="remedy_by")
    if not today < day <= today + LATEST_REMEDY:
        raise BadValue(
            f"Choose a day after {format_day(today)}, within a year.",
            field="remedy_by",
        )
    return day
