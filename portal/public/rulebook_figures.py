"""An edition's data as tables: each value in words, with its clause. The edition's page and the comparison
of editions are made from the same rows; a row's `key` says which rows of two editions belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from craps.dice import POINTS
from craps.edition import Edition, WagerRule
from craps.money import amount_text, percent_text
from craps.wagers import CATALOGUE, ODDS_OF
from portal.pages.pay_words import listed, pays_text
from portal.pages.wording import size_text
from portal.public.rulebook_conduct import layout_rows, procedure_rows
from portal.public.rulebook_rows import Row, sentence


@dataclass(frozen=True)
class Subject:
    slug: str
    title: str
    head: str
    value_head: str
    rows: tuple[Row, ...]
    intro: str = ""

    @property
    def is_cited(self) -> bool:
        return any(row.clause for row in self.rows)


def subjects(edition: Edition) -> list[Subject]:
    """Every subject the edition has something to say on, in the order of the editor's steps."""
    found = [
        Subject("wagers", "Wagers and what they pay", "Wager", "Pays", tuple(_wagers_and_pay(edition))),
        *_terms(edition),
        Subject("layout", "Layout", "Subject", "Rule", tuple(layout_rows(edition))),
        Subject(
            "procedure",
            "Making and taking down bets",
            "Bet",
            "Rule",
            tuple(procedure_rows(edition)),
        ),
        Subject(
            "slips",
            "Slips in the source",
            "Place",
            "What is odd",
            tuple(
                Row(f"slip{n}", f"Clause {slip['clause']}", slip["text"], slip["clause"])
                for n, slip in enumerate(edition.slips)
            ),
            "Places where the source document is unclear or contradicts itself.",
        ),
    ]
    return [subject for subject in found if subject.rows]


def compared_subjects(edition: Edition) -> list[Subject]:
    """The subjects by which editions are set side by side; all of them, also those with nothing to say."""
    return [
        Subject("wagers", "Wagers", "Wager", "", tuple(_offered(edition))),
        Subject("payouts", "Payouts", "Wager", "", tuple(_payouts(edition))),
        *_terms(edition),
        Subject("layout", "Layout", "Subject", "", tuple(layout_rows(edition))),
        Subject("procedure", "Making and taking down bets", "Bet", "", tuple(procedure_rows(edition))),
    ]


def _terms(edition: Edition) -> list[Subject]:
    return [
        Subject(
            "odds",
            "Odds",
            "Bet",
            "At most",
            tuple(_odds(edition)),
            "How many times the flat bet a player may take or lay as odds once the point is set.",
        ),
        Subject("vigorish", "Vigorish", "Bet", "How it is taken", tuple(_vig(edition))),
        Subject(
            "come-out",
            "On a come-out roll",
            "Bet",
            "Works or not",
            tuple(_come_out(edition)),
            "A bet that is off neither wins nor loses.",
        ),
        Subject("limits", "Limits", "Bet", "Amounts", tuple(_limits(edition))),
        Subject("table", "Table and equipment", "Subject", "Rule", tuple(_table(edition))),
    ]


# Wagers and payouts --------------------------------------------------------------------------------------


def _listed_wagers(edition: Edition) -> Iterator[tuple[str, WagerRule]]:
    return ((wager, edition.wagers[wager]) for wager in CATALOGUE if wager in edition.wagers)


