"""The tables anyone can try: an edition at its baseline, or a casino's rules that are in force."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from craps import BadInput, Example, RuleSet, examples_of
from craps.errors import quoted
from craps.games import game_of, games
from craps.games.game import Game
from craps.money import Exact
from craps.ruleset import first_ruleset
from craps.run_link import LARGEST, ContractEvent, amount_of, spot_text, write_run
from craps.table import name_of
from craps.vocabulary import WAGER_GROUPS, path_words
from craps.wagers import CATALOGUE, Spot, spots
from portal import typed_values
from portal.accounts.jurisdictions import currency_symbol, jurisdiction_name, jurisdiction_of_edition
from portal.accounts.models import Table
from portal.editions import selectors as editions
from portal.editions.rulesets import parse_ruleset
from portal.errors import BadValue, NotFound
from portal.register import selectors as register
from portal.register.models import Entry
from portal.register.selectors import approved_ruleset
from portal.review import limit_notices, table_rules
from portal.submissions.models import State
from portal.submissions.wording import money

Option = tuple[str, str]  # value and text of an <option>
Run = list[ContractEvent]
_CODE = re.compile("[2-9a-z]{8}")  # of a table, on its sign


@dataclass(frozen=True)
class GameTable:
    """Rules to play by. `key` identifies them in addresses; `example` is the one whose terms they have."""

    key: str
    title: str
    ruleset: RuleSet
    entry: Entry | None = None
    example: Example | None = None
    table: Table | None = None

    @property
    def edition_id(self) -> str:
        return self.ruleset.edition.id

    @property
    def game(self) -> Game:
        return game_of(self.ruleset.edition)

    @property
    def shown_as_example(self) -> list[str]:
        """What the document leaves to the operator and the table of an edition needs, in words."""
        if self.entry or self.example:
            return []
        return [path_words(section) for section in self.ruleset.stated if section != "edition"]

    @property
    def name(self) -> str:
        """The name of the game in a sentence."""
        return self.game.called(self.ruleset.edition.game)

    @property
    def jurisdiction_name(self) -> str:
        return _place(self.edition_id)

    @property
    def href(self) -> str:
        return reverse("public:try", args=[self.key])

    def address(self, run: str = "", act: int = 1) -> str:
        """Return the address of a run on this table, after a press that added so many events."""
        example = self.example.id if self.example else ""
        query = {"run": run, "example": example, "act": str(act) if act > 1 else ""}
        text = urlencode({name: value for name, value in query.items() if value}, safe="~")
        return f"{self.href}?{text}" if text else self.href

    @property
    def symbol(self) -> str:
        return currency_symbol(self.ruleset.stated.get("currency", self.ruleset.edition.currency))

    def money(self, amount: Exact) -> str:
        """Return an amount without its sign; a page says in words who gains."""
        return money(abs(Fraction(amount)), self.symbol)


class TableLink(NamedTuple):
    """A table to choose from, and where its rules are from."""

    key: str
    title: str
    place: str
    edition_title: str


class GameTables(NamedTuple):
    """A game and its tables by jurisdiction: its rulebooks, and its casinos with rules in force."""

    game: Game
    rulebooks: list[TableLink]
    casinos: list[TableLink]


class TableGroup(NamedTuple):
    """Tables of one game: its rulebooks, or its casinos."""

    game: Game
    title: str
    options: list[Option]


def game_table(key: str) -> GameTable:
    """Return the table of an edition id, a table's code or a register reference; NotFound says why not.

    A casino's own table has the limits in force there now.
    """
    try:
        edition = editions.core_edition(key)
    except NotFound:
        return _own_table(key) if _CODE.fullmatch(key) else _casino_table(key)
    return GameTable(edition.id, edition.title, first_ruleset(edition))


def with_terms_of(game: GameTable, example_id: str) -> GameTable:
    """Return the table with the terms of an example in place of its own; BadInput if it has no such example.

    A casino's rules are what they are: only the table of an edition takes other terms.
    """
    if not example_id:
        return game
    matching = (
        each for each in examples_of(game.ruleset.edition) if each.id == example_id and each.has_terms
    )
    example = None if game.entry else next(matching, None)
    if example is None:
        raise BadInput("", f"names an example that this table does not have: {quoted(example_id)}")
    return replace(game, ruleset=example.under(game.ruleset), example=example)


def tables_by_game(limit: int = 200) -> list[GameTables]:
    """Return every rulebook, and every casino with rules in force, by game."""
    published = {edition.id: edition for edition in editions.core_editions()}
    casinos: dict[Game, list[TableLink]] = {}
    for entry in register.entries(standing=State.IN_FORCE)[:limit]:
        game = game_of(published[entry.edition_id])
        link = TableLink(entry.reference, entry.property, _place(entry.edition_id), entry.edition_title)
        casinos.setdefault(game, []).append(link)
    rulebooks: dict[Game, list[TableLink]] = {}
    for edition in published.values():
        link = TableLink(edition.id, edition.title, _place(edition.id), edition.title)
        rulebooks.setdefault(game_of(edition), []).append(link)
    return [
        GameTables(
            game,
            rulebooks[game],
            sorted(casinos.get(game, []), key=lambda link: (link.place, link.title, link.key)),
        )
        for game in games()
        if game in rulebooks
    ]


def table_options() -> list[TableGroup]:
    """Return the same as groups of options."""
    groups = []
    for game, rulebooks, casinos in tables_by_game():
        books = [(link.key, link.title) for link in rulebooks]
        groups.append(TableGroup(game, _("{game}: rulebooks").format(game=game.name), books))
        if casinos:
            title = _("{game}: casinos, rules in force").format(game=game.name)
            named = [(link.key, f"{link.title}, {link.edition_title}") for link in casinos]
            groups.append(TableGroup(game, title, sorted(named, key=lambda option: option[1])))
    return groups


def example_url(table: str | GameTable, example: Example) -> str:
    """Return the address of an example on a table, played by the example's own terms if it has any."""
    game = game_table(table) if isinstance(table, str) else table
    if example.has_terms and not example.applies_to(game.ruleset):
        game = replace(game, example=example)
    return game.address(write_run(example.events, game.ruleset))


