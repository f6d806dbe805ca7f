"""The table as SVG, from layout data: one renderer for page, editor, play-through and PDF.

Green felt with cream lines, or ink on paper with ``printing``. Areas of one wager that touch are drawn as
one, so the pass line wraps the corner of the table. Colours and sizes are presentation attributes; nothing is
fetched, scripted or styled in line, and every text is escaped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from html import escape
from typing import Any

from craps.codec import Json
from craps.drawing_geometry import (
    Box,
    Point,
    fitted,
    lines_within,
    number,
    outlines,
    rounded_path,
    text_width,
)
from craps.drawing_parts import (
    LINE,
    ON_FELT,
    PIPS,
    SCALE,
    Ink,
    Pieces,
    circle,
    dice_of,
    element,
    ink_for,
    pill,
    text_lines,
)
from craps.drawing_plan import CORNER, Layout, Plan, Region, exact_of, plan_of, radius_at
from craps.edition import Edition
from craps.felt import Felt, felt_of
from craps.messages import say
from craps.money import amount_text
from craps.vocabulary import named
from craps.wagers import CATALOGUE, FIELD

SMALLEST = 2.3  # of a label, in grid units: nine pixels on a phone, where one end fills 320

LEGEND = 2.8  # size of what is printed along the edge

FONT = "'Source Sans 3', 'Source Sans Pro', sans-serif"


def draw(
    layout: Layout,
    *,
    title: str,
    edition: Edition | None = None,
    bets: Iterable[Mapping[str, Json]] | None = None,
    point: int | None = None,
    highlight: Collection[int | str] | None = None,
    fold: bool = False,
    printing: bool = False,
) -> str:
    """SVG text of a layout as the contract has it, or as a loaded rule set states it.

    ``bets`` puts chips on the areas: ``{"bet": "place", "number": 6, "amount": "12"}``, with ``"off": true``
    for one that is off. ``point`` puts the marker on its number. ``highlight`` marks areas by index or wager.
    ``fold`` draws one end with the centre below it, for narrow screens. ``printing`` spares the ink.

    >>> svg = draw({"areas": [{"wager": "field", "x": 0, "y": 0, "w": 20, "h": 9}]}, title="A small table")
    >>> svg.startswith("<svg "), "<title>Field</title>" in svg
    (True, True)
    """
    plan = plan_of(layout, fold)
    ink = ink_for(printing)
    out = Pieces()
    fire = layout.get("fire", {})
    margin = _margin(layout)
    size, legends = _legends(layout, plan.size.w * 0.86)
    felt = _felt_box(layout, plan)
    marked = frozenset(highlight or ())
    chips = list(bets or ())
    # Names its own parts, so that a page can have two drawings.
    what = (title, fold, printing, layout, chips, point, sorted(map(str, marked)))
    key = hashlib.sha256(repr(what).encode()).hexdigest()[:8]
    out.add(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="craps-table" role="img" '
        f'aria-labelledby="table-{key} areas-{key}" viewBox="{_view(felt)}" '
        f'font-family="{FONT}" font-weight="600" text-anchor="middle">'
    )
    out.add(f'<title id="table-{key}">{escape(title)}</title>')
    out.add(f'<desc id="areas-{key}">{escape(_description(plan, edition, fire))}</desc>')
    # A square corner must stay on the felt, so the felt is rounder where lines run round all its corners.
    _felt(out, felt, CORNER if len(plan.round) == 4 else min(CORNER, (margin - 0.9) / 0.293), ink)
    # What is marked comes last, so that no neighbour's line covers its own.
    for region in sorted(plan.regions, key=lambda region: _is_marked(region, marked)):
        _region(out, region, plan, edition, layout, ink, _is_marked(region, marked))
    if not plan.regions:
        out.add(text_lines([say("layout.no_areas")], plan.size.middle, 4, ink.line))
    _fire_spots(out, plan, fire, named("{fire}", edition), ink, margin)
    if legends:
        y = felt.bottom - 3.2 - (len(legends) - 1) * LINE * size / 2
        out.add(text_lines(legends, (plan.size.middle[0], y), size, ink.line, "legend"))
    if point is not None:
        _puck(out, plan, point, ink)
    _chips(out, plan, edition, chips, ink)
    out.add("</svg>")
    return out.text()


def felt_areas(layout: Layout, fold: bool = False) -> Felt:
    """Where the areas of the same drawing lie.

    >>> felt_areas({"areas": [{"wager": "field", "x": 0, "y": 0, "w": 20, "h": 9}]}).areas[0][2:6]
    (0, 0, 200, 90)
    """
    plan = plan_of(layout, fold)
    boxes = [
        (region.wager, region.spot, box)
        for region in plan.regions
        for box in sorted(region.boxes, key=lambda box: -box.w)
    ]
    return felt_of(_view(_felt_box(layout, plan)), boxes)


def draw_dice(faces: tuple[int, int]) -> str:
    """Two dice as they fell, each a group of its own so that a page can let them roll in.

    >>> draw_dice((3, 1)).count("<circle"), "3 and 1" in draw_dice((3, 1))
    (4, True)
    """
    out = Pieces()
    out.add('<svg xmlns="http://www.w3.org/2000/svg" class="dice" role="img" viewBox="0 0 96 46"')
    label = say("layout.dice", first=faces[0], second=faces[1])
    out.add(f' aria-label="{label}">')
    for place, face in enumerate(faces):
        out.add('<g class="die">')
        _die(out, (0.3 + place * 5.0, 0.3), 4.0, face, ON_FELT)
        out.add("</g>")
    out.add("</svg>")
    return out.text()


def _margin(layout: Layout) -> float:
    return 5.5 if layout.get("fire", {}).get("positions") else 4.0


def _felt_box(layout: Layout, plan: Plan) -> Box:
    """The whole of the felt: the areas, the rim around them, and the legends below."""
    sides, margin = plan.size, _margin(layout)
    size, legends = _legends(layout, sides.w * 0.86)
    below = 4.4 if layout.get("fire", {}).get("positions") else 3.0
    foot = below + (len(legends) - 1) * LINE * size if legends else 0.0
    return Box(sides.x - margin, sides.y - margin, sides.w + 2 * margin, sides.h + 2 * margin + foot)


def _view(box: Box) -> str:
    return " ".join(number(side * SCALE) for side in box)


# What is drawn -------------------------------------------------------------------------------------------


def _felt(out: Pieces, felt: Box, corner: float, ink: Ink) -> None:
    for inset, fill, line in ((0.0, ink.rail, None), (0.7, ink.felt, ink.rail_line)):
        sides = {
            "x": felt.x + inset,
            "y": felt.y + inset,
            "width": felt.w - 2 * inset,
            "height": felt.h - 2 * inset,
            "rx": corner - inset,
        }
        scaled = {name: number(value * SCALE) for name, value in sides.items()}
        stroke = {"stroke": line, "stroke-width": "3"} if line else {}
        out.add(element("rect", scaled | {"fill": fill} | stroke))


def _region(
    out: Pieces,
    region: Region,
    plan: Plan,
    edition: Edition | None,
    layout: Layout,
    ink: Ink,
    lit: bool,
) -> None:
    out.add(
        f'<g class="area{" lit" if lit else ""}" data-wager="{escape(region.wager)}" '
        + (f'data-number="{region.spot}" ' if region.spot is not None else "")
        + f'data-areas="{" ".join(map(str, region.indexes))}">'
    )
    out.add(f"<title>{escape(_name(edition, region.wager, region.spot))}</title>")
    for corners in outlines(list(region.boxes)):
        scaled = [(x * SCALE, y * SCALE) for x, y in corners]
        path = rounded_path(scaled, lambda at: radius_at((at[0] / SCALE, at[1] / SCALE), plan.round) * SCALE)
        out.add(
            element(
                "path",
                {
                    "d": path,
                    "fill": ink.lit if lit else ink.fills.get(region.wager, ink.area),
                    "stroke": ink.lit_line if lit else ink.line,
                    "stroke-width": "7" if lit else "3.5",
                },
            )
        )
    for box, label in zip(region.boxes, region.labels, strict=True):
        _inside(out, box, label, region, edition, layout, ink)
    out.add("</g>")


def _is_marked(region: Region, marked: Collection[int | str]) -> bool:
    return region.wager in marked or any(index in marked for index in region.indexes)


def _inside(
    out: Pieces, box: Box, label: str, region: Region, edition: Edition | None, layout: Layout, ink: Ink
) -> None:
    label = label or (_name(edition, region.wager, region.spot) if len(region.boxes) == 1 else "")
    dice = dice_of(region.wager, region.spot)
    space = box
    if dice and box.h >= 6 and box.w >= 7:
        side = min(box.w / 2.9, box.h * 0.42, 4.2)
        _dice(out, (box.middle[0], box.y + box.h * 0.34), side, dice, ink)
        space = Box(box.x, box.y + box.h * 0.62, box.w, box.h * 0.32)
    elif region.wager == "field" and box.w >= 24 and box.h >= 9:
        _field_numbers(out, Box(box.x, box.y + box.h * 0.5, box.w, box.h * 0.42), ink)
        space = Box(box.x, box.y + box.h * 0.06, box.w, box.h * 0.42)
    elif spots := _marker_spots(region.wager, layout):
        _circles(out, Box(box.x, box.y + box.h * 0.55, box.w, box.h * 0.4), spots, ink)
        space = Box(box.x, box.y, box.w, box.h * 0.58)
    _label(out, space, label, region, ink)


def _label(out: Pieces, box: Box, label: str, region: Region, ink: Ink) -> None:
    upright = box.h > 2.2 * box.w and box.h > 20 and len(region.boxes) > 1
    w, h = (box.h, box.w) if upright else (box.w, box.h)
    biggest = 6.2 if region.spot and region.wager in ("buy", "place") and box.h > 5 else min(5.2, h * 0.6)
    if region.wager in ("pass_line", "dont_pass"):
        biggest = h * 0.5
    size, lines = fitted(label, w * 0.86, h * 0.9, biggest, SMALLEST)
    spare = w * 0.8 - max(text_width(line) for line in lines) * size
    spaced = len(lines) == 1 and w > 30 and spare > size * len(label) * 0.3
    turned = -90 if upright else 0
    out.add(
        text_lines(lines, box.middle, size, ink.text.get(region.wager, ink.line), "label", spaced, turned)
    )


def _field_numbers(out: Pieces, box: Box, ink: Ink) -> None:
    """The field's totals, with a ring round 2 and 12, which pay more."""
    step = box.w * 0.84 / (len(FIELD) - 1)
    size = min(box.h * 0.55, step * 0.5, 4.2)
    for place, total in enumerate(FIELD):
        at = (box.x + box.w * 0.08 + place * step, box.middle[1])
        if total in (2, 12):
            circle(out, at, size * 0.88, "none", ink.line)
        out.add(text_lines([str(total)], at, size, ink.line))


