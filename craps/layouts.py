"""A standard layout for each edition, as contract ``layout`` data: where a drawing starts.

One end is a grid of rows: numbers with don't come beside them, come, field, and the don't pass and pass
lines that wrap its outer corner. A full table has two ends with the proposition box between them; a
mini-craps table has one. All coordinates are whole grid units, so that an editor can move areas by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from craps.dice import POINTS
from craps.edition import Edition
from craps.messages import ENGLISH, language
from craps.wagers import CATALOGUE, SIDE_BETS

Area = dict[str, Any]
Cell = tuple[str, int | None, str]  # wager, number, label

HEIGHT = 58
END = 69  # width of one end
CENTRE = 48
GAP = 2
PASS, DONT = 7, 6  # how wide the two lines are
_INSIDE = PASS + DONT
_NUMBERS, _COME, _FIELD = 0, 19, 31  # where each row begins
_LINES = HEIGHT - _INSIDE
_FIRST_BOX = 21  # number boxes begin here; don't come stands to their left
_BOX = 8
_STRIP = 4

_LABELS = {
    "pass_line": "PASS LINE",
    "dont_pass": "DON'T PASS BAR 12",
    "come": "COME",
    "dont_come": "Don't Come Bar 12",
    "field": "FIELD",
    "big_6": "BIG 6",
    "big_8": "BIG 8",
    "any_seven": "ANY SEVEN",
    "any_craps": "ANY CRAPS",
    "horn": "HORN",
    "horn_high": "HORN HIGH",
    "world": "WORLD",
    "hop": "HOP BETS",
    "six_seven_eight": "6 7 8",
    "fire": "FIRE BET",
    "sharpshooter": "SHARPSHOOTER",
    "all_small": "ALL SMALL",
    "all_or_nothing": "ALL OR NOTHING AT ALL",
    "all_tall": "ALL TALL",
    "high_low": "HI LO",
    "ace_deuce_eleven": "3 & 11",
    "eleven_twelve": "11 & 12",
    "high_low_eleven": "HI LO 11",
    "lay": "Lay",
    "place": "Place",
    "place_to_lose": "Lose",
}
_WORDS = {6: "SIX", 9: "NINE"}  # printed as words, because a 6 read from the other side is a 9


def standard_layout(
    edition: Edition, wagers: Collection[str] | None = None, operator: str = ""
) -> dict[str, Any]:
    """The layout to start from, with an area for every wager offered and the legends the edition asks for.

    >>> from craps import load_edition
    >>> layout = standard_layout(load_edition("md-craps"), operator="Harbour Point Casino")
    >>> layout["legends"]
    ['no call bets', 'Harbour Point Casino']
    """
    offered = frozenset(edition.baseline_wagers if wagers is None else wagers)
    labels = _labels(edition)
    one_end = list(_end(offered, labels))
    centre = list(_centre(offered, labels, edition))
    areas = one_end + [_moved(area, END + GAP) for area in centre]
    width = END + GAP + CENTRE
    if edition.game != "mini-craps":
        width += GAP + END
        areas += [_mirrored(area, width) for area in one_end]
    layout: dict[str, Any] = {"width": width, "height": HEIGHT, "areas": areas}
    layout["legends"] = list(_legends(edition, offered, areas, operator))
    return layout | _side_bets(edition, offered)


def area_bets(offered: Collection[str]) -> Iterator[tuple[str, str]]:
    """The bets that an area can be for: each wager, or each of its numbers."""
    for wager, item in CATALOGUE.items():
        if wager in offered:
            by_number = item.numbers and not item.moves and wager != "horn_high"  # its one box takes all four
            yield from ((wager, str(number)) for number in item.numbers) if by_number else ((wager, ""),)


# The ends ------------------------------------------------------------------------------------------------


def _end(offered: Collection[str], labels: dict[str, str]) -> Iterator[Area]:
    def area(wager: str, x: int, y: int, right: int, bottom: int) -> Iterator[Area]:
        if wager in offered:
            yield _area(wager, None, labels[wager], x, y, right - x, bottom - y)

    yield from area("pass_line", 0, HEIGHT - PASS, END, HEIGHT)
    yield from area("pass_line", 0, 0, PASS, HEIGHT - PASS)
    yield from area("dont_pass", PASS, _LINES, END, HEIGHT - PASS)
    yield from area("dont_pass", PASS, 0, _INSIDE, _LINES)
    yield from area("dont_come", _INSIDE, _NUMBERS, _FIRST_BOX, _COME)
    yield from _numbers(offered, labels)
    yield from area("come", _INSIDE, _COME, END, _FIELD)
    field = _INSIDE
    for wager in ("big_6", "big_8"):
        yield from area(wager, field, _FIELD, field + _BOX, _LINES)
        field += _BOX if wager in offered else 0
    yield from area("field", field, _FIELD, END, _LINES)


def _numbers(offered: Collection[str], labels: dict[str, str]) -> Iterator[Area]:
    """Each number's box for buy bets, with a strip for what is laid behind it and one for place in front."""
    box = "buy" if "buy" in offered else "place"
    for place, number in enumerate(POINTS):
        x = _FIRST_BOX + place * _BOX
        top, bottom = _NUMBERS, _COME
        for wager in ("lay", "place_to_lose"):
            if wager in offered:
                yield _area(wager, number, labels[wager], x, top, _BOX, _STRIP)
                top += _STRIP
        if box == "buy" and "place" in offered:
            bottom -= _STRIP
            yield _area("place", number, labels["place"], x, bottom, _BOX, _STRIP)
        if box in offered:
            yield _area(box, number, labels.get(f"{number}", f"{number}"), x, top, _BOX, bottom - top)


