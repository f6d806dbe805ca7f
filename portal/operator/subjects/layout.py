"""The step for the layout: its areas, its legends, and the places of the side bets."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from craps import BadInput, game_of, load_ruleset
from craps.checks.fields import due_at
from craps.edition import Edition
from craps.ruleset import RuleSet
from craps.vocabulary import LABELS, SIDE_BET_PLACES, WALL_NOTICES, named, path_words
from craps.wagers import SIDE_BETS
from portal.operator import layout_areas
from portal.operator.fields import (
    Errors,
    Field,
    Group,
    Ruleset,
    choice_field,
    figure_field,
    flag_field,
    one_line,
    read_groups,
    tick_group,
    value_at,
    with_value,
    without,
)
from portal.operator.step_kinds import RulesStep
from portal.pages.table_drawing import table_drawing
from portal.typed_values import number, numbers

SCHEDULED = ("fire", "sharpshooter")
SIDE_BET_TITLES = {"fire": "{fire}", "sharpshooter": "{sharpshooter}", "bonus": "Bonus bets"}
SIDE_BET_FIELDS = (
    "positions",
    "positions_per_end",
    "place",
    "circles",
    "schedule_place",
    "clockwise",
    "relocation_area",
    "relocation_numbered",
    "markers_distinct",
    "marker_spots",
    "odds_shown",
)
SIDE_BET_LISTS = {
    "wall_notice": ("Notice on the inside wall", "What it tells every player about the {fire}."),
    "areas": ("Bonus areas", "Areas in front of the boxperson for the bonus bets."),
}
_ALLOWED = {
    "fire": "The drawing shows the positions around its rim. Areas you draw for the {fire} count too.",
    "sharpshooter": "One area that you draw may hold all positions.",
    "bonus": "What is beside the bonus areas.",
}


def step(intro: str) -> RulesStep:
    """The step itself, the same in every game."""
    return RulesStep(
        "layout",
        "Layout",
        ("layout",),
        groups,
        read,
        preset=preset,
        picture=picture,
        intro=intro,
        template="operator/layout.html",
    )


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    return [
        _areas(edition, ruleset),
        _legends(edition, ruleset),
        *_schedules(edition, ruleset),
        *_side_bets(edition, ruleset),
        _size(ruleset),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the layout; one in which everything is empty is not stated."""
    fields = [group for group in groups(edition, ruleset) if group.path != "layout.areas"]
    changed, errors = read_groups(fields, posted, ruleset)
    areas, area_errors = layout_areas.read(edition, posted)
    new_bet = posted.get("layout.new.bet")
    if new_bet and ("save" in posted or posted.get("preset") == "add"):
        areas.append(
            layout_areas.new_area(_rules(edition, ruleset), ruleset.get("layout", {}), areas, new_bet)
        )
    was_stated = value_at(ruleset, "layout.areas") is not None
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
    stated = value_at(ruleset, "layout.areas")
    title = "Your layout" if stated else f"The standard layout of {edition.title}"
    try:
        rules = load_ruleset(ruleset, edition) if stated else _rules(edition, ruleset)
    except BadInput:
        return SafeString("")
    marked = {index for finding in findings if (index := layout_areas.index_of(finding.path)) is not None}
    return table_drawing(rules, title, highlight=marked)


def with_changes(
    edition: Edition, ruleset: Ruleset, groups: Iterable[Group], approved: Ruleset | None
) -> list[Group]:
    """The groups with what differs in each area from the approved layout, or else from the standard one."""
    before = value_at(approved or {}, "layout.areas") or _standard(edition, ruleset)["areas"]

    def marked(field: Field) -> Field:
        if field.kind != "areas":
            return field
        return replace(field, value=layout_areas.compared(edition, field.value, before))

    return [replace(group, fields=tuple(map(marked, group.fields))) for group in groups]


def _standard(edition: Edition, ruleset: Ruleset) -> dict[str, Any]:
    return game_of(edition).standard_layout(_rules(edition, ruleset))


def _rules(edition: Edition, ruleset: Ruleset) -> RuleSet:
    """The rules without their layout, which may not be valid while it is edited."""
    try:
        return load_ruleset(without(ruleset, "layout"), edition)
    except BadInput:  # stored by an older core that accepted more
        return load_ruleset(game_of(edition).first_draft(edition), edition)