def playable_spots(wager: str) -> Iterable[Spot]:
    """Return what a wager can be placed on. A come bet is placed without a number."""
    return (None,) if CATALOGUE[wager].moves else spots(wager)


def bet_options(
    ruleset: RuleSet, spots_of: Callable[[str], Iterable[Spot]] = playable_spots
) -> list[tuple[str, list[Option]]]:
    """Return the wagers on offer by group, each once for every spot that `spots_of` gives."""
    groups = []
    for group, title in WAGER_GROUPS.items():
        options = [
            (spot_text(wager, spot), name_of(ruleset, wager, spot))
            for wager in CATALOGUE
            if wager in ruleset.offered and CATALOGUE[wager].group == group
            for spot in spots_of(wager)
            if ruleset.offers(wager, spot)
        ]
        if options:
            groups.append((_(title), options))
    return groups


def parse_amount(text: str, symbol: str = "") -> str:
    """Return an amount typed into a form as a link has it: "$1,000" and "10 000" are read, "2½" is 2.50."""
    try:
        return amount_of(typed_values.amount(text, symbol), "amount")
    except ValueError:  # BadInput is one
        message = _("Enter an amount in figures, such as 25 or 2.50. It can be at most {most}.")
        raise BadValue(message.format(most=f"{LARGEST:,}"), field="amount") from None


def field_amount(amount: Exact) -> str:
    """Return an amount for a form field: 12 or 2.50, rounded down to the cent."""
    whole, cents = divmod(int(amount * 100), 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def _place(edition_id: str) -> str:
    return jurisdiction_name(jurisdiction_of_edition(edition_id))


def _own_table(code: str) -> GameTable:
    try:
        rules = table_rules.table_rules(code)
    except NotFound:
        raise _unknown(code) from None
    if rules.approval is None or rules.entry is None or not rules.may_run:
        text = _("No rules are in force at {table} today, so there is no table to try.")
        raise NotFound(text.format(table=rules.table.label))
    limits = limit_notices.limits_at(rules.approval, rules.table, rules.moment)
    ruleset = parse_ruleset({**approved_ruleset(rules.entry), "limits": limits})
    title = f"{rules.entry.property}, {rules.table.label}"
    return GameTable(code, title, ruleset, rules.entry, table=rules.table)


def _casino_table(key: str) -> GameTable:
    try:
        entry = register.entry(key.upper())
    except NotFound:
        raise _unknown(key) from None
    if entry.standing != State.IN_FORCE:
        text = _("The rules of {reference} are not in force today, so there is no table to try.")
        raise NotFound(text.format(reference=entry.reference))
    ruleset = parse_ruleset(approved_ruleset(entry))
    return GameTable(entry.reference, str(entry.property), ruleset, entry)


def _unknown(key: str) -> NotFound:
    return NotFound(_("There is no rulebook and no register entry named “{name}”.").format(name=key[:40]))
