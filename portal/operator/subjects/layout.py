"""The step for the layout: its areas, what is printed on it, and the fields of the side bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]

FLAG = (("", "Not stated"), ("yes", "Yes"), ("no", "No"))
BONUS = ("all_small", "all_or_nothing", "all_tall")
SCHEDULED = ("fire", "sharpshooter")


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


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    """The rule set with the posted layout. What is left empty is not stated."""
    old = ruleset.get("layout", {})
    areas, errors = layout_areas.read(edition, posted)
    if posted.get("layout.new.bet") and ("save" in posted or posted.get("preset") == "add"):
        areas.append(layout_areas.placed(edition, ruleset, areas, posted["layout.new.bet"]))
    legends = [" ".join(line.split()) for line in posted.get("layout.legends", "").splitlines()]
    layout: dict[str, Any] = {
        "width": posted.get("layout.width", "").strip(),
        "height": posted.get("layout.height", "").strip(),
        "logo": _flag(posted, "layout.logo"),
        "legends": [line for line in legends if line],
        "areas": areas,
        "schedules": _ticked(posted, "layout.schedules", SCHEDULED),
        "fire": {
            "positions": posted.get("layout.fire.positions", "").strip(),
            "clockwise": _flag(posted, "layout.fire.clockwise"),
            "relocation_area": _flag(posted, "layout.fire.relocation_area"),
            "wall_notice": _ticked(posted, "layout.fire.wall_notice", WALL_NOTICES),
        },
        "bonus": {
            "areas": _ticked(posted, "layout.bonus.areas", BONUS),
            "marker_spots": posted.get("layout.bonus.marker_spots", "").replace(",", " ").split(),
            "odds_shown": _flag(posted, "layout.bonus.odds_shown"),
        },
    }
    layout = _without_empty(layout, old) if _without_empty(layout, {}) else {}
    rest = {key: value for key, value in ruleset.items() if key != "layout"}
    return rest | ({"layout": layout} if layout else {}), errors


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """The standard layout for what is offered, or none stated. An area is added while the form is read."""
    if name == "standard":
        return {**ruleset, "layout": _standard(edition, ruleset)}
    if name == "none":
        return {key: value for key, value in ruleset.items() if key != "layout"}
    return ruleset


def picture(edition: Edition, ruleset: Ruleset, findings: Iterable[Any] = ()) -> SafeString:
    """The layout drawn, areas with a finding marked; the standard one where none is stated.

    Empty where the layout cannot be read yet: the picture on the page then stays as it was.
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


# What the step shows -------------------------------------------------------------------------------------


def _areas(edition: Edition, ruleset: Ruleset) -> Group:
    areas = ruleset.get("layout", {}).get("areas", [])
    offered = [wager for wager in CATALOGUE if wager in ruleset.get("wagers", edition.baseline_wagers)]
    presets = [
        ("standard", "Replace it with the standard layout" if areas else "Start from the standard one")
    ]
    if ruleset.get("layout"):
        presets.append(("none", "Leave the layout unstated"))
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
        else "The rulebook does not ask for an area for each wager.",
        presets=tuple(presets),
    )


def _legends(edition: Edition, stated: dict[str, Any]) -> Group:
    words: dict[str, str] = edition.layout.get("words", {})
    due = [f"“{text}” ({clause})" for text, clause in words.items()]
    if "operator_name" in edition.layout:
        due.append(f"your name or logo ({edition.layout['operator_name']})")
    hint = "One to a line. Labels of areas count as printed too."
    fields = (
        Field("layout.legends", "Legends", "\n".join(stated.get("legends", [])), kind="lines", hint=hint),
        _flag_field("layout.logo", stated.get("logo")),
    )
    allowed = f"The rulebook asks for {' and '.join(due)}." if due else "What is printed besides the areas."
    return Group("layout.legends", "Legends", fields, allowed=allowed)


