"""The table and what lies on it: size, places, dice, equipment."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import partial

from craps.checks.fields import (
    Missing,
    clauses_at,
    field_check,
    flag,
    is_stated,
    judged_flag,
    lacking,
    too_many,
)
from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.edition import Edition
from craps.edition_codec import EQUIPMENT
from craps.measures import MEASURES, bounded
from craps.messages import say
from craps.money import number_text
from craps.ruleset import RuleSet
from craps.vocabulary import EQUIPMENT_NEEDED, EQUIPMENT_ONLY_WITH, LABELS, SHAPES, listed, named

THROWN = 2  # dice in a roll
SERVES_FOR = {"dice_bowl": "dice_cup", "dice_cup": "dice_bowl", "tip_area": "tip_box"}
PEOPLE = ("seats", "players", "players_per_end")
BREAKS = {"at most": operator.gt, "at least": operator.lt, "exactly": operator.ne}


def _measured(field: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table[field]
    own = ruleset.stated["table"][field]
    bound = MEASURES[field].bound
    if not BREAKS[bound](own, due.value):
        return
    yield rule.finding(
        f"table.{field}",
        f"{rule.text[:-1]} ({due.clause}). You entered {number_text(own)}. Use {number_text(due.value)}.",
        clause=due.clause,
        submitted=str(own),
        allowed=f"{bound} {due.value}",
        nearest=str(due.value),
    )


def _measure_text(field: str, edition: Edition) -> str:
    figure = bounded(MEASURES[field].bound, number_text(edition.table[field].value))
    return say("rules.sentence", words=MEASURES[field].finding.format(figure=figure))


def _set_of_dice(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["dice"]
    more = ruleset.edition.table.get("more_dice")
    own = ruleset.stated["table"]["dice"]
    if own == due.value:
        return
    judged = more if more and own > due.value else None
    if judged and judged.value == "fine":
        return
    end = f"{judged.clause} also mentions larger sets." if judged else f"Use {due.value}."
    yield rule.finding(
        "table.dice",
        f"{rule.text[:-1]} ({due.clause}). You entered {own}. {end}",
        judged="This is for the regulator to judge.",
        severity=judged.value if judged else BREACH,
        clause=due.clause,
        submitted=str(own),
        allowed=f"exactly {due.value}",
        nearest=str(due.value),
    )


def _discs(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["discs"]
    own = ruleset.stated["table"]["discs"]
    if own == due.value:
        return
    spare = own > due.value
    end = "" if spare else f" Use {due.value}."
    yield rule.finding(
        "table.discs",
        f"{due.value} discs show the come-out point ({due.clause}). You entered {own}.{end}",
        judged="Whether more may lie ready is for the regulator to judge.",
        severity=REFER if spare else BREACH,
        clause=due.clause,
        submitted=str(own),
        allowed=f"exactly {due.value}",
        nearest=str(due.value),
    )


def _equipment(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["equipment"]
    own = ruleset.stated["table"]["equipment"]
    needed = [p for p in due if p not in EQUIPMENT_ONLY_WITH or EQUIPMENT_ONLY_WITH[p] in ruleset.offered]
    lacks = [piece for piece in needed if piece not in own and SERVES_FOR.get(piece) not in own]
    if "discs" in lacks and ruleset.stated["table"].get("discs"):
        lacks.remove("discs")  # counted instead of listed
    whole = [piece for piece in EQUIPMENT if piece in own or piece in lacks]
    missing = [
        Missing(
            piece,
            due[piece],
            f"The table needs {named(EQUIPMENT_NEEDED[piece], ruleset.edition)} ({due[piece]}). "
            f"Your list does not have it. Add it.",
        )
        for piece in lacks
    ]
    yield from lacking(rule, "table.equipment", own, missing, nearest=whole)


def _shape(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """One of SHAPES. Rule sets of old may have other words; where those name the right shape, a person has
    to read them ("not oblong")."""
    due = ruleset.edition.table["shape"]
    own = ruleset.stated["table"]["shape"]
    if own.strip().casefold() == due.value.casefold():
        return
    unclear = due.value.casefold() in own.casefold()
    yield rule.finding(
        "table.shape",
        f"The table is {due.value} ({due.clause}). You entered: {SHAPES.get(own, own)}.",
        judged=f"Whether that means {due.value} is for the regulator to judge.",
        severity=REFER if unclear else BREACH,
        clause=due.clause,
        submitted=own,
        allowed=due.value,
        nearest=due.value,
    )


def _fewest_dice(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["fewest_dice"]
    own = ruleset.stated["table"]["dice"]
    if own >= due.value:
        return
    enough = own >= THROWN
    end = "" if enough else f" Use {due.value}."
    yield rule.finding(
        "table.dice",
        f"{rule.text[:-1]} ({due.clause}). You entered {own}.{end}",
        judged="Whether they are a set to select from is for the regulator to judge.",
        severity=REFER if enough else BREACH,
        submitted=str(own),
        allowed=f"at least {due.value}",
        nearest=str(due.value),
    )


def _seated(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    players, seats = (ruleset.stated["table"][name] for name in ("players", "seats"))
    if players > seats:
        message = (
            f"Only a seated player may bet ({rule.clause}). You have {seats} seats for {players} players. "
            f"Use {seats} players."
        )
        yield too_many(rule, "table.players", players, seats, message)


def _ends(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    players, per_end = (ruleset.stated["table"][name] for name in ("players", "players_per_end"))
    if players > 2 * per_end:
        message = (
            f"The players stand at two ends ({rule.clause}). You have {players} players, but only {per_end} "
            f"at each end. Use at most {2 * per_end}."
        )
        yield too_many(rule, "table.players", players, 2 * per_end, message)


def _nobody(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """A table for nobody. Seats only where the document asks for some: at most tables players stand."""
    table, due = ruleset.stated["table"], ruleset.edition.table
    for field in PEOPLE:
        if table.get(field) != 0 or (field == "seats" and "seats" not in due):
            continue
        clause = due[field].clause if field in due else ruleset.edition.listed
        yield rule.finding(
            f"table.{field}",
            f"{LABELS[f'table.{field}']}: you entered 0, but the game is for players ({clause}). "
            f"Enter how many there are.",
            severity=BREACH if field == "seats" else REFER,
            clause=clause,
            submitted="0",
            allowed="at least 1",
        )


def _nobody_clauses(edition: Edition) -> list[str]:
    return [*(edition.table[field].clause for field in PEOPLE if field in edition.table), edition.listed]


def _says_both(one: str, other: str, ruleset: RuleSet) -> bool:
    return is_stated(f"table.{one}", ruleset) and is_stated(f"table.{other}", ruleset)


def _dice_text(edition: Edition) -> str:
    return say("rules.sentence", words=MEASURES["dice"].finding.format(figure=edition.table["dice"].value))


def _discs_text(edition: Edition) -> str:
    return say("rules.discs", count=edition.table["discs"].value)


def _equipment_text(edition: Edition) -> str:
    pieces = [named(EQUIPMENT_NEEDED[piece], edition) for piece in edition.table["equipment"]]
    return say("rules.equipment", pieces=listed(pieces))


def _fewest_dice_text(edition: Edition) -> str:
    return say("rules.fewest_dice", count=edition.table["fewest_dice"].value)


def _shape_text(edition: Edition) -> str:
    shape = edition.table["shape"].value
    return say("rules.shape", shape=SHAPES.get(shape, shape))


CHECKS: tuple[Check, ...] = (
    *(
        field_check(f"table.{name}", partial(_measure_text, name), partial(_measured, name))
        for name, measure in MEASURES.items()
        if measure.bound
    ),
    field_check("table.dice", _dice_text, _set_of_dice),
    field_check("table.discs", _discs_text, _discs),
    field_check("table.equipment", _equipment_text, _equipment),
    field_check("table.fewest_dice", _fewest_dice_text, _fewest_dice, partial(is_stated, "table.dice")),
    field_check("table.shape", _shape_text, _shape),
    flag("table.rounded_corners", "rules.rounded"),
    flag("table.high_walls", "rules.walled"),
    judged_flag("table.stickperson", departs=False, words="rules.stickperson", otherwise="there is none"),
    judged_flag(
        "table.off_for_removal",
        departs=True,
        words="rules.returned",
        otherwise="an OFF button may stand in for that",
    ),
    flag("table.dice_casino_name", "rules.casino_name"),
    flag("table.limits_posted", "rules.posted"),
    field_check(
        "table.seated_only",
        lambda edition: say("rules.seated_only"),
        _seated,
        partial(_says_both, "players", "seats"),
    ),
    Check(
        "table.ends",
        partial(clauses_at, "table.players_per_end"),
        lambda edition: say("rules.ends"),
        _ends,
        partial(_says_both, "players", "players_per_end"),
        REFER,
    ),
    Check(
        "table.nobody",
        _nobody_clauses,
        lambda edition: say("rules.nobody"),
        _nobody,
        lambda ruleset: any(field in ruleset.stated.get("table", ()) for field in PEOPLE),
        lambda edition: BREACH if "seats" in edition.table else REFER,
    ),
)
