"""A page shows times of one zone: of the case's jurisdiction, or of the reader's organisation."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from portal.accounts import tokens
from portal.accounts.models import Oversight, Role, User
from portal.accounts.services import invite
from portal.review.conditions import report_condition
from portal.review.models import Condition
from tests.factories import House, approved, create_property, create_table, draft, make_house
from tests.inspecting import started
from tests.portal.doors import signed_in
from tests.test_architecture import ROOT

pytestmark = pytest.mark.slow

TIME = re.compile(r"\d{4}, \d\d:\d\d ([A-Z]{2,5}(?:[+-][\d:]+)?)")
ZONES = {"NZST": "NZ", "NZDT": "NZ", "UTC+8": "SG", "UTC": "UTC"}
# Public pages show what belongs to no jurisdiction in UTC.
SIGNED_IN = ("account", "operator", "regulator", "expert", "_components")


def zones(person: User, where: str) -> set[str]:
    answer = signed_in(person).get(where)
    assert answer.status_code == 200, where
    return {ZONES[name] for name in TIME.findall(answer.content.decode())}


@pytest.fixture
def two_zones(db: None) -> tuple[House, House]:
    """New Zealand and Singapore: one regulator oversees both, one operator has casinos in both."""
    nz, sg = make_house("nz", "nz-revised"), make_house("sg", "sg-mbs-v2")
    for house, other in ((nz, "sg"), (sg, "nz")):
        Oversight.objects.get_or_create(organisation=house.regulator, jurisdiction=other)
        create_property(organisation=house.operator, jurisdiction=other)
    return nz, sg


def reported(house: House) -> Condition:
    row = approved(house, conditions=[{"text": "Post a sign.", "due_on": None}]).conditions.get()
    report_condition(actor=house.submitter, condition_id=row.pk, text="It hangs.")
    return row


def test_lists_over_two_jurisdictions_show_one_zone(two_zones: tuple[House, House]) -> None:
    nz, sg = two_zones
    for house in (nz, sg):
        reported(house)
        started(house, create_table(property=house.property))
    invite(actor=nz.regulator_admin, email="new@example.org", roles=[Role.REGULATOR_OFFICER])
    tokens.create(actor=nz.officer, name="A program", scopes=["read"], days=30)
    for person, pages in (
        (nz.officer, ["/regulator/", "/regulator/conditions/", "/notices/", "/account/tokens/", "/audit/"]),
        (nz.inspector, ["/regulator/", "/regulator/inspections/"]),
        (nz.regulator_admin, ["/team/", "/audit/"]),
        (nz.submitter, ["/operator/", "/notices/"]),
    ):
        for page in pages:
            assert zones(person, page) <= {"UTC"}, f"{page} mixes zones"


def test_one_jurisdictions_people_read_its_time(house: House) -> None:
    row = reported(house)
    case = row.decision.submission
    started(house, create_table(property=house.property))
    for person, page in (
        (house.officer, "/regulator/"),
        (house.officer, "/regulator/conditions/"),
        (house.officer, f"/regulator/cases/{case.reference}/"),
        (house.officer, "/notices/"),
        (house.regulator_admin, "/audit/"),
        (house.inspector, "/regulator/inspections/"),
        (house.submitter, "/operator/"),
        (house.submitter, f"/operator/submissions/{case.reference}/"),
    ):
        assert zones(person, page) == {"NZ"}, page


def test_a_case_has_its_own_time_for_readers_of_another_zone(two_zones: tuple[House, House]) -> None:
    nz, _ = two_zones
    case = approved(nz).submission
    assert zones(nz.officer, f"/regulator/cases/{case.reference}/") == {"NZ"}
    assert zones(nz.submitter, f"/operator/submissions/{case.reference}/") == {"NZ"}


def test_the_warning_before_the_session_ends_names_no_zone(house: House) -> None:
    client = signed_in(house.submitter)
    session = client.session
    session["ends_at"] = int((timezone.now() + timedelta(minutes=5, seconds=30)).timestamp())
    session.save()
    page = client.get(f"/operator/submissions/{draft(house).reference}/draft/", follow=True).content.decode()
    assert "<span data-minutes>5</span> min." in page


def test_every_time_on_a_signed_in_page_says_whose_it_is() -> None:
    pages = [path for door in SIGNED_IN for path in (ROOT / "templates" / door).glob("*.html")]
    assert len(pages) > 150
    assert [path.name for path in pages if re.search(r"\|moment(?![:\w])", path.read_text())] == []
