"""Jurisdictions as rows: what creates and changes them, who may, what is refused, and when it is seen."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from portal.accounts import jurisdiction_services as services
from portal.accounts import jurisdictions
from portal.accounts.jurisdiction_calendar import days_off, months
from portal.accounts.jurisdiction_facts import as_toml, digest_of, facts_of, read_toml
from portal.accounts.jurisdictions import Jurisdiction, jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import jurisdiction_row
from portal.audit.models import AuditEntry
from portal.errors import BadValue, BadValues, Conflict, NotFound, NotPermitted
from portal.review import tasks
from portal.review.clock import add_working_days
from tests.factories import House, create_property, create_regulator, create_user, submitted

TIDEWATER = (Path(__file__).parents[2] / "data" / "province" / "jurisdiction.toml").read_bytes()


@pytest.fixture
def site_admin(db: None) -> User:
    return create_user(roles=[Role.SITE_ADMIN])


def facts(**changed: Any) -> dict[str, Any]:
    return read_toml(TIDEWATER)[0] | changed


def test_a_file_becomes_a_jurisdiction_and_the_same_file_again(site_admin: User) -> None:
    row = services.import_jurisdiction(actor=site_admin, data=TIDEWATER)
    assert (row.code, row.currency, row.paper, row.review_days) == ("tw", "AUD", "a4", 20)
    found = jurisdiction("tw")
    assert not found.is_working_day(date(2027, 6, 14))  # High Water Day, every year
    assert not found.is_working_day(date(2027, 3, 26))
    assert found.is_working_day(date(2028, 3, 27))
    entry = AuditEntry.objects.get(action="jurisdiction.create")
    assert entry.jurisdiction == "tw" and entry.after
    assert (entry.after["prefix"], len(entry.after["own_days"])) == ("TW", 5)
    written = as_toml(row, list(row.holidays.all()))
    assert read_toml(written)[1] == read_toml(TIDEWATER)[1]
    assert {**facts(), "under_signature": "", "appeal_text": "", "refusal_text": ""} == read_toml(written)[0]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("code", "TW1", "two to eight"),
        ("code", "nz", "New Zealand has the code nz"),
        ("name", "maryland", "Maryland has the name"),
        ("name", "", "Enter the name"),
        ("prefix", "TIDES", "two to four"),
        ("prefix", "sg", "Singapore has the prefix SG"),
        ("currency", "XXX", "ISO 4217"),
        ("symbol", "", "before an amount"),
        ("time_zone", "Halifax", "America/Halifax"),
        ("calendar", "BC", "CA-BC"),
        ("calendar", "Atlantis", "no calendar named ATLANTIS"),
        ("review_days", 0, "1 to 250"),
        ("review_days", 251, "1 to 250"),
        ("review_days", "2.5", "whole number"),
        ("email", "tables", "e-mail address"),
        ("paper", "A3", "A4 or US Letter"),
        ("authority", "x" * 121, "at most 120"),
    ],
)
def test_each_fact_is_checked(site_admin: User, field: str, value: Any, said: str) -> None:
    with pytest.raises(BadValues) as refused:
        services.create_jurisdiction(actor=site_admin, facts=facts(**{field: value}))
    assert list(refused.value.by_field) == [field]
    assert said in refused.value.by_field[field]
    assert Jurisdiction.objects.count() == 4


def test_everything_that_is_wrong_is_said_at_once(site_admin: User) -> None:
    with pytest.raises(BadValues) as refused:
        services.create_jurisdiction(actor=site_admin, facts={})
    missing = {"code", "name", "prefix", "currency", "symbol", "time_zone", "review_days", "paper"}
    assert set(refused.value.by_field) == missing
    broken = TIDEWATER.replace(b'"06-14"', b'"06-31"').replace(b'prefix = "TW"', b'prefx = "TW"')
    with pytest.raises(BadValue, match=r"prefx: this field is not known.*holiday 2: '06-31' is not a day"):
        services.import_jurisdiction(actor=site_admin, data=broken)
    with pytest.raises(BadValue, match=r"currency: .*time_zone: "):
        wrong = TIDEWATER.replace(b"AUD", b"ABC").replace(b"America/Halifax", b"America/Halifaxe")
        services.import_jurisdiction(actor=site_admin, data=wrong)


def test_one_currency_has_one_symbol(site_admin: User) -> None:
    with pytest.raises(BadValues, match=r"Maryland writes USD as US\$"):
        services.create_jurisdiction(actor=site_admin, facts=facts(currency="USD", symbol="$"))
    services.create_jurisdiction(actor=site_admin, facts=facts(currency="USD", symbol="US$"))
    services.change_jurisdiction(actor=site_admin, code="tw", facts={"symbol": "$"})
    assert jurisdictions.currency_symbol("USD") == "$"
    changed = AuditEntry.objects.filter(action="jurisdiction.change")
    assert set(changed.values_list("jurisdiction", flat=True)) == {"tw", "md"}


def test_only_the_site_administrator_creates_one(house: House) -> None:
    for actor in (house.regulator_admin, house.operator_admin, house.officer):
        with pytest.raises(NotPermitted):
            services.create_jurisdiction(actor=actor, facts=facts())
        with pytest.raises(NotPermitted):
            services.import_jurisdiction(actor=actor, data=TIDEWATER)


def test_a_regulators_administrator_changes_its_own(house: House) -> None:
    actor, before = house.regulator_admin, facts_of(jurisdiction_row(house.regulator_admin, "nz"))
    services.change_jurisdiction(
        actor=actor, code="nz", facts=before | {"review_days": 15, "paper": "letter"}
    )
    assert (jurisdiction("nz").review_days, jurisdiction("nz").paper) == (15, "letter")
    entry = AuditEntry.objects.get(action="jurisdiction.change")
    assert (entry.before, entry.after) == (
        {"review_days": 20, "paper": "a4"},
        {"review_days": 15, "paper": "letter"},
    )
    others = {"name": "Aotearoa", "currency": "AUD", "prefix": "AO", "time_zone": "UTC", "code": "ao"}
    for name, value in others.items():
        with pytest.raises(NotPermitted, match=name.replace("_", " ")):
            services.change_jurisdiction(actor=actor, code="nz", facts={name: value})
    with pytest.raises(NotFound):
        services.change_jurisdiction(actor=actor, code="sg", facts={"review_days": 3})
    for person, error in ((house.officer, NotPermitted), (house.submitter, NotFound)):
        with pytest.raises(error):
            services.change_jurisdiction(actor=person, code="nz", facts={"review_days": 3})
        with pytest.raises(error):
            services.add_day(actor=person, code="nz", day=date(2027, 6, 14), name="A day")


def test_a_code_in_use_stays(site_admin: User) -> None:
    services.create_jurisdiction(actor=site_admin, facts=facts())
    services.change_jurisdiction(actor=site_admin, code="tw", facts={"code": "td"})
    create_property(jurisdiction="td")
    with pytest.raises(BadValue, match="use the code td"):
        services.change_jurisdiction(actor=site_admin, code="td", facts={"code": "tw"})


def test_who_read_older_facts_is_told(house: House) -> None:
    seen = digest_of(jurisdiction_row(house.site_admin, "nz"))
    services.change_jurisdiction(actor=house.regulator_admin, code="nz", facts={"review_days": 15}, seen=seen)
    with pytest.raises(Conflict, match="New Zealand"):
        services.change_jurisdiction(actor=house.site_admin, code="nz", facts={"review_days": 25}, seen=seen)
    assert jurisdiction("nz").review_days == 15


def test_days_of_its_own(house: House) -> None:
    actor = house.regulator_admin
    added = services.add_day(
        actor=actor, code="nz", day=date(2027, 6, 15), name=" Matariki  eve ", yearly=True
    )
    assert not jurisdiction("nz").is_working_day(date(2028, 6, 15))
    with pytest.raises(BadValue, match="already, as Matariki eve"):
        services.add_day(actor=actor, code="nz", day=date(2029, 6, 15), name="Again", yearly=True)
    waitangi = date(2029, 2, 6)
    assert not jurisdiction("nz").is_working_day(waitangi)
    services.add_day(actor=actor, code="nz", day=waitangi, name="Open this year", working=True)
    assert jurisdiction("nz").is_working_day(waitangi)
    with pytest.raises(BadValue, match="Saturday"):
        services.add_day(actor=actor, code="nz", day=date(2027, 6, 12), name="Open", working=True)
    services.remove_day(actor=actor, code="nz", day_id=added.pk)
    assert jurisdiction("nz").is_working_day(date(2028, 6, 15))
    with pytest.raises(NotFound):
        services.remove_day(actor=actor, code="nz", day_id=added.pk)
    actions = AuditEntry.objects.filter(jurisdiction="nz", action__startswith="jurisdiction.")
    assert list(actions.order_by("pk").values_list("action", flat=True)) == [
        "jurisdiction.add_day",
        "jurisdiction.add_day",
        "jurisdiction.remove_day",
    ]


def test_open_cases_are_counted_again(
    house: House, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    case = submitted(house)
    queued: list[str] = []
    monkeypatch.setattr(tasks.recount_due_days, "delay", queued.append)
    today = jurisdiction("nz").today()
    tomorrow = add_working_days("nz", today, 1)
    with django_capture_on_commit_callbacks(execute=True):
        services.add_day(actor=house.regulator_admin, code="nz", day=tomorrow, name="Closed")
        services.change_jurisdiction(actor=house.regulator_admin, code="nz", facts={"authority": "Office"})
    assert queued == ["nz"]
    was = case.due_on
    assert was
    assert tasks.recount_due_days("sg") == 0
    assert tasks.recount_due_days("nz") == 1
    case.refresh_from_db()
    assert case.due_on == add_working_days("nz", was, 1)


def test_the_calendar_of_the_coming_year(site_admin: User) -> None:
    services.import_jurisdiction(actor=site_admin, data=TIDEWATER)
    row = jurisdiction_row(site_admin, "tw")
    off = days_off(row, date(2027, 3, 15))
    assert [(each.day, each.name) for each in off][:2] == [
        (date(2027, 3, 26), "Day of the Charter"),
        (date(2027, 6, 14), "High Water Day"),
    ]
    year = months(row, date(2027, 3, 15))
    assert (len(year), year[0].working_days) == (12, 22)  # 23 weekdays in March 2027, one of them off


@override_settings(JURISDICTION_SECONDS=2)
def test_other_processes_see_a_change_within_two_seconds(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The product's own time; a code that nobody remembers is looked up at once."""
    now = 1000.0
    monkeypatch.setattr("portal.accounts.jurisdictions.time.monotonic", lambda: now)
    jurisdictions.forget()
    assert jurisdiction("nz").review_days == 20
    Jurisdiction.objects.filter(code="nz").update(review_days=15)  # by another process
    now += 1.9
    assert jurisdiction("nz").review_days == 20
    now += 0.2
    assert jurisdiction("nz").review_days == 15
    columns = {**facts(), "paper": "a4", "code": "tx", "prefix": "TX"}
    Jurisdiction.objects.create(**columns)
    assert jurisdiction("tx").name == "Province of Tidewater"


def test_a_regulator_of_two_sees_both(db: None) -> None:
    both = create_user(create_regulator(["nz", "sg"]), [Role.REGULATOR_ADMIN])
    services.change_jurisdiction(actor=both, code="sg", facts={"phone": "+65 5550 0100"})
    assert jurisdiction("sg").phone == "+65 5550 0100"
