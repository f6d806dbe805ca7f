"""Where the areas of a drawn table lie, for pages on which an area is pressed to bet on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from craps.drawing_geometry import Box
from craps.drawing_parts import SCALE


class FeltArea(NamedTuple):
    """A box of the drawing that stands for a bet: on a number or space, if it names one."""

    wager: str
    spot: int | str | None
    x: int
    y: int
    width: int
    height: int
    repeats: bool  # whether a box before it stands for the same bet


class Felt(NamedTuple):
    """The view of a drawing and its areas, in the units of that view."""

    view: str
    areas: tuple[FeltArea, ...]


def felt_of(view: str, boxes: Iterable[tuple[str, int | str | None, Box]], scale: float = 1) -> Felt:
    """The areas in the order given; of the boxes of one bet the widest stands first."""
    seen: set[tuple[str, int | str | None]] = set()
    areas = []
    for wager, spot, box in boxes:
        x, y, right, bottom = (round(side * SCALE * scale) for side in (box.x, box.y, box.right, box.bottom))
        areas.append(FeltArea(wager, spot, x, y, right - x, bottom - y, (wager, spot) in seen))
        seen.add((wager, spot))
    return Felt(view, tuple(areas))