# The proposition box -------------------------------------------------------------------------------------


def _centre(offered: Collection[str], labels: dict[str, str], edition: Edition) -> Iterator[Area]:
    def cells(*wagers: str) -> list[Cell]:
        return [(w, None, labels[w]) for w in wagers if w in offered]

    def hard(*numbers: int) -> list[Cell]:
        named = labels.get("hardway")
        return [("hardway", n, named or f"HARD {n}") for n in numbers if "hardway" in offered]

    craps_and_eleven: list[Cell] = [("c_and_e", None, "C"), ("c_and_e", None, "E")]
    fire = () if "fire" in edition.layout else ("fire",)
    rows = [
        (11, cells("all_small", "all_or_nothing", "all_tall")),
        (5, cells("any_seven")),
        (8, hard(6, 10)),
        (8, hard(8, 4)),
        (9, cells("craps_3", "craps_2", "craps_12", "eleven")),
        (7, cells("horn", "horn_high", "world") + (craps_and_eleven if "c_and_e" in offered else [])),
        (7, cells("high_low", "ace_deuce_eleven", "eleven_twelve", "high_low_eleven")),
        (6, cells("hop", "six_seven_eight")),
        (6, cells(*fire, "sharpshooter")),
        (5, cells("any_craps")),
    ]
    rows = [row for row in rows if row[1]]
    for (_, row), (y, h) in zip(rows, _shared_out(HEIGHT, [weight for weight, _ in rows]), strict=True):
        columns = _shared_out(CENTRE, [1 if label in ("C", "E") else 2 for _, _, label in row])
        for (wager, number, label), (x, w) in zip(row, columns, strict=True):
            yield _area(wager, number, label, x, y, w, h)


def _shared_out(whole: int, weights: list[int]) -> Iterator[tuple[int, int]]:
    """Where each share begins and how long it is: whole units that add up to ``whole``."""
    total, before = sum(weights), 0
    for weight in weights:
        start = whole * before // total
        before += weight
        yield start, whole * before // total - start


# Legends and side bets -----------------------------------------------------------------------------------


def _labels(edition: Edition) -> dict[str, str]:
    """What is printed in each area: the edition's own mark where it names one. A layout is in English, as the
    documents are."""
    with language(ENGLISH):
        labels = {wager: item.name.upper() for wager, item in CATALOGUE.items()}
    labels |= _LABELS | {f"{number}": word for number, word in _WORDS.items()}
    del labels["hardway"]
    for marks in ("legends", "marks"):
        for mark, due in edition.layout.get(marks, {}).items():
            wager = due.get("on") or due["wagers"][0]
            if mark.isdigit():
                labels[mark] = mark
            elif wager != "c_and_e":
                labels[wager] = mark
    return labels


def _legends(
    edition: Edition, offered: Collection[str], areas: Iterable[Area], operator: str
) -> Iterator[str]:
    printed = {area["label"] for area in areas}
    for mark, due in edition.layout.get("legends", {}).items():
        if any(wager in offered for wager in due["wagers"]):
            yield mark
            printed.add(mark)
    for mark, due in edition.layout.get("marks", {}).items():
        if mark not in printed and any(wager in offered for wager in due["wagers"]):
            yield mark
    yield from edition.layout.get("words", ())
    if operator:
        yield operator


def _side_bets(edition: Edition, offered: Collection[str]) -> dict[str, Any]:
    layout: dict[str, Any] = {}
    schedules = [wager for wager in edition.layout.get("schedules", ()) if wager in offered]
    if schedules:
        layout["schedules"] = schedules
    for bet, wagers in SIDE_BETS.items():
        due = edition.layout.get(bet)
        if due and any(wager in offered for wager in wagers):
            layout[bet] = {field: _as_asked(value, offered) for field, value in due.items()}
    if "fire" in layout and "seats" in edition.table:
        layout["fire"]["positions"] = min(layout["fire"]["positions"], edition.table["seats"].value)
    return layout


def _as_asked(due: Any, offered: Collection[str]) -> Any:
    """What states a field as the edition asks for it: yes, its value, or every entry of a list."""
    if isinstance(due, Mapping):
        return [entry for entry in due if entry in offered or entry not in CATALOGUE]
    if isinstance(due, str):
        return True
    return list(due.value) if isinstance(due.value, tuple) else due.value


# Areas ---------------------------------------------------------------------------------------------------


def _area(wager: str, number: int | None, label: str, x: int, y: int, w: int, h: int) -> Area:
    numbered = {} if number is None else {"number": number}
    return {"wager": wager, **numbered, "x": x, "y": y, "w": w, "h": h, "label": label}


def _moved(area: Area, by: int) -> Area:
    return area | {"x": area["x"] + by}


def _mirrored(area: Area, width: int) -> Area:
    """The same area at the other end. Number boxes keep their order, so that they read 4 to 10 from both."""
    if "number" in area:
        return _moved(area, width - END - _FIRST_BOX)
    return area | {"x": width - area["x"] - area["w"]}
