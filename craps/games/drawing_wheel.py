"""A wheel with its spaces, drawn beside the layout or, on a narrow screen, above it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, radians, sin

from craps.drawing_geometry import Box, Point, number, text_width
from craps.drawing_parts import SCALE, Pieces, circle, element, text_lines
from craps.games.drawing_parts import Colours, fit, fitted_text, shown_text
from craps.games.drawing_scene import Given, Spot, found
from craps.messages import say
from craps.vocabulary import listed

LEAST, MOST = 26.0, 40.0  # the radius beside a layout, in grid units
RIM, HUB = 2.4, 0.3
GAP = 6.0
LARGEST = 3.2  # of a name on the wheel

Slice = tuple[str, float, float]  # a kind of space, where it begins and how far it goes, in degrees


class WheelScene:
    bowed = False

    def __init__(self, given: Given) -> None:
        self.given, self.spots = given, given.spots
        self.kinds: dict[str, dict[str, object]] = {each["name"]: each for each in given.picture["spaces"]}
        self.colours: dict[str, Colours] = {
            kind: given.paint.kinds[place % len(given.paint.kinds)] for place, kind in enumerate(self.kinds)
        }
        self.total = sum(each["count"] for each in given.picture["spaces"])
        self.called = str(given.shown.get("called", ""))
        size = given.size
        if given.narrow:
            self.radius = max(size.w / 2 - 2, LEAST)
            self.middle: Point = (size.middle[0], size.y - GAP - self.radius)
        else:
            self.radius = min(max(size.h / 2, LEAST), MOST)
            self.middle = (size.x - GAP - self.radius, size.middle[1])
        x, y, r = *self.middle, self.radius
        left, top = min(size.x, x - r), min(size.y, y - r - 2.5)
        self.extent = Box(left, top, max(size.right, x + r) - left, max(size.bottom, y + r) - top)

    def in_play(self, wager: str, space: str) -> Spot | None:
        return found(self.spots, wager, space)

    def swatch(self, out: Pieces, spot: Spot) -> float:
        """The colour of its spaces, in a corner."""
        if spot.space not in self.colours or min(spot.box.w, spot.box.h) < 6:
            return 0.0
        fill, line = self.colours[spot.space][0], self.given.ink.line
        circle(out, (spot.box.x + 2.1, spot.box.y + 2.1), 1.1, fill, line, "2")
        return 3.4

    def words(self) -> list[str]:
        kinds = [say("layout.kind", count=each["count"], name=name) for name, each in self.kinds.items()]
        said = [say("layout.wheel_of", count=self.total, kinds=listed(kinds))]
        if self.called:
            said.append(say("layout.called", space=self.called))
        return said

    # Drawing ---------------------------------------------------------------------------------------------

    def behind(self, out: Pieces) -> None:
        x, y = self.middle
        ink, paint, r = self.given.ink, self.given.paint, self.radius
        slices = list(self._slices())
        turn = next((start + wide / 2 for kind, start, wide in slices if kind == self.called), 0.0)
        title = say(
            "layout.wheel_called" if self.called else "layout.wheel", count=self.total, space=self.called
        )
        out.add(f'<g class="wheel"><title>{escape(shown_text(title))}</title>')
        circle(out, self.middle, r, paint.wood, ink.rail_line, "3")
        marked: list[Slice] = []
        for kind, start, wide in slices:
            at = (kind, start - turn, wide)
            if kind == self.called and not marked:
                marked.append(at)
            self._slice(out, at, lit=False)
        for at in marked:  # last, so that no neighbour's line covers its own
            self._slice(out, at, lit=True)
        circle(out, self.middle, r * HUB, paint.wood, ink.rail_line, "3")
        self._hub(out, Box(x - r * HUB * 0.8, y - r * HUB * 0.62, r * HUB * 1.6, r * HUB * 1.24))
        tip, head = y - r + RIM + 1.6, y - r - 2.2
        points = ((x, tip), (x - 1.9, head), (x + 1.9, head))
        shape = " ".join(f"{number(a * SCALE)},{number(b * SCALE)}" for a, b in points)
        out.add(
            element(
                "polygon",
                {
                    "class": "pointer",
                    "points": shape,
                    "fill": paint.pointer,
                    "stroke": "#1b1b18",
                    "stroke-width": "2",
                },
            )
        )
        out.add("</g>")

    def _slices(self) -> Iterator[Slice]:
        """The spaces around the wheel; those of a kind together where the picture does not place each."""
        segments = self.given.picture["segments"]
        if segments:
            wide = 360 / len(segments)
            for place, kind in enumerate(segments):
                yield kind, place * wide, wide
            return
        start = 0.0
        for kind, each in self.kinds.items():
            wide = 360 * float(str(each["count"])) / self.total
            yield kind, start, wide
            start += wide

    def _slice(self, out: Pieces, slice_: Slice, *, lit: bool) -> None:
        kind, start, wide = slice_
        fill, colour = self.colours[kind]
        ink = self.given.ink
        line = (
            {"stroke": ink.lit_line, "stroke-width": "7"}
            if lit
            else {"stroke": ink.rail_line, "stroke-width": "1.5"}
        )
        outer, inner = self.radius - RIM, self.radius * HUB
        if wide >= 360:
            circle(out, self.middle, outer, fill, ink.rail_line, "1.5")
        else:
            out.add(element("path", {"d": self._sector(start, wide, outer, inner), "fill": fill} | line))
        self._name(out, kind, start + wide / 2, wide, colour)

    def _sector(self, start: float, wide: float, outer: float, inner: float) -> str:
        corners = [
            self._at(start, outer),
            self._at(start + wide, outer),
            self._at(start + wide, inner),
            self._at(start, inner),
        ]
        a, b, c, d = (f"{number(x * SCALE)} {number(y * SCALE)}" for x, y in corners)
        far = 1 if wide > 180 else 0
        big, small = number(outer * SCALE), number(inner * SCALE)
        return f"M{a}A{big} {big} 0 {far} 1 {b}L{c}A{small} {small} 0 {far} 0 {d}Z"

    def _at(self, degrees: float, r: float) -> Point:
        """A point so far from the middle, clockwise from the top."""
        return self.middle[0] + r * sin(radians(degrees)), self.middle[1] - r * cos(radians(degrees))

    def _name(self, out: Pieces, kind: str, degrees: float, wide: float, colour: str) -> None:
        """The name along the rim if that is larger, else from the rim towards the hub."""
        outer, inner = self.radius - RIM, self.radius * HUB
        name = shown_text(kind)
        depth = outer - inner - 2
        rim = 2 * pi * (outer - 3) * min(wide, 90) / 360 * 0.86
        towards = 2 * pi * (outer - depth * 0.6) * min(wide, 90) / 360 * 0.86
        upright = min(LARGEST, rim / max(text_width(name), 0.3))
        radial = min(LARGEST, towards, depth / max(text_width(name), 0.3))
        x, y = self.middle
        if upright >= radial or radial < 1.0 <= upright:
            lines, size, spot, turn = [name], upright, (x, y - outer + 1 + upright * 0.6), degrees
        elif towards < 0.9:
            return  # too fine to be read; the areas name every kind
        else:
            size, lines = fit(name, depth, towards, min(LARGEST, towards / 1.1), min(1.5, towards / 1.1))
            half = max(text_width(line) for line in lines) * size / 2
            spot, turn = (x + outer - 1 - half, y), degrees - 90
            if cos(radians(turn)) < 0:  # not upside down
                spot, turn = (x - outer + 1 + half, y), turn + 180
        turned = f'<g transform="rotate({number(turn)} {number(x * SCALE)} {number(y * SCALE)})">'
        out.add(turned + text_lines(lines, spot, size, colour) + "</g>")

    def _hub(self, out: Pieces, box: Box) -> None:
        text = self.given.paint.wood_text
        head, foot = box._replace(h=box.h * 0.66), box._replace(y=box.y + box.h * 0.66, h=box.h * 0.34)
        if self.called:
            out.add(
                fitted_text(self.called, head, 7, text)
                + fitted_text(say("layout.is_called"), foot, 2.6, text)
            )
        else:
            out.add(fitted_text(str(self.total), head, 8, text))
            out.add(fitted_text(say("layout.spaces", count=self.total), foot, 2.8, text))
