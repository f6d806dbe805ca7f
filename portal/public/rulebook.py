"""An edition's data as the tables of its page: each value in words, with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from craps.dice import POINTS
from craps.edition import Edition, WagerRule
from craps.money import odds_text, percent_text
from craps.wagers import CATALOGUE, ODDS_OF
from portal.pages.wording import size_text


@dataclass(frozen=True)
class Row:
    label: str
    value: str
    clause: str


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
        Subject("wagers", "Wagers and what they pay", "Wager", "Pays", tuple(_wagers(edition))),
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
        Subject(
            "slips",
            "Slips in the source",
            "Place",
            "What is odd",
            tuple(Row(f"Clause {slip['clause']}", slip["text"], "") for slip in edition.slips),
            "Places where the source document is unclear or contradicts itself.",
        ),
    ]
    return [subject for subject in found if subject.rows]


def _wagers(edition: Edition) -> Iterator[Row]:
    for wager in (wager for wager in CATALOGUE if wager in edition.wagers):
        rule = edition.wagers[wager]
        ours = CATALOGUE[wager].name.lower()
        name = rule.name if ours in rule.name.lower() else f"{rule.name} ({ours})"
        yield Row(name, _pays(edition, wager, rule), rule.clause)


def _pays(edition: Edition, wager: str, rule: WagerRule) -> str:
    if rule.shares:
        parts = dict.fromkeys(edition.name_of(part) for part in CATALOGUE[wager].parts)
        return f"In equal shares: {', '.join(parts)}"
    if rule.pays:
        return _by_figure({slot: cited.value for slot, cited in rule.pays.items()})
    tables = [
        f"Table {letter}: {_by_figure({slot: cited.value for slot, cited in table[wager].items()})}"
        for choice in edition.paytables.values()
        for letter, table in choice.tables.items()
        if wager in table
    ]
    return "; ".join(tables)


def _by_figure(pays: dict[str, Fraction]) -> str:
    """1 to 1 on 3 and 4, 2 to 1 on 2: slots that pay the same together."""
    grouped: dict[str, list[str]] = {}
    for slot, ratio in pays.items():
        grouped.setdefault(odds_text(ratio), []).append(slot)
    if len(grouped) == 1:
        return next(iter(grouped))
    return ", ".join(
        f"{figure} on {_listed(slots)}" if all(slots) else f"{figure} otherwise"
        for figure, slots in grouped.items()
    )


def _odds(edition: Edition) -> Iterator[Row]:
    for flat, rule in edition.odds.items():
        most = {str(point): f"{rule.most[point].value}×" for point in POINTS}
        figures = dict.fromkeys(most.values())
        if len(figures) == 1:
            value = f"{next(iter(figures))} on every point"
        else:
            value = ", ".join(
                f"{figure} on {_listed([point for point in most if most[point] == figure])}"
                for figure in figures
            )
        measured = (
            "of the amount wagered" if rule.basis.value == "wager" else "measured on what the odds would win"
        )
        yield Row(edition.name_of(ODDS_OF[flat]), f"{value}, {measured}", rule.most[POINTS[0]].clause)


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
        yield Row(edition.name_of(wager), value, rule.rate.clause)


def _come_out(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.come_out.items():
        if wager not in edition.wagers:
            continue
        called = _listed(list(rule.call.value))
        value = (
            f"{_sentence(rule.state.value)}; the player may call it {called}"
            if called
            else _sentence(rule.state.value)
        )
        yield Row(edition.name_of(wager), value, rule.state.clause)


def _limits(edition: Edition) -> Iterator[Row]:
    for rule in edition.wagers.values():
        bounds = (("at least", rule.min), ("at most", rule.max), ("in steps of", rule.increment))
        stated = [(words, bound) for words, bound in bounds if bound is not None]
        if stated:
            value = ", ".join(f"{words} {edition.currency} {bound.value}" for words, bound in stated)
            yield Row(
                rule.name, _sentence(value), ", ".join(dict.fromkeys(bound.clause for _, bound in stated))
            )
        if rule.chips is not None:
            yield Row(rule.name, f"In units of {rule.chips.value} chips", rule.chips.clause)


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
            yield Row(
                label,
                _sentence(
                    words.format(cited.value if isinstance(cited.value, str) else size_text(cited.value))
                ),
                cited.clause,
            )
    for piece, clause in edition.table.get("equipment", {}).items():
        yield Row("Equipment", piece.replace("_", " ").capitalize(), clause)
    for words, clause in edition.layout.get("words", {}).items():
        yield Row("Words on the layout", f"“{words}”", clause)


def _sentence(text: str) -> str:
    """Only the first letter is raised: USD stays as it is."""
    return text[:1].upper() + text[1:]


def _listed(words: list[str]) -> str:
    """4, 5 and 6."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""
