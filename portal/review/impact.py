"""What an edition would change for an approval under the edition it replaces.

The approval is checked and settled under both: its findings and verdict, its worked
examples, its house edges. What was decided stays under its edition: this says who would have to change
what to be approved again, and whose bets would end or cost otherwise. impact_runs.py does so for all of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import QuerySet

from craps import BadInput, Example, Finding, RuleSet, check, edges, examples_of
from craps.edge import EdgeRow
from craps.edition import Edition as CoreEdition
from craps.edition_values import Difference, differences
from craps.examples import money_of, settle_examples
from craps.money import Exact
from craps.readings import MONEY
from craps.validation import Report, under
from craps.wagers import Spot
from portal.editions.models import Edition
from portal.submissions.examples import parse_example
from portal.submissions.models import HOLDS_FORCE, State, Submission

# In force, suspended, or approved to come into force later.
CONCERNED = (State.APPROVED, *HOLDS_FORCE)
BREACH, REFER = "breach", "refer"
# What no bet is settled and no edge calculated by: in an edition, and in a rule set.
_NO_MONEY = ("table", "layout")
_NOT_SETTLED_BY = ("operator", "chip_unit", *_NO_MONEY)
_NOT_IN_EDGES = (*_NOT_SETTLED_BY, "currency", "odds", "come_out", "limits")


class End(NamedTuple):
    """How a worked example ends for the player; `on_table` is what is still bet."""

    balance: Exact
    on_table: Exact


class ExampleChange(NamedTuple):
    """A worked example that ends otherwise, or comes to the same end on another way."""

    title: str
    was: End
    now: End


class EdgeChange(NamedTuple):
    """The house edge of a bet under both; `spots` are the numbers or pairs that have it, `which` is the space
    it stands on or the way of playing."""

    bet: str
    spots: tuple[Spot, ...]
    was: Exact
    now: Exact
    which: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Affected:
    """One approval under both editions: findings that would be new or gone, and money that would differ."""

    submission: Submission
    appears: tuple[Finding, ...] = ()
    vanishes: tuple[Finding, ...] = ()
    verdicts: tuple[str, str] = ("", "")
    examples: tuple[ExampleChange, ...] = ()
    edges: tuple[EdgeChange, ...] = ()
    unreadable: str = ""  # why the rules could not be read under the edition at all

    @property
    def breaches(self) -> int:
        return sum(finding.severity == BREACH for finding in self.appears) + bool(self.unreadable)

    @property
    def refers(self) -> int:
        return sum(finding.severity == REFER for finding in self.appears)

    @property
    def is_relieved(self) -> bool:
        """Whether its findings change, and none of the new ones is more than a note."""
        return not self.breaches and not self.refers and bool(self.appears or self.vanishes)

    @property
    def has_other_money(self) -> bool:
        return bool(self.examples or self.edges)

    @property
    def is_affected(self) -> bool:
        return bool(self.appears or self.vanishes or self.unreadable) or self.has_other_money


@dataclass(frozen=True)
class EditionPair:
    """An edition beside the one that it replaces."""

    was: CoreEdition
    now: CoreEdition
    decides_money: bool

    @classmethod
    def of(cls, was: CoreEdition, now: CoreEdition) -> "EditionPair":
        changes = differences(was.data, now.data)
        return cls(was, now, any(_decides_money(change, was, now) for change in changes))

    def look_at(self, submission: Submission) -> Affected:
        """Check and settle an approval under both. Nothing is stored."""
        version = submission.submitted_version
        if version is None:
            raise ValueError(f"{submission} was never submitted, so it has no rules to check.")
        rules, was, now = version.rules, self.was, self.now
        try:
            before, after = _report(rules, was), _report(rules, now)
            return Affected(
                submission,
                _not_in(after.findings, before.findings),
                _not_in(before.findings, after.findings),
                (before.verdict, after.verdict),
                _example_changes(submission, rules, was, now) if self.decides_money else (),
                tuple(_edge_changes(rules, was, now)) if self.decides_money else (),
            )
        except BadInput as error:
            return Affected(submission, unreadable=f"{error.path}: {error.message}")


def concerned(edition: Edition) -> QuerySet[Submission]:
    """The approvals under an edition's parent, by operator and casino."""
    return (
        Submission.objects.filter(edition=edition.parent_id, state__in=CONCERNED)
        .exclude(submitted_version=None)
        .select_related("organisation", "property", "submitted_version")
        .order_by("organisation__name", "property__name", "reference")
    )


