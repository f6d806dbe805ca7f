"""What the table drawing is made of: inks for felt and for paper, dice faces, elements as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from craps.drawing_geometry import Box, Point, number

LINE = 1.08  # from line to line, as part of the size
SCALE = 10  # drawing units a grid unit: keeps lengths readable and text sizes whole

# Pips of a die face, as parts of its side.
_LOW, _MID, _HIGH = 0.26, 0.5, 0.74
_ONE = ((_MID, _MID),)
_TWO = ((_LOW, _LOW), (_HIGH, _HIGH))
_FOUR = (*_TWO, (_LOW, _HIGH), (_HIGH, _LOW))
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: _ONE,
    2: _TWO,
    3: _TWO + _ONE,
    4: _FOUR,
    5: _FOUR + _ONE,
    6: (*_FOUR, (_LOW, _MID), (_HIGH, _MID)),
}
_SHOWN = {"craps_2": (1, 1), "craps_3": (1, 2), "craps_12": (6, 6), "eleven": (5, 6)}


@dataclass(frozen=True)
class Ink:
    """The colours of a drawing. ``fills`` and ``text`` are for single wagers; the others share one."""

    felt: str
    rail: str
    rail_line: str
    line: str
    area: str
    lit: str
    lit_line: str
    die: str
    die_line: str
    die_width: str
    pip: str
    chip: str
    chip_off: str
    chip_line: str
    chip_text: str
    puck: str
    puck_line: str
    fills: Mapping[str, str] = field(default_factory=dict)
    text: Mapping[str, str] = field(default_factory=dict)


_RED, _GOLD = "#f4b6a6", "#f3d98b"
ON_FELT = Ink(
    felt="#0e4f38",
    rail="#5b3a21",
    rail_line="#d9cfa8",
    line="#fbf6e4",
    area="none",
    lit="#1c6b4d",
    lit_line="#ffd45e",
    die="#b3261e",
    die_line="#b3261e",
    die_width="1",
    pip="#ffffff",
    chip="#fbf6e4",
    chip_off="#c9c4b2",
    chip_line="#9c2b22",
    chip_text="#1b1b18",
    puck="#ffffff",
    puck_line="#111111",
    fills={"pass_line": "#0a4430", "field": "#0b4631", "dont_pass": "#0c4a34"},
    text={"come": _RED, "field": _GOLD, "any_seven": _RED},
)
ON_PAPER = Ink(
    felt="#ffffff",
    rail="#ffffff",
    rail_line="#1b1b18",
    line="#1b1b18",
    area="none",
    lit="#eef3ee",
    lit_line="#0e5a40",
    die="#ffffff",
    die_line="#1b1b18",
    die_width="2.5",
    pip="#1b1b18",
    chip="#ffffff",
    chip_off="#e4e4df",
    chip_line="#0e5a40",
    chip_text="#1b1b18",
    puck="#ffffff",
    puck_line="#111111",
)


def ink_for(printing: bool) -> Ink:
    return ON_PAPER if printing else ON_FELT


def dice_of(wager: str, spot: int | None) -> tuple[int, int] | None:
    """The faces printed in a wager's box: a hardway's pair, a proposition's roll."""
    if wager == "hardway" and spot:
        return spot // 2, spot // 2
    return _SHOWN.get(wager)


class Pieces:
    """The drawing as it grows."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, text: str) -> None:
        self._parts.append(text)

    def text(self) -> str:
        return "".join(self._parts)


def element(name: str, attributes: Mapping[str, str]) -> str:
    return f"<{name} " + " ".join(f'{key}="{escape(value)}"' for key, value in attributes.items()) + "/>"


def circle(out: Pieces, at: Point, r: float, fill: str, line: str, width: str = "2.5") -> None:
    place = {"cx": at[0], "cy": at[1], "r": r}
    scaled = {name: number(value * SCALE) for name, value in place.items()}
    out.add(element("circle", scaled | {"fill": fill, "stroke": line, "stroke-width": width}))


def pill(out: Pieces, box: Box, fill: str, line: str, width: str) -> None:
    sides = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": box.h / 2}
    scaled = {name: number(value * SCALE) for name, value in sides.items()}
    out.add(element("rect", scaled | {"fill": fill, "stroke": line, "stroke-width": width}))


def text_lines(
    lines: list[str],
    at: Point,
    size: float,
    fill: str,
    kind: str = "",
    spaced: bool = False,
    turned: int = 0,
) -> str:
    """Lines of text centred on a point. ``spaced`` sets one line wide, the way layouts print long areas."""
    x, y = at[0] * SCALE, at[1] * SCALE
    step = size * LINE * SCALE
    first = y - step * (len(lines) - 1) / 2 + size * 0.34 * SCALE
    turn = f' transform="rotate({turned} {number(x)} {number(y)})"' if turned else ""
    named = f' class="{kind}"' if kind else ""
    spacing = f' letter-spacing="{number(size * 0.22 * SCALE)}"' if spaced else ""
    texts = []
    for place, line in enumerate(lines):
        texts.append(
            f'<text{named} x="{number(x)}" y="{number(first + place * step)}" '
            f'font-size="{number(size * SCALE)}" fill="{fill}"{spacing}{turn}>{escape(line)}</text>'
        )
    return "".join(texts)
