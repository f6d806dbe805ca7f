"""How an edition reads what its document leaves open, as pages show it: options, why, and what the other one
would change in money and in house edges."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from craps import rulebook
from craps.checks.finding import Rule
from craps.edition import Edition
from craps.readings import APPROVAL, MONEY, RECORDED, Reading
from craps.rulebook import Clause
from craps.validation import rules
from portal.pages.reading_effects import OtherOption, other_options
from portal.public.rulebook import Volume


@dataclass(frozen=True)
class ReadingItem:
    """A reading as a page shows it."""

    reading: Reading
    others: tuple[OtherOption, ...]
    rule: Rule | None  # approvals: the check that raises the question or goes by the answer

    @property
    def is_judged(self) -> bool:
        """Whether it is a point that the officer judges case by case where nobody has decided it."""
        return "refer" in self.reading.options


class ReadingGroup(NamedTuple):
    slug: str
    title: str
    intro: str
    items: list[ReadingItem]


def readings_at(volume: Volume, clauses: Iterable[Clause]) -> list[ReadingItem]:
    """Return the readings that cite any of these clauses, each once."""
    edition = volume.edition
    cited = {
        reading.id: reading for clause in clauses for reading in rulebook.readings_at(edition, clause.id)
    }
    return _items(edition, cited.values())


def grouped_readings(edition: Edition) -> list[ReadingGroup]:
    """Return every reading of an edition: those that decide money, an approval, and the recorded ones."""
    of_kind: dict[str, list[Reading]] = {MONEY: [], APPROVAL: [], RECORDED: []}
    for reading in edition.readings.values():
        of_kind[reading.kind].append(reading)
    money, approvals, recorded = (_items(edition, readings) for readings in of_kind.values())
    return [
        ReadingGroup(
            "money",
            _("Readings that decide money"),
            _("Bets are settled and house edges are calculated by the chosen option."),
            money,
        ),
        ReadingGroup(
            "approvals",
            _("Readings that decide an approval"),
            _("Each is a question that a check of a table’s rules can raise."),
            approvals,
        ),
        ReadingGroup(
            "recorded",
            _("Recorded readings"),
            _("These show how Baize reads the document. Another reading is not modelled yet."),
            recorded,
        ),
    ]


def _items(edition: Edition, readings: Iterable[Reading]) -> list[ReadingItem]:
    checks = {rule.id: rule for rule in rules(edition)}
    return [
        ReadingItem(reading, other_options(edition, reading.id), _rule(edition, reading, checks))
        for reading in readings
    ]


def _rule(edition: Edition, reading: Reading, checks: dict[str, Rule]) -> Rule | None:
    """Return the check of that name, or the one that asks something else under another option."""
    if reading.kind != APPROVAL or reading.id in checks:
        return checks.get(reading.id)
    for option in reading.others:
        for rule in rules(edition.with_readings({reading.id: option})):
            if rule.text != checks[rule.id].text:
                return checks[rule.id]
    return None
