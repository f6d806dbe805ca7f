"""Geometry of the table drawing: rectangles joined to one outline, rounded corners, text that fits.

Lengths here are on paper, not money: floats, written with two decimals so that the same input draws the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def carried(self, x: float, y: float, scale: float) -> Box:
        """The box in a frame whose origin comes to lie at (x, y), enlarged by ``scale``."""
        return Box(x + self.x * scale, y + self.y * scale, self.w * scale, self.h * scale)


def number(value: float) -> str:
    """A length as SVG text, at most two decimals.

    >>> number(12.0), number(1 / 3), number(-0.001)
    ('12', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around them all."""
    boxes = list(boxes)
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


def columns(boxes: list[Box], gap: float) -> list[list[int]]:
    """The boxes from left to right, parted where an upright gap runs between them from top to bottom."""
    groups: list[list[int]] = []
    edge = float("-inf")
    for index in sorted(range(len(boxes)), key=lambda i: (boxes[i].x, i)):
        if not groups or boxes[index].x >= edge + gap:
            groups.append([])
        groups[-1].append(index)
        edge = max(edge, boxes[index].right)
    return groups


def touching(boxes: list[Box]) -> Iterator[list[int]]:
    """Which boxes hang together by an edge: the indexes of each group, in order."""
    left = list(range(len(boxes)))
    while left:
        group = [left.pop(0)]
        for index in group:
            joined = [other for other in left if _touch(boxes[index], boxes[other])]
            group += joined
            left = [other for other in left if other not in joined]
        yield sorted(group)


def _touch(a: Box, b: Box) -> bool:
    across = min(a.right, b.right) - max(a.x, b.x)
    down = min(a.bottom, b.bottom) - max(a.y, b.y)
    return across >= 0 and down >= 0 and (across > 0 or down > 0)


def outlines(boxes: list[Box]) -> list[list[Point]]:
    """The outline of boxes taken together, clockwise; a hole is an outline of its own."""
    xs = sorted({x for box in boxes for x in (box.x, box.right)})
    ys = sorted({y for box in boxes for y in (box.y, box.bottom)})
    filled = {
        (i, j)
        for i in range(len(xs) - 1)
        for j in range(len(ys) - 1)
        if any(b.x <= xs[i] < b.right and b.y <= ys[j] < b.bottom for b in boxes)
    }
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, j in sorted(filled):
        sides = (
            ((i, j - 1), (i, j), (i + 1, j)),
            ((i + 1, j), (i + 1, j), (i + 1, j + 1)),
            ((i, j + 1), (i + 1, j + 1), (i, j + 1)),
            ((i - 1, j), (i, j + 1), (i, j)),
        )
        for neighbour, start, end in sides:
            if neighbour not in filled:
                onward.setdefault(start, []).append(end)
    loops = []
    while onward:
        loop = [min(onward)]
        while loop[-1] in onward:
            ends = onward[loop[-1]]
            loop.append(ends.pop())
            if not ends:
                del onward[loop[-2]]
        loops.append(_corners([(xs[i], ys[j]) for i, j in loop[:-1]]))
    return loops


def _corners(points: list[Point]) -> list[Point]:
    """Only the points where an outline turns."""
    count = len(points)
    return [
        here
        for place, here in enumerate(points)
        if not (
            points[place - 1][0] == here[0] == points[(place + 1) % count][0]
            or points[place - 1][1] == here[1] == points[(place + 1) % count][1]
        )
    ]


def rounded_path(corners: list[Point], radius: Callable[[Point], float]) -> str:
    """SVG path data of an outline, each corner rounded as far as its edges allow."""
    parts: list[str] = []
    radii = [radius(corner) for corner in corners]
    for place, here in enumerate(corners):
        later = (place + 1) % len(corners)
        before, after, own = corners[place - 1], corners[later], radii[place]
        # Two corners share their edge in proportion to what each would take.
        shares = ((_length(before, here), radii[place - 1]), (_length(here, after), radii[later]))
        r = min(own, *(length * own / (own + other) for length, other in shares))
        start, end = _towards(here, before, r), _towards(here, after, r)
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        sweep = 1 if turn > 0 else 0
        parts.append(
            f"{'L' if parts else 'M'}{_pair(start)}A{number(r)} {number(r)} 0 0 {sweep} {_pair(end)}"
        )
    return "".join(parts) + "Z"


def _length(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])  # edges are level or upright


def _towards(here: Point, there: Point, by: float) -> Point:
    length = _length(here, there) or 1
    return here[0] + (there[0] - here[0]) * by / length, here[1] + (there[1] - here[1]) * by / length


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# Text ----------------------------------------------------------------------------------------------------

_NARROW, _WIDE = frozenset("iljtfrI1.,:;'’!|() -"), frozenset("mwMW@&")
_SQUARE = "\u2e80"  # from here on characters are about as wide as they are high


def text_width(text: str) -> float:
    """About how wide a text is, in units of its size: near enough to keep a label inside its area."""
    return sum(
        0.36 if c in _NARROW else 0.9 if c in _WIDE else 0.72 if c.isupper() else 1.0 if c > _SQUARE else 0.58
        for c in text
    )


def fitted(text: str, w: float, h: float, largest: float, smallest: float) -> tuple[float, list[str]]:
    """The largest size and the lines in which a text fits a space; the smallest size where it does not."""
    words = text.split()
    best: tuple[float, list[str]] = (0, [text])
    for count in range(1, min(len(words), 4) + 1):
        lines = _wrapped(words, count)
        size = min(largest, w / max(text_width(line) for line in lines), h / (1.12 * len(lines)))
        if size > best[0] * 1.05:
            best = (size, lines)
    return max(best[0], smallest), best[1]


def lines_within(text: str, w: float) -> list[str]:
    """A text in lines no wider than ``w`` at size 1; a longer word has a line of its own.

    >>> lines_within("no call bets", 4)
    ['no call', 'bets']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}") <= w:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _wrapped(words: list[str], count: int) -> list[str]:
    """``count`` lines of nearly the same length."""
    target = text_width(" ".join(words)) / count
    lines: list[list[str]] = [[]]
    for word in words:
        full = lines[-1] and text_width(" ".join([*lines[-1], word])) > target * 1.1
        if full and len(lines) < count:
            lines.append([])
        lines[-1].append(word)
    return [" ".join(line) for line in lines]
