"""The drawn tables of games played in rounds show what their rules and a round say; nothing runs out."""

import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from craps import check, edition_ids, game_of, load_ruleset
from craps.drawing_geometry import text_width
from craps.drawing_parts import SCALE
from craps.examples import examples_of
from craps.games import HOME, games
from craps.games.drawing_parts import fit
from craps.playthrough import Frame
from craps.ruleset import RuleSet
from tests.craps.games.play import WHEEL

SVG = "{http://www.w3.org/2000/svg}"
ODD_NAMES = [
    "<script>alert(1)</script>",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "The Great Golden Moose of the North Sho",
    "a\"b'c & d",
    "חזק ואמץ",
    "豪華大獎特別轉輪獎金豪華大獎特別轉輪獎金豪華大獎特別轉輪獎金豪華大獎特別轉輪獎金",
]
BETS: dict[str, list[dict[str, Any]]] = {
    "bc-wheel": [
        {"bet": "space", "space": "joker", "amount": "5"},
        {"bet": "space", "space": "1", "amount": "100"},
    ],
    "bc-red-dog": [{"bet": "red_dog", "amount": "10"}],
    "bc-war": [{"bet": "war", "amount": "10"}, {"bet": "tie", "amount": "5"}],
}
ROUND_EDITIONS = [edition for game in games() if game.in_rounds for edition in edition_ids(game.id)]


def rules(edition: str, **more: Any) -> RuleSet:
    wheel = {"wheel": WHEEL} if edition == "bc-wheel" else {}
    return load_ruleset({"edition": edition, **wheel, **more})


def after(ruleset: RuleSet, *events: dict[str, Any]) -> Frame:
    game = game_of(ruleset.edition)
    return game.frames(ruleset, game.read_events(list(events), ruleset))[-1]


def drawn(ruleset: RuleSet, *events: dict[str, Any], **how: Any) -> ElementTree.Element:
    frame = after(ruleset, *events) if events else None
    return ElementTree.fromstring(game_of(ruleset.edition).draw(ruleset, title="A table", frame=frame, **how))


def titles(svg: ElementTree.Element, kind: str) -> list[str]:
    found = [group for group in svg.iter(f"{SVG}g") if kind in (group.get("class") or "").split()]
    return [group.findtext(f"{SVG}title") or "" for group in found]


