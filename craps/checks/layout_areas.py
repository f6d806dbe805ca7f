"""The areas of the layout: one for every wager that needs one, on the table, and clear of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from craps.checks.finding import BREACH, INFO, REFER, Check, Finding, Rule
from craps.edition import Edition
from craps.messages import say
from craps.money import number_text
from craps.ruleset import RuleSet
from craps.vocabulary import listed
from craps.wagers import CATALOGUE

Area = Mapping[str, Any]
_ON_NUMBERS = frozenset({"place", "place_to_lose", "buy", "lay"})


class Needed(NamedTuple):
    """A wager that needs an area on the layout."""

    wager: str
    missing: list[int] | None  # numbers without one; [] where there is none at all, None where all is there
    split: str  # the clause under which the bet may be split between other boxes instead; "" where it may not


def needed_areas(ruleset: RuleSet) -> Iterator[Needed]:
    """Every wager offered that needs an area, and what its layout lacks of it. Odds bets need none."""
    edition = ruleset.edition
    shared = edition.layout.get("shared_areas", {})
    split = edition.layout.get("may_be_split", {})
    areas = _by_wager(ruleset)
    for wager in CATALOGUE:
        if wager not in ruleset.offered or wager not in edition.wagers or CATALOGUE[wager].group == "odds":
            continue
        yield Needed(wager, _missing(ruleset, wager, areas, shared), split.get(wager, ""))


def _without_area(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager, missing, split in needed_areas(ruleset):
        if missing is None:
            continue
        name = edition.name_of(wager) + (f" on {listed(missing)}" if missing else "")
        if split:
            yield rule.finding(
                "layout.areas",
                f"Your layout has no area for the {name}, so such a bet is split between the boxes "
                f"it is made of ({split}).",
                severity=INFO,
                clause=split,
                submitted=None,
                allowed=f"an area for {wager}, or the bet split",
            )
            continue
        end = "" if rule.severity == REFER else " Add one."
        yield rule.finding(
            "layout.areas",
            f"You offer the {name}, but your layout has no area for it ({rule.clause}).{end}",
            judged="Whether the layout is near enough is for the regulator to judge.",
            submitted=None,
            allowed=f"an area for {wager}",
        )


def _by_wager(ruleset: RuleSet) -> dict[str, set[int | None]]:
    """The numbers for which each wager has an area; None stands for an area that names no number."""
    layout = ruleset.stated["layout"]
    numbers: dict[str, set[int | None]] = {}
    for area in layout["areas"]:
        numbers.setdefault(area["wager"], set()).add(area.get("number"))
    for bet in ("fire", "sharpshooter"):
        if layout.get(bet, {}).get("positions"):
            numbers.setdefault(bet, set()).add(None)
    for wager in layout.get("bonus", {}).get("areas", ()):
        numbers.setdefault(wager, set()).add(None)
    return numbers


def _missing(
    ruleset: RuleSet,
    wager: str,
    areas: Mapping[str, set[int | None]],
    shared: Mapping[str, tuple[str, ...]],
) -> list[int] | None:
    """The numbers on offer without an area; [] where there is no area at all, None where none is missing."""
    places = [areas[w] for w in (wager, *shared.get(wager, ())) if w in areas]
    if not places:
        return []
    numbers = CATALOGUE[wager].numbers
    if not numbers or CATALOGUE[wager].moves or any(None in place for place in places):
        return None
    owed = (n for n in numbers if ruleset.offers(wager, n))
    return [n for n in owed if not any(n in place for place in places)] or None


def _off_the_table(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    layout = ruleset.stated["layout"]
    width, height = layout.get("width"), layout.get("height")
    for place, area in enumerate(layout["areas"]):
        x, y, w, h = area["x"], area["y"], area["w"], area["h"]
        if x >= 0 and y >= 0 and (width is None or x + w <= width) and (height is None or y + h <= height):
            continue
        edges = [
            f"{number_text(-x)} past the left edge" if x < 0 else "",
            f"{number_text(-y)} past the top edge" if y < 0 else "",
            f"{number_text(x + w - width)} past the right edge"
            if width is not None and x + w > width
            else "",
            f"{number_text(y + h - height)} past the bottom edge"
            if height is not None and y + h > height
            else "",
        ]
        yield rule.finding(
            f"layout.areas[{place}]",
            f"The area for {_title(ruleset.edition, area)} runs {listed([e for e in edges if e])} of the "
            f"layout, where no wager can be placed ({rule.clause}). Move it onto the table.",
            submitted=_rectangle(area),
            allowed=_table(width, height),
        )


def _overlaps(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    areas = ruleset.stated["layout"]["areas"]
    for place, others in sorted(_lying_on_each_other(areas).items()):
        for other in sorted(others):
            if _may_share(areas[place], areas[other]):
                continue
            names = [_title(ruleset.edition, areas[i]) for i in (other, place)]
            yield rule.finding(
                f"layout.areas[{place}]",
                f"The areas for {listed(names)} overlap, so a chip between them could be either wager "
                f"({rule.clause}). Move them apart.",
                judged="This is for the regulator to judge.",
                submitted=_rectangle(areas[place]),
                allowed=f"clear of layout.areas[{other}]",
            )
            break


def _lying_on_each_other(areas: Sequence[Area]) -> dict[int, list[int]]:
    """The places of areas that overlap, each with those before it in the list that it overlaps.

    From left to right: what begins beyond an area's right edge, and all that follows, is clear of it.
    """
    overlaps: dict[int, list[int]] = {}
    boxes = sorted(
        (area["x"], area["x"] + area["w"], area["y"], area["y"] + area["h"], place)
        for place, area in enumerate(areas)
    )
    for index, (_, right, top, bottom, place) in enumerate(boxes, 1):
        for left, _, other_top, other_bottom, other in boxes[index:]:
            if left >= right:
                break
            if top < other_bottom and other_top < bottom:
                overlaps.setdefault(max(place, other), []).append(min(place, other))
    return overlaps


def _may_share(one: Area, other: Area) -> bool:
    """Whether two areas may lie on each other: the same box, a bet and its odds, a bet and its parts."""
    if one["wager"] not in CATALOGUE:  # another game: the same box
        return all(one.get(name) == other.get(name) for name in ("wager", "space"))
    a, b = CATALOGUE[one["wager"]], CATALOGUE[other["wager"]]
    if a.id in (b.flat, *b.parts) or b.id in (a.flat, *a.parts):
        return True
    same_box = a.id == b.id or (a.id in _ON_NUMBERS and b.id in _ON_NUMBERS)
    numbers = one.get("number"), other.get("number")
    return same_box and (numbers[0] == numbers[1] or None in numbers)


def _not_offered(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    areas = ruleset.stated["layout"]["areas"]
    seen: set[str] = set()
    for place, area in enumerate(areas):
        wager = area["wager"]
        if wager in ruleset.offered or wager in seen:
            continue
        seen.add(wager)
        unlisted = wager not in ruleset.edition.wagers
        why = f"which {rule.clause} does not list" if unlisted else "which you do not offer"
        yield rule.finding(
            f"layout.areas[{place}]",
            f"The layout has an area for {ruleset.edition.name_of(wager)}, {why}.",
            judged="This is for the regulator to judge.",
            severity=REFER if unlisted else INFO,
            submitted=wager,
            allowed="areas of wagers that are offered",
        )


def _title(edition: Edition, area: Area) -> str:
    on = next((f" {area[name]}" for name in ("number", "space") if name in area), "")
    return f"{edition.name_of(area['wager'])}{on}"


def _rectangle(area: Area) -> dict[str, str]:
    return {side: str(area[side]) for side in ("x", "y", "w", "h")}


def _table(width: Any, height: Any) -> str:
    across = f"0 to {width}" if width is not None else "0 or more"
    down = f"0 to {height}" if height is not None else "0 or more"
    return f"x {across}, y {down}"


def _clause(edition: Edition) -> list[str]:
    return [edition.layout.get("areas") or edition.listed]


def _own_clause(edition: Edition) -> list[str]:
    return [edition.layout["areas"]] if "areas" in edition.layout else []


def _severity(edition: Edition) -> str:
    without_area: str = edition.layout.get("no_area", BREACH)
    return without_area if "areas" in edition.layout else REFER


def _says_areas(ruleset: RuleSet) -> bool:
    return "areas" in ruleset.stated.get("layout", ())


AREA_CHECKS: tuple[Check, ...] = (
    Check(
        "layout.areas",
        _own_clause,
        lambda edition: say("rules.areas"),
        _without_area,
        _says_areas,
        _severity,
    ),
    Check(
        "layout.on_table",
        _clause,
        lambda edition: say("rules.on_table"),
        _off_the_table,
        _says_areas,
        _severity,
    ),
    Check(
        "layout.overlap",
        _clause,
        lambda edition: say("rules.overlap"),
        _overlaps,
        _says_areas,
        REFER,
    ),
    Check(
        "layout.not_offered",
        lambda edition: [edition.listed],
        lambda edition: say("rules.not_offered"),
        _not_offered,
        _says_areas,
        REFER,
        "rules.any_other",
    ),
)