def _decides_money(change: Difference, was: CoreEdition, now: CoreEdition) -> bool:
    """Whether a changed value can change what a bet brings. Most readings only decide a finding."""
    section, *rest = change.keys
    if section != "readings":
        return section not in _NO_MONEY
    reading = now.readings.get(rest[0]) or was.readings[rest[0]]
    return reading.kind == MONEY


def _not_in(these: Iterable[Finding], others: Iterable[Finding]) -> tuple[Finding, ...]:
    """By what is wrong and where: a finding that only words its bound otherwise is the same one."""
    known = {(finding.severity, finding.rule, finding.path) for finding in others}
    return tuple(finding for finding in these if (finding.severity, finding.rule, finding.path) not in known)


def _example_changes(
    submission: Submission, rules: RuleSet, was: CoreEdition, now: CoreEdition
) -> tuple[ExampleChange, ...]:
    """The examples that end otherwise: the edition's that apply to these rules, and the operator's own."""
    settled = rules.without(*_NOT_SETTLED_BY)
    own = [parse_example(was, row) for row in submission.own_examples.all()]
    return (*_catalogue_changes(settled, was, now), *_settled_otherwise(settled, was, now, own))


def _settled_otherwise(
    rules: RuleSet, was: CoreEdition, now: CoreEdition, examples: Sequence[Example]
) -> Iterator[ExampleChange]:
    before, after = (settle_examples(under(rules, edition), examples) for edition in (was, now))
    for example, one, other in zip(examples, before, after, strict=True):
        if money_of(one) != money_of(other):
            ends = (End(run.balance, run.on_table) for run in (one, other))
            yield ExampleChange(example.title, *ends)


def _edge_changes(rules: RuleSet, was: CoreEdition, now: CoreEdition) -> Iterator[EdgeChange]:
    """The edges that differ, of bets that both offer; numbers with the same edges are one."""
    priced = rules.without(*_NOT_IN_EDGES)
    before, after = _edges(priced, was), _edges(priced, now)
    alike: dict[tuple[str, tuple[tuple[str, str], ...], Exact, Exact], list[Spot]] = {}
    for key, row in before.items():
        other = after.get(key, row)
        if other.edge != row.edge:
            bet = (row.bet, tuple(row.which.items()), row.edge, other.edge)
            alike.setdefault(bet, []).append(row.spot)
    for (name, which, edge, now_edge), spots in alike.items():
        yield EdgeChange(name, tuple(spots), edge, now_edge, dict(which))


# Cached by rule set and edition: a draft is looked at after each change, and its parent stays as it is -----


@lru_cache(maxsize=4096)
def _report(rules: RuleSet, edition: CoreEdition) -> Report:
    return check(rules, edition)


@lru_cache(maxsize=4096)
def _catalogue_changes(rules: RuleSet, was: CoreEdition, now: CoreEdition) -> tuple[ExampleChange, ...]:
    examples = _examples_for(rules, was)
    pairs = zip(examples, _money_of_each(rules, was, was), _money_of_each(rules, was, now), strict=True)
    return tuple(_settled_otherwise(rules, was, now, [example for example, a, b in pairs if a != b]))


@lru_cache(maxsize=4096)
def _money_of_each(rules: RuleSet, catalogue: CoreEdition, edition: CoreEdition) -> tuple[int, ...]:
    """A hash of the money in each of one edition's examples, settled under an edition."""
    runs = settle_examples(under(rules, edition), _examples_for(rules, catalogue))
    return tuple(hash(money_of(run)) for run in runs)


def _examples_for(rules: RuleSet, edition: CoreEdition) -> list[Example]:
    """The edition's examples, less those of another table: they tell nothing about these rules."""
    here = under(rules, edition)
    return [example for example in examples_of(edition) if example.applies_to(here)]


@lru_cache(maxsize=4096)
def _edges(rules: RuleSet, edition: CoreEdition) -> Mapping[tuple[object, ...], EdgeRow]:
    return {row.key: row for row in edges(under(rules, edition))}