def texts(svg: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


# What is shown -------------------------------------------------------------------------------------------


def test_a_wheel_has_its_spaces_and_an_area_with_count_and_payout_for_each_kind() -> None:
    svg = drawn(rules("bc-wheel"))
    wheel = next(group for group in svg.iter(f"{SVG}g") if group.get("class") == "wheel")
    assert len(wheel.findall(f"{SVG}path")) == 54
    assert [text.text for text in wheel.iter(f"{SVG}text")].count("2") == 15
    assert titles(svg, "area") == [f"Space {kind}" for kind in WHEEL["spaces"]]
    assert {"15 of 54", "2 to 1", "40 to 1"} <= set(texts(svg))
    assert "The wheel has 54 spaces: 24 of 1" in (svg.findtext(f"{SVG}desc") or "")


def test_the_called_space_is_marked_and_what_came_of_each_bet() -> None:
    svg = drawn(rules("bc-wheel"), *BETS["bc-wheel"], {"spin": "joker"})
    marked = [path for path in svg.iter(f"{SVG}path") if path.get("stroke") == "#ffd45e"]
    assert len(marked) == 1
    assert "called" in texts(svg)
    assert titles(svg, "won") == ["Space joker wins on joker: 5 at 40 to 1 pays 200."]
    assert titles(svg, "lost") == ["Space 1 loses its 100 on joker."]
    assert {"+200", "−100"} <= set(texts(svg))
    assert titles(svg, "chip") == []
    assert "The dealer has called joker." in (svg.findtext(f"{SVG}desc") or "")


def test_spaces_too_many_to_draw_lie_together_by_kind() -> None:
    wheel = {"spaces": {"1": 4 * 10**12, "2": 2 * 10**11}, "payouts": {"1": "1:1", "2": "2:1"}}
    svg = drawn(rules("bc-wheel", wheel=wheel))
    group = next(group for group in svg.iter(f"{SVG}g") if group.get("class") == "wheel")
    assert len(group.findall(f"{SVG}path")) == 2
    assert "4200000000000" in "".join(texts(svg))


@pytest.mark.parametrize("kinds", [1, 2, 60])
def test_a_wheel_of_any_number_of_kinds_is_drawn(kinds: int) -> None:
    names = [f"kind {place}" for place in range(kinds)]
    wheel = {"spaces": dict.fromkeys(names, 1), "payouts": dict.fromkeys(names, "1:1")}
    assert len(titles(drawn(rules("bc-wheel", wheel=wheel)), "area")) == kinds


def test_red_dog_shows_cards_spread_and_chips() -> None:
    svg = drawn(rules("bc-red-dog"), *BETS["bc-red-dog"], {"deal": ["5", "9"]})
    assert titles(svg, "card") == ["Second card: a 9", "First card: a 5"]  # the dealer's left is our right
    assert titles(svg, "empty") == ["Third card: no card"]
    assert titles(svg, "lit") == ["A spread of 3: 2 to 1"]
    assert len(titles(svg, "marker")) == 1
    assert titles(svg, "chip") == ["10 on Red Dog"]
    assert "The dealer’s marker is on A spread of 3." in (svg.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize(
    ("cards", "marked"),
    [
        (["K", "K"], "A pair: push"),
        (["9", "8"], "Consecutive cards: push"),
        (["2", "A"], "A spread of 11: 1 to 1"),
    ],
)
def test_the_marker_lies_where_the_cards_say(cards: list[str], marked: str) -> None:
    assert titles(drawn(rules("bc-red-dog"), *BETS["bc-red-dog"], {"deal": cards}), "lit") == [marked]


def test_the_schedule_prints_what_the_rules_pay() -> None:
    svg = drawn(rules("bc-red-dog", payouts={"spread:1": "6:1"}))
    assert titles(svg, "schedule")[1] == "A spread of 1: 6 to 1"


def test_a_new_bet_clears_the_cards_of_the_last_round_away() -> None:
    for edition, cards in (
        ("bc-red-dog", {"deal": ["9", "8"]}),
        ("bc-war", {"deal": {"player": "9", "dealer": "3"}}),
    ):
        last = [*BETS[edition], cards]
        assert titles(drawn(rules(edition), *last), "card")
        assert not titles(drawn(rules(edition), *last, BETS[edition][0]), "card")


def test_a_war_shows_both_cards_of_each_side_and_what_is_burned() -> None:
    tied = [*BETS["bc-war"], {"deal": {"player": "8", "dealer": "8"}}]
    svg = drawn(rules("bc-war"), *tied)
    assert titles(svg, "card") == ["Dealer’s card: an 8", "Player’s card: an 8"]
    assert titles(svg, "pile") == []
    war: list[dict[str, Any]] = [
        {"bet": "go_to_war", "amount": "10"},
        {"deal": {"player": "J", "dealer": "A"}},
    ]
    svg = drawn(rules("bc-war", table={"burn_cards": 3}), *tied, *war)
    assert sorted(titles(svg, "card")) == [
        "Dealer’s card: an 8",
        "Dealer’s war card: an ace",
        "Player’s card: an 8",
        "Player’s war card: a jack",
    ]
    assert titles(svg, "pile") == ["6 cards are burned, 3 before each card"]


@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "7", "8", "9", "10"])
def test_a_card_has_as_many_lozenges_as_it_counts(rank: str) -> None:
    svg = drawn(rules("bc-war"), *BETS["bc-war"], {"deal": {"player": rank, "dealer": "K"}})
    own = next(
        group for group in svg.iter(f"{SVG}g") if (group.findtext(f"{SVG}title") or "").startswith("Player’s")
    )
    places = [pip.get("points") for pip in own.iter(f"{SVG}polygon")]
    assert len(places) == len(set(places)) == int(rank)


def test_there_is_a_place_for_each_player_and_a_phone_shows_the_one_in_play() -> None:
    seven = rules("bc-war", table={"players": 7})
    assert len(titles(drawn(seven), "seat")) == 7
    assert titles(drawn(seven), "area").count("Tie") == 7
    phone = drawn(seven, *BETS["bc-war"], narrow=True)
    assert sorted(titles(phone, "area")) == ["Casino War", "Go to War", "Tie"]
    assert titles(phone, "chip") == ["5 on Tie", "10 on Casino War"]
    assert "One of the 7 players’ places is drawn." in (phone.findtext(f"{SVG}desc") or "")
    assert len(titles(drawn(rules("bc-war", table={"players": 5000})), "seat")) == 10


