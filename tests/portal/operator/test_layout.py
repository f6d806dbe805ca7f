"""The layout step: the standard layout, the table of areas, legends, side bets, findings at their place."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from craps import game_of, load_edition, load_ruleset
from craps.layouts import standard_layout
from portal.operator.subjects import layout as layout_step
from tests.factories import House, draft, make_house
from tests.portal.doors import ClientResponse, HasContent, signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

LAYOUT = "/operator/submissions/{}/draft/layout/"


@pytest.fixture
def house(db: None) -> House:
    return make_house("md", "md-craps")


def with_layout(house: House, **changes: Any) -> Any:
    edition = load_edition("md-craps")
    layout = standard_layout(edition, operator="Harbour Point Casino") | changes
    return draft(house, {"edition": "md-craps", "operator": "Harbour Point Casino", "layout": layout})


def form(answer: HasContent) -> dict[str, list[str]]:
    """The step's form as a browser would send it: every value of every name."""
    reader = _Form()
    reader.feed(answer.content.decode())
    return reader.found


def opened(client: Client, reference: str) -> dict[str, list[str]]:
    return form(client.get(LAYOUT.format(reference)))


def save(client: Client, reference: str, data: dict[str, Any]) -> ClientResponse:
    return client.post(LAYOUT.format(reference), data | {"save": "yes"})


