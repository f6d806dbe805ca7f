"""The step for the layout: its areas, its legends, and the places of the side bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe

from craps import BadInput, load_ruleset
from craps.drawing import draw
from craps.edition import Edition
from craps.layouts import standard_layout
from craps.vocabulary import LABELS, PAYTABLES, WALL_NOTICES
from craps.wagers import CATALOGUE
from portal.operator import layout_areas
from portal.operator.fields import (
    YES_NO,
    Errors,
    Field,
    Group,
    Ruleset,
    one_line,
    read_groups,
    with_value,
    without,
    yes_or_no,
)

FLAG = (("", "Not stated"), *YES_NO)
BONUS = ("all_small", "all_or_nothing", "all_tall")
SCHEDULED = ("fire", "sharpshooter")

Choices = tuple[tuple[str, str], ...]


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("layout", {})
    return [
        _areas(edition, ruleset),
        _legends(edition, stated),
        *_schedules(edition, stated),
        *_fire(edition, stated),
        *_bonus(edition, stated),
        _size(stated),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the layout; one in which everything is empty is not stated."""
    fields = [group for group in groups(edition, ruleset) if group.path != "layout.areas"]
    changed, errors = read_groups(fields, posted, ruleset)
    areas, area_errors = layout_areas.read(edition, posted)
    new_bet = posted.get("layout.new.bet")
    if new_bet and ("save" in posted or posted.get("preset") == "add"):
        areas.append(layout_areas.new_area(edition, ruleset, areas, new_bet))
    was_stated = "areas" in ruleset.get("layout", {})
    changed = with_value(changed, "layout.areas", areas if areas or was_stated else None)
    if not _has_value(changed.get("layout")):
        changed = without(changed, "layout")
    return changed, errors | area_errors


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """Return the standard layout for what is offered, or none. `read` does what "add" asks for."""
    if name == "standard":
        return {**ruleset, "layout": _standard(edition, ruleset)}
    if name == "none":
        return without(ruleset, "layout")
    return ruleset


def picture(edition: Edition, ruleset: Ruleset, findings: Iterable[Any] = ()) -> SafeString:
    """Draw the layout, areas with a finding marked; the standard one if none is stated.

    Empty if the layout is not valid: the page then keeps the picture it has.
    """
    stated = ruleset.get("layout")
    if not stated:
        svg = draw(
            _standard(edition, ruleset), title=f"The standard layout of {edition.title}", edition=edition
        )
        return mark_safe(svg)  # noqa: S308  # draw() escapes every text
    try:
        layout = load_ruleset({"edition": edition.id, "layout": stated}, edition).stated["layout"]
    except BadInput:
        return SafeString("")
    marked = {index for finding in findings if (index := layout_areas.index_of(finding.path)) is not None}
    return mark_safe(draw(layout, title="Your layout", edition=edition, highlight=marked))  # noqa: S308


def _standard(edition: Edition, ruleset: Ruleset) -> dict[str, Any]:
    return standard_layout(edition, ruleset.get("wagers"), str(ruleset.get("operator", "")))


def _areas(edition: Edition, ruleset: Ruleset) -> Group:
    areas = ruleset.get("layout", {}).get("areas", [])
    offered = [wager for wager in CATALOGUE if wager in ruleset.get("wagers", edition.baseline_wagers)]
    presets = [
        ("standard", "Replace it with the standard layout" if areas else "Start from the standard one")
    ]
    if ruleset.get("layout"):
        presets.append(("none", "Remove the layout"))
    return Group(
        path="layout.areas",
        title="Areas",
        fields=(
            Field(
                "layout.areas",
                "Areas",
                layout_areas.rows(edition, areas),
                kind="areas",
                choices=layout_areas.choices(edition, offered, areas),
            ),
        ),
        clause=edition.layout.get("areas", ""),
        allowed="Every wager that a player can place has an area; odds need none."
        if "areas" in edition.layout
        else "The rulebook does not require an area for each wager.",
        presets=tuple(presets),
    )


def _legends(edition: Edition, stated: dict[str, Any]) -> Group:
    words: dict[str, str] = edition.layout.get("words", {})
    required = [f"“{text}” ({clause})" for text, clause in words.items()]
    if "operator_name" in edition.layout:
        required.append(f"your name or logo ({edition.layout['operator_name']})")
    hint = "One on each line. Labels of areas also count as printed."
    fields = (
        Field(
            "layout.legends",
            "Legends",
            "\n".join(stated.get("legends", [])),
            "lines",
            hint=hint,
            clean=_lines,
        ),
        _flag_field("layout.logo", stated, {}),
    )
    text = (
        f"The rulebook requires {' and '.join(required)}."
        if required
        else "What is printed besides the areas."
    )
    return Group("layout.legends", "Legends", fields, allowed=text)