def _marker_spots(wager: str, layout: Layout) -> list[int]:
    totals = CATALOGUE[wager].totals
    if not totals or wager == "all_or_nothing":
        return []
    return sorted(int(n) for n in layout.get("bonus", {}).get("marker_spots", ()) if int(n) in totals)


def _circles(out: Pieces, box: Box, numbers: list[int], ink: Ink) -> None:
    step = box.w / (len(numbers) + 0.4)
    r = min(step * 0.44, box.h * 0.48)
    for place, total in enumerate(numbers):
        at = (box.x + step * (place + 0.7), box.middle[1])
        circle(out, at, r, "none", ink.line)
        out.add(text_lines([str(total)], at, r * 1.15, ink.line))


def _dice(out: Pieces, at: Point, side: float, faces: tuple[int, int], ink: Ink) -> None:
    gap = side * 0.2
    for place, face in enumerate(faces):
        x, y = at[0] + (place - 1) * (side + gap) + gap / 2, at[1] - side / 2
        _die(out, (x, y), side, face, ink)


def _die(out: Pieces, at: Point, side: float, face: int, ink: Ink) -> None:
    x, y = at
    sides = {"x": x, "y": y, "width": side, "height": side, "rx": side * 0.18}
    scaled = {name: number(value * SCALE) for name, value in sides.items()}
    line = {"fill": ink.die, "stroke": ink.die_line, "stroke-width": ink.die_width}
    out.add(element("rect", scaled | line))
    for across, down in PIPS[face]:
        pip = {"cx": x + across * side, "cy": y + down * side, "r": side * 0.095}
        out.add(element("circle", {n: number(v * SCALE) for n, v in pip.items()} | {"fill": ink.pip}))


