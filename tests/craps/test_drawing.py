"""The standard layouts pass the check, and the drawing of a table shows what its layout says."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from craps import check, load_edition, load_ruleset
from craps.drawing import draw
from craps.drawing_geometry import Box, columns, fitted, outlines, text_width, touching
from craps.layouts import standard_layout
from craps.wagers import CATALOGUE
from tests.craps.play import EDITIONS

SVG = "{http://www.w3.org/2000/svg}"
OPERATOR = "Harbour Point Casino"


def table(edition: str = "md-craps") -> dict[str, Any]:
    return standard_layout(load_edition(edition), operator=OPERATOR)


def parsed(layout: dict[str, Any], **more: Any) -> ET.Element:
    return ET.fromstring(draw(layout, title="The table", **more))


def groups(svg: ET.Element, kind: str) -> list[ET.Element]:
    return [g for g in svg.iter(f"{SVG}g") if kind in g.get("class", "").split()]


def titles(svg: ET.Element, kind: str) -> list[str]:
    return [g.findtext(f"{SVG}title", "") for g in groups(svg, kind)]


def words(svg: ET.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


# Layouts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_standard_layout_passes_the_check(edition: str) -> None:
    report = check(load_ruleset({"edition": edition, "operator": OPERATOR, "layout": table(edition)}))
    assert [finding for finding in report.findings if finding.path.startswith("layout")] == []
    assert report.verdict == "ok"


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_is_offered_the_layout_has_no_fault(edition: str) -> None:
    listed = list(load_edition(edition).wagers)
    for left_out in listed:
        wagers = [wager for wager in listed if wager != left_out]
        layout = standard_layout(load_edition(edition), wagers, OPERATOR)
        rules = {"edition": edition, "operator": OPERATOR, "wagers": wagers, "layout": layout}
        faults = [f for f in check(load_ruleset(rules)).findings if f.path.startswith("layout")]
        assert faults == [], left_out
        assert left_out not in {area["wager"] for area in layout["areas"]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_areas_are_whole_units_on_the_table_for_every_wager_but_odds(edition: str) -> None:
    layout = table(edition)
    shown = {area["wager"] for area in layout["areas"]} | ({"fire"} if "fire" in layout else set())
    offered = load_edition(edition).baseline_wagers
    assert shown == {wager for wager in offered if CATALOGUE[wager].group != "odds"}
    for area in layout["areas"]:
        assert all(type(area[side]) is int for side in ("x", "y", "w", "h"))
        assert area["x"] >= 0 and area["x"] + area["w"] <= layout["width"]


def test_a_mini_table_has_one_end_and_a_full_one_two() -> None:
    fields = {e: sum(a["wager"] == "field" for a in table(e)["areas"]) for e in ("md-mini", "md-craps")}
    assert fields == {"md-mini": 1, "md-craps": 2}


# The drawing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("fold", [False, True])
def test_every_area_is_drawn_with_its_name(edition: str, fold: bool) -> None:
    layout, rulebook = table(edition), load_edition(edition)
    svg = parsed(layout, edition=rulebook, fold=fold)
    areas = groups(svg, "area")
    assert all(g[0].tag == f"{SVG}title" and g[0].text for g in areas)
    names = {
        rulebook.name_of(a["wager"]) + (f" {a['number']}" if "number" in a else "") for a in layout["areas"]
    }
    assert set(titles(svg, "area")) == names
    drawn = [int(index) for g in areas for index in g.get("data-areas", "").split()]
    assert len(drawn) == len(set(drawn))
    if not fold:
        assert sorted(drawn) == list(range(len(layout["areas"])))


def test_it_is_an_image_with_a_name_and_a_description() -> None:
    svg = parsed(table())
    assert svg.get("role") == "img"
    parts = {part.get("id"): part.text for part in svg if part.get("id")}
    name, description = (parts[key] for key in svg.get("aria-labelledby", "").split())
    assert name == "The table"
    assert description and "Pass line" in description and "16 Fire bet positions" in description


@pytest.mark.parametrize("options", [{}, {"fold": True}, {"printing": True}])
def test_nothing_that_a_strict_page_policy_blocks(options: dict[str, Any]) -> None:
    text = draw(table(), title="The table", point=6, bets=[{"bet": "field", "amount": 5}], **options)
    assert not re.search(r"<(script|style|image|use|foreignObject|a)\b| style=| on\w+=|href|url\(", text)
    assert text.count("http") == 1  # the name space, which nothing fetches


def test_text_of_others_stays_text() -> None:
    nasty = '</text><script>alert("1")</script>'
    layout = {
        "legends": [nasty],
        "areas": [{"wager": "field", "x": 0, "y": 0, "w": 20, "h": 8, "label": nasty}],
    }
    text = draw(layout, title=nasty)
    assert "<script" not in text
    assert ET.fromstring(text).findtext(f"{SVG}title") == nasty


def test_the_same_input_draws_the_same() -> None:
    assert draw(table(), title="The table", fold=True) == draw(table(), title="The table", fold=True)
    plain, bet = (parsed(table(), bets=bets) for bets in ([], [{"bet": "field", "amount": 5}]))
    assert plain.get("aria-labelledby") != bet.get("aria-labelledby")  # both may stand on one page


def test_a_loaded_layout_draws_like_the_json_it_came_from() -> None:
    layout = {"width": "20.5", "areas": [{"wager": "field", "x": "1/2", "y": 0, "w": 20, "h": "8"}]}
    stated = load_ruleset({"edition": "md-craps", "layout": layout}).stated["layout"]
    assert stated["areas"][0]["x"] == Fraction(1, 2)
    drawn = [[p.get("d") for p in parsed(each).iter(f"{SVG}path")] for each in (layout, stated)]
    assert drawn[0] == drawn[1]


def test_the_pass_line_is_one_shape_that_wraps_the_corner() -> None:
    lines = [g for g in groups(parsed(table()), "area") if g.get("data-wager") == "pass_line"]
    assert len(lines) == 2  # one an end
    paths = [path for g in lines for path in g.findall(f"{SVG}path")]
    assert len(paths) == 2
    assert all(path.get("d", "").count("A") == 6 for path in paths)  # an L has six corners


def test_folding_keeps_one_end_and_puts_the_centre_below() -> None:
    wide, narrow = (parsed(table("nz-1998"), fold=fold) for fold in (False, True))
    assert titles(wide, "area").count("Field") == 2
    assert titles(narrow, "area").count("Field") == 1
    (_, _, w0, h0), (_, _, w1, h1) = (
        [float(n) for n in s.get("viewBox", "").split()] for s in (wide, narrow)
    )
    assert w1 < w0 / 2 < h1 and h0 < w0


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_folded_table_is_legible_on_a_phone(edition: str) -> None:
    svg = parsed(table(edition), fold=True)
    pixels = 320 / float(svg.get("viewBox", "").split()[2])
    sizes = [
        float(text.get("font-size", "0")) * pixels
        for g in groups(svg, "area")
        for text in g.iter(f"{SVG}text")
    ]
    assert min(sizes) >= 7.5
    assert sum(size < 9 for size in sizes) <= 0.2 * len(sizes)


def test_printing_leaves_the_paper_white() -> None:
    fills = {part.get("fill") for part in parsed(table(), printing=True).iter() if part.tag != f"{SVG}text"}
    dark = {fill for fill in fills if fill and fill.startswith("#") and int(fill[1:3], 16) < 0xE0}
    assert dark == {"#1b1b18"}  # the pips of the dice
    assert "#0e4f38" in draw(table(), title="On felt")


def test_chips_lie_on_their_areas_with_amount_and_name() -> None:
    bets = [
        {"bet": "pass_line", "amount": "10"},
        {"bet": "pass_odds", "amount": "30"},
        {"bet": "place", "number": 6, "amount": "5/2", "off": True},
        {"bet": "come", "number": 9, "amount": 1000},
        {"bet": "hop", "dice": [2, 5], "amount": 5},
    ]
    svg = parsed(table("bc-craps"), bets=bets)
    assert titles(svg, "chip") == [
        "10 on Pass line",
        "30 on Pass odds",
        "2.50 on Place 6 (off)",
        "1,000 on Come 9",
        "5 on Hop 2-5",
    ]
    places = {g.findtext(f"{SVG}title"): g.find(f"{SVG}rect") for g in groups(svg, "chip")}
    layout = table("bc-craps")
    box = next(a for a in layout["areas"] if a["wager"] == "buy" and a["number"] == 9)
    chip = places["1,000 on Come 9"]
    assert chip is not None
    middle = float(chip.get("x", "")) + float(chip.get("width", "")) / 2
    assert box["x"] * 10 <= middle <= (box["x"] + box["w"]) * 10


def test_the_point_has_its_marker() -> None:
    assert titles(parsed(table("md-mini"), point=8), "puck") == ["The point is 8"]
    assert titles(parsed(table("md-mini")), "puck") == []


def test_marked_areas_stand_out_and_come_last() -> None:
    svg = parsed(table(), highlight={"field", 0})
    lit = groups(svg, "lit")
    assert [g.get("data-wager") for g in lit] == ["pass_line", "field", "field"]
    assert groups(svg, "area")[-3:] == lit


def test_fire_positions_run_clockwise_from_the_boxpersons_left() -> None:
    svg = parsed(table())
    spots = [g for g in groups(svg, "fire") if "position" in (g.findtext(f"{SVG}title") or "")]
    assert [g.findtext(f"{SVG}text") for g in spots] == [str(n) for n in range(1, 17)]
    # The boxperson looks down at the table from the top: their left is the right of the drawing.
    first, last = (float(spots[i].find(f"{SVG}circle").get("cx", "")) for i in (0, -1))  # type: ignore[union-attr]
    assert first > last
    assert "FIRE 1–16" in words(svg)


def test_fire_positions_stay_on_the_rim_when_an_area_reaches_past_the_table() -> None:
    layout = table()
    past = [{**layout["areas"][0], "x": -8, "y": -6, "w": 4, "h": 4}]
    for areas in (layout["areas"], layout["areas"] + past):
        svg = parsed(layout | {"areas": areas})
        left, top, width, height = (float(side) for side in svg.get("viewBox", "").split())
        for spot in groups(svg, "fire"):
            circle = spot.find(f"{SVG}circle")
            if circle is not None:
                x, y = float(circle.get("cx", "")), float(circle.get("cy", ""))
                edge = min(x - left, left + width - x, top + height - y)
                assert 20 < edge < 80


def test_legends_that_no_area_carries_are_printed_on_the_edge() -> None:
    assert f"no call bets · {OPERATOR}" in words(parsed(table()))


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(
    "operator", ["Harbour Point Casino and Resort of Anne Arundel County, Incorporated " * 2, "W" * 119]
)
def test_long_legends_take_lines_of_their_own_clear_of_the_fire_spots(operator: str, fold: bool) -> None:
    svg = parsed(table() | {"legends": ["no call bets", operator.strip()]}, fold=fold)
    left, _, width, height = (float(side) for side in svg.get("viewBox", "").split())
    lines = [text for text in svg.iter(f"{SVG}text") if text.get("class") == "legend"]
    assert " ".join(line.text or "" for line in lines) == f"no call bets · {operator.strip()}"
    circles = [c for spot in groups(svg, "fire") if (c := spot.find(f"{SVG}circle")) is not None]
    lowest = max(float(c.get("cy", "")) + float(c.get("r", "")) for c in circles)
    for line in lines:
        size, x, y = (float(line.get(name, "")) for name in ("font-size", "x", "y"))
        half = text_width(line.text or "") * size / 2
        assert left < x - half and x + half < left + width
        assert lowest < y - size * 0.75 < y < float(svg.get("viewBox", "").split()[1]) + height


def test_a_layout_without_areas() -> None:
    layouts: list[dict[str, Any]] = [{}, {"areas": []}, {"width": 100, "height": 40}]
    for layout in layouts:
        for fold in (False, True):
            assert "No areas yet" in words(parsed(layout, fold=fold))


# Shapes --------------------------------------------------------------------------------------------------


def test_outline_of_an_l() -> None:
    corners = outlines([Box(0, 0, 2, 10), Box(0, 10, 10, 2)])
    assert corners == [[(0, 0), (2, 0), (2, 10), (10, 10), (10, 12), (0, 12)]]


def test_a_ring_has_a_hole() -> None:
    ring = [Box(0, 0, 9, 1), Box(0, 8, 9, 1), Box(0, 1, 1, 7), Box(8, 1, 1, 7)]
    assert sorted(len(loop) for loop in outlines(ring)) == [4, 4]


def test_boxes_that_meet_only_in_a_point_do_not_hang_together() -> None:
    assert list(touching([Box(0, 0, 2, 2), Box(2, 2, 2, 2), Box(2, 0, 1, 2)])) == [[0, 1, 2]]
    assert list(touching([Box(0, 0, 2, 2), Box(2, 2, 2, 2)])) == [[0], [1]]


def test_columns_are_parted_by_a_gap_from_top_to_bottom() -> None:
    boxes = [Box(10, 0, 5, 5), Box(0, 0, 4, 5), Box(3, 6, 4, 2), Box(16, 0, 2, 2)]
    assert columns(boxes, 1) == [[1, 2], [0], [3]]


def test_text_is_wrapped_and_made_smaller_to_fit() -> None:
    size, lines = fitted("ALL OR NOTHING AT ALL", 16, 8, 5, 1)
    assert len(lines) > 1
    assert max(text_width(line) for line in lines) * size <= 16.01
    assert fitted("COME", 60, 12, 5, 1) == (5, ["COME"])
