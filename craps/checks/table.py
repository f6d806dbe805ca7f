"""The table and what lies on it: size, places, dice, equipment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.edition import Edition
from craps.edition_codec import EQUIPMENT
from craps.money import Exact, number_text
from craps.ruleset import RuleSet
from craps.vocabulary import EQUIPMENT_NEEDED, MEASURES, listed

SERVES_FOR = {"dice_bowl": "dice_cup", "dice_cup": "dice_bowl"}

AT_MOST = ("length_ft", "seats", "players", "players_per_end", "dice_change_hours")


def _measured(
    field: str, bound: str, breaks: Callable[[Exact, Exact], bool], ruleset: RuleSet, rule: Rule
) -> Iterator[Finding]:
    due = ruleset.edition.table[field]
    own = ruleset.stated["table"][field]
    if not breaks(own, due.value):
        return
    yield rule.finding(
        f"table.{field}",
        f"{rule.text[:-1]} ({due.clause}). You entered {number_text(own)}. Use {number_text(due.value)}.",
        clause=due.clause,
        submitted=str(own),
        allowed=f"{bound} {due.value}",
        nearest=str(due.value),
    )


def _measure_text(field: str, bound: str, edition: Edition) -> str:
    figure = f"{bound} {number_text(edition.table[field].value)}"
    return MEASURES[field].finding.format(figure=figure) + "."


def _set_of_dice(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["dice"]
    more = ruleset.edition.table.get("more_dice")
    own = ruleset.stated["table"]["dice"]
    if own == due.value:
        return
    judged = more if more and own > due.value else None
    if judged and judged.value == "fine":
        return
    end = f"Use {due.value}."
    if judged:
        end = f"{judged.clause} also mentions larger sets: the regulator judges."
    yield rule.finding(
        "table.dice",
        f"{rule.text[:-1]} ({due.clause}). You entered {own}. {end}",
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
    end = "Whether more may lie ready is for the regulator to judge." if spare else f"Use {due.value}."
    yield rule.finding(
        "table.discs",
        f"{due.value} discs show the come-out point ({due.clause}). You entered {own}. {end}",
        severity=REFER if spare else BREACH,
        clause=due.clause,
        submitted=str(own),
        allowed=f"exactly {due.value}",
        nearest=str(due.value),
    )


def _equipment(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["equipment"]
    own = ruleset.stated["table"]["equipment"]
    missing = [piece for piece in due if piece not in own and SERVES_FOR.get(piece) not in own]
    if "discs" in missing and ruleset.stated["table"].get("discs"):
        missing.remove("discs")  # counted instead of listed
    whole = [piece for piece in EQUIPMENT if piece in own or piece in missing]
    for piece in missing:
        yield rule.finding(
            "table.equipment",
            f"The table needs {EQUIPMENT_NEEDED[piece]} ({due[piece]}). Your list does not have it. Add it.",
            clause=due[piece],
            submitted=list(own),
            allowed=f"with {piece}",
            nearest=whole,
        )


def _shape(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.table["shape"]
    own = ruleset.stated["table"]["shape"]
    if due.value.casefold() not in own.casefold():
        yield rule.finding(
            "table.shape",
            f"The table is {due.value}, with rounded corners and high walls ({due.clause}). "
            f"You entered {own}.",
            clause=due.clause,
            submitted=own,
            allowed=due.value,
            nearest=due.value,
        )


def _flag(field: str, words: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    if not ruleset.stated["table"][field]:
        yield rule.finding(
            f"table.{field}",
            f"{words} ({rule.clause}). You state that it is not so.",
            submitted=False,
            allowed=True,
            nearest=True,
        )


def _seated(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    table = ruleset.stated["table"]
    if table["players"] > table["seats"]:
        yield rule.finding(
            "table.players",
            f"Only a seated player may bet ({rule.clause}). You have {table['seats']} seats for "
            f"{table['players']} players. Use {table['seats']} players.",
            submitted=str(table["players"]),
            allowed=f"at most {table['seats']}",
            nearest=str(table["seats"]),
        )


def _stated(field: str, ruleset: RuleSet) -> bool:
    return field in ruleset.stated.get("table", ())


def _clauses(field: str, edition: Edition) -> list[str]:
    due: Any = edition.table.get(field)
    if due is None:
        return []
    if isinstance(due, str):
        return [due]
    return list(due.values()) if field == "equipment" else [due.clause]


def _dice_text(edition: Edition) -> str:
    return MEASURES["dice"].finding.format(figure=edition.table["dice"].value) + "."


def _discs_text(edition: Edition) -> str:
    return f"{edition.table['discs'].value} discs show the come-out point."


def _equipment_text(edition: Edition) -> str:
    return f"The table has {listed([EQUIPMENT_NEEDED[piece] for piece in edition.table['equipment']])}."


def _shape_text(edition: Edition) -> str:
    return f"The table is {edition.table['shape'].value}."


CASINO_NAME = "Each die shows the casino's name"
POSTED = "The least and the most that may be bet are posted at the table"


def _measure(field: str, bound: str, breaks: Callable[[Exact, Exact], bool]) -> Check:
    return Check(
        f"table.{field}",
        partial(_clauses, field),
        partial(_measure_text, field, bound),
        partial(_measured, field, bound, breaks),
        partial(_stated, field),
    )


CHECKS: tuple[Check, ...] = (
    *(_measure(field, "at most", lambda own, due: own > due) for field in AT_MOST),
    _measure("dice_face_mm", "at least", lambda own, due: own < due),
    _measure("counts_as_tables", "exactly", lambda own, due: own != due),
    Check("table.dice", partial(_clauses, "dice"), _dice_text, _set_of_dice, partial(_stated, "dice")),
    Check("table.discs", partial(_clauses, "discs"), _discs_text, _discs, partial(_stated, "discs")),
    Check(
        "table.equipment",
        partial(_clauses, "equipment"),
        _equipment_text,
        _equipment,
        partial(_stated, "equipment"),
    ),
    Check("table.shape", partial(_clauses, "shape"), _shape_text, _shape, partial(_stated, "shape")),
    Check(
        "table.dice_casino_name",
        partial(_clauses, "dice_casino_name"),
        lambda edition: f"{CASINO_NAME}.",
        partial(_flag, "dice_casino_name", CASINO_NAME),
        partial(_stated, "dice_casino_name"),
    ),
    Check(
        "table.limits_posted",
        partial(_clauses, "limits_posted"),
        lambda edition: f"{POSTED}.",
        partial(_flag, "limits_posted", POSTED),
        partial(_stated, "limits_posted"),
    ),
    Check(
        "table.seated_only",
        partial(_clauses, "seated_only"),
        lambda edition: "Only seated players bet, so there are no more players than seats.",
        _seated,
        lambda ruleset: _stated("players", ruleset) and _stated("seats", ruleset),
    ),
)