def _schedules(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    due: dict[str, str] = edition.layout.get("schedules", {})
    if not due and "schedules" not in stated:
        return
    ticks = tuple(
        (wager, f"{edition.name_of(wager)} ({due[wager]})" if wager in due else edition.name_of(wager))
        for wager in SCHEDULED
        if wager in due or wager in edition.wagers or wager in stated.get("schedules", ())
    )
    field = Field("layout.schedules", "Pay schedules", stated.get("schedules", []), "ticks", ticks)
    allowed = "A clause behind a wager means that the rulebook wants its schedule on the layout."
    yield Group("layout.schedules", LABELS["layout.schedules"], (field,), allowed=allowed)


def _fire(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    due: dict[str, Any] = edition.layout.get("fire", {})
    own: dict[str, Any] = stated.get("fire", {})
    if not due and not own:
        return
    most = due.get("positions")
    fields = (
        Field(
            "layout.fire.positions",
            LABELS["layout.fire.positions"],
            str(own.get("positions", "")),
            kind="figure",
            hint=f"at most {most.value} ({most.clause})" if most else "",
        ),
        _flag_field(
            "layout.fire.clockwise",
            own.get("clockwise"),
            due.get("clockwise"),
        ),
        _flag_field(
            "layout.fire.relocation_area",
            own.get("relocation_area"),
            due.get("relocation_area"),
        ),
    )
    yield Group(
        "layout.fire_bet", PAYTABLES["fire"], fields, allowed="Positions stand around the rim of the drawing."
    )
    asked: dict[str, str] = due.get("wall_notice", {})
    ticks = tuple(
        (notice, f"{text.capitalize()} ({asked[notice]})" if notice in asked else text.capitalize())
        for notice, text in WALL_NOTICES.items()
    )
    notice = Field("layout.fire.wall_notice", "Notice", own.get("wall_notice", []), "ticks", ticks)
    yield Group(
        "layout.fire.wall_notice",
        "Notice on the inside wall",
        (notice,),
        allowed="What it tells every player about the fire bet.",
    )


def _bonus(edition: Edition, stated: dict[str, Any]) -> Iterator[Group]:
    due: dict[str, Any] = edition.layout.get("bonus", {})
    own: dict[str, Any] = stated.get("bonus", {})
    if not due and not own:
        return
    asked: dict[str, str] = due.get("areas", {})
    ticks = tuple(
        (wager, f"{edition.name_of(wager)} ({asked[wager]})" if wager in asked else edition.name_of(wager))
        for wager in BONUS
    )
    areas = Field("layout.bonus.areas", "Areas", own.get("areas", []), "ticks", ticks)
    yield Group(
        "layout.bonus.areas",
        "Bonus areas",
        (areas,),
        allowed="Areas before the boxperson for the bonus bets.",
    )
    spots = due.get("marker_spots")
    fields = (
        Field(
            "layout.bonus.marker_spots",
            LABELS["layout.bonus.marker_spots"],
            ", ".join(str(number) for number in own.get("marker_spots", [])),
            hint=f"{', '.join(map(str, spots.value))} ({spots.clause})" if spots else "",
        ),
        _flag_field(
            "layout.bonus.odds_shown",
            own.get("odds_shown"),
            due.get("odds_shown"),
        ),
    )
    yield Group("layout.bonus_bets", "Bonus bets", fields, allowed="What lies beside the bonus areas.")


def _size(stated: dict[str, Any]) -> Group:
    fields = tuple(
        Field(f"layout.{side}", label, str(stated.get(side, "")), kind="figure")
        for side, label in ((side, LABELS[f"layout.{side}"]) for side in ("width", "height"))
    )
    allowed = "In grid units. Areas that reach past an edge are found; leave empty to fit what is there."
    return Group("layout.size", "Size of the drawing", fields, allowed=allowed)


def _flag_field(path: str, value: bool | None, clause: Any = None) -> Field:
    shown = "" if value is None else "yes" if value else "no"
    return Field(path, LABELS[path], shown, "choice", FLAG, hint=f"Clause {clause}" if clause else "")


# What a posted form says ---------------------------------------------------------------------------------


def _flag(posted: QueryDict, path: str) -> bool | None:
    return {"yes": True, "no": False}.get(posted.get(path, ""))


def _ticked(posted: QueryDict, path: str, known: Iterable[str]) -> list[str]:
    ticked = set(posted.getlist(path))
    return [each for each in known if each in ticked]


def _without_empty(given: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """Without what was not stated; a list that is emptied now stays, as nothing chosen is a statement too."""
    kept: dict[str, Any] = {}
    for key, value in given.items():
        if isinstance(value, dict):
            value = _without_empty(value, old.get(key, {}))
        if value not in ("", None, [], {}) or (value == [] and key in old):
            kept[key] = value
    return kept
