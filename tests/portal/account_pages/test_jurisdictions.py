"""A jurisdiction that is not in the program, entered through pages alone, and every page that names one."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.accounts.jurisdiction_facts import read_toml
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Organisation, Property, Role, User
from portal.notices.models import Mail
from tests.factories import House, create_operator, create_user
from tests.portal.doors import fields, signed_in, text

pytestmark = pytest.mark.slow

FILE = (Path(__file__).parents[2] / "data" / "province" / "jurisdiction.toml").read_bytes()
NEW = {
    "name": "Province of Tidewater",
    "code": "tw",
    "prefix": "tw",
    "currency": "aud",
    "symbol": "A$",
    "time_zone": "America/Halifax",
    "review_days": "20",
    "calendar": "CA-NS",
    "authority": "Tidewater Gaming Commission",
    "postal_address": "4 Harbour Row\nTidewater",
    "paper": "a4",
}
PUBLIC = (
    "/rulebook/search/?q=odds",
    "/register/property/",
    "/register/feed.atom?jurisdiction=tw",
    "/register/decisions.json?jurisdiction=tw",
    "/register/decisions.csv?jurisdiction=tw",
    "/consultations/",
    "/compare/",
    "/compare/matrix/",
    "/calculator/",
    "/try/",
    "/verify/",
    "/sitemap.xml",
    "/api/v1/register?jurisdiction=tw",
    "/api/v1/editions",
)
NOTICE = {"limits_by_notice": "99.9", "paper": "a4"}
PASSPHRASE = "harbour lights at high water"


@pytest.mark.slow
def test_from_nothing_to_a_regulator_and_a_casino(house: House) -> None:
    """What used to need a shell: jurisdiction, regulator, its people, an operator and its casino."""
    keeper = signed_in(house.site_admin)
    answer = keeper.post("/jurisdictions/new/", NEW)
    assert answer["Location"] == "/jurisdictions/tw/"
    page = text(keeper.get("/jurisdictions/tw/"))
    assert "Province of Tidewater has no regulator" in page
    assert "Tidewater Gaming Commission" in page and "TW-" in page and "written A$25" in page
    who = {"kind": "regulator", "name": "Tidewater Commission", "email": "chair@tidewater.example"}
    first = keeper.post("/organisations/new/", who | {"jurisdictions": ["tw"], "person": "Ada Reef"})
    assert first["Location"].startswith("/organisations/")
    chair = accept(keeper, "chair@tidewater.example")
    assert chair.get("/start/")["Location"] == "/regulator/"
    for where in ("/regulator/", "/regulator/queue/", "/regulator/editions/", "/regulator/editions/draft/"):
        assert chair.get(where).status_code == 200, where
    for where in ("/regulator/reports/", "/regulator/inspections/", "/regulator/consultations/", "/audit/"):
        assert chair.get(where).status_code == 200, where
    assert "No edition is in force" in text(chair.get("/jurisdictions/tw/"))
    who = {"kind": "operator", "name": "Reef Leisure", "email": "boss@reef.example"}
    assert keeper.post("/organisations/new/", who).status_code == 302
    boss = accept(keeper, "boss@reef.example")
    casino = {"name": "Reef Casino", "jurisdiction": "tw", "address": "1 Reef"}
    assert boss.post("/operator/properties/new/", casino).status_code == 302
    assert Property.objects.get(name="Reef Casino").jurisdiction == "tw"
    boss.post("/team/", {"email": "sub@reef.example", "name": "Sub", "roles": ["operator_submitter"]})
    submitter = accept(keeper, "sub@reef.example")
    for where in ("/operator/", "/operator/submissions/new/", "/operator/properties/", "/operator/sheets/"):
        assert submitter.get(where).status_code == 200, where
    listed = text(keeper.get("/organisations/"))
    assert "Tidewater Commission" in listed and "Province of Tidewater" in listed


@pytest.mark.slow
def test_public_pages_take_a_jurisdiction_without_editions(house: House) -> None:
    signed_in(house.site_admin).post("/jurisdictions/new/", NEW)
    visitor = Client()
    for address in PUBLIC:
        assert visitor.get(address).status_code == 200, address
    for address in ("/register/", "/register/?jurisdiction=tw", "/register/log/?jurisdiction=tw"):
        assert "Province of Tidewater" in text(visitor.get(address)), address
    for address in ("/", "/rulebook/"):
        page = visitor.get(address).content.decode()
        assert "British Columbia and Maryland" in page and "Tidewater" not in page


@pytest.mark.slow
def test_regulators_change_their_own_part(house: House) -> None:
    admin, officer = signed_in(house.regulator_admin), signed_in(house.officer)
    assert "Change" not in text(officer.get("/jurisdictions/nz/"))
    assert officer.post("/jurisdictions/nz/change/", {}).status_code == 403
    form = admin.get("/jurisdictions/nz/change/")
    sent = fields(form) | {"paper": "a4", "postal_address": "1 Quay", "under_signature": ""}
    assert not {"code", "currency", "time_zone", "prefix"} & set(sent)
    preview = admin.post("/jurisdictions/nz/change/", sent | {"review_days": "5", "preview": "yes"})
    assert "Nothing is saved yet" in text(preview) and "5 working days later" in text(preview)
    assert jurisdiction("nz").review_days == 20
    assert admin.post("/jurisdictions/nz/change/", sent | {"review_days": "15"}).status_code == 302
    assert jurisdiction("nz").review_days == 15
    stale = admin.post("/jurisdictions/nz/change/", sent | {"review_days": "25"})
    assert stale.status_code == 409
    assert "now stored is 15 ; you entered 25" in text(stale)
    again = fields(stale) | {"paper": "a4", "postal_address": "1 Quay", "under_signature": ""}
    assert admin.post("/jurisdictions/nz/change/", again).status_code == 302
    assert jurisdiction("nz").review_days == 25
    admin.post("/jurisdictions/nz/change/", fields(admin.get("/jurisdictions/nz/change/")) | NOTICE)
    assert "No edition in force has this clause" in text(admin.get("/jurisdictions/nz/"))
    wrong = admin.post("/jurisdictions/nz/change/", again | {"review_days": "400", "email": "nobody"})
    assert wrong.status_code == 422
    assert "Enter from 1 to 250 working days." in text(wrong) and "tables@example.org" in text(wrong)


def test_own_days_on_the_page(house: House) -> None:
    admin = signed_in(house.regulator_admin)
    day = {"day": "2028-02-29", "name": "Leap Day", "yearly": "on"}
    assert admin.post("/jurisdictions/nz/days/", day).status_code == 302
    assert "29 February, every year Leap Day" in text(admin.get("/jurisdictions/nz/"))
    assert not jurisdiction("nz").is_working_day(date(2028, 2, 29))
    assert admin.post("/jurisdictions/nz/days/", day).status_code == 422
    assert "Enter the day." in text(admin.post("/jurisdictions/nz/days/", {"name": "A day"}))
    page = admin.get("/jurisdictions/nz/").content.decode()
    remove = re.search(r'action="(/jurisdictions/nz/days/\d+/remove/)"', page)
    assert remove and admin.post(remove[1]).status_code == 302
    assert "Leap Day" not in text(admin.get("/jurisdictions/nz/")).split("Changes")[0].split("removed")[-1]


def test_a_file_in_and_out(house: House) -> None:
    keeper = signed_in(house.site_admin)
    assert upload(keeper, FILE)["Location"] == "/jurisdictions/tw/"
    written = keeper.get("/jurisdictions/tw/jurisdiction.toml").content
    assert read_toml(written)[1] == read_toml(FILE)[1]
    refused = upload(keeper, written)
    assert refused.status_code == 422
    assert "has the code tw already" in text(refused) and "has the prefix TW already" in text(refused)
    assert "not valid TOML" in text(upload(keeper, b"code = "))


def test_the_specimen_letter_has_the_head(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal.documents.pdf.render_book", lambda html: html.encode())
    upload(signed_in(house.site_admin), FILE)
    letter = signed_in(house.site_admin).get("/jurisdictions/tw/letter.pdf").content.decode()
    for words in ("Tidewater Gaming Commission", "4 Harbour Row, Tidewater", "+1 555 0100", 'class="a4"'):
        assert words in letter


def test_oversight_is_never_lost(house: House) -> None:
    keeper = signed_in(house.site_admin)
    where = f"/organisations/{house.regulator.pk}/"
    refused = keeper.post(f"{where}oversight/", {"jurisdictions": ["sg"]})
    assert refused.status_code == 422 and "has casinos and no other regulator" in text(refused)
    assert keeper.post(f"{where}oversight/", {"jurisdictions": ["nz", "sg"]}).status_code == 302
    regulator = Organisation.objects.get(pk=house.regulator.pk)
    assert regulator.jurisdiction_codes == ("nz", "sg")
    operator = create_operator()
    assert (
        keeper.post(f"/organisations/{operator.pk}/oversight/", {"jurisdictions": ["nz"]}).status_code == 422
    )


def test_an_invitation_can_be_withdrawn_and_sent_again(house: House) -> None:
    keeper = signed_in(house.site_admin)
    where = f"/organisations/{house.regulator.pk}/"
    assert keeper.post(where, {"email": "second@nz.example"}).status_code == 302
    page = keeper.get(where).content.decode()
    cancel = re.search(r'action="(/organisations/invitations/\d+/cancel/)"', page)
    assert cancel and keeper.post(cancel[1])["Location"] == where
    assert "Open invitations" not in text(keeper.get(where))
    create_user(house.regulator, [Role.REGULATOR_OFFICER], email="here@nz.example")
    assert keeper.post(where, {"email": "here@nz.example"}).status_code == 422


def upload(client: Client, data: bytes) -> Any:
    file = SimpleUploadedFile("jurisdiction.toml", data)
    return client.post("/jurisdictions/import/", {"file": file})


def accept(keeper: Client, email: str) -> Client:
    """Open the link of the invitation, choose a password, and go on as that person."""
    mail = Mail.objects.filter(to=email).latest("pk")
    link = re.search(r"/invitation/[^/\s]+/", mail.body)
    assert link
    client = Client()
    assert client.post(link[0], {"name": "A Person", "password": PASSPHRASE}).status_code == 302
    assert User.objects.get(email=email)
    return client
