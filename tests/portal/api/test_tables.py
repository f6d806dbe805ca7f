"""Tables of submissions through the API: drafts, variations, moves at some tables, and what is answered."""

from __future__ import annotations

from typing import Any

import pytest

from portal.accounts.models import Table
from portal.review.search import find
from portal.submissions.models import State, Submission
from tests.factories import House, approved, create_table, draft, odds, submitted
from tests.portal.doors import signed_in

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(house: House) -> list[Table]:
    return [create_table(property=house.property, label=f"C-10{n}") for n in (1, 2)]


def call(who: Any, method: str, path: str, body: Any) -> Any:
    send = getattr(signed_in(who), method)
    return send(f"/api/v1/submissions{path}", body, content_type="application/json")


def named(answer: Any) -> dict[str, str]:
    return {table["label"]: table["state"] for table in answer.json()["tables"]}


def test_a_draft_names_its_tables(house: House, tables: list[Table]) -> None:
    start = {"property": house.property.pk, "edition": "nz-revised"}
    answer = call(house.submitter, "post", "", start | {"tables": ["C-101"]})
    assert answer.status_code == 201
    assert (answer.json()["all_tables"], named(answer)) == (False, {"C-101": "proposed"})
    answer = call(house.submitter, "post", "", start)
    assert (answer.json()["all_tables"], set(named(answer))) == (True, {"C-101", "C-102"})
    answer = call(house.submitter, "post", "", start | {"tables": ["C-999"]})
    assert answer.status_code == 400 and "C-999" in answer.content.decode()


def test_the_tables_of_a_draft_change(house: House, tables: list[Table]) -> None:
    case = draft(house)
    path = f"/{case.reference}/tables"
    answer = call(house.submitter, "put", path, {"tables": [tables[1].code]})
    assert (answer.status_code, named(answer)) == (200, {"C-102": "proposed"})
    assert call(house.submitter, "put", path, {}).json()["all_tables"] is True
    assert call(house.submitter, "put", path, {"all_tables": False}).status_code == 400


def test_a_variation_for_one_table(house: House, tables: list[Table]) -> None:
    case = approved(house, odds(1)).submission
    answer = call(house.submitter, "post", f"/{case.reference}/vary", {"tables": ["C-102"]})
    assert (answer.status_code, named(answer)) == (201, {"C-102": "proposed"})


def test_a_move_at_one_table(house: House, tables: list[Table]) -> None:
    case = approved(house, odds(1)).submission
    body = {"reason": "No sign.", "tables": [tables[0].code]}
    answer = call(house.approver, "post", f"/{case.reference}/suspend", body)
    assert answer.status_code == 200, answer.content
    assert named(answer) == {"C-101": "suspended", "C-102": "in_force"}
    case.refresh_from_db()
    assert case.state == State.IN_FORCE
    moves = signed_in(house.approver).get(f"/api/v1/submissions/{case.reference}/moves").json()["items"]
    assert moves[-1]["tables"] == [{"code": tables[0].code, "label": "C-101"}]


def test_a_case_is_found_by_its_tables(house: House, tables: list[Table]) -> None:
    case = submitted(house, odds(1), tables[0])
    assert list(find(Submission.objects.all(), "c-101")) == [case]
    assert not find(Submission.objects.all(), "c-102")
