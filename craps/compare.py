"""What differs between two rule sets or editions, and where else a rule set would pass.

``compare`` looks at clauses, constraints, values, settlements and edges; ``where`` checks the same terms
under every edition. An edition is compared as the rule set that states nothing: at its baseline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from craps.checks import CHECKS, INFO, Finding, demonstrations
from craps.codec import Json
from craps.dice import POINTS
from craps.edge import edges
from craps.edition import Edition
from craps.editions import edition_ids, load_edition
from craps.errors import BadInput
from craps.money import Exact
from craps.readings import Reading
from craps.record import replace
from craps.rulebook import book
from craps.ruleset import RuleSet
from craps.scenario import read_event
from craps.settlement import settle_events
from craps.validation import Report, check
from craps.wagers import CATALOGUE, COME_OUT_STATES, ODDS_OF


def compare(a: RuleSet, b: RuleSet) -> Comparison:
    """Everything that differs between two rule sets, which may belong to different editions.

    >>> from craps.ruleset import load_ruleset
    >>> found = compare(load_ruleset({"edition": "nz-1998"}), load_ruleset({"edition": "bc-midi"}))
    >>> next((row.a, row.b) for row in found.values if row.path == "come_out.hardway")
    ('off', 'on')
    """
    return Comparison(
        a,
        b,
        clauses=_clauses(a.edition, b.edition),
        rules=_constraints(a.edition, b.edition),
        values=_values(a, b),
        readings=reading_differences(a.edition, b.edition),
        settlements=_settlements(a, b),
        edges=edge_differences(a, b),
    )


def where(ruleset: RuleSet, editions: Iterable[Edition | str] = edition_ids()) -> list[Elsewhere]:
    """The same terms under every edition: its verdict there, and what would have to change."""
    return [Elsewhere(edition, check(ruleset, edition)) for edition in map(load_edition, editions)]


class ClauseRow(NamedTuple):
    """One clause of two documents that share their numbering; None where one does not have it."""

    clause: str
    a: str | None
    b: str | None

    def to_json(self) -> dict[str, Json]:
        return self._asdict()


class ConstraintRow(NamedTuple):
    """One constraint as two editions state it; None where one does not have it."""

    rule: str
    a: tuple[str, str] | None  # text, clause
    b: tuple[str, str] | None

    @property
    def same_words(self) -> bool:
        """Whether only the clause number differs."""
        return self.a is not None and self.b is not None and self.a[0] == self.b[0]

    def to_json(self) -> dict[str, Json]:
        return {"rule": self.rule, "a": _cited(self.a, "text"), "b": _cited(self.b, "text")}


class ValueRow(NamedTuple):
    """One field and its value on both sides, each with the clause it goes back to; None: not there."""

    path: str
    a: Json
    a_clause: str
    b: Json
    b_clause: str

    def to_json(self) -> dict[str, Json]:
        left, right = (self.a, self.a_clause), (self.b, self.b_clause)
        return {"path": self.path, "a": _cited(left, "value"), "b": _cited(right, "value")}


class ReadingRow(NamedTuple):
    """One open question and how two editions read it, with clauses; None where one does not leave it open."""

    id: str
    question: str
    a: tuple[str, str] | None
    b: tuple[str, str] | None

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "question": self.question,
            "a": _cited(self.a, "option"),
            "b": _cited(self.b, "option"),
        }


class SettlementRow(NamedTuple):
    """Bets and rolls with a different result; ``difference`` is what the player has more under ``a``."""

    title: str
    events: list[dict[str, Json]]
    a: dict[str, Json]
    b: dict[str, Json]
    difference: Exact

    def to_json(self) -> dict[str, Json]:
        return self._asdict() | {"difference": str(self.difference)}


class EdgeDifference(NamedTuple):
    bet: str
    number: int | None
    dice: tuple[int, int] | None
    a: Exact
    b: Exact

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {"bet": self.bet}
        if self.number is not None:
            row["number"] = self.number
        if self.dice is not None:
            row["dice"] = list(self.dice)
        return row | {"a": str(self.a), "b": str(self.b)}


SECTIONS = ("clauses", "rules", "values", "readings", "settlements", "edges")


@dataclass(frozen=True)
class Comparison:
    """What differs, section by section; an empty section is the same on both sides."""

    a: RuleSet
    b: RuleSet
    clauses: tuple[ClauseRow, ...]
    rules: tuple[ConstraintRow, ...]
    values: tuple[ValueRow, ...]
    readings: tuple[ReadingRow, ...]
    settlements: tuple[SettlementRow, ...]
    edges: tuple[EdgeDifference, ...]

    @property
    def same(self) -> bool:
        return not any(getattr(self, section) for section in SECTIONS)

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {
            side: {"edition": each.edition.id, "digest": each.digest}
            for side, each in (("a", self.a), ("b", self.b))
        }
        for section in SECTIONS:
            answer[section] = [row.to_json() for row in getattr(self, section)]
        return answer


@dataclass(frozen=True)
class Elsewhere:
    """A rule set under one edition."""

    edition: Edition
    report: Report

    @property
    def changes(self) -> tuple[Finding, ...]:
        """The findings that prevent a pass, worst first; notes are left out."""
        return tuple(finding for finding in self.report.findings if finding.severity != INFO)

    def to_json(self) -> dict[str, Json]:
        return {
            "edition": self.edition.id,
            "title": self.edition.title,
            "verdict": self.report.verdict,
            "changes": [finding.to_json(demonstration=False) for finding in self.changes],
        }


def _cited(pair: tuple[Json, str] | None, name: str) -> Json:
    return None if pair is None or pair[0] is None else {name: pair[0], "clause": pair[1]}


# Clauses and constraints ---------------------------------------------------------------------------------


def _clauses(a: Edition, b: Edition) -> tuple[ClauseRow, ...]:
    """The clauses that read differently, where one document follows on the other and keeps its numbers."""
    if a.supersedes != b.id and b.supersedes != a.id:
        return ()
    left, right = ({clause.id: clause.text for clause in book(each).clauses} for each in (a, b))
    rows = (ClauseRow(clause, left.get(clause), right.get(clause)) for clause in left | right)
    return tuple(row for row in rows if row.a != row.b)


def _constraints(a: Edition, b: Edition) -> tuple[ConstraintRow, ...]:
    if a == b:
        return ()
    left, right = _plainly_named(a), _plainly_named(b)
    rows = []
    for each in CHECKS:
        one, other = each.rule(left), each.rule(right)
        row = ConstraintRow(
            each.key,
            (one.text, ", ".join(one.clauses)) if one else None,
            (other.text, ", ".join(other.clauses)) if other else None,
        )
        if row.a != row.b:
            rows.append(row)
    return tuple(rows)


def _plainly_named(edition: Edition) -> Edition:
    """The edition with our names of the wagers, so that a printed name alone makes no difference."""
    return replace(
        edition, wagers={w: replace(rule, name=CATALOGUE[w].name) for w, rule in edition.wagers.items()}
    )


# Readings ------------------------------------------------------------------------------------------------


def reading_differences(a: Edition, b: Edition) -> tuple[ReadingRow, ...]:
    """Questions that both read differently, and those that only one document leaves open.

    A reading of an approval is named by a rule of its jurisdiction, so two jurisdictions are compared by the
    rest of its name.
    """
    left, right = _by_question(a), _by_question(b)
    rows = (
        ReadingRow(
            name, (right.get(name) or left[name]).question, _option(left.get(name)), _option(right.get(name))
        )
        for name in left | right
    )
    return tuple(row for row in rows if not (row.a and row.b and row.a[0] == row.b[0]))


def _by_question(edition: Edition) -> dict[str, Reading]:
    prefix = f"{edition.jurisdiction}."
    return {name.removeprefix(prefix): reading for name, reading in edition.readings.items()}


def _option(reading: Reading | None) -> tuple[str, str] | None:
    return (reading.chosen, ", ".join(reading.clauses)) if reading else None


# Values --------------------------------------------------------------------------------------------------


def _values(a: RuleSet, b: RuleSet) -> tuple[ValueRow, ...]:
    left, right = dict(terms(a)), dict(terms(b))
    rows = (ValueRow(path, *left.get(path, _NONE), *right.get(path, _NONE)) for path in left | right)
    return tuple(row for row in rows if row.a != row.b)


_NONE: tuple[Json, str] = (None, "")


def terms(ruleset: RuleSet) -> Iterator[tuple[str, tuple[Json, str]]]:
    """Every value a rule set comes to, stated or taken from the baseline, by path, with its clause."""
    edition, offered = ruleset.edition, ruleset.offered
    for wager in CATALOGUE:
        clause = edition.wagers[wager].clause if wager in edition.wagers else edition.listed
        yield f"wagers.{wager}", ("offered" if wager in offered else "not offered", clause)
    for flat, rule in edition.odds.items():
        if flat in offered:
            for point in POINTS:
                value = str(ruleset.multiple(flat, point))
                yield f"odds.{flat}.multiples.{point}", (value, rule.most[point].clause)
            yield f"odds.{flat}.basis", (ruleset.basis(flat), rule.basis.clause)
    for wager, due in edition.vig.items():
        if wager in offered:
            own = ruleset.vig(wager)
            yield f"vig.{wager}.collect", (own.collect, due.collect.clause)
            yield f"vig.{wager}.rate", (str(own.rate), due.rate.clause)
            yield f"vig.{wager}.base", (own.base, due.base.clause)
            yield f"vig.{wager}.refund_on_removal", (own.refund, due.refund.clause if due.refund else "")
    for wager in CATALOGUE:
        if wager in offered:
            for slot, cited in ruleset.cited_payouts(wager).items():
                paid = ruleset.payout(wager, slot)
                key = f"{wager}:{slot}" if slot else wager
                yield f"payouts.{key}", (f"{paid.numerator}:{paid.denominator}", cited.clause)
    for wager in COME_OUT_STATES:
        if wager in offered and wager in edition.come_out:
            yield f"come_out.{wager}", (ruleset.come_out_state(wager), edition.come_out[wager].state.clause)
    for wager in CATALOGUE:
        if wager in offered:
            for field, value in ruleset.limits(wager)._asdict().items():
                fixed = getattr(edition.wagers.get(wager), field, None)
                if value is not None:
                    yield f"limits.{wager}.{field}", (str(value), fixed.clause if fixed else "")
    yield "chip_unit", (str(ruleset.chip_unit), "")
    stated = ruleset.to_json()
    for section in ("table", "layout"):
        for field, value in stated.get(section, {}).items():
            yield f"{section}.{field}", (value, _clause_of(getattr(edition, section).get(field)))


def _clause_of(due: object) -> str:
    if isinstance(due, str):
        return due
    return str(getattr(due, "clause", ""))


# Settlements and edges -----------------------------------------------------------------------------------


def _settlements(a: RuleSet, b: RuleSet) -> tuple[SettlementRow, ...]:
    rows = []
    for title, events in _stories(a, b):
        try:
            read = [read_event(event, place) for place, event in enumerate(events)]
        except BadInput:  # an amount that follows from the terms and is longer than any that is read
            continue
        left, right = settle_events(a, read), settle_events(b, read)
        difference = demonstrations.worth(left) - demonstrations.worth(right)
        if difference:
            rows.append(
                SettlementRow(
                    title, events, demonstrations.outcome(left), demonstrations.outcome(right), difference
                )
            )
    return tuple(rows)


def _stories(a: RuleSet, b: RuleSet) -> Iterator[tuple[str, list[dict[str, Json]]]]:
    """Short stories about the wagers that both offer: each payout, the most odds, vig, the come-out roll.

    How bets are made and in which units is up to the edition, so those stories compare two editions only.
    """
    both = a.offered & b.offered
    if a.edition != b.edition:
        for title, events in demonstrations.at_the_table():
            if {event["bet"] for event in events if "bet" in event} <= both:
                yield title, events
    for wager in CATALOGUE:
        if wager not in both:
            continue
        name = CATALOGUE[wager].name
        for slot in CATALOGUE[wager].slots:
            due = a.cited_payouts(wager)[slot].value
            yield f"{name}{f' {slot}' if slot else ''} wins", demonstrations.winning(wager, slot, due)
        if wager in ODDS_OF:
            for point in POINTS if ODDS_OF[wager] in both else ():
                amount = demonstrations.most_odds([a, b], wager, point)
                if not amount:
                    continue
                odds, stake = CATALOGUE[ODDS_OF[wager]].name, demonstrations.STAKE
                title = f"{odds} of {amount} behind {stake} on {point} wins"
                yield title, demonstrations.odds_that_win(wager, point, amount)
        if wager in ("buy", "lay"):
            yield f"{name} of 100 on 4 loses, another wins", demonstrations.lost_and_won(wager)
            yield f"{name} of 100 on 4 is taken down", demonstrations.taken_down(wager)
        if wager in COME_OUT_STATES:
            yield f"{name} and a seven on the come-out roll", demonstrations.seven_on_come_out(wager)


def edge_differences(a: RuleSet, b: RuleSet) -> tuple[EdgeDifference, ...]:
    """Every bet that both offer and whose edge is not the same."""
    right = {(row.bet, row.spot): row for row in edges(b)}
    return tuple(
        EdgeDifference(row.bet, row.number, row.dice, row.edge, other.edge)
        for row in edges(a)
        if (other := right.get((row.bet, row.spot))) and other.edge != row.edge
    )
