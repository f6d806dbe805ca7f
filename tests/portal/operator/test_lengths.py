"""Lengths of a table: typed and shown in metres where the country is metric, stored in feet, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.http import QueryDict
from django.test import Client

from craps import load_edition, load_ruleset
from portal.accounts.jurisdictions import Lengths, jurisdiction
from portal.operator.fields import Field
from portal.operator.steps import rules_steps
from portal.submissions.lengths import feet, metres
from portal.submissions.wording import describe_draft
from tests.factories import House, draft
from tests.portal.doors import signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.django_db


def length_field(name: str, stated: str) -> Field:
    edition = load_edition(name)
    groups = rules_steps(edition)["table"].groups(edition, {"edition": name, "table": {"length_ft": stated}})
    return next(field for group in groups for field in group.fields if field.path == "table.length_ft")


@pytest.mark.parametrize("typed", ["4.2", "3.66", "0.01", "7", "11/3"])
def test_what_is_typed_in_metres_comes_back_exactly(typed: str) -> None:
    assert Fraction(metres(feet(typed))) == Fraction(typed)


def test_each_jurisdiction_has_its_unit() -> None:
    assert [jurisdiction(code).lengths for code in ("nz", "sg", "bc", "md")] == [
        Lengths.METRES,
        Lengths.METRES,
        Lengths.METRES,
        Lengths.FEET,
    ]
    metric, imperial = length_field("nz-revised", "1750/127"), length_field("md-craps", "14")
    assert (metric.label, metric.value) == ("Table length in metres", "4.2")
    assert (imperial.label, imperial.value, imperial.hint) == (
        "Table length in feet",
        "14",
        "at most 14 ft (2/B)",
    )


def test_a_document_in_feet_keeps_its_unit_beside_the_metric_one() -> None:
    where = jurisdiction("md")
    type(where).objects.filter(code="md").update(lengths=Lengths.METRES)
    where.lengths = Lengths.METRES  # as remembered
    try:
        assert length_field("md-craps", "12").hint == "at most 14 ft, 4.2672 m (2/B)"
        rules = load_ruleset({"edition": "md-craps", "table": {"length_ft": "12"}})
        assert "3.6576 m (12 ft)" in str(describe_draft(rules))
    finally:
        where.lengths = Lengths.FEET


def test_the_editor_takes_metres_and_the_rule_set_has_feet(house: House) -> None:
    made = draft(house)
    client: Client = signed_in(house.submitter)
    form = QueryDict(mutable=True)
    form.update({"expected_version": "2", "save": "yes", "table.length_ft": "4.2"})
    client.post(f"/operator/submissions/{made.reference}/draft/table/", form)
    assert current_version(made).ruleset["table"]["length_ft"] == "1750/127"
    assert "Table length 4.2 m" in text(client.get(f"/operator/submissions/{made.reference}/submit/"))
    form["table.length_ft"] = "about 4 m"
    form["expected_version"] = "3"
    wrong = client.post(f"/operator/submissions/{made.reference}/draft/table/", form)
    assert wrong.status_code == 422 and 'value="about 4 m"' in wrong.content.decode()
