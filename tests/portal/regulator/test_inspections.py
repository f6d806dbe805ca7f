"""The pages of an inspection without scripts: a plain form from the table's code to the closed finding."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.demo.clock import freeze_time
from portal.inspections.models import Inspection, InspectionFinding, ItemAnswer, Photo
from tests.factories import House, create_table
from tests.inspecting import in_order, jpeg, started, table_in_force, with_finding
from tests.portal.doors import fields, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def checklist(inspection: Inspection) -> str:
    return f"/regulator/inspections/{inspection.pk}/checklist/"


def picture() -> SimpleUploadedFile:
    return SimpleUploadedFile("IMG_1.jpg", jpeg(), content_type="image/jpeg")


def test_the_whole_way_without_a_script(house: House) -> None:
    table = table_in_force(house)
    inspector = signed_in(house.inspector)
    page = f"/regulator/inspect/{table.code}/"
    assert "Start an inspection" in text(inspector.get(page))
    begun = inspector.post(page)
    inspection = Inspection.objects.get()
    assert begun["Location"] == checklist(inspection)
    shown = inspector.get(checklist(inspection))
    assert "Pass Bet" in text(shown)
    answers: dict[str, Any] = {
        "key": fields(shown)["key"],
        "item-1-result": "in_order",
        "item-2-result": "not_in_order",
        "item-2-remark": "The area is worn away.",
        "item-2-photos": [picture()],
        "item-3-remark": "Asked the dealer.",
    }
    inspector.post(checklist(inspection), answers)
    saved = inspector.get(checklist(inspection))
    assert "3 of" in text(saved)
    assert "The area is worn away." in saved.content.decode()
    finished = inspector.post(
        checklist(inspection),
        {**fields(saved), "finish": "1", "remedy_by": str(jurisdiction("nz").today() + timedelta(days=9))},
    )
    assert finished["Location"] == f"/regulator/inspections/{inspection.pk}/"
    assert "Not in order" in text(inspector.get(finished["Location"]))

    finding = InspectionFinding.objects.get()
    operator = signed_in(house.submitter)
    assert "Findings to remedy" in text(operator.get("/operator/"))
    remedied = operator.post(
        f"/operator/findings/{finding.pk}/", {"text": "A new layout lies there.", "file": [picture()]}
    )
    assert remedied.status_code == 302
    officer = signed_in(house.officer)
    assert "Remedy reported" in text(officer.get("/regulator/"))
    at = f"/regulator/findings/{finding.pk}/"
    assert "A new layout lies there." in text(officer.get(at))
    back = officer.post(at, {"act": "send-back", "text": "The photo shows the old one."})
    assert "Enter the day" in text(back)
    later = str(jurisdiction("nz").today() + timedelta(days=5))
    officer.post(at, {"act": "send-back", "text": "The photo shows the old one.", "due_on": later})
    operator.post(f"/operator/findings/{finding.pk}/", {"text": "Now with the right photo."})
    officer.post(at, {"act": "close", "text": "Seen."})
    assert "The regulator closed this finding" in text(operator.get(f"/operator/findings/{finding.pk}/"))
    assert InspectionFinding.objects.get().state == "closed"


def test_what_was_typed_stays_when_something_is_wrong(house: House) -> None:
    inspection = started(house)
    page = signed_in(house.inspector).post(
        checklist(inspection),
        {
            "finish": "1",
            "item-1-result": "not_in_order",
            "item-2-remark": "Half of it",
            "remark": "All in all",
        },
    )
    assert page.status_code == 422
    shown = page.content.decode()
    assert "Enter what is not in order" in shown
    assert "Half of it" in shown
    assert "All in all" in shown
    inspection.refresh_from_db()
    assert inspection.is_under_way


def test_a_form_sent_twice_counts_once(house: House) -> None:
    inspection = started(house)
    inspector = signed_in(house.inspector)
    sent = {"key": str(uuid.uuid4()), "item-1-result": "in_order", "item-1-remark": "Fine."}
    for _ in range(2):
        inspector.post(checklist(inspection), {**sent, "item-1-photos": [picture()]})
    assert ItemAnswer.objects.count() == Photo.objects.count() == 1


def test_a_device_gets_json(house: House) -> None:
    inspection = started(house)
    inspector = signed_in(house.inspector)

    def send(**sent: str) -> Any:
        return inspector.post(checklist(inspection), sent, headers={"Accept": "application/json"})

    assert send(**{"item-1-result": "in_order"}).json() == {"stored": True}
    assert send(**{"item-1-result": "perhaps"}).status_code == 422
    assert send(key="none").status_code == 422
    done = send(finish="1", finish_key=str(uuid.uuid4()))
    assert done.json()["next"] == f"/regulator/inspections/{inspection.pk}/"
    late = send(**{"item-1-result": "in_order"})
    assert late.status_code == 409
    assert "is over" in late.json()["error"]


def test_a_photo_is_served_as_a_file_and_only_to_its_sides(house: House) -> None:
    with_finding(house)
    at = f"/inspection-photos/{Photo.objects.get().pk}/"
    for who in (house.inspector, house.officer, house.submitter):
        answer = signed_in(who).get(at)
        assert answer.status_code == 200
        assert answer["Content-Disposition"].startswith("attachment")
        assert "sandbox" in answer["Content-Security-Policy"]
    for who in (house.outsider, house.foreign_officer):
        assert signed_in(who).get(at).status_code == 404


def test_tables_stand_by_risk_and_each_says_why(house: House) -> None:
    calm = table_in_force(house)
    open_finding, overdue, never = (create_table(property=house.property) for _ in range(3))
    with freeze_time(timezone.now() - timedelta(days=30)):
        with_finding(house, overdue)
    with_finding(house, open_finding)
    in_order(house, calm)
    page = text(signed_in(house.officer).get("/regulator/inspections/"))
    places = [page.index(f"{table.label},") for table in (overdue, never, open_finding, calm)]
    assert places == sorted(places)
    for words in ("1 finding overdue", "never inspected", "1 open finding", "nothing to note"):
        assert words in page
    assert "40 for each finding whose remedy is overdue" in page


def test_overdue_findings_need_you_on_both_dashboards(house: House) -> None:
    with freeze_time(timezone.now() - timedelta(days=30)):
        with_finding(house)
    assert "Overdue" in text(signed_in(house.submitter).get("/operator/"))
    assert "Inspections that need you Overdue" in text(signed_in(house.officer).get("/regulator/"))


def test_an_approver_suspends_because_of_a_finding(house: House) -> None:
    finding = with_finding(house)
    at = f"/regulator/findings/{finding.pk}/"
    assert "Suspend the approval" not in text(signed_in(house.officer).get(at))
    approver = signed_in(house.approver)
    assert "Suspend the approval" in text(approver.get(at))
    form = approver.get(f"{at}suspend/")
    assert "The area is worn away." in form.content.decode()
    approver.post(f"{at}suspend/", {"reason": "The area is worn away."})
    assert "Suspended because of this finding" in text(approver.get(at))


def test_the_administrator_chooses_what_the_public_sees(house: House) -> None:
    admin = signed_in(house.regulator_admin)
    assert "Nothing about inspections is public." in text(admin.get("/regulator/inspections/"))
    admin.post("/regulator/inspections/publication/", {"publishes": "1"})
    assert "shows the day and the outcome" in text(admin.get("/regulator/inspections/"))
    assert signed_in(house.officer).post("/regulator/inspections/publication/", {}).status_code == 403