def test_chips_of_a_bet_without_an_area_lie_beside_the_layout() -> None:
    layout = {"areas": [{"wager": "space", "space": "1", "x": 0, "y": 0, "w": 20, "h": 10}]}
    svg = drawn(rules("bc-wheel", layout=layout), *BETS["bc-wheel"])
    assert sorted(titles(svg, "chip")) == ["100 on Space 1", "5 on Space joker"]


@pytest.mark.parametrize("unit", ["1/100", "1/4", "1", "25"])
@pytest.mark.parametrize("edition", ROUND_EDITIONS)
def test_a_layout_in_any_unit_is_drawn_alike_and_in_its_own_coordinates(edition: str, unit: str) -> None:
    times = Fraction(unit)
    standard = game_of(rules(edition).edition).standard_layout(rules(edition))
    areas = [
        area | {side: str(area[side] * times) for side in ("x", "y", "w", "h")} for area in standard["areas"]
    ]
    svg = drawn(rules(edition, layout={"areas": areas}), *BETS[edition])
    plain = drawn(rules(edition), *BETS[edition])
    left, _, width, _ = map(float, (svg.get("viewBox") or "").split())
    assert left <= 0
    assert left + width >= standard["width"] * times * SCALE
    assert titles(svg, "area") == titles(plain, "area")
    scale = svg.find(f"{SVG}g[@transform]")
    drawing = svg if scale is None else scale
    at = 1.0 if scale is None else float((scale.get("transform") or "")[6:-1])
    first = next(group for group in drawing.findall(f"{SVG}g") if (group.get("class") or "") == "area")
    path = first.find(f"{SVG}path")
    assert path is not None
    top = float((path.get("d") or "").split("H")[0].split()[1]) * at
    assert top == pytest.approx(float(Fraction(areas[0]["y"]) * SCALE), abs=0.1 * float(times) + 0.01)


def test_highlighted_areas_are_marked() -> None:
    svg = drawn(rules("bc-wheel"), highlight=[2])
    assert titles(svg, "lit") == ["Space 5"]


# How it is shown -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ROUND_EDITIONS)
def test_every_frame_of_every_worked_example_is_drawn(edition: str) -> None:
    for example in examples_of(rules(edition).edition):
        ruleset = rules(edition, table={"players": 3}) if edition != "bc-wheel" else rules(edition)
        game = game_of(ruleset.edition)
        for frame in game.frames(ruleset, example.read):
            for narrow, printing in ((False, False), (True, False), (False, True)):
                text = game.draw(ruleset, title=example.title, frame=frame, narrow=narrow, printing=printing)
                svg = ElementTree.fromstring(text)
                assert len(titles(svg, "chip")) == len(frame.bets)
                assert len(titles(svg, "card")) == sum(bool(card) for card in frame.shown.values()) * (
                    "called" not in frame.shown
                )


@pytest.mark.parametrize("edition", ROUND_EDITIONS)
@pytest.mark.parametrize("narrow", [False, True])
def test_everything_lies_within_the_drawing(edition: str, narrow: bool) -> None:
    for players in (1, 2, 4, 7, 10):
        more = {"table": {"players": players}} if edition != "bc-wheel" else {}
        svg = drawn(rules(edition, operator="Harbour Point Casino", **more), *BETS[edition], narrow=narrow)
        left, top, width, height = map(float, (svg.get("viewBox") or "").split())
        for text in svg.iter(f"{SVG}text"):
            if (text.get("transform") or "") or text.get("x") is None:
                continue
            x, y, size = (float(text.get(name) or 0) for name in ("x", "y", "font-size"))
            half = text_width(text.text or "") * size / 2
            assert left <= x - half and x + half <= left + width, text.text
            assert top <= y - size * 0.7 and y <= top + height, text.text


def test_a_phone_s_letters_can_be_read() -> None:
    """At 320 pixels no label of a standard table is smaller than 8 of them."""
    for edition in ROUND_EDITIONS:
        svg = drawn(rules(edition), *BETS[edition][:1], narrow=True)
        width = float((svg.get("viewBox") or "").split()[2])
        sizes = [float(t.get("font-size") or 0) for t in svg.iter(f"{SVG}text") if t.get("class") == "label"]
        assert min(sizes) * 320 / width >= 8


