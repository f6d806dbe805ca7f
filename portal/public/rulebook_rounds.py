"""The data of an edition of a game played in rounds as rows: wagers, payouts, the round, table, costs.

Every word about the game comes from the game.
"""

from collections.abc import Iterator
from functools import lru_cache

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps import edges
from craps.checks.finding import REFER, Rule
from craps.edge import EdgeRow
from craps.edition import Edition
from craps.games import game_of
from craps.games.cards import permitted_decks
from craps.games.fields import path_of
from craps.games.figures import RoundEdge
from craps.games.procedure import cited_steps
from craps.games.round_game import RoundGame
from craps.money import decimal_text, odds_text, rounded_percent
from craps.ruleset import RuleSet, with_every_wager
from craps.validation import rules
from craps.vocabulary import path_words
from portal.public.rulebook_rows import EditionRow
from portal.text import or_list

_LEFT_OUT = {
    "breach": gettext_lazy("Every table offers it"),
    "refer": gettext_lazy("A table without it is for the regulator to judge"),
    "fine": gettext_lazy("The casino may leave it out"),
}
# Shown with the wagers and payouts they are about.
_ELSEWHERE = ("wagers", "payouts", "limits", "layout")


def round_game(edition: Edition) -> RoundGame | None:
    """The game of an edition, if it is played in rounds."""
    game = game_of(edition)
    return game if isinstance(game, RoundGame) else None


def wager_rows(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in edition.wagers.items():
        value, clauses = str(_LEFT_OUT[rule.left_out.value]), [rule.clause, rule.left_out.clause]
        if rule.needs is not None:
            others = or_list([edition.name_of(other) for other in rule.needs.value])
            value = _("{value}; only with {bet}").format(value=value, bet=others)
            clauses.append(rule.needs.clause)
        yield EditionRow(wager, rule.name, value, ", ".join(dict.fromkeys(filter(None, clauses))))


def payout_rows(game: RoundGame, edition: Edition) -> Iterator[EditionRow]:
    """A row for what pays the same; a wager whose payouts the document leaves to the operator says so."""
    ruleset = with_every_wager(edition)
    for wager, rule in edition.wagers.items():
        printed = [row for row in game.pay_rows(ruleset, wager) if row.printed is not None]
        for row in printed:
            label = f"{rule.name} on {row.on}" if row.on else rule.name
            value = odds_text(row.pays)
            if row.reading:
                value = _("{pays}, as {clause} is read").format(pays=value, clause=row.clause)
            yield EditionRow(f"{wager}.{row.on}", label, value, row.clause)
        if not printed:
            value = _("The document prints none. The operator states them.")
            yield EditionRow(wager, rule.name, value, rule.clause)


def compared_payout_rows(game: RoundGame, edition: Edition) -> Iterator[EditionRow]:
    """A row for each payout that the document prints: another edition may part what this one pays alike."""
    for key, words in game.paid.items():
        due = game.due(edition, key)
        yield EditionRow(key, capfirst(words), odds_text(due.value), due.clause)


def procedure_rows(game: RoundGame, edition: Edition) -> Iterator[EditionRow]:
    for step in cited_steps(game, edition):
        yield EditionRow(step.when, step.when, step.words, step.clause)


def table_rows(edition: Edition) -> Iterator[EditionRow]:
    """What the document asks of table and equipment. What it leaves to judgement is under readings."""
    for rule in _firm(edition):
        if rule.subject not in _ELSEWHERE:
            label = capfirst(path_words(path_of(rule)))
            yield EditionRow(_key(rule, edition), label, rule.text, ", ".join(rule.clauses))


def layout_rows(edition: Edition) -> Iterator[EditionRow]:
    for rule in _firm(edition):
        if rule.subject == "layout":
            yield EditionRow(_key(rule, edition), _("Areas"), rule.text, ", ".join(rule.clauses))


def edge_rows(game: RoundGame, edition: Edition) -> Iterator[EditionRow]:
    """What every bet costs, played each way and with each number of decks that the document permits."""
    if not game.paid:
        for wager, rule in edition.wagers.items():
            yield EditionRow(wager, rule.name, game.edge_words, "")
        return
    decks = permitted_decks(edition)
    for number in decks if len(decks) > 1 else [None]:
        ruleset, rows = _edges(edition, number)
        for row in rows:
            name = game.row_name(ruleset, row)
            if number:
                name = f"{name}, {number} decks"
            value = _("{percent} of the bet, exactly {edge}")
            value = value.format(percent=rounded_percent(row.edge), edge=row.edge)
            if isinstance(row, RoundEdge) and row.wagered != 1:
                text = _("{value}; on average {times} times the bet is staked in all")
                value = text.format(value=value, times=decimal_text(row.wagered, 2))
            yield EditionRow(name, name, value, "")


@lru_cache(maxsize=64)
def _edges(edition: Edition, decks: int | None) -> tuple[RuleSet, list[EdgeRow]]:
    ruleset = with_every_wager(edition, {"decks": str(decks)} if decks else {})
    return ruleset, edges(ruleset)


def _firm(edition: Edition) -> list[Rule]:
    return [rule for rule in rules(edition) if rule.severity != REFER]


def _key(rule: Rule, edition: Edition) -> str:
    """What the rule is called in every jurisdiction."""
    return rule.id.removeprefix(f"{edition.jurisdiction}.")
