"""A table whose rows the operator names, in the editor: the kinds of spaces of a wheel."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from craps import load_edition
from portal.operator.steps import rules_steps
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft, save_draft
from tests.factories import WHEEL, House, make_house
from tests.portal.doors import HasContent, signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

NAMES, SPACES, PAYS, REMOVE = (f"wheel.rows.{name}" for name in ("name", "spaces", "payouts", "remove"))
EDITION = load_edition("bc-wheel")


def rows(*lines: tuple[str, str, str], **more: Any) -> QueryDict:
    posted = QueryDict(mutable=True)
    for line in lines:
        for name, value in zip((NAMES, SPACES, PAYS), line, strict=True):
            posted.appendlist(name, value)
    for name, value in more.items():
        posted[name] = value
    return posted


def read(posted: QueryDict) -> tuple[dict[str, Any], dict[str, str]]:
    ruleset, errors = rules_steps(EDITION)["wheel"].read(EDITION, posted, {"edition": "bc-wheel"})
    return ruleset["wheel"], errors


def test_rows_are_read_by_name_and_empty_ones_are_ignored() -> None:
    wheel, errors = read(rows((" 1 ", "24", "1 to 1"), ("", "", ""), ("Grand  prize", "1", "46 for 1")))
    assert not errors
    assert wheel == {
        "spaces": {"1": "24", "Grand prize": "1"},
        "payouts": {"1": "1:1", "Grand prize": "46 for 1"},
    }


def test_a_tick_removes_a_row() -> None:
    posted = rows(("1", "24", "1:1"), ("2", "15", "2:1"))
    posted[REMOVE] = "0"
    wheel, errors = read(posted)
    assert not errors
    assert wheel == {"spaces": {"2": "15"}, "payouts": {"2": "2:1"}}


@pytest.mark.parametrize(
    ("lines", "path", "says"),
    [
        ([("", "3", "2:1")], "wheel.rows.name[0]", "This row needs a name."),
        ([("1", "3", "2:1"), ("1", "4", "2:1")], "wheel.rows.name[1]", "1 already has a row above."),
        ([("1", "", "2:1")], "wheel.spaces.1", "1, spaces: Fill in this field, or remove the row."),
        ([("1", "3", "much")], "wheel.payouts.1", "1, what each space pays: Enter the payout like 4:1"),
        ([("1", "few", "2:1")], "wheel.spaces.1", "1, spaces: Enter a number in figures"),
        ([("", "", "")], "wheel", "Add at least one kind of space."),
        ([], "wheel", "Add at least one kind of space."),
    ],
)
def test_what_is_not_valid_is_told_at_its_cell(lines: list[Any], path: str, says: str) -> None:
    _, errors = read(rows(*lines))
    assert list(errors) == [path]
    assert errors[path].startswith(says)


# In the editor -------------------------------------------------------------------------------------------


@pytest.fixture
def casino(db: None) -> House:
    return make_house("bc", "bc-wheel")


@pytest.fixture
def made(casino: House) -> Submission:
    return create_draft(actor=casino.submitter, property_id=casino.property.pk, edition_id="bc-wheel")


def address(made: Submission, slug: str = "wheel", rest: str = "") -> str:
    return f"/operator/submissions/{made.reference}/draft/{slug}/{rest}"


class Inputs(HTMLParser):
    """What a browser would send of the step's form: lists by name."""

    def __init__(self, page: HasContent) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.feed(page.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("name") and given.get("type") != "checkbox":
            self.found.setdefault(str(given["name"]), []).append(given.get("value") or "")


def form(client: Client, made: Submission, **changes: Any) -> dict[str, Any]:
    return Inputs(client.get(address(made))).found | changes


def test_a_draft_begins_with_a_wheel_that_is_still_to_be_stated(casino: House, made: Submission) -> None:
    page = signed_in(casino.submitter).get(address(made))
    assert "State your wheel" in text(page)
    assert "1 choice to state" in text(page)
    assert Inputs(page).found[NAMES] == ["1", "2", "5", "10", "", ""]


def test_rows_are_saved_and_come_back_with_the_most_frequent_first(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    lines = rows(("joker", "1", "40:1"), ("10", "4", "10:1"), ("1", "24", "1:1"))
    data = form(client, made) | dict(lines.lists()) | {"save": "yes"}
    response = client.post(address(made), data, follow=True)
    assert "Saved as version 2." in text(response)
    assert Inputs(response).found[NAMES] == ["1", "10", "joker", "", ""]
    assert current_version(made).ruleset["wheel"]["payouts"]["joker"] == "40:1"
    assert "State your wheel" not in text(response)


def test_as_many_spaces_with_another_payout_are_found_at_the_row_and_mended_by_a_button(
    casino: House, made: Submission
) -> None:
    client = signed_in(casino.submitter)
    # The second row is empty: the finding must stand at the third one as the page has it.
    lines = rows(("crown", "1", "40:1"), ("", "", ""), ("joker", "1", "45:1"), ("1", "24", "1:1"))
    data = form(client, made) | dict(lines.lists())
    live = client.post(address(made, rest="check/"), data).content.decode()
    box = live.partition('id="at-field-wheel-rows-payouts-2"')[2]
    assert "crown and joker both have 1" in box.partition("</p>")[0]
    assert "Use 40" in box.partition("</button>")[0]
    used = client.post(address(made), data | {"use": 'wheel.payouts.joker="40:1"'})
    assert used.status_code == 200
    shown = Inputs(used).found
    assert dict(zip(shown[NAMES], shown[PAYS], strict=True))["joker"] == "40:1"
    assert "No breaches of" in text(used)


def test_every_nearest_value_at_once(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    lines = rows(("crown", "1", "40:1"), ("joker", "1", "45:1"), ("1", "2", "1:1"), ("2", "2", "9:1"))
    page = client.post(address(made), form(client, made) | dict(lines.lists()) | {"use_all": "yes"})
    shown = Inputs(page).found
    paid = dict(zip(shown[NAMES], shown[PAYS], strict=True))
    assert (paid["joker"], paid["crown"], paid["2"], paid["1"]) == ("40:1", "40:1", "1:1", "1:1")


def test_more_rows_keep_what_was_typed(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    lines = rows(("a", "3", ""), ("a", "4", "2:1"))
    page = client.post(address(made), form(client, made) | dict(lines.lists()) | {"preset": "more"})
    shown = Inputs(page).found
    assert shown[NAMES] == ["a", "a", "", ""]
    assert shown[SPACES] == ["3", "4", "", ""]
    assert "a already has a row above." in text(page)


def test_an_error_keeps_the_rows_as_typed(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    lines = rows(("a", "three", "2:1"), ("", "4", "2:1"))
    page = client.post(address(made), form(client, made) | dict(lines.lists()) | {"save": "yes"})
    assert page.status_code == 422
    assert Inputs(page).found[SPACES] == ["three", "4"]
    assert 'href="#field-wheel-rows-name-1"' in page.content.decode()
    assert current_version(made).number == 1


def test_odd_names_make_no_odd_page(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    names = ["<script>alert(1)</script>", "a.b", "x" * 60, "ünï ‮rtl", "[3]"]
    for name in names:
        lines = rows((name, "1", "2:1"), ("1", "1", "3:1"))
        for rest in ("", "check/", "figures/", "autosave/"):
            response = client.post(address(made, rest=rest), form(client, made) | dict(lines.lists()))
            assert response.status_code in (200, 302, 422), (name, rest)
            assert "<script>alert" not in response.content.decode()
        save_draft(
            actor=casino.submitter,
            reference=made.reference,
            ruleset={"edition": "bc-wheel", "wheel": WHEEL},
            expected_version=current_version(made).number,
        )


def test_the_figures_say_what_each_space_costs(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    page = text(client.get(address(made)))
    # 24 of 50 spaces at 1 to 1: the house keeps 1 − 48/50.
    assert "Space 1 4.00%" in page
    assert "10 on 1 wins" in page
    worse = rows(("1", "1", "1:1"), ("2", "3", "1:1"))
    live = text(client.post(address(made, rest="figures/"), form(client, made) | dict(worse.lists())))
    assert "Space 1 50.00%" in live


def test_the_wheel_is_drawn_from_its_rows_as_they_are_typed(casino: House, made: Submission) -> None:
    client = signed_in(casino.submitter)
    page = client.get(address(made)).content.decode()
    assert page.count('class="only-wide"') == page.count('class="only-narrow"') == 1
    lines = rows(("1", "7", "1:1"), ("joker", "2", "3:1"))
    live = client.post(address(made, rest="check/"), form(client, made) | dict(lines.lists()))
    drawn = live.content.decode().partition('id="drawing" hx-swap-oob="true"')[2]
    assert "joker" in drawn
    assert "2 of 9" in drawn
