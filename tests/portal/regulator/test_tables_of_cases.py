"""What officers and approvers see of a case's tables, and moves at some of them."""

from __future__ import annotations

import pytest

from portal.accounts.models import Table
from portal.notices.models import Notice
from portal.submissions.models import State, Submission
from portal.submissions.tables import approval_at
from tests.factories import House, approved, create_table, odds, recommended, submitted
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(house: House) -> list[Table]:
    return [create_table(property=house.property, label=f"C-10{n}") for n in (1, 2, 3)]


def address(case: Submission, page: str = "") -> str:
    return f"/regulator/cases/{case.reference}/{page}"


def test_queue_and_case_say_which_tables(house: House, tables: list[Table]) -> None:
    case = submitted(house, odds(1), *tables[:2])
    submitted(house, odds(2))
    client = signed_in(house.officer)
    assert f"{house.property}, C-101 and C-102" in text(client.get("/regulator/queue/"))
    page = text(client.get(address(case)))
    assert "Tables C-101 , C-102 ." in page and "Submitted for C-101 and C-102" in page


def test_what_is_replaced_is_shown_before_approving(house: House, tables: list[Table]) -> None:
    old = approved(house, odds(1)).submission
    case = recommended(house, odds(2), tables[0])
    page = text(signed_in(house.approver).get(address(case, "approve/")))
    assert "Where it comes into force" in page
    assert f"Replaces {old.reference} at C-101." in page


def test_nothing_is_replaced(house: House, tables: list[Table]) -> None:
    case = recommended(house, odds(2), tables[0])
    assert "It replaces nothing" in text(signed_in(house.approver).get(address(case, "approve/")))


def test_suspended_and_lifted_at_one_table(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    client = signed_in(house.approver)
    given = {"reason": "No sign.", "scope": "some", "tables": [tables[0].code]}
    page = text(client.post(address(case, "suspend/"), given, follow=True))
    assert "Suspended at C-101" in page and "C-101 (suspended)" in page
    case.refresh_from_db()
    assert case.state == State.IN_FORCE
    told = Notice.objects.filter(user=house.submitter).latest("pk").text
    assert f"{case.reference} for {house.property} (C-101) was suspended." in told
    offered = client.get(address(case, "lift-suspension/")).content.decode()
    assert f'value="{tables[0].code}"' in offered and tables[1].code not in offered
    client.post(address(case, "lift-suspension/"), given)
    assert set(case.covered.values_list("state", flat=True)) == {"in_force"}


def test_revoked_at_all_of_them_without_naming_any(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    client = signed_in(house.approver)
    assert client.post(address(case, "revoke/"), {"reason": "No.", "scope": "some"}).status_code == 422
    client.post(
        address(case, "revoke/"), {"reason": "No.", "urgency": "Now.", "scope": "all", "confirm": "yes"}
    )
    case.refresh_from_db()
    assert (case.state, approval_at(tables[0])) == (State.REVOKED, None)


def test_without_tables_nothing_is_asked(house: House) -> None:
    case = approved(house).submission
    client = signed_in(house.approver)
    assert 'name="scope"' not in client.get(address(case, "suspend/")).content.decode()
    client.post(address(case, "suspend/"), {"reason": "No sign."})
    case.refresh_from_db()
    assert case.state == State.SUSPENDED