def _areas(edition: Edition, ruleset: Ruleset) -> Group:
    areas = value_at(ruleset, "layout.areas", [])
    rows = layout_areas.rows(edition, areas)
    choices = layout_areas.choices(_rules(edition, ruleset), areas)
    standard = "Replace it with the standard layout" if areas else "Start from the standard layout"
    remove = (("none", "Remove the layout"),) if ruleset.get("layout") else ()
    required = "areas" in edition.layout
    return Group(
        path="layout.areas",
        title="Areas",
        fields=(Field("layout.areas", "Areas", rows, "areas", choices),),
        clause=edition.layout.get("areas", ""),
        allowed=game_of(edition).area_rule
        if required
        else "The rulebook does not require an area for each wager.",
        presets=(("standard", standard), *remove),
    )


def _legends(edition: Edition, ruleset: Ruleset) -> Group:
    words: dict[str, str] = edition.layout.get("words", {})
    required = [f"“{text}” ({clause})" for text, clause in words.items()]
    if "operator_name" in edition.layout:
        required.append(f"your name or logo ({edition.layout['operator_name']})")
    allowed = f"The rulebook requires {' and '.join(required)}." if required else "Text outside the areas."
    path = "layout.legends"
    hint = "One on each line. Labels of areas also count as printed."
    lines = "\n".join(value_at(ruleset, path, []))
    legends = Field(path, "Legends", lines, "lines", hint=hint, clean=_lines)
    return Group(
        path, "Legends", (legends, flag_field(ruleset, "layout.logo", LABELS["layout.logo"])), allowed=allowed
    )


def _schedules(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    path = "layout.schedules"
    clauses: dict[str, str] = edition.layout.get("schedules", {})
    stated = value_at(ruleset, path)
    if clauses or stated is not None:
        known = {*clauses, *edition.wagers, *(stated or ())}
        options = {wager: edition.name_of(wager) for wager in SCHEDULED if wager in known}
        allowed = "Required schedules show their clause."
        yield tick_group(ruleset, path, LABELS[path], options=options, clauses=clauses, allowed=allowed)


def _side_bets(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    """For each side bet that the edition or the rule set gives a place: its fields, then its lists."""
    for bet, title in SIDE_BET_TITLES.items():
        required = edition.layout.get(bet, {})
        stated = value_at(ruleset, f"layout.{bet}", {})
        paths = [f"layout.{bet}.{field}" for field in SIDE_BET_FIELDS if field in required or field in stated]
        fields = tuple(_side_bet_field(edition, ruleset, path) for path in paths)
        if fields:
            allowed = named(_ALLOWED[bet], edition)
            yield Group(f"layout.{bet}_bet", named(title, edition), fields, allowed=allowed)
        for field, words in SIDE_BET_LISTS.items():
            if field in required or field in stated:
                yield _side_bet_list(edition, ruleset, f"layout.{bet}.{field}", words)


def _side_bet_field(edition: Edition, ruleset: Ruleset, path: str) -> Field:
    due, label, field = due_at(path, edition), path_words(path, edition), path.rpartition(".")[2]
    clause = f" ({getattr(due, 'clause', due)})" if due else ""
    if field == "marker_spots":
        hint = f"{_joined(due.value)}{clause}" if due else ""
        return Field(path, label, _joined(value_at(ruleset, path, [])), hint=hint, clean=numbers)
    if field.startswith("positions"):
        hint = f"at most {due.value}{clause}" if due else ""
        return figure_field(ruleset, path, label, hint=hint, clean=number)
    if field.endswith("place"):
        hint = f"{SIDE_BET_PLACES[due.value]}{clause}" if due else ""
        return choice_field(ruleset, path, label, options=SIDE_BET_PLACES, hint=hint)
    return flag_field(ruleset, path, label, hint=f"Clause {due}" if due else "")


def _side_bet_list(edition: Edition, ruleset: Ruleset, path: str, words: tuple[str, str]) -> Group:
    options = {notice: capfirst(named(text, edition)) for notice, text in WALL_NOTICES.items()}
    if path == "layout.bonus.areas":
        options = {wager: edition.name_of(wager) for wager in SIDE_BETS["bonus"]}
    title, allowed = words[0], named(words[1], edition)
    return tick_group(
        ruleset, path, title, options=options, clauses=due_at(path, edition) or {}, allowed=allowed
    )


def _size(ruleset: Ruleset) -> Group:
    fields = tuple(
        figure_field(ruleset, path, LABELS[path], clean=number) for path in ("layout.width", "layout.height")
    )
    allowed = "In grid units. Areas beyond the edge are reported; leave empty to fit all areas."
    return Group("layout.size", "Size of the drawing", fields, allowed=allowed)


def _lines(text: str) -> list[str]:
    return [one_line(line) for line in text.splitlines() if line.strip()]


def _joined(numbers: Iterable[Any]) -> str:
    return ", ".join(map(str, numbers))


def _has_value(layout: Any) -> bool:
    return any(map(_has_value, layout.values())) if isinstance(layout, dict) else layout not in (None, [])