def _schedules(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    required: dict[str, str] = edition.layout.get("schedules", {})
    own = stated.get("schedules", [])
    if not required and "schedules" not in stated:
        return
    wagers = [w for w in SCHEDULED if w in required or w in edition.wagers or w in own]
    ticks = _ticks(edition, wagers, required)
    field = Field("layout.schedules", "Pay schedules", own, "ticks", ticks)
    allowed = "Required schedules show their clause."
    yield Group("layout.schedules", LABELS["layout.schedules"], (field,), allowed=allowed)


def _fire(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    required: dict[str, Any] = edition.layout.get("fire", {})
    own: dict[str, Any] = stated.get("fire", {})
    if not required and not own:
        return
    most = required.get("positions")
    fields = (
        Field(
            "layout.fire.positions",
            LABELS["layout.fire.positions"],
            str(own.get("positions", "")),
            kind="figure",
            hint=f"at most {most.value} ({most.clause})" if most else "",
        ),
        _flag_field("layout.fire.clockwise", own, required),
        _flag_field("layout.fire.relocation_area", own, required),
    )
    allowed = "The drawing shows the positions around its rim."
    yield Group("layout.fire_bet", PAYTABLES["fire"], fields, allowed=allowed)
    clauses: dict[str, str] = required.get("wall_notice", {})
    ticks = tuple(
        (notice, _with_clause(text.capitalize(), clauses.get(notice)))
        for notice, text in WALL_NOTICES.items()
    )
    notice = Field("layout.fire.wall_notice", "Notice", own.get("wall_notice", []), "ticks", ticks)
    allowed = "What it tells every player about the fire bet."
    yield Group("layout.fire.wall_notice", "Notice on the inside wall", (notice,), allowed=allowed)


def _bonus(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    required: dict[str, Any] = edition.layout.get("bonus", {})
    own: dict[str, Any] = stated.get("bonus", {})
    if not required and not own:
        return
    ticks = _ticks(edition, BONUS, required.get("areas", {}))
    areas = Field("layout.bonus.areas", "Areas", own.get("areas", []), "ticks", ticks)
    allowed = "Areas before the boxperson for the bonus bets."
    yield Group("layout.bonus.areas", "Bonus areas", (areas,), allowed=allowed)
    spots = required.get("marker_spots")
    fields = (
        Field(
            "layout.bonus.marker_spots",
            LABELS["layout.bonus.marker_spots"],
            ", ".join(map(str, own.get("marker_spots", []))),
            hint=f"{', '.join(map(str, spots.value))} ({spots.clause})" if spots else "",
            clean=_numbers,
        ),
        _flag_field("layout.bonus.odds_shown", own, required),
    )
    yield Group("layout.bonus_bets", "Bonus bets", fields, allowed="What is beside the bonus areas.")


def _size(stated: dict[str, Any]) -> Group:
    fields = tuple(
        Field(f"layout.{side}", label, str(stated.get(side, "")), kind="figure")
        for side, label in ((side, LABELS[f"layout.{side}"]) for side in ("width", "height"))
    )
    allowed = "In grid units. Areas beyond the edge are reported; leave empty to fit all areas."
    return Group("layout.size", "Size of the drawing", fields, allowed=allowed)


def _flag_field(path: str, stated: Mapping[str, Any], required: Mapping[str, Any]) -> Field:
    """A yes-or-no choice; its value and clause are looked up by the last part of the path."""
    name = path.rpartition(".")[2]
    value = ("yes" if stated[name] else "no") if name in stated else ""
    hint = f"Clause {required[name]}" if name in required else ""
    return Field(path, LABELS[path], value, "choice", FLAG, hint, clean=yes_or_no)


def _ticks(edition: Edition, wagers: Iterable[str], clauses: Mapping[str, str]) -> Choices:
    """A tick box for each wager, with the clause if the edition requires it."""
    return tuple((wager, _with_clause(edition.name_of(wager), clauses.get(wager))) for wager in wagers)


def _with_clause(words: str, clause: str | None) -> str:
    return f"{words} ({clause})" if clause else words


def _lines(text: str) -> list[str]:
    return [one_line(line) for line in text.splitlines() if line.strip()]


def _numbers(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _has_value(layout: Any) -> bool:
    return any(map(_has_value, layout.values())) if isinstance(layout, dict) else layout not in (None, [])
