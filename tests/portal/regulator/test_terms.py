"""Terms that an officer proposes, and the page on which a decision is checked before it is made."""

from __future__ import annotations

from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from portal.audit.models import AuditEntry
from portal.audit.selectors import trail_of
from portal.bundles import facts
from portal.errors import BadValue, NotPossible
from portal.review import workflow
from portal.review.models import Recommendation
from portal.submissions.models import Submission
from portal.text import format_day
from tests.factories import (
    House,
    approved,
    create_table,
    digest,
    in_review,
    odds,
    present,
    recommended,
    tick_off,
    today,
)
from tests.portal.doors import HasContent, signed_in, text

pytestmark = pytest.mark.slow


class Entered(HTMLParser):
    """Every value that the form of a page would send."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        choice = given.get("type") in ("checkbox", "radio")
        if tag == "textarea":
            self.area = name
            self.values.setdefault(name, []).append("")
        elif tag == "input" and name and (not choice or "checked" in given):
            self.values.setdefault(name, []).append(given.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.values[self.area][-1] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        self.area = "" if tag == "textarea" else self.area


def entered(response: HasContent) -> dict[str, Any]:
    reader = Entered()
    reader.feed(response.content.decode())
    return reader.values


def page(made: Submission, move: str) -> str:
    return f"/regulator/cases/{made.reference}/{move}/"


def with_terms(house: House, **more: Any) -> tuple[Submission, dict[str, Any]]:
    """A case with a breach that is recommended with every kind of term."""
    made = in_review(house, odds(3))
    tick_off(house.officer, made)
    starts = today() + timedelta(days=10)
    terms: dict[str, Any] = {
        "effective_on": starts,
        "ends_on": starts + timedelta(days=90),
        "conditions": [
            {"text": "Post a sign.", "due_on": starts + timedelta(days=5)},
            {"text": "Keep a log.", "due_on": None},
        ],
        "waivers": list(present(made.current_version).explanations.values_list("pk", flat=True)),
    } | more
    workflow.recommend(
        actor=house.officer,
        reference=made.reference,
        digest=digest(made),
        reason="Within the edition.",
        no_conflict=True,
        **terms,
    )
    made.refresh_from_db()
    return made, terms


def approve_page(house: House, made: Submission) -> tuple[Client, dict[str, Any]]:
    client = signed_in(house.approver)
    return client, entered(client.get(page(made, "approve")))


def test_the_form_of_the_officer_stores_the_terms(house: House) -> None:
    made = in_review(house, odds(3))
    tick_off(house.officer, made)
    client = signed_in(house.officer)
    sent = entered(client.get(page(made, "recommend"))) | {
        "outcome": "approve",
        "reason": "Fine.",
        "no_conflict": "on",
        "ends_on": "2031-06-30",
        "condition": ["Post a sign."],
        "condition_due_on": ["2031-01-02"],
        "waivers": list(present(made.current_version).explanations.values_list("pk", flat=True)),
    }
    more = client.post(page(made, "recommend"), sent | {"more": "condition"})
    assert "Condition 2" in text(more)
    assert "Post a sign." in more.content.decode()
    client.post(page(made, "recommend"), sent)
    row = Recommendation.objects.get()
    assert row.conditions == [{"text": "Post a sign.", "due_on": "2031-01-02"}]
    assert (str(row.ends_on), row.effective_on, row.waivers) == ("2031-06-30", None, sent["waivers"])


def test_the_approver_starts_from_them_and_what_is_changed_is_shown(house: House) -> None:
    made, terms = with_terms(house)
    client, sent = approve_page(house, made)
    assert sent["effective_on"] == [str(terms["effective_on"])]
    assert sent["condition"] == ["Post a sign.", "Keep a log."]
    assert set(sent["waivers"]) == {str(pk) for pk in terms["waivers"]}
    same = text(client.post(page(made, "approve"), sent | {"no_conflict": "on"}))
    assert "Changed from the recommendation" not in same
    other = sent | {
        "no_conflict": "on",
        "ends_on": "",
        "condition": ["Post a sign.", "Report the takings."],
        "condition_due_on": ["", ""],
    }
    check = text(client.post(page(made, "approve"), other))
    for line in (
        f"No end date. Recommended: {format_day(terms['ends_on'])}.",
        "Condition added: Report the takings.",
        "Recommended condition left out: Keep a log.",
        "Condition “Post a sign.”: no day. Recommended: due",
    ):
        assert line in check
    made.refresh_from_db()
    assert made.state == "recommended"
    client.post(page(made, "approve"), other | {"confirm": "yes"})
    made.refresh_from_db()
    assert made.state == "approved"
    case = text(signed_in(house.officer).get(f"/regulator/cases/{made.reference}/"))
    assert "Condition added: Report the takings." in case
    assert "Condition added" not in text(
        signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/")
    )


def test_terms_are_for_the_regulator_alone_in_the_trail_and_the_file(house: House) -> None:
    made, _ = with_terms(house)
    row = AuditEntry.objects.get(action="review.recommend")
    assert present(row.after)["conditions"][0]["text"] == "Post a sign."
    assert row in trail_of(house.officer, made)
    assert row not in trail_of(house.operator_admin, made)
    (fact,) = facts.recommendations(house.officer, made)
    assert fact["conditions"][1] == {"text": "Keep a log.", "due_on": None}
    assert len(fact["waivers"]) == 4


def test_what_cannot_be_approved_cannot_be_recommended(house: House) -> None:
    yesterday = today() - timedelta(days=1)
    for wrong, field in (
        ({"effective_on": yesterday}, "effective_on"),
        ({"ends_on": yesterday, "effective_on": None}, "ends_on"),
        ({"outcome": "refuse"}, "outcome"),
        ({"conditions": [{"text": "", "due_on": today()}]}, "conditions"),
    ):
        with pytest.raises(BadValue) as refusal:
            with_terms(house, **wrong)
        assert refusal.value.field == field
    with pytest.raises(NotPossible, match="was not asked for"):
        with_terms(house, waivers=[999_999])
    assert not Recommendation.objects.exists()


def test_the_check_page_says_what_will_happen_and_does_nothing(house: House) -> None:
    table = create_table(property=house.property, label="C-101", game="craps")
    former = approved(house, odds(1)).submission
    made = recommended(house, odds(2))
    client, sent = approve_page(house, made)
    check = client.post(page(made, "approve"), sent | {"no_conflict": "on", "reason": "A <b>trial</b>."})
    words = text(check)
    for line in (
        "Nothing has happened yet.",
        f"From today, {format_day(today())}, as soon as you approve.",
        f"{former.reference} at {table.label}.",
        "A sign for each table: C-101.",
        "A <b>trial</b>.",
    ):
        assert line in words
    assert "<b>trial" not in check.content.decode()
    made.refresh_from_db()
    assert (made.state, made.decisions.count()) == ("recommended", 0)
    back = client.post(page(made, "approve"), entered(check) | {"change": "yes"})
    assert entered(back)["reason"] == ["A <b>trial</b>."]
    client.post(page(made, "approve"), entered(check) | {"confirm": "yes"})
    made.refresh_from_db()
    assert made.state == "in_force"


def test_a_revocation_is_checked_first_at_all_tables_or_some(house: House) -> None:
    one, two = (create_table(property=house.property, label=label, game="craps") for label in "AB")
    made = approved(house, odds(1), one, two).submission
    client = signed_in(house.approver)
    given = {"reason": "Outside the rules.", "urgency": "Now.", "scope": "some", "tables": [one.code]}
    check = client.post(page(made, "revoke"), given)
    assert "Stays in force at B." in text(check)
    assert "Letter of revocation" in text(check)
    made.refresh_from_db()
    assert made.state == "in_force"
    back = client.post(page(made, "revoke"), entered(check) | {"change": "yes"})
    assert entered(back)["tables"] == [one.code]
    client.post(page(made, "revoke"), entered(check) | {"confirm": "yes"})
    assert [row.state for row in made.covered.order_by("pk")] == ["ended", "in_force"]
