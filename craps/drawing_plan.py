"""Where everything on the table drawing stands: areas joined to regions, the table whole or folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from craps.drawing_geometry import Box, Point, around, columns, touching
from craps.money import exact

CORNER = 16.0  # radius of the table's corners, in grid units
BETWEEN = 10.0  # room between the parts of a folded table

Layout = Mapping[str, Any]


@dataclass(frozen=True)
class Region:
    """Areas of one wager that hang together, with their places on the drawing."""

    wager: str
    spot: int | None
    indexes: tuple[int, ...]
    boxes: tuple[Box, ...]
    labels: tuple[str, ...]  # by box, "" where nothing is printed

    @property
    def widest(self) -> Box:
        """The box that carries chips and markers."""
        return max(self.boxes, key=lambda box: box.w)


@dataclass(frozen=True)
class Plan:
    """Where everything is drawn: the folded or the whole table."""

    size: Box
    rim: Box  # what the players stand around: the whole table, or the end that is left of it
    round: tuple[Point, ...]  # the corners that lines run round
    whole_width: float
    regions: tuple[Region, ...]
    folded: bool


def plan_of(layout: Layout, fold: bool) -> Plan:
    areas = list(layout.get("areas", ()))
    boxes = [Box(*(float(exact_of(area[side])) for side in ("x", "y", "w", "h"))) for area in areas]
    stated = Box(0, 0, float(exact_of(layout.get("width", 0))), float(exact_of(layout.get("height", 0))))
    size = around([stated, *boxes]) if boxes or stated.w else Box(0, 0, 90, 30)
    parts = _ends_and_centre(areas, boxes) if fold else []
    if len(parts) < 2 and not (parts and len(parts[0]) < len(areas)):
        regions = tuple(_regions(areas, dict(enumerate(boxes))))
        return Plan(size, size, _round_corners(size, regions), size.w, regions, False)
    placed, frame = _stacked(boxes, parts)
    end = around(placed[index] for index in parts[0])
    regions = tuple(_regions(areas, placed))
    return Plan(frame, end, _round_corners(end, regions), size.w, regions, True)


def _round_corners(table: Box, regions: Iterable[Region]) -> tuple[Point, ...]:
    """The corners at which an upright box of a longer line ends: the pass line's, on most tables."""
    lines = [region.boxes for region in regions if len(region.boxes) > 1]
    ends = {
        (x, y)
        for boxes in lines
        for x, side in ((table.x, "x"), (table.right, "right"))
        for y in (table.y, table.bottom)
        if any(getattr(box, side) == x and box.h > box.w for box in boxes)
        and any(box.y <= y <= box.bottom for box in boxes)
    }
    return tuple(sorted(ends))


def _ends_and_centre(areas: list[Any], boxes: list[Box]) -> list[list[int]]:
    """The parts of a table from left to right, without an end that only repeats another."""
    parts: list[list[int]] = []
    shown: list[set[Any]] = []
    for part in columns(boxes, 1):
        holds = {(areas[index]["wager"], areas[index].get("number")) for index in part}
        if not any(holds <= other for other in shown):
            parts.append(part)
            shown.append(holds)
    return parts


def _stacked(boxes: list[Box], parts: list[list[int]]) -> tuple[dict[int, Box], Box]:
    """The parts one below the other, a narrow one enlarged to the width of the widest."""
    extents = [around(boxes[index] for index in part) for part in parts]
    width = max(extent.w for extent in extents)
    placed: dict[int, Box] = {}
    y = 0.0
    for part, extent in zip(parts, extents, strict=True):
        scale = min(width / extent.w, 1.6)
        x = (width - extent.w * scale) / 2
        for index in part:
            placed[index] = boxes[index].carried(x - extent.x * scale, y - extent.y * scale, scale)
        y += extent.h * scale + BETWEEN
    return placed, Box(0, 0, width, y - BETWEEN)


def _regions(areas: list[Any], boxes: Mapping[int, Box]) -> Iterator[Region]:
    groups: dict[tuple[str, Any, str], list[int]] = {}
    for index in sorted(boxes):
        area = areas[index]
        # The boxes C and E belong to one wager and lie side by side, and yet are two.
        apart = str(area.get("label")) if area["wager"] == "c_and_e" else ""
        groups.setdefault((area["wager"], area.get("number"), apart), []).append(index)
    for (wager, spot, _), members in groups.items():
        for group in touching([boxes[index] for index in members]):
            indexes = tuple(members[place] for place in group)
            yield Region(
                wager,
                None if spot is None else int(spot),
                indexes,
                tuple(boxes[index] for index in indexes),
                tuple(str(areas[index].get("label", "")) for index in indexes),
            )


def radius_at(at: Point, corners: Iterable[Point]) -> float:
    """Lines run round the table's corners at an even distance; every other corner is just softened."""
    for x, y in corners:
        across, down = abs(at[0] - x), abs(at[1] - y)
        if abs(across - down) <= 1 and CORNER - max(across, down) > 1:
            return CORNER - max(across, down)
    return 0.8


def exact_of(value: Any) -> Any:
    """A number of the contract, whether still text or read already."""
    return exact(value) if isinstance(value, str) else value
