"""Carrying out an inspection: who may, what is stored once, what is visible when."""

from __future__ import annotations

import io
import uuid
from datetime import timedelta

import pytest
from django.core.files.storage import storages
from PIL import Image

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.models import AuditEntry
from portal.errors import BadValue, DomainError, NotFound, NotPermitted, NotPossible
from portal.inspections import events, selectors, services
from portal.inspections.models import Inspection, InspectionOutcome, ItemAnswer, Photo
from portal.inspections.services import GivenAnswer
from portal.submissions.uploads import read
from tests.factories import House, create_regulator, create_table, create_user
from tests.inspecting import finish, in_order, jpeg, photo, send, started, table_in_force, with_finding

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_only_an_inspector_of_that_jurisdiction_may_start(house: House) -> None:
    code = table_in_force(house).code
    for who in ("officer", "approver", "regulator_admin"):
        with pytest.raises(NotPermitted):
            services.start(actor=getattr(house, who), code=code)
    foreign = create_user(organisation=house.foreign_officer.organisation, roles=["regulator_inspector"])
    with pytest.raises(NotFound):
        services.start(actor=foreign, code=code)
    for who in ("submitter", "outsider", "viewer", "site_admin"):
        with pytest.raises((NotFound, NotPermitted)):
            services.start(actor=getattr(house, who), code=code)
    assert not Inspection.objects.exists()


def test_starting_twice_goes_on_with_the_same_inspection(house: House) -> None:
    table = table_in_force(house)
    first = started(house, table)
    colleague = create_user(organisation=house.regulator, roles=["regulator_inspector"])
    assert services.start(actor=colleague, code=table.code) == first
    assert AuditEntry.objects.filter(action="inspection.start").count() == 1


def test_the_same_key_counts_once(house: House) -> None:
    inspection = started(house)
    key = uuid.uuid4()
    answer = GivenAnswer(item=2, result="not_in_order", remark="Too small.", photos=[photo()])
    for _ in range(3):
        send(house, inspection, answer, key=key)
    assert ItemAnswer.objects.count() == Photo.objects.count() == 1
    assert AuditEntry.objects.filter(action="inspection.answer").count() == 1


def test_the_same_photo_under_another_key_counts_once(house: House) -> None:
    inspection = started(house)
    for _ in range(2):
        send(house, inspection, GivenAnswer(item=2, photos=[photo()]))
    assert Photo.objects.count() == 1


def test_the_last_answer_counts_and_the_earlier_stays(house: House) -> None:
    inspection = started(house)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn."))
    send(house, inspection, GivenAnswer(item=1, result="in_order", remark="Seen again."))
    [answer] = selectors.last_answers(inspection).values()
    assert (answer.result, answer.remark) == ("in_order", "Seen again.")
    assert ItemAnswer.objects.count() == 2


def test_a_photo_is_stored_without_place_and_camera(house: House) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Camera maker"
    exif.get_ifd(0x8825)[1] = "S"
    data = jpeg("red", exif=exif)
    assert b"Camera maker" in data
    inspection = started(house)
    send(house, inspection, GivenAnswer(item=1, photos=[{"filename": "../GPS.JPG", "data": data}]))
    stored = Photo.objects.get()
    kept = read(stored)
    assert stored.filename == "GPS.jpg"
    assert b"Camera maker" not in kept
    assert not Image.open(io.BytesIO(kept)).getexif()


@pytest.mark.parametrize("data", [b"%PDF-1.7\n%%EOF\n", b"<svg/>", b"", b"\xff\xd8\xff broken"])
def test_what_is_no_photo_is_refused_and_nothing_stays(house: House, data: bytes) -> None:
    inspection = started(house)
    with pytest.raises(BadValue, match=r"photo\.jpg"):
        send(
            house,
            inspection,
            GivenAnswer(item=1, result="in_order"),
            GivenAnswer(item=2, photos=[{"filename": "photo.jpg", "data": data}]),
        )
    assert not ItemAnswer.objects.exists()


def test_a_sending_is_stored_whole_or_not_at_all(house: House) -> None:
    inspection = started(house)
    before = stored_files()
    with pytest.raises(BadValue, match="no item 999"):
        send(
            house,
            inspection,
            GivenAnswer(item=1, result="in_order", photos=[photo()]),
            GivenAnswer(item=999, result="in_order"),
        )
    assert not ItemAnswer.objects.exists()
    assert not Photo.objects.exists()
    assert stored_files() == before


def test_finishing_in_order(house: House) -> None:
    inspection = in_order(house)
    assert inspection.outcome == InspectionOutcome.IN_ORDER
    assert not inspection.findings.exists()


def test_finishing_makes_a_finding_of_each_item_not_in_order(house: House) -> None:
    finding = with_finding(house)
    assert finding.remark == "The area is worn away."
    assert finding.inspection.outcome == InspectionOutcome.NOT_IN_ORDER
    assert finding.item.photos.count() == 1


