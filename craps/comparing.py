"""What differs between two rule sets or editions, and where else a rule set would pass.

``compare`` looks at clauses, constraints, values, settlements and edges; ``where`` checks the same terms
under every edition. An edition is compared as the rule set that states nothing: at its baseline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from craps.checks.finding import INFO, Finding
from craps.codec import Json
from craps.edge import edges
from craps.edition import Edition
from craps.editions import edition_ids, load_edition
from craps.errors import BadInput
from craps.games import game_of
from craps.money import Exact
from craps.readings import Reading
from craps.record import record, replace
from craps.rulebook import book
from craps.ruleset import RuleSet
from craps.runs import outcome, worth
from craps.validation import Report, check


def compare(a: RuleSet, b: RuleSet) -> Comparison:
    """Everything that differs between two rule sets, which may belong to different editions of a game.

    >>> from craps.ruleset import load_ruleset
    >>> found = compare(load_ruleset({"edition": "nz-1998"}), load_ruleset({"edition": "bc-midi"}))
    >>> next((row.a, row.b) for row in found.values if row.path == "come_out.hardway")
    ('off', 'on')
    """
    if game_of(a.edition) is not game_of(b.edition):
        message = f"governs {b.edition.game}, and a is about {a.edition.game}: two games are not compared"
        raise BadInput("b.edition", message)
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


def where(ruleset: RuleSet, editions: Iterable[Edition | str] | None = None) -> list[Elsewhere]:
    """The same terms under every edition of the game: its verdict there, and what would have to change."""
    game = game_of(ruleset.edition)
    tried = map(load_edition, edition_ids(game.id) if editions is None else editions)
    return [Elsewhere(each, check(ruleset, each)) for each in tried if game_of(each) is game]


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
    which: Mapping[str, str] = MappingProxyType({})  # in other games: the space, the way of playing

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {"bet": self.bet}
        if self.number is not None:
            row["number"] = self.number
        if self.dice is not None:
            row["dice"] = list(self.dice)
        return {**row, **self.which, "a": str(self.a), "b": str(self.b)}


SECTIONS = ("clauses", "rules", "values", "readings", "settlements", "edges")


@record
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


@record
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
    for each in game_of(a).checks:
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
    ours = game_of(edition).wagers
    return replace(edition, wagers={w: replace(rule, name=ours[w]) for w, rule in edition.wagers.items()})


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
    game = game_of(a.edition)
    left, right = dict(game.terms(a)), dict(game.terms(b))
    rows = (ValueRow(path, *left.get(path, _NONE), *right.get(path, _NONE)) for path in left | right)
    return tuple(row for row in rows if row.a != row.b)


_NONE: tuple[Json, str] = (None, "")


# Settlements and edges -----------------------------------------------------------------------------------


def _settlements(a: RuleSet, b: RuleSet) -> tuple[SettlementRow, ...]:
    rows = []
    game = game_of(a.edition)
    for title, events in game.stories(a, b):
        try:
            read = game.read_events(events, a)
        except BadInput:  # an amount that follows from the terms and is longer than any that is read
            continue
        left, right = game.settle(a, read), game.settle(b, read)
        difference = worth(left) - worth(right)
        if difference:
            rows.append(SettlementRow(title, events, outcome(left), outcome(right), difference))
    return tuple(rows)


def edge_differences(a: RuleSet, b: RuleSet) -> tuple[EdgeDifference, ...]:
    """Every bet that both offer and whose edge is not the same."""
    right = {row.key: row for row in edges(b)}
    return tuple(
        EdgeDifference(row.bet, row.number, row.dice, row.edge, other.edge, row.which)
        for row in edges(a)
        if (other := right.get(row.key)) and other.edge != row.edge
    )
