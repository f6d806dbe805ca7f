"""The layout step of the games played in rounds: the same form, with the areas of their bets."""

from __future__ import annotations

from typing import Any

import pytest

from craps import all_edition_ids, game_of, load_edition, load_ruleset
from tests.factories import House, draft, make_house
from tests.portal.doors import signed_in, text
from tests.portal.operator.test_layout import LAYOUT, form, opened, save
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

EDITIONS = [name for name in all_edition_ids() if game_of(load_edition(name)).in_rounds]
WHEEL: dict[str, Any] = {
    "spaces": {"1": 12, "2": 6, "joker": 1, "a:b <i>": 2},
    "payouts": {"1": "1:1", "2": "2:1", "joker": "20:1", "a:b <i>": "8:1"},
}


def rules(edition: str, **more: Any) -> dict[str, Any]:
    return {
        **game_of(load_edition(edition)).first_draft(load_edition(edition)),
        "operator": "The House",
        **more,
    }


def standard(ruleset: dict[str, Any]) -> dict[str, Any]:
    loaded = load_ruleset(ruleset)
    return game_of(loaded.edition).standard_layout(loaded)


@pytest.fixture
def wheel_house(db: None) -> House:
    return make_house("bc", "bc-wheel")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_game_starts_from_its_standard_layout(db: None, edition: str) -> None:
    house, ruleset = make_house("bc", edition), rules(edition)
    client, made = signed_in(house.submitter), draft(house, ruleset)
    page = client.get(LAYOUT.format(made.reference))
    assert "You state no areas" in text(page)
    assert 'class="game-table"' in page.content.decode()
    page = client.post(LAYOUT.format(made.reference), form(page) | {"preset": "standard"})
    assert "No breaches of" in text(page)
    assert save(client, made.reference, form(page)).status_code == 302
    expected = load_ruleset({**ruleset, "layout": standard(ruleset)})
    assert current_version(made).digest == expected.digest


def test_a_wheel_s_areas_are_its_kinds_of_spaces(wheel_house: House) -> None:
    client, made = signed_in(wheel_house.submitter), draft(wheel_house, rules("bc-wheel", wheel=WHEEL))
    page = client.get(LAYOUT.format(made.reference))
    shown = text(page)
    assert "Every kind of space on the wheel needs an area." in shown
    assert "5/2.8" in shown
    for kind in WHEEL["spaces"]:
        assert f"Space {kind}, no area yet" in shown


def test_areas_are_added_named_and_read_back_with_their_space(wheel_house: House) -> None:
    client, made = signed_in(wheel_house.submitter), draft(wheel_house, rules("bc-wheel", wheel=WHEEL))
    for bet in ("space:joker", "space:a:b <i>"):
        save(client, made.reference, opened(client, made.reference) | {"layout.new.bet": [bet]})
    areas = current_version(made).ruleset["layout"]["areas"]
    assert [(area["wager"], area["space"]) for area in areas] == [("space", "joker"), ("space", "a:b <i>")]
    data = opened(client, made.reference)
    assert data["layout.areas.bet"] == ["space:joker", "space:a:b <i>"]
    assert data["layout.areas.label"] == ["joker", "a:b <i>"]
    again = client.post(LAYOUT.format(made.reference), data | {"save": "yes"}, follow=True)
    assert "nothing has changed since" in text(again)


def test_a_space_without_an_area_is_reported_and_the_drawing_follows(wheel_house: House) -> None:
    ruleset = rules("bc-wheel", wheel=WHEEL)
    made = draft(wheel_house, {**ruleset, "layout": standard(ruleset)})
    client = signed_in(wheel_house.submitter)
    data = opened(client, made.reference)
    place = str(data["layout.areas.bet"].index("space:joker"))
    answer = client.post(f"{LAYOUT.format(made.reference)}check/", data | {"layout.areas.remove": [place]})
    assert "Your layout has no area for space joker" in text(answer)
    assert 'data-space="joker"' not in answer.content.decode()


def test_an_area_with_a_finding_is_marked_and_a_side_that_is_no_number_reported(wheel_house: House) -> None:
    ruleset = rules("bc-wheel", wheel=WHEEL)
    made = draft(wheel_house, {**ruleset, "layout": standard(ruleset)})
    client = signed_in(wheel_house.submitter)
    data = opened(client, made.reference)
    place = data["layout.areas.bet"].index("space:2")
    data["layout.areas.y"][place] = "-3"
    answer = client.post(f"{LAYOUT.format(made.reference)}check/", data)
    assert "past the top edge" in text(answer)
    marked = f'class="area lit" data-wager="space" data-space="2" data-areas="{place}"'
    assert marked in answer.content.decode()
    data["layout.areas.y"][place] = "high"
    answer = save(client, made.reference, data)
    assert answer.status_code == 422
    assert "Space 2: enter the distance from the top as a number" in text(answer)
    assert f'href="#field-layout-areas-{place}-y"' in answer.content.decode()


def test_an_area_of_a_kind_that_the_wheel_no_longer_has_is_marked(wheel_house: House) -> None:
    ruleset = rules("bc-wheel", wheel=WHEEL)
    fewer = {part: {kind: each for kind, each in WHEEL[part].items() if kind != "2"} for part in WHEEL}
    made = draft(wheel_house, {**ruleset, "wheel": fewer, "layout": standard(ruleset)})
    page = signed_in(wheel_house.submitter).get(LAYOUT.format(made.reference))
    assert "names 2, which the wheel does not have" in text(page)
    assert 'class="area lit" data-wager="space" data-space="2"' in page.content.decode()


def test_a_card_table_has_a_place_for_each_player(db: None) -> None:
    house = make_house("bc", "bc-war")
    made = draft(house, rules("bc-war", table={"players": 5}))
    client = signed_in(house.submitter)
    page = client.post(LAYOUT.format(made.reference), opened(client, made.reference) | {"preset": "standard"})
    assert form(page)["layout.areas.bet"].count("go_to_war") == 5
    data = form(page) | {"layout.areas.remove": ["0"], "layout.new.bet": ["tie"], "preset": ["add"]}
    added = form(client.post(LAYOUT.format(made.reference), data))
    assert added["layout.areas.bet"].count("tie") == 5
    assert (added["layout.areas.x"][-1], added["layout.areas.y"][-1]) == ("0", "0")


def test_a_bet_that_the_game_does_not_have_is_refused(db: None) -> None:
    house = make_house("bc", "bc-war")
    made = draft(house, rules("bc-war"))
    client = signed_in(house.submitter)
    page = client.post(LAYOUT.format(made.reference), opened(client, made.reference) | {"preset": "standard"})
    for wrong in ("buy:4", "war:5", "nonsense"):
        data = form(page)
        data["layout.areas.bet"][0] = wrong
        assert save(client, made.reference, data).status_code == 422
