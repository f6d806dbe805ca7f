"""An operator chooses the tables of a draft and of a variation, and acts at some tables of an approval."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.models import Table
from portal.review import limit_notices
from portal.submissions.models import State, Submission
from portal.submissions.tables import approval_at
from tests.factories import House, approved, create_table, draft, make_house, odds, submitted
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

RULES = odds(3, "md-craps") | {"limits": {"pass_line": {"min": "15", "max": "5000"}}}


@pytest.fixture
def house(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def tables(house: House) -> list[Table]:
    return [create_table(property=house.property, label=f"C-10{n}") for n in (1, 2, 3)]


@pytest.fixture
def client(house: House) -> Client:
    return signed_in(house.submitter)


def address(case: Submission, page: str = "") -> str:
    return f"/operator/submissions/{case.reference}/{page}"


def test_a_new_draft_begins_at_its_first_step_and_names_the_one_for_tables(
    house: House, tables: list[Table], client: Client
) -> None:
    choice = {"choice": f"{house.property.pk}:md-craps"}
    page = client.post("/operator/submissions/new/", choice, follow=True)
    assert page.request["PATH_INFO"].endswith("/draft/game/")
    assert "It is for all tables; choose some of them in the step “Which tables”." in text(page)
    case = Submission.objects.get()
    page = client.post(address(case, "tables/"), {"scope": "some", "tables": [tables[1].code]}, follow=True)
    assert "is for C-102." in text(page)
    assert [row.table for row in Submission.objects.get().covered.all()] == [tables[1]]


def test_what_is_missing_is_said(house: House, tables: list[Table], client: Client) -> None:
    case = draft(house)
    page = client.post(address(case, "tables/"), {"scope": "some"})
    assert page.status_code == 422 and "Tick at least one table." in text(page)
    page = client.post(address(case, "tables/"), {"scope": "some", "tables": ["zzzzzzzz"]})
    assert page.status_code == 422


def test_what_is_replaced_where_is_said(house: House, tables: list[Table], client: Client) -> None:
    old = approved(house, RULES).submission
    case = draft(house, None, tables[0])
    assert f"C-101, now under {old.reference}" in text(client.get(address(case, "tables/")))
    for page in ("", "submit/"):
        assert f"Replaces {old.reference} at C-101." in text(client.get(address(case, page)))


def test_all_tables_leave_those_with_rules_of_their_own_unless_ticked(
    house: House, tables: list[Table], client: Client
) -> None:
    approved(house, RULES, tables[0])
    case = draft(house)
    both = {"scope": "all", "tables": [tables[0].code, tables[1].code]}
    assert "keeps them" in text(client.get(address(case, "tables/")))
    client.post(address(case, "tables/"), both)
    case.refresh_from_db()
    assert (case.all_tables, [row.table for row in case.covered.all()]) == (True, [tables[0]])


def test_after_submission_the_page_only_shows_them(house: House, tables: list[Table], client: Client) -> None:
    case = submitted(house, None, tables[2])
    page = text(client.get(address(case, "tables/")))
    assert "C-103" in page and "Save the tables" not in page


@pytest.mark.parametrize("scope", ["", "some"])
def test_a_variation_is_for_the_tables_of_the_approval_or_some(
    house: House, tables: list[Table], client: Client, scope: str
) -> None:
    old = approved(house, RULES, *tables[:2]).submission
    chosen: dict[str, Any] = {"scope": scope, "tables": [tables[1].code]} if scope else {}
    client.post(address(old, "vary/"), chosen)
    made = old.variations.get()
    assert made.all_tables is False
    wanted = [tables[1]] if scope else tables[:2]
    assert [row.table for row in made.covered.order_by("table__label")] == wanted


def test_surrendering_at_one_table(house: House, tables: list[Table], client: Client) -> None:
    case = approved(house, RULES).submission
    given = {"reason": "Rebuilt.", "understood": "on", "scope": "some", "tables": [tables[0].code]}
    page = text(client.post(address(case, "surrender/"), given, follow=True))
    assert "is surrendered at the tables you chose" in page
    assert "Surrendered at C-101" in page and "No longer at C-101" in page
    case.refresh_from_db()
    assert (case.state, approval_at(tables[0])) == (State.IN_FORCE, None)


def test_limits_at_every_table_at_once(house: House, tables: list[Table], client: Client) -> None:
    case = approved(house, RULES).submission
    case.refresh_from_db()
    limit_notices.give(
        actor=house.submitter,
        reference=case.reference,
        table_id=tables[0].pk,
        limits={"pass_line": {"min": "25", "max": "5000"}},
        takes_effect_at=timezone.now() + timedelta(minutes=1),
        posted=True,
    )
    given = limit_notices.give(
        actor=house.submitter,
        reference=case.reference,
        table_id=None,
        limits={"pass_line": {"min": "25", "max": "5000"}},
        takes_effect_at=timezone.now() + timedelta(hours=1),
        posted=True,
    )
    assert [notice.table for notice in given] == tables[1:]  # the first has them already
    page = text(client.get(address(case, "limits/?table=all")))
    assert "Limits at all tables: C-101, C-102, C-103" in page