def test_a_draft_without_a_layout_shows_the_standard_one_and_states_none(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    page = client.get(LAYOUT.format(made.reference))
    assert "You state no areas" in text(page)
    assert "<title>Fire Bet position 16</title>" in page.content.decode()
    save(client, made.reference, form(page))
    assert current_version(made).number == 2


def test_starting_from_the_standard_layout_fills_the_form_and_breaks_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = opened(client, made.reference)
    page = client.post(LAYOUT.format(made.reference), data | {"preset": "standard"})
    assert "No breaches of" in text(page)
    assert "Not saved yet" in text(page)
    assert save(client, made.reference, form(page)).status_code == 302
    stated = current_version(made).ruleset["layout"]
    assert len(stated["areas"]) == 82
    assert stated["fire"]["positions"] == "16"
    assert current_version(made).area_rows.filter(wager="hop").exists()


def test_what_the_form_shows_is_what_it_saves(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    answer = client.post(
        LAYOUT.format(made.reference), opened(client, made.reference) | {"save": "yes"}, follow=True
    )
    assert "nothing has changed since" in text(answer)


def test_an_area_is_moved_resized_labelled_and_removed_in_the_table(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    last = data["layout.areas.bet"].index("any_craps")
    for side, value in (("x", "72"), ("w", "9.5"), ("label", "  ANY   CRAPS 7 to 1 ")):
        data[f"layout.areas.{side}"][last] = value
    save(client, made.reference, data | {"layout.areas.remove": ["0"]})
    areas = current_version(made).ruleset["layout"]["areas"]
    assert len(areas) == 81
    assert areas[last - 1] | {"y": "", "h": ""} == {
        "wager": "any_craps", "x": "72", "y": "", "w": "19/2", "h": "", "label": "ANY CRAPS 7 to 1",
    }  # fmt: skip


def test_an_area_is_added_where_the_standard_layout_has_it(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    place = str(data["layout.areas.bet"].index("hop"))
    data = form(
        client.post(LAYOUT.format(made.reference), data | {"layout.areas.remove": [place], "preset": "x"})
    )
    assert "hop" not in data["layout.areas.bet"]
    data |= {"layout.new.bet": ["hop"], "preset": ["add"]}
    page = client.post(LAYOUT.format(made.reference), data)
    added = form(page)
    assert added["layout.areas.bet"][-1] == "hop"
    assert "No breaches of" in text(page)
    assert current_version(made).number == 2


def test_an_area_with_no_place_of_its_own_gets_a_free_one(house: House) -> None:
    layout = {"width": 40, "height": 20, "areas": [{"wager": "field", "x": 0, "y": 0, "w": 40, "h": 7}]}
    client = signed_in(house.submitter)
    made = draft(house, {"edition": "md-craps", "layout": layout})
    save(client, made.reference, opened(client, made.reference) | {"layout.new.bet": ["buy:4"]})
    added = current_version(made).ruleset["layout"]["areas"][-1]
    assert (added["wager"], added["number"]) == ("buy", "4")
    assert int(added["y"]) >= 7


def test_a_missing_area_is_found_while_editing_and_the_drawing_follows(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    place = str(data["layout.areas.bet"].index("hop"))
    answer = client.post(
        f"{LAYOUT.format(made.reference)}check/",
        data | {"layout.areas.remove": [place]},
        headers={"hx-request": "true"},
    )
    assert "your layout has no area for it" in text(answer)
    shown = answer.content.decode()
    assert '<div id="drawing" hx-swap-oob="true"><svg' in shown
    assert 'data-wager="hop"' not in shown


def test_an_area_off_the_table_is_marked_in_the_drawing(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    place = data["layout.areas.bet"].index("hop")
    data["layout.areas.y"][place] = "-3"
    answer = client.post(f"{LAYOUT.format(made.reference)}check/", data)
    assert "past the top edge" in text(answer)
    assert f'class="area lit" data-wager="hop" data-areas="{place}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("side", "typed", "said"),
    [("x", "wide", "as a number"), ("w", "0", "more than 0"), ("h", "", "as a number")],
)
def test_a_side_that_is_no_number_is_reported_with_a_link_to_it(
    house: House, side: str, typed: str, said: str
) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    data[f"layout.areas.{side}"][5] = typed
    answer = save(client, made.reference, data)
    assert answer.status_code == 422
    assert said in text(answer)
    assert f'href="#field-layout-areas-5-{side}"' in answer.content.decode()
    assert form(answer)[f"layout.areas.{side}"][5] == typed


def test_a_table_that_came_incomplete_changes_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    data["layout.areas.x"].pop()
    answer = save(client, made.reference, data)
    assert answer.status_code == 422
    assert "is incomplete" in text(answer)


def test_every_missing_legend_and_field_is_put_right_at_once(house: House) -> None:
    fire = {"positions": 20, "clockwise": False, "relocation_area": False, "wall_notice": []}
    client = signed_in(house.submitter)
    made = with_layout(house, legends=["somewhere else"], fire=fire)
    page = client.get(LAYOUT.format(made.reference))
    assert "The Fire Bet has at most 16 positions" in text(page)
    assert "tells every player" in text(page)
    page = client.post(LAYOUT.format(made.reference), form(page) | {"use_all": "yes"})
    assert "No breaches of" in text(page)
    data = form(page)
    assert data["layout.fire.positions"] == ["16"]
    assert data["layout.fire.wall_notice"] == ["odds", "timing", "limits"]
    assert "Harbour Point Casino" in data["layout.legends"][0].splitlines()


def test_unticking_every_notice_is_a_statement(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    del data["layout.fire.wall_notice"]
    save(client, made.reference, data)
    assert current_version(made).ruleset["layout"]["fire"]["wall_notice"] == []


def test_leaving_the_layout_unstated_takes_it_out(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    page = client.post(LAYOUT.format(made.reference), data | {"preset": "none"})
    save(client, made.reference, form(page))
    assert "layout" not in current_version(made).ruleset


def test_two_people_editing_the_layout_lose_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    mine = opened(client, made.reference)
    theirs = opened(client, made.reference)
    theirs["layout.width"] = ["191"]
    save(client, made.reference, theirs)
    mine["layout.areas.label"][0] = "PASS"
    answer = save(client, made.reference, mine)
    assert answer.status_code == 409
    assert answer.content.decode().count('<svg xmlns="http://www.w3.org/2000/svg" class="craps-table"') == 2
    assert "Both say the same" not in text(answer)
    assert save(client, made.reference, form(answer)).status_code == 302
    stated = current_version(made).ruleset["layout"]
    assert len(stated["areas"]) == 82
    assert stated["areas"][0]["label"] == "PASS"


@pytest.mark.parametrize("edition", ["nz-revised", "sg-mbs-v2", "bc-craps", "bc-midi", "md-mini"])
def test_every_edition_has_the_step(db: None, edition: str) -> None:
    house = make_house(edition.partition("-")[0], edition)
    client, made = signed_in(house.submitter), draft(house, {"edition": edition, "operator": "The House"})
    data = opened(client, made.reference)
    page = client.post(LAYOUT.format(made.reference), data | {"preset": "standard"})
    assert "No breaches of" in text(page)
    save(client, made.reference, form(page))
    made.refresh_from_db()
    standard = standard_layout(load_edition(edition), operator="The House")
    expected = load_ruleset({"edition": edition, "operator": "The House", "layout": standard})
    assert current_version(made).digest == expected.digest


def test_a_label_is_never_taken_for_markup(house: House) -> None:
    client, made = signed_in(house.submitter), with_layout(house)
    data = opened(client, made.reference)
    data["layout.areas.label"][0] = '"><script>alert(1)</script>'
    shown = client.post(f"{LAYOUT.format(made.reference)}check/", data).content.decode()
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


class _Form(HTMLParser):
    """Reads the form with the id step-form, or the last one with a version in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        name = given.get("name", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in given:
            self.found[self.select] = [given.get("value", "")]
        elif tag == "textarea":
            self.area = name
            self.found[name] = [""]
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            ticked = given.get("type") not in {"checkbox", "radio"} or "checked" in given
            if ticked:
                self.found.setdefault(name, []).append(given.get("value", ""))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.found[self.area][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""


def test_areas_that_differ_from_the_standard_layout_or_the_approval_say_so(house: House) -> None:
    edition = load_edition(house.edition.pk)
    rules = load_ruleset({"edition": edition.id})
    areas = [dict(area) for area in game_of(edition).standard_layout(rules)["areas"]]
    areas[0]["x"] = str(int(areas[0]["x"]) + 1)
    areas[1]["w"] = str(int(areas[1]["w"]) + 1)
    areas.append(dict(areas[2]))
    stated = {"edition": edition.id, "layout": {"areas": areas}}
    groups = layout_step.groups(edition, stated)
    (marked, *_) = layout_step.with_changes(edition, stated, groups, None)
    changes = [row.change for row in marked.fields[0].value]
    assert changes[:3] == ["Moved", "Resized", ""] and changes[-1] == "New"
    (approved, *_) = layout_step.with_changes(edition, stated, groups, stated)
    assert not any(row.change for row in approved.fields[0].value)
