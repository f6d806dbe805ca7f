"""The steps for a game played in rounds: wagers, the game's own sections, payouts, limits and the table.

Every field is one of the game's form (craps/games/fields.py), with the rule that the edition has about it.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from craps import BadInput, game_of, load_ruleset
from craps.choices import optional_wagers
from craps.codec import Odds
from craps.edition import Edition
from craps.games import fields as form
from craps.games.round_game import RoundGame, Section
from craps.money import odds_text
from craps.vocabulary import LIMITS
from portal.operator.fields import (
    Errors,
    Field,
    Group,
    Row,
    Ruleset,
    figure_field,
    flag_field,
    one_line,
    payout_unless,
    read_groups,
    value_at,
    without,
)
from portal.operator.grids import grid
from portal.operator.subjects import rows
from portal.operator.subjects.limits import COLUMNS, limit_cells
from portal.pages.table_drawing import table_drawings
from portal.typed_values import number, payout

CLEAN = {form.NUMBER: number, form.WHOLE: number, form.PAYOUT: payout, form.TEXT: one_line}


# Wagers --------------------------------------------------------------------------------------------------


def wagers(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The game's wagers, each with its clause."""
    names = game_of(edition).wagers
    offered = ruleset.get("wagers", list(edition.baseline_wagers))
    choices = tuple(
        (wager, f"{edition.name_of(wager)} ({edition.wagers[wager].clause})")
        if wager in edition.wagers
        else (wager, f"{edition.name_of(wager)} (not listed)")
        for wager in names
        if wager in edition.wagers or wager in offered
    )
    (about,) = form.fields(edition, "wagers")
    ticks = Field("wagers", "Wagers", offered, kind="ticks", choices=choices)
    return [Group("wagers", "Wagers", (ticks,), about.clause, about.asks)]


