"""Standard layouts of the games played in rounds: a place for every player, or a grid with an area each.

All coordinates are whole grid units, so that an editor can move areas by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

Area = dict[str, Any]
Cell = tuple[str, str, str]  # wager, the space it stands on or "", label

MOST_SEATS = 10  # more do not fit around a table
SPOT_WIDTH, SPOT_HEIGHT = 12, 10
BETWEEN = 4  # room between two places
GRID_WIDTH, GRID_HEIGHT = 72, 56


def seats_layout(rows: Sequence[Sequence[str]], labels: Mapping[str, str], seats: int) -> dict[str, Any]:
    """A place for each player with the rows of wagers in front of it, along the curve of the table.

    >>> layout = seats_layout([["tie"], ["war"]], {"tie": "TIE", "war": "WAR"}, 3)
    >>> layout["width"], layout["height"], len(layout["areas"]), layout["areas"][2]["y"]
    (53, 26, 6, 6)
    """
    seats = min(max(seats, 1), MOST_SEATS)
    rows = [row for row in rows if row]
    across = max(map(len, rows), default=0)
    width = SPOT_WIDTH * across if across > 1 else SPOT_WIDTH + 3
    areas = [
        area
        for seat in range(seats)
        for area in _seat(rows, labels, seat * (width + BETWEEN), _curve(seat, seats), width)
    ]
    return {
        "width": seats * (width + BETWEEN) - BETWEEN,
        "height": SPOT_HEIGHT * max(len(rows), 1) + max(_curve(seat, seats) for seat in range(seats)),
        "areas": areas,
    }


def _seat(
    rows: Sequence[Sequence[str]], labels: Mapping[str, str], x: int, y: int, width: int
) -> Iterator[Area]:
    for down, row in enumerate(rows):
        for across, wager in enumerate(row):
            left, right = (width * place // len(row) for place in (across, across + 1))
            top = y + down * SPOT_HEIGHT
            yield _area((wager, "", labels[wager]), x + left, top, right - left, SPOT_HEIGHT)


def _curve(seat: int, seats: int) -> int:
    """How much further from the dealer a place is than the outermost."""
    return min(10, 2 * seats) * 4 * seat * (seats - 1 - seat) // (seats - 1) ** 2 if seats > 1 else 0


def grid_layout(cells: Sequence[Cell]) -> dict[str, Any]:
    """An area for each cell, in rows of nearly the same length.

    >>> [(area["x"], area["y"]) for area in grid_layout([("space", name, name) for name in "abc"])["areas"]]
    [(0, 0), (24, 0), (48, 0)]
    """
    square = isqrt(max(len(cells) - 1, 0)) + 1
    columns = min((square, square + 1), key=lambda count: (-len(cells) % count, count))
    rows = -(-len(cells) // columns) or 1
    width, height = max(GRID_WIDTH // columns, 12), min(max(GRID_HEIGHT // rows, 7), 16)
    areas = [
        _area(cell, place % columns * width, place // columns * height, width, height)
        for place, cell in enumerate(cells)
    ]
    return {"width": columns * width, "height": rows * height, "areas": areas}


def _area(cell: Cell, x: int, y: int, w: int, h: int) -> Area:
    wager, space, label = cell
    return {
        "wager": wager,
        **({"space": space} if space else {}),
        "x": x,
        "y": y,
        "w": w,
        "h": h,
        "label": label,
    }