@pytest.mark.parametrize("edition", ROUND_EDITIONS)
def test_printing_spares_the_ink(edition: str) -> None:
    ruleset = rules(edition)
    svg = game_of(ruleset.edition).draw(ruleset, title="A table", printing=True)
    fills = set(re.findall(r'fill="(#[0-9a-f]{6})"', svg)) - {"#1b1b18", "#0e5a40", "#111111"}
    assert all(int(fill[place : place + 2], 16) >= 0xC0 for fill in fills for place in (1, 3, 5)), fills


@pytest.mark.parametrize("printing", [False, True])
@pytest.mark.parametrize("narrow", [False, True])
def test_odd_names_are_escaped_and_stay_in_their_areas(narrow: bool, printing: bool) -> None:
    wheel = {"spaces": dict.fromkeys(ODD_NAMES, 3), "payouts": dict.fromkeys(ODD_NAMES, "3:1")}
    ruleset = rules("bc-wheel", wheel=wheel, operator="<b>House</b>")
    events = [{"bet": "space", "space": ODD_NAMES[0], "amount": "5"}, {"spin": ODD_NAMES[0]}]
    game = game_of(ruleset.edition)
    text = game.draw(ruleset, title="<i>", frame=after(ruleset, *events), narrow=narrow, printing=printing)
    assert "<script" not in text
    assert "<b>" not in text
    svg = ElementTree.fromstring(text)
    assert titles(svg, "area") == [f"Space {name}" for name in ODD_NAMES]
    for group in svg.iter(f"{SVG}g"):
        if "area" in (group.get("class") or ""):
            index = int(group.get("data-areas") or 0)
            box = game.layout_of(ruleset)["areas"][index]
            for each in group.iter(f"{SVG}text"):
                width = text_width(each.text or "") * float(each.get("font-size") or 0)
                assert width <= box["w"] * SCALE
                assert box["y"] * SCALE < float(each.get("y") or 0) < (box["y"] + box["h"]) * SCALE


@pytest.mark.parametrize("text", [*ODD_NAMES, "1", "W" * 40, "a " * 20])
@pytest.mark.parametrize(("w", "h"), [(20, 8), (8, 4), (3, 2), (1, 1)])
def test_a_text_fits_its_box_whatever_it_is(text: str, w: float, h: float) -> None:
    size, lines = fit(text, w, h, 5, 1.5)
    assert all(text_width(line) * size <= w * 1.001 or len(line) == 1 for line in lines)
    assert len(lines) * size <= h * 1.001
    whole = "".join(lines).replace("…", "").replace(" ", "")
    assert text.replace(" ", "").startswith(whole)


def test_two_drawings_on_one_page_have_their_own_ids() -> None:
    one, other = rules("bc-war"), rules("bc-war", table={"players": 2})
    ids = [
        drawn(each, narrow=narrow).get("aria-labelledby") for each in (one, other) for narrow in (False, True)
    ]
    assert len(set(ids)) == 4


# Layouts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ROUND_EDITIONS)
def test_a_standard_layout_passes_the_check(edition: str) -> None:
    for players in (1, 3, 7):
        more = {"table": {"players": players}} if edition != "bc-wheel" else {}
        ruleset = rules(edition, operator="Harbour Point Casino", **more)
        layout = game_of(ruleset.edition).standard_layout(ruleset)
        stated = load_ruleset({**ruleset.to_json(), "layout": layout})
        assert [finding.message for finding in check(stated).findings if "layout" in finding.path] == []
        assert layout["legends"] == ["Harbour Point Casino"]
        assert game_of(stated.edition).layout_of(stated)["areas"] == stated.stated["layout"]["areas"]


def test_a_standard_layout_has_only_what_is_offered() -> None:
    layout = game_of(rules("bc-war").edition).standard_layout(rules("bc-war", wagers=["war", "go_to_war"]))
    assert {area["wager"] for area in layout["areas"]} == {"war", "go_to_war"}


def test_craps_draws_its_own_standard_layout_as_before() -> None:
    from craps.layouts import standard_layout

    ruleset = load_ruleset({"edition": "md-craps", "operator": "The House"})
    game = game_of(ruleset.edition)
    assert game.id == HOME
    assert game.layout_of(ruleset) == standard_layout(ruleset.edition, operator="The House")
