"""What programs read of inspections: each side its own, the checklist only the regulator."""

from __future__ import annotations

import pytest

from portal.inspections import findings
from tests.factories import House
from tests.inspecting import in_order, started, table_in_force, with_finding
from tests.portal.api.callers import Caller

pytestmark = pytest.mark.django_db


def test_lists_and_one(house: House) -> None:
    table = table_in_force(house)
    in_order(house, table)
    finding = with_finding(house, table)
    findings.answer(actor=house.submitter, finding_id=finding.pk, text="Done.")
    started(house, table)  # nobody reads it yet
    for user in (house.officer, house.submitter):
        caller = Caller(user)
        rows = caller.get("/inspections").json()["items"]
        assert [row["outcome"] for row in rows] == ["not_in_order", "in_order"]
        assert len(caller.get("/inspections?outcome=in_order").json()["items"]) == 1
        assert len(caller.get(f"/inspections?table={table.code}").json()["items"]) == 2
        one = caller.get(f"/findings/{finding.pk}").json()
        assert (one["state"], one["clause"]) == ("answered", "4.1(a)")
        assert [step["kind"] for step in one["steps"]] == ["answered"]
        assert one["steps"][0]["by"] == str(house.operator)
        assert caller.get("/findings?state=closed").json()["items"] == []
    whole = Caller(house.officer).get(f"/inspections/{finding.inspection_id}").json()
    assert whole["items"][0]["result"] == "not_in_order"
    assert whole["items"][0]["photos"] == 1
    theirs = Caller(house.submitter).get(f"/inspections/{finding.inspection_id}").json()
    assert theirs["items"] == []
    assert theirs["remark"] is None
    assert len(theirs["findings"]) == 1
    for stranger in (house.outsider, house.foreign_officer):
        assert Caller(stranger).get("/inspections").json()["items"] == []
        assert Caller(stranger).get(f"/findings/{finding.pk}").status_code == 404
        assert Caller(stranger).get(f"/inspections/{finding.inspection_id}").status_code == 404
