"""The areas of a layout as they are drawn, and what a picture of a game adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from craps.codec import Json
from craps.drawing_geometry import Box, around
from craps.drawing_parts import Ink, Pieces
from craps.drawing_plan import exact_of
from craps.games.drawing_parts import Paint

WIDEST, HIGHEST = 260.0, 130.0  # a layout in other units, such as millimetres, is brought to about this size
LEAST = 8.0


@dataclass(frozen=True)
class Spot:
    """An area of the layout: its place in the list, its bet, and where it is drawn."""

    index: int
    wager: str
    space: str
    box: Box
    label: str


@dataclass(frozen=True)
class Given:
    """What a scene is drawn from."""

    picture: Mapping[str, Any]
    spots: tuple[Spot, ...]
    size: Box  # of the layout
    shown: Mapping[str, Json]  # what lies open
    marker: str  # the box of the schedule that the dealer has marked
    narrow: bool
    ink: Ink
    paint: Paint


class Scene(Protocol):
    """What stands on the table besides the printed areas: a wheel, cards."""

    spots: tuple[Spot, ...]  # the areas that are drawn, in their places
    extent: Box  # what the felt holds
    bowed: bool  # whether the table is round on the players' side

    def in_play(self, wager: str, space: str) -> Spot | None:
        """The area on which the player's chips of a bet lie."""

    def behind(self, out: Pieces) -> None:
        """Draw what is not an area."""

    def swatch(self, out: Pieces, spot: Spot) -> float:
        """Mark an area with what it stands for, if anything; how much room that takes at its left."""

    def words(self) -> list[str]:
        """What is drawn, in sentences."""


def spots_of(layout: Mapping[str, Any]) -> tuple[tuple[Spot, ...], Box, float]:
    """The areas of a layout, the room that they and its stated size take, and the scale at which they do so:
    how many of the layout's units are one of the drawing's, 1 for all but very large or small layouts."""
    areas = list(layout.get("areas", ()))
    boxes = [Box(*(float(exact_of(area[side])) for side in ("x", "y", "w", "h"))) for area in areas]
    stated = Box(0, 0, *(float(exact_of(layout.get(side, 0))) for side in ("width", "height")))
    size = around([stated, *boxes]) if boxes or stated.w else Box(0, 0, 60, 20)
    scale = max(size.w / WIDEST, size.h / HIGHEST, min(size.h / LEAST, 1))
    spots = tuple(
        Spot(index, area["wager"], area.get("space", ""), box.carried(0, 0, 1 / scale), area.get("label", ""))
        for index, (area, box) in enumerate(zip(areas, boxes, strict=True))
    )
    return spots, size.carried(0, 0, 1 / scale), scale


def found(spots: tuple[Spot, ...], wager: str, space: str) -> Spot | None:
    """The first area of a bet, else one of its wager that names no space."""
    for key in ((wager, space), (wager, "")):
        for spot in spots:
            if (spot.wager, spot.space) == key:
                return spot
    return None