def _fire_spots(out: Pieces, plan: Plan, fire: Mapping[str, Any], name: str, ink: Ink, margin: float) -> None:
    """Numbered places along the rim, clockwise from the boxperson's left, and the relocation area."""
    count = int(fire.get("positions", 0))
    if not count:
        return
    end = plan.rim
    width, height, off = plan.whole_width, end.h, margin / 2
    right, left, bottom = end.x + width + off, end.x - off, end.bottom + off
    top, low = end.y + height * 0.1, end.y + height * 0.76
    inset = min(CORNER * 0.6, width / 4)
    legs = (  # the corners are left free, where the rail is round
        ((right, top), (right, low)),
        ((end.x + width - inset, bottom), (end.x + inset, bottom)),
        ((left, low), (left, top)),
    )
    lengths = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in legs]
    for place in range(count):
        along = sum(lengths) * (place + 0.5) / count
        leg = 0
        while along > lengths[leg]:
            along -= lengths[leg]
            leg += 1
        (x0, y0), (x1, y1) = legs[leg]
        at = (x0 + (x1 - x0) * along / lengths[leg], y0 + (y1 - y0) * along / lengths[leg])
        if plan.folded and at[0] > end.right:
            continue
        spot = place + 1 if fire.get("clockwise", True) else count - place
        out.add(f'<g class="fire"><title>{escape(say("layout.position", name=name, number=spot))}</title>')
        circle(out, at, 1.8, ink.area, ink.line)
        out.add(text_lines([str(spot)], at, 2, ink.line) + "</g>")
    if fire.get("relocation_area") and not plan.folded:
        box = Box(end.x + width / 2 - 9, end.y - margin + 1.6, 18, 3.4)
        out.add(f'<g class="fire"><title>{escape(say("layout.relocation", name=name))}</title>')
        pill(out, box, ink.area, ink.line, "2.5")
        out.add(text_lines([f"FIRE 1–{count}"], box.middle, 2.2, ink.line) + "</g>")