def _wagers_and_pay(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        ours = CATALOGUE[wager].name.lower()
        name = rule.name if ours in rule.name.lower() else f"{rule.name} ({ours})"
        yield Row(wager, name, _pays(edition, wager, rule), rule.clause)


def _offered(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        terms = []
        if rule.offering.value != "yes":
            terms.append(f"the regulator judges it ({rule.offering.clause})")
        if rule.needs is not None:
            needed = " or ".join(CATALOGUE[flat].name.lower() for flat in rule.needs.value)
            terms.append(f"only with a {needed} bet ({rule.needs.clause})")
        ours = CATALOGUE[wager].name
        theirs = rule.name.lower().replace(" bet", "")
        note = "" if ours.lower() in theirs else f"called {rule.name}"
        yield Row(wager, ours, ", ".join(["Yes", *terms]), rule.clause, note=note)


def _payouts(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        cited = [*rule.pays.values()] or [
            pay
            for choice in edition.paytables.values()
            for table in choice.tables.values()
            for pay in table.get(wager, {}).values()
        ]
        clauses = dict.fromkeys(pay.clause for pay in cited) or {rule.shares: None}
        yield Row(wager, CATALOGUE[wager].name, _pays(edition, wager, rule), _few(clauses))


def _pays(edition: Edition, wager: str, rule: WagerRule) -> str:
    if rule.shares:
        parts = dict.fromkeys(CATALOGUE[part].name for part in CATALOGUE[wager].parts)
        return f"In equal shares: {', '.join(parts)}"
    if rule.pays:
        return pays_text(wager, {slot: cited.value for slot, cited in rule.pays.items()})
    tables = [
        f"Table {letter}: {pays_text(wager, {slot: cited.value for slot, cited in table[wager].items()})}"
        for choice in edition.paytables.values()
        for letter, table in choice.tables.items()
        if wager in table
    ]
    return "; ".join(tables)


def _few(clauses: Iterable[str]) -> str:
    """At most three clauses: a wager with one for each number is found by its first ones."""
    every = list(clauses)
    return ", ".join([*every[:3], "…"] if len(every) > 3 else every)


# Odds, vigorish, come-out state, limits, table -----------------------------------------------------------


def _odds(edition: Edition) -> Iterator[Row]:
    for flat, rule in edition.odds.items():
        most = {str(point): f"{rule.most[point].value}×" for point in POINTS}
        figures = dict.fromkeys(most.values())
        if len(figures) == 1:
            value = f"{next(iter(figures))} on every point"
        else:
            value = ", ".join(
                f"{figure} on {listed([point for point in most if most[point] == figure])}"
                for figure in figures
            )
        measured = (
            "of the amount wagered" if rule.basis.value == "wager" else "measured on what the odds would win"
        )
        clause = rule.most[POINTS[0]].clause
        yield Row(
            flat,
            edition.name_of(ODDS_OF[flat]),
            f"{value}, {measured}",
            clause,
            CATALOGUE[ODDS_OF[flat]].name,
        )


_COLLECTED = {
    "placement": "when the bet is placed",
    "win": "only on a win",
    "placement_and_payment": "when the bet is placed and each time it is paid",
}


def _vig(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.vig.items():
        base = "the amount wagered" if rule.base.value == "wager" else "what it wins"
        taken = " or ".join(_COLLECTED[way] for way in rule.collect.value)
        value = f"{rule.rate.kind.capitalize()} {percent_text(rule.rate.value)} of {base}, taken {taken}"
        if rule.refund is not None:
            value += "; given back" if rule.refund.value else "; kept"
            value += f" if the bet is taken down undecided ({rule.refund.clause})"
        yield Row(wager, edition.name_of(wager), value, rule.rate.clause, CATALOGUE[wager].name)


def _come_out(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.come_out.items():
        if wager not in edition.wagers:
            continue
        called = listed(list(rule.call.value))
        value = (
            f"{sentence(rule.state.value)}; the player may call it {called}"
            if called
            else sentence(rule.state.value)
        )
        yield Row(wager, edition.name_of(wager), value, rule.state.clause, CATALOGUE[wager].name)


def _limits(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        bounds = (("at least", rule.min), ("at most", rule.max), ("in steps of", rule.increment))
        stated = [(words, bound) for words, bound in bounds if bound is not None]
        values = [f"{words} {edition.currency} {amount_text(bound.value)}" for words, bound in stated]
        clauses = [bound.clause for _, bound in stated]
        if rule.chips is not None:
            values.append(f"in units of {rule.chips.value} chips")
            clauses.append(rule.chips.clause)
        units: dict[tuple[int, str], list[str]] = {}
        for number, unit in rule.multiple.items():
            units.setdefault((unit.value, unit.clause), []).append(number)
        for (unit_value, clause), numbers in units.items():
            values.append(f"in multiples of {unit_value} on {listed(numbers)}")
            clauses.append(clause)
        if values:
            value = sentence(", ".join(values))
            yield Row(wager, rule.name, value, ", ".join(dict.fromkeys(clauses)), CATALOGUE[wager].name)


_TABLE: dict[str, tuple[str, str]] = {
    "shape": ("Shape", "{}"),
    "length_ft": ("Length", "at most {} ft"),
    "seats": ("Seats", "at most {}"),
    "players": ("Players", "at most {}"),
    "players_per_end": ("Players at each end", "at most {}"),
    "dice": ("Dice", "{} in a set"),
    "dice_face_mm": ("Face of a die", "at least {} mm"),
    "dice_change_hours": ("Dice are changed", "at least every {} hours"),
    "counts_as_tables": ("Counts for supervision as", "{} tables"),
}


def _table(edition: Edition) -> Iterator[Row]:
    for key, (label, words) in _TABLE.items():
        if key in edition.table:
            cited: Any = edition.table[key]
            measure = cited.value if isinstance(cited.value, str) else size_text(cited.value)
            yield Row(key, label, sentence(words.format(measure)), cited.clause)
    if "dice_casino_name" in edition.table:
        yield Row("dice_name", "On each die", "The casino’s name", edition.table["dice_casino_name"])
    for piece, clause in edition.table.get("equipment", {}).items():
        yield Row(f"equipment.{piece}", piece.replace("_", " ").capitalize(), "Required", clause)
