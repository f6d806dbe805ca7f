"""Inspections of the demo: in order, findings open, answered and overdue; one table was never inspected."""

import io
import uuid
from datetime import timedelta

from PIL import Image, ImageDraw

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, Table, User
from portal.accounts.selectors import people_with
from portal.demo.actors import operator
from portal.demo.clock import afternoon, freeze_time
from portal.inspections import findings, reminders, services
from portal.inspections.models import Inspection, ItemResult
from portal.inspections.photos import GivenPhoto
from portal.inspections.services import GivenAnswer

FELT, WORN, CHALK = "#1c6b4a", "#8fa38f", "#f4efe0"


def nz_tables_are_inspected() -> None:
    with freeze_time(afternoon(30, "nz")):
        _inspect("Aurora Harbour Rooms", "T1", {"A set of 5 dice": "Four dice lie in the bowl."})
    with freeze_time(afternoon(12, "nz")):
        answered = _inspect(
            "Aurora Casino", "T1", {"Field Bet": "The lettering of the area is worn off."}, photo=True
        )
    with freeze_time(afternoon(5, "nz")):
        _inspect("Kōwhai Lakes Casino", "CR-01", {"Table sign": "The sign on show is the one of last year."})
    _inspect("Kōwhai Wharf Casino", "CR-01", {})
    with freeze_time(afternoon(2, "nz")):
        findings.answer(
            actor=operator(answered.table.property),
            finding_id=answered.findings.get().pk,
            text="A new layout was laid this morning. The photo shows the area of the field.",
            files=[_photo("remedy.jpg", worn=False)],
        )
    reminders.remind()


def md_shows_outcomes_to_the_public() -> None:
    admin = people_with(Role.REGULATOR_ADMIN, jurisdiction="md").order_by("pk")[0]
    services.choose_publication(actor=admin, publishes_outcome=True)
    with freeze_time(afternoon(8, "md")):
        _inspect("Blue Heron Casino", "BH-1", {})


def bc_wheel_is_inspected() -> None:
    _inspect("Cedar Inlet Casino", "Wheel 1", {})


INSPECTIONS = (nz_tables_are_inspected, md_shows_outcomes_to_the_public, bc_wheel_is_inspected)


def _inspect(casino: str, label: str, wrong: dict[str, str], *, photo: bool = False) -> Inspection:
    """Everything is in order, but the items whose label begins with one of these words."""
    table = Table.objects.get(property__name=casino, label=label)
    inspector = _inspector(table)
    inspection = services.start(actor=inspector, code=table.code)
    answers = []
    for item in inspection.items.all():
        remark = next((words for begins, words in wrong.items() if item.label.startswith(begins)), "")
        result = ItemResult.NOT_IN_ORDER if remark else ItemResult.IN_ORDER
        answer = GivenAnswer(item=item.number, result=result, remark=remark)
        if remark and photo:
            answer["photos"] = [_photo("IMG_2041.jpg", worn=True)]
        answers.append(answer)
    services.save_answers(actor=inspector, inspection_id=inspection.pk, key=uuid.uuid4(), answers=answers)
    day = jurisdiction(inspection.jurisdiction).today() + timedelta(days=services.REMEDY_DAYS)
    return services.finish(actor=inspector, inspection_id=inspection.pk, key=uuid.uuid4(), remedy_by=day)


def _inspector(table: Table) -> User:
    people = people_with(Role.REGULATOR_INSPECTOR, jurisdiction=table.property.jurisdiction)
    return people.order_by("pk")[0]


def _photo(filename: str, *, worn: bool) -> GivenPhoto:
    """A picture of an area of a layout."""
    picture = Image.new("RGB", (960, 720), FELT)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((120, 180, 840, 540), radius=40, outline=CHALK, width=8)
    for place, figure in enumerate(("2", "3", "4", "9", "10", "11", "12")):
        draw.text((165 + 96 * place, 330), figure, fill=CHALK, font_size=52)
    if worn:
        draw.ellipse((330, 230, 720, 500), fill=WORN)
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=80)
    return GivenPhoto(filename=filename, data=data.getvalue())
