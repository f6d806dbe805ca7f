"""What the drawings of games played in rounds are made of: cards, text that always fits, colours."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from html import escape

from craps.drawing_geometry import Box, Point, fitted, number, text_width
from craps.drawing_parts import LINE, SCALE, Pieces, element, text_lines
from craps.games.cards import RANKS

CARD = Box(0, 0, 9, 12.6)  # the size of a card, in grid units

Colours = tuple[str, str]  # a fill, and the text on it


@dataclass(frozen=True)
class Paint:
    """The colours that only these games have, on felt or on paper."""

    card: str
    card_line: str
    card_ink: str
    back: str
    back_line: str
    wood: str
    wood_text: str
    pointer: str
    won: Colours
    lost: Colours
    kinds: tuple[Colours, ...]


_DARK, _CREAM = "#1b1b18", "#fbf6e4"
ON_FELT = Paint(
    card="#fffdf5",
    card_line="#cfc7ac",
    card_ink="#0e4f38",
    back="#7d2219",
    back_line="#fbf6e4",
    wood="#5b3a21",
    wood_text=_CREAM,
    pointer="#ffd45e",
    won=("#ffd45e", _DARK),
    lost=("#3b4741", _CREAM),
    kinds=(
        (_CREAM, _DARK),
        ("#9c2b22", "#ffffff"),
        ("#e3b94d", _DARK),
        ("#1f3a66", "#ffffff"),
        ("#a8d5c0", _DARK),
        ("#5d2a55", "#ffffff"),
        ("#f0a868", _DARK),
        ("#17393d", "#ffffff"),
    ),
)
ON_PAPER = Paint(
    card="#ffffff",
    card_line=_DARK,
    card_ink=_DARK,
    back="#ffffff",
    back_line=_DARK,
    wood="#ffffff",
    wood_text=_DARK,
    pointer="#ffffff",
    won=("#ffffff", _DARK),
    lost=("#ffffff", _DARK),
    kinds=(
        ("#ffffff", _DARK),
        ("#dcdcd6", _DARK),
        ("#f1f1ec", _DARK),
        ("#cbcbc4", _DARK),
        ("#ffffff", _DARK),
        ("#e6e6e0", _DARK),
        ("#f7f7f3", _DARK),
        ("#d2d2cb", _DARK),
    ),
)


def paint_for(printing: bool) -> Paint:
    return ON_PAPER if printing else ON_FELT


# Text ----------------------------------------------------------------------------------------------------


def shown_text(text: str) -> str:
    """A text without characters that cannot be drawn or that turn what follows around.

    >>> shown_text("joker\\u202e  40"), shown_text("a\\x00b")
    ('joker 40', 'ab')
    """
    return " ".join("".join(c for c in text if c == " " or unicodedata.category(c)[0] not in "CZ").split())


def fit(text: str, w: float, h: float, largest: float, smallest: float) -> tuple[float, list[str]]:
    """The largest size and the lines in which a text fits a space. A word that is too long is broken, and a
    text that does not fit at the smallest size ends with an ellipsis, so that nothing leaves its area.

    >>> fit("joker", 20, 8, 5, 1.5)
    (5, ['joker'])
    >>> fit("Donaudampfschifffahrtsgesellschaft", 8, 4, 5, 1.5)[1]
    ['Donaudam', 'pfschifffa…']
    """
    text = shown_text(text)
    size, lines = fitted(text, w, h, largest, smallest)
    slack = 1 + 1e-9  # a text that just fits does fit, whatever its width is rounded to
    if all(text_width(line) * size <= w * slack for line in lines) and size * LINE * len(lines) <= h * slack:
        return size, lines
    size = min(smallest, h / LINE)
    room = max(int(h / (size * LINE)), 1)
    lines = list(_broken(text, w / size))
    return size, lines if len(lines) <= room else [*lines[: room - 1], _shortened(lines[room - 1], w / size)]


def _broken(text: str, w: float) -> list[str]:
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if text_width(joined) <= w:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if lines[-1] and text_width(lines[-1] + character) > w:
                lines.append("")
            lines[-1] += character
    return lines


def _shortened(line: str, w: float) -> str:
    while line and text_width(line + "…") > w:
        line = line[:-1]
    return line + "…"


def fitted_text(
    text: str,
    box: Box,
    largest: float,
    fill: str,
    *,
    smallest: float = 1.5,
    kind: str = "",
) -> str:
    """A text set in the middle of a box, as large as it may be."""
    size, lines = fit(text, box.w, box.h, largest, smallest)
    return text_lines(lines, box.middle, size, fill, kind)


# Shapes --------------------------------------------------------------------------------------------------


def rect(
    box: Box, fill: str, line: str, width: str, corner: float, *, dashed: bool = False, kind: str = ""
) -> str:
    sides = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": corner}
    given = {name: number(value * SCALE) for name, value in sides.items()}
    given |= {"fill": fill, "stroke": line, "stroke-width": width}
    if dashed:
        given["stroke-dasharray"] = "12 8"
    return element("rect", ({"class": kind} if kind else {}) | given)


def card_at(x: float, y: float) -> Box:
    """The box of a card with its top left corner there."""
    return CARD._replace(x=x, y=y)


def card(out: Pieces, box: Box, rank: str, title: str, paint: Paint) -> None:
    """A card as it lies open. It has no suit, since suits do not count: lozenges, or a letter in a frame."""
    out.add(f'<g class="card" color="{paint.card_ink}"><title>{escape(title)}</title>')
    out.add(rect(box, paint.card, paint.card_line, "2.5", 0.9, kind="face"))
    corner = 0.235
    for turned in (0, 180):
        at = (box.x + box.w * corner * 0.72, box.y + box.h * corner * 0.62)
        turn = f' transform="rotate(180 {number(box.middle[0] * SCALE)} {number(box.middle[1] * SCALE)})"'
        out.add(f"<g{turn if turned else ''}>")
        out.add(text_lines([rank], at, box.h * 0.205 if len(rank) < 2 else box.h * 0.17, paint.card_ink))
        out.add("</g>")
    if rank in _COURT:
        inner = Box(box.x + box.w * 0.3, box.y + box.h * 0.2, box.w * 0.4, box.h * 0.6)
        out.add(rect(inner, "none", paint.card_ink, "2", 0.5))
        out.add(text_lines([rank], box.middle, box.h * 0.32, paint.card_ink))
    else:
        large = rank == "A"
        for across, down in _places(rank):
            at = (box.x + box.w * across, box.y + box.h * down)
            out.add(_lozenge(at, box.h * (0.17 if large else 0.062), paint.card_ink))
    out.add("</g>")


def backs(out: Pieces, box: Box, count: int, title: str, paint: Paint) -> None:
    """A pile of cards that lie face down."""
    out.add(f'<g class="pile"><title>{escape(title)}</title>')
    for place in range(min(count, 4)):
        out.add(
            rect(
                box._replace(x=box.x + place * 0.6, y=box.y + place * 0.45),
                paint.back,
                paint.back_line,
                "2.5",
                0.9,
            )
        )
    out.add("</g>")


_COURT = ("J", "Q", "K")
_LEFT, _MIDDLE, _RIGHT = 0.38, 0.5, 0.62
_TOP, _BOTTOM = 0.22, 0.78
# Where the lozenges of a card are, as parts of its sides: in two columns, and down the middle.
_COLUMNS = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}
_CENTRE = {2: (_TOP, _BOTTOM), 3: (_TOP, 0.5, _BOTTOM), 5: (0.5,), 7: (0.35,), 8: (0.35, 0.65), 9: (0.5,)}


def _places(rank: str) -> list[Point]:
    count = RANKS.index(rank) + 2
    if count > 10:
        return [(0.5, 0.5)]
    rows = _COLUMNS.get(count, 0)
    step = (_BOTTOM - _TOP) / (rows - 1) if rows else 0.0
    sides = [(x, _TOP + row * step) for x in (_LEFT, _RIGHT) for row in range(rows)]
    centre = (0.3, 0.7) if count == 10 else _CENTRE.get(count, ())
    return [*sides, *((_MIDDLE, y) for y in centre)]


def _lozenge(at: Point, half: float, fill: str) -> str:
    x, y = at[0] * SCALE, at[1] * SCALE
    wide, high = half * 0.78 * SCALE, half * SCALE
    points = ((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))
    return element(
        "polygon", {"points": " ".join(f"{number(a)},{number(b)}" for a, b in points), "fill": fill}
    )
