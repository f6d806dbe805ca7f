"""The tables anyone can try: an edition as it stands, or a casino's rules that are in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from craps import RuleSet
from craps.money import Exact
from craps.ruleset import baseline_of
from craps.run_link import spot_text, write_run
from craps.table import name_of
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE, Spot, spots
from portal.accounts.jurisdictions import JURISDICTIONS, jurisdiction_of_edition
from portal.editions import selectors as editions
from portal.editions.rulesets import parse_ruleset
from portal.errors import NotFound
from portal.register import selectors as register
from portal.register.models import Entry
from portal.register.selectors import approved_ruleset
from portal.submissions.models import State
from portal.submissions.wording import money

Choice = tuple[str, str]  # what a form sends, and what it shows


@dataclass(frozen=True)
class GameTable:
    """Rules to play by, and what a page says of them. `key` stands in addresses."""

    key: str
    title: str
    ruleset: RuleSet
    entry: Entry | None = None

    @property
    def edition_id(self) -> str:
        return self.ruleset.edition.id

    @property
    def place(self) -> str:
        return JURISDICTIONS[jurisdiction_of_edition(self.edition_id)].name

    @property
    def href(self) -> str:
        return reverse("public:try", args=[self.key])

    @property
    def symbol(self) -> str:
        """How money is written here; another currency than the jurisdiction's own by its letters."""
        home = JURISDICTIONS[jurisdiction_of_edition(self.edition_id)]
        currency = self.ruleset.stated.get("currency", self.ruleset.edition.currency)
        return home.symbol if currency == home.currency else f"{currency} "

    def money(self, amount: Exact) -> str:
        """An amount without its sign: which way it goes is said in words."""
        return money(abs(amount), self.symbol)


def table(key: str) -> GameTable:
    """The table of an edition id or a register reference; NotFound says what is the matter with it."""
    try:
        edition = editions.core_edition(key)
    except NotFound:
        return _casino(key)
    return GameTable(edition.id, edition.title, baseline_of(edition))


def edition_tables() -> list[Choice]:
    return [(edition.id, edition.title) for edition in editions.core_editions()]


def casino_tables(most: int = 200) -> list[Choice]:
    """Casinos with rules in force, by name."""
    found = register.entries(standing=State.IN_FORCE)[:most]
    named = [(entry.reference, f"{entry.property}, {entry.edition_title}") for entry in found]
    return sorted(named, key=lambda choice: choice[1])


def run_url(key: str, events: Iterable[Mapping[str, Any]]) -> str:
    """The address of a run on a table."""
    return f"{reverse('public:try', args=[key])}?run={write_run(events)}"


def bets(ruleset: RuleSet) -> list[tuple[str, list[Choice]]]:
    """Everything on offer by group, each wager once for every number or pair it can be put on."""
    found = []
    for group, title in WAGER_GROUPS.items():
        choices = [
            (spot_text(wager, spot), name_of(ruleset, wager, spot))
            for wager in CATALOGUE
            if wager in ruleset.offered and CATALOGUE[wager].group == group
            for spot in _spots(wager)
        ]
        if choices:
            found.append((_(title), choices))
    return found


def _spots(wager: str) -> Iterator[Spot]:
    """A come bet is put down without a number; where it went to, it may be raised if the edition lets it."""
    if CATALOGUE[wager].moves:
        yield None
    else:
        yield from spots(wager)


def _casino(key: str) -> GameTable:
    try:
        entry = register.entry(key.upper())
    except NotFound:
        text = _("There is no rulebook and no register entry named “{name}”.")
        raise NotFound(text.format(name=key[:40])) from None
    if getattr(entry, "standing", "") != State.IN_FORCE:
        raise NotFound(
            _("The rules of {reference} are not in force today, so there is no table to try.").format(
                reference=entry.reference
            )
        )
    ruleset = parse_ruleset(approved_ruleset(entry))
    return GameTable(entry.reference, str(entry.property), ruleset, entry)