# Chips and markers ---------------------------------------------------------------------------------------


def _chips(
    out: Pieces, plan: Plan, edition: Edition | None, bets: list[Mapping[str, Json]], ink: Ink
) -> None:
    """A chip for each bet with its amount on it, from the right of its area to the left."""
    taken: dict[int, float] = {}
    for bet in bets:
        region = _region_of(plan, str(bet["bet"]), bet.get("number"))
        box = region.widest if region else plan.size
        amount = amount_text(exact_of(bet["amount"]))
        high = min(4.6, max(box.h * 0.7, 3.4))
        wide = max(high, text_width(amount) * high * 0.46 + high * 0.3)
        right = box.right - (4 if box.w > 30 else 0.4) - taken.get(id(region), 0.0)
        taken[id(region)] = taken.get(id(region), 0.0) + wide * (0.75 if box.w < 30 else 1.1)
        chip = Box(right - wide, min(box.bottom - high - 0.4, box.middle[1] - high * 0.1), wide, high)
        if box.h < high + 1 or box.w > 30:
            chip = chip._replace(y=box.middle[1] - high / 2)
        off = bool(bet.get("off"))
        title = say("layout.chip_off" if off else "layout.chip", amount=amount, name=_bet_name(edition, bet))
        out.add(f'<g class="chip{" off" if off else ""}"><title>{escape(title)}</title>')
        pill(out, chip, ink.chip_off if off else ink.chip, ink.chip_line, "4")
        out.add(text_lines([amount], chip.middle, high * 0.46, ink.chip_text) + "</g>")


def _bet_name(edition: Edition | None, bet: Mapping[str, Json]) -> str:
    if dice := bet.get("dice"):
        return f"{_name(edition, str(bet['bet']), None)} {dice[0]}-{dice[1]}"
    spot = bet.get("number")
    return _name(edition, str(bet["bet"]), None if spot is None else int(spot))


def _region_of(plan: Plan, wager: str, spot: Any) -> Region | None:
    """Where a bet's chips lie: its own area, else its number's box, else that of the bet it supports."""
    against = wager.startswith("dont")
    boxes = ("lay", "buy", "place") if against else ("buy", "place", "lay")
    numbered = [(box, spot) for box in boxes] if spot is not None and wager in _IN_NUMBER_BOXES else []
    for key in ((wager, spot), *numbered, (wager, None), (CATALOGUE[wager].flat, None)):
        for region in plan.regions:
            if (region.wager, region.spot) == key:
                return region
    return None


_IN_NUMBER_BOXES = (
    "come",
    "dont_come",
    "come_odds",
    "dont_come_odds",
    "place",
    "place_to_lose",
    "buy",
    "lay",
)


def _puck(out: Pieces, plan: Plan, point: int, ink: Ink) -> None:
    for region in plan.regions:
        if region.spot == point and region.wager in ("buy", "place") and region.widest.h > 5:
            at = (region.widest.x + 1.9, region.widest.y + 1.9)
            out.add(f'<g class="puck"><title>{say("layout.point", point=point)}</title>')
            circle(out, at, 1.7, ink.puck, ink.puck_line)
            out.add(text_lines(["ON"], at, 1.7, ink.puck_line) + "</g>")


# In words ------------------------------------------------------------------------------------------------


def _name(edition: Edition | None, wager: str, spot: int | None) -> str:
    name = edition.name_of(wager) if edition else CATALOGUE[wager].name
    return name if spot is None else f"{name} {spot}"


def _description(plan: Plan, edition: Edition | None, fire: Mapping[str, Any]) -> str:
    wagers = {region.wager for region in plan.regions}
    names = [_name(edition, wager, None) for wager in CATALOGUE if wager in wagers]
    if not names:
        return say("layout.empty_craps")
    told = say("layout.part_of_craps" if plan.folded else "layout.craps", names=", ".join(names))
    if fire.get("positions"):
        told += f" {say('layout.positions', count=fire['positions'], name=named('{fire}', edition))}"
    return told


def _legends(layout: Layout, width: float) -> tuple[float, list[str]]:
    """Legends that no area carries as its label, in lines to print along the edge, and their size."""
    printed = {str(area.get("label", "")).casefold() for area in layout.get("areas", ())}
    loose = [legend for legend in layout.get("legends", ()) if legend.casefold() not in printed]
    lines = lines_within(" · ".join(loose), width / LEGEND)
    # A word longer than the table is wide is set smaller, and the rest with it.
    return min([LEGEND, *(width / text_width(line) for line in lines)]), lines