def read_wagers(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the ticked wagers. A list that the rulebook fixes stays unstated."""
    ticked = set(posted.getlist("wagers"))
    chosen = [wager for wager in game_of(edition).wagers if wager in ticked]
    fixed = "wagers" not in ruleset and not optional_wagers(edition)
    if fixed and chosen == list(edition.baseline_wagers):
        return ruleset, {}
    return {**ruleset, "wagers": chosen}, {}


# What only this game has ---------------------------------------------------------------------------------


def section_groups(section: Section, edition: Edition, ruleset: Ruleset) -> list[Group]:
    """A group for each key of the section, and a table for those whose names are the operator's."""
    return [
        *_single_values(section, edition, ruleset),
        *(rows.stated(table, section.row, ruleset) for table in _tables(section, edition)),
    ]


def section_as_typed(section: Section, edition: Edition, ruleset: Ruleset, posted: QueryDict) -> list[Group]:
    """The same, the tables as they were posted."""
    return [
        *_single_values(section, edition, ruleset),
        *(rows.as_typed(table, section.row, posted) for table in _tables(section, edition)),
    ]


def read_section(
    section: Section, edition: Edition, posted: QueryDict, ruleset: Ruleset
) -> tuple[Ruleset, Errors]:
    changed, errors = read_groups(_single_values(section, edition, ruleset), posted, ruleset)
    for table in _tables(section, edition):
        values, problems = rows.read(table, section.row, posted)
        changed, errors = {**changed, table.key: values}, errors | problems
    return changed, errors


def picture(edition: Edition, ruleset: Ruleset, findings: Iterable[Any]) -> SafeString:
    """The table as drawn from the section; empty while it is not valid, and the page keeps what it has."""
    try:
        rules = load_ruleset(without(ruleset, "layout"), edition)
    except BadInput:
        return SafeString("")
    drawings = table_drawings(rules, "Drawn from what you state below")
    return format_html_join("", '<div class="only-{}">{}</div>', drawings.items())


def _single_values(section: Section, edition: Edition, ruleset: Ruleset) -> list[Group]:
    groups = []
    for key in section.keys:
        shown = [each for each in form.fields(edition, key) if each.kind != form.TABLE]
        if len(shown) == 1:  # its rule stands above it, as that of a group does
            (only,) = shown
            field = replace(_field(ruleset, only), hint="")
            groups.append(Group(key, capfirst(only.label), (field,), only.clause, only.asks))
        elif shown:
            inputs = tuple(_field(ruleset, each) for each in shown)
            groups.append(Group(key, section.title, inputs, allowed="Leave a field empty to state nothing."))
    return groups


def _tables(section: Section, edition: Edition) -> list[rows.RowTable]:
    by_key = {
        key: [each for each in form.fields(edition, key) if each.kind == form.TABLE] for key in section.keys
    }
    return [
        rows.RowTable(key, columns[0].label, tuple(columns), CLEAN)
        for key, columns in by_key.items()
        if columns
    ]


# Payouts -------------------------------------------------------------------------------------------------


def payouts(game: RoundGame, edition: Edition, ruleset: Ruleset) -> list[Group]:
    """Every payout beside the document's figure and its clause."""
    shown = tuple(
        Field(
            each.path,
            capfirst(game.paid[each.path.partition(".")[2]]),
            value_at(ruleset, each.path, each.baseline),
            kind="figure",
            hint=f"{odds_text(Odds().read(each.baseline, ''))} ({each.clause})",
            clean=partial(payout_unless, str(each.baseline)),
        )
        for each in form.fields(edition, "payouts")
    )
    allowed = "The rulebook’s figure is above each field."
    presets = (("rulebook", "Same as the rulebook"),) if ruleset.get("payouts") else ()
    return [Group("payouts", "What a win pays", shown, allowed=allowed, presets=presets)]


def rulebook_payouts(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """State no payouts: the rulebook's hold."""
    return without(ruleset, "payouts") if name == "rulebook" else ruleset


# Limits --------------------------------------------------------------------------------------------------


def limits(game: RoundGame, edition: Edition, ruleset: Ruleset) -> list[Group]:
    """Minimum, maximum and increment of every wager offered."""
    offered = ruleset.get("wagers", edition.baseline_wagers)
    about = {each.path: each for each in form.fields(edition, "limits")}
    lines = []
    for wager in (wager for wager in game.wagers if wager in offered):
        path, title = f"limits.{wager}", edition.name_of(wager)
        asked = next(
            (each for name, each in about.items() if name.startswith(f"{path}.") and each.asks), None
        )
        if asked:
            allowed, clause = asked.asks, asked.clause
        elif wager in game.limits_said:
            move, allowed = game.limits_said[wager]
            clause = edition.own["play"][move]
        else:
            allowed, clause = "", ""
        cells = limit_cells(ruleset, path, title, tuple(LIMITS))
        lines.append((Row(path, title, len(cells), clause, allowed), cells))
    return [grid("limits", "Limits of each wager", COLUMNS, lines)]


# Table ---------------------------------------------------------------------------------------------------


def table(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """How the table is run, each field with what the edition says of it."""
    inputs = tuple(_field(ruleset, each) for each in form.fields(edition, "table"))
    return [Group("table", "At the table", inputs, allowed="Leave a field empty to state nothing.")]


def _field(ruleset: Ruleset, each: form.Field) -> Field:
    hint = _with_clause(each.asks, each.clause)
    if each.kind == form.YES_OR_NO:
        return flag_field(ruleset, each.path, each.label, hint=hint)
    field = figure_field(ruleset, each.path, each.label, hint=hint, clean=CLEAN.get(each.kind, one_line))
    return field if field.value or each.baseline is None else replace(field, value=each.baseline)


def _with_clause(asks: str, clause: str) -> str:
    """The rule with its clause before the full stop; "" where the document does not speak of it."""
    return f"{asks.rstrip('.')} ({clause})." if asks else ""