def test_what_finishing_needs(house: House) -> None:
    inspection = started(house)
    with pytest.raises(BadValue, match="at least one item"):
        finish(house, inspection)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order"))
    with pytest.raises(BadValue, match="Enter what is not in order"):
        finish(house, inspection)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn."))
    today = jurisdiction("nz").today()
    for day in (None, today, today + timedelta(days=400)):
        with pytest.raises(BadValue) as refused:
            finish(house, inspection, remedy_by=day)
        assert refused.value.field == "remedy_by"
    assert finish(house, inspection).findings.count() == 1


def test_finishing_twice_with_one_key_is_finishing_once(house: House) -> None:
    inspection = started(house)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn."))
    key = uuid.uuid4()
    assert finish(house, inspection, key=key) == finish(house, inspection, key=key)
    assert inspection.findings.count() == 1
    with pytest.raises(NotPossible, match="over"):
        finish(house, inspection)
    with pytest.raises(NotPossible, match="over"):
        send(house, inspection, GivenAnswer(item=2, result="in_order"))


def test_an_answer_that_arrives_again_after_the_end_is_no_error(house: House) -> None:
    inspection = started(house)
    key = uuid.uuid4()
    answer = GivenAnswer(item=1, result="in_order")
    send(house, inspection, answer, key=key)
    finish(house, inspection)
    send(house, inspection, answer, key=key)


def test_a_key_of_another_inspection_is_refused(house: House) -> None:
    table = table_in_force(house)
    first, second = started(house, table), started(house, create_table(property=house.property))
    key = uuid.uuid4()
    send(house, first, GivenAnswer(item=1, result="in_order"), key=key)
    with pytest.raises(BadValue, match="another inspection"):
        send(house, second, GivenAnswer(item=1, result="in_order"), key=key)


def test_until_it_is_finished_nobody_but_inspectors_sees_it(house: House) -> None:
    inspection = started(house)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn.", photos=[photo()]))
    for who in ("officer", "approver", "regulator_admin", "submitter", "outsider", "foreign_officer"):
        actor = getattr(house, who)
        assert not selectors.inspections(actor)
        assert not selectors.findings(actor)
        with pytest.raises(NotFound):
            selectors.photo(actor, Photo.objects.get().pk)
    assert selectors.photo(house.inspector, Photo.objects.get().pk)
    assert selectors.under_way(house.inspector).get() == inspection


def test_whose_photos_are_shown(house: House) -> None:
    inspection = started(house)
    send(
        house,
        inspection,
        GivenAnswer(item=1, result="not_in_order", remark="Worn.", photos=[photo("red")]),
        GivenAnswer(item=2, result="in_order", photos=[photo("blue")]),
    )
    finish(house, inspection)
    of_finding, of_order = Photo.objects.order_by("item__number")
    for who in ("inspector", "officer", "approver", "regulator_admin"):
        assert selectors.photo(getattr(house, who), of_order.pk)
    for who in ("submitter", "viewer", "operator_admin"):
        assert selectors.photo(getattr(house, who), of_finding.pk)
        with pytest.raises(NotFound):
            selectors.photo(getattr(house, who), of_order.pk)
    # Another regulator of the same jurisdiction, and everyone else.
    other = create_user(organisation=create_regulator(["nz"]), roles=["regulator_officer"])
    for actor in (other, house.outsider, house.foreign_officer, house.site_admin):
        for one in (of_finding, of_order):
            with pytest.raises(NotFound):
                selectors.photo(actor, one.pk)
        assert not selectors.inspections(actor)
        assert not selectors.findings(actor)


def test_a_cancelled_inspection_makes_room_for_another(house: House) -> None:
    table = table_in_force(house)
    first = started(house, table)
    services.cancel(actor=house.inspector, inspection_id=first.pk)
    assert started(house, table) != first
    with pytest.raises(NotPossible):
        services.cancel(actor=house.inspector, inspection_id=first.pk)


def test_a_failure_while_finishing_leaves_it_under_way(house: House) -> None:
    """Outcome, findings, trail and notices come together: what fails last takes everything back."""
    inspection = started(house)
    send(house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn."))

    def fail(**_: object) -> None:
        raise RuntimeError("killed")

    events.finished.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            finish(house, inspection)
    finally:
        events.finished.disconnect(fail)
    inspection.refresh_from_db()
    assert inspection.is_under_way
    assert not inspection.findings.exists()
    assert not AuditEntry.objects.filter(action="inspection.finish").exists()
    assert finish(house, inspection).findings.count() == 1


def test_publication_is_the_administrators_choice_and_off_at_first(house: House) -> None:
    table = table_in_force(house)
    inspection = in_order(house, table)
    assert selectors.published_outcome(table) is None
    for who in ("inspector", "officer", "approver", "submitter", "operator_admin"):
        with pytest.raises(DomainError):
            services.choose_publication(actor=getattr(house, who), publishes_outcome=True)
    services.choose_publication(actor=house.regulator_admin, publishes_outcome=True)
    assert selectors.published_outcome(table) == inspection
    services.choose_publication(actor=house.regulator_admin, publishes_outcome=False)
    assert selectors.published_outcome(table) is None


def stored_files() -> set[str]:
    try:
        return set(storages["default"].listdir("inspections")[1])
    except FileNotFoundError:
        return set()
