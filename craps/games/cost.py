"""What one bet of a given amount costs on average in a game played in rounds, exactly.

>>> from craps import load_ruleset
>>> cost = cost_of(load_ruleset({"edition": "bc-war"}), RoundBet("war", "", "surrender", 25))
>>> str(cost.figures.edge), str(cost.loss), str(cost.staked)
('23/622', '575/622', '25')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from craps.checks.finding import ratio
from craps.codec import Json
from craps.errors import BadInput, Refused, nearest, path_key
from craps.games import game_of
from craps.games.figures import RoundEdge
from craps.games.round_game import RoundGame
from craps.games.rounds import Event, RoundBet, bet_event
from craps.money import Exact, root_text, times, whole_if_it_is
from craps.record import record
from craps.ruleset import RuleSet

EXACT = "exact"
_FIELDS = ("bet", "space", "amount", "play")
_REFUSALS = ("not_offered", "bad_unit", "under_minimum", "over_limit")  # not: this is not the moment


class Winnings(NamedTuple):
    """One payout of the bet, what it is for in words, and the money it wins at the bet's amount."""

    words: str
    pays: Fraction
    won: Exact


@record
class RoundCost:
    """``loss`` is the player's expected loss and ``staked`` the average of all that is staked, in money."""

    figures: RoundEdge
    winnings: tuple[Winnings, ...]
    loss: Exact
    staked: Exact
    refused: Refused | None  # why these rules would not take it
    clauses: tuple[str, ...]
    amount: Exact = 0

    @property
    def variance(self) -> Exact:
        """Of the player's net result, in money times money: its root is the standard deviation."""
        return self.figures.variance * self.amount**2

    def to_json(self) -> dict[str, Json]:
        """As the contract writes it: what does not apply is left out."""
        row = self.figures.to_json()
        which: dict[str, Json] = {name: row.pop(name) for name in ("bet", "space", "play") if name in row}
        won = [
            {**({"payout": each.words} if each.words else {}), "pays": ratio(each.pays), "won": str(each.won)}
            for each in self.winnings
        ]
        money = {"amount": str(self.amount), "staked": str(self.staked), "loss": str(self.loss)}
        money["deviation"] = root_text(self.variance, 8)
        refused = {"refused": self.refused.to_json()} if self.refused else {}
        return {**which, **money, "winnings": won, "figures": row, **refused, "clauses": list(self.clauses)}


def round_game_of(ruleset: RuleSet) -> RoundGame:
    """The game of a rule set, which is played in rounds; BadInput for any other."""
    game = game_of(ruleset.edition)
    if not isinstance(game, RoundGame):
        raise BadInput("edition", f"governs {ruleset.edition.game}, which is not played in rounds")
    return game


def first_bets(ruleset: RuleSet) -> list[tuple[str, str]]:
    """The wagers and spaces on which a player can begin a round."""
    return list(dict.fromkeys((row.bet, row.space) for row in _rows(ruleset)))


def plays_of(ruleset: RuleSet, wager: str, space: str) -> dict[str, str]:
    """The ways of playing a first bet, in words; none where there is no choice."""
    words = round_game_of(ruleset).plays
    rows = (row for row in _rows(ruleset) if (row.bet, row.space) == (wager, space) and row.play)
    return {row.play: words[row.play] for row in rows}


def cost_of(ruleset: RuleSet, bet: RoundBet) -> RoundCost | None:
    """What a bet costs, also one that is not offered; None if the game cannot be played so by these rules."""
    game, edition = round_game_of(ruleset), ruleset.edition
    if bet.wager not in edition.wagers:
        return None
    offered = ruleset
    if bet.wager not in ruleset.offered:
        stated = {**ruleset.stated, "wagers": (*ruleset.offered, bet.wager)}
        offered = RuleSet(edition, MappingProxyType(stated))
    figures = next((row for row in _rows(offered) if row.key == bet[:3]), None)
    if figures is None:
        return None
    won = winnings(offered, figures)
    return RoundCost(
        figures,
        tuple(Winnings(words, pays, times(bet.amount, pays)) for words, pays in won),
        whole_if_it_is(figures.edge * bet.amount),
        whole_if_it_is(figures.wagered * bet.amount),
        _refusal(game, ruleset, bet, raised=figures.wagered != 1),
        tuple(dict.fromkeys(filter(None, _clauses(game, ruleset, bet)))),
        bet.amount,
    )


def bet_cost(ruleset: RuleSet, bet: Mapping[str, Json], rounding: str) -> RoundCost:
    """The cost of a first bet that is written as in a scenario; BadInput names the field at fault.

    ``play`` is the way of playing it, where there are several; without it the first of them.
    """
    game = round_game_of(ruleset)
    if rounding != EXACT:
        raise BadInput("rounding", f"is of vigorish, and {game.name} takes none")
    for key in bet:
        if key not in _FIELDS:
            raise BadInput(path_key(key), f"does not belong here{nearest(key, _FIELDS)}")
    if "bet" not in bet:
        raise BadInput("bet", "is missing: which wager is bet")
    try:
        event = game.read_event({key: bet[key] for key in bet if key != "play"}, 0, ruleset)
    except BadInput as error:
        raise BadInput(error.path.removeprefix("events[0]").removeprefix("."), error.message) from None
    plays = plays_of(ruleset, event.wager, event.space)
    play = bet.get("play", next(iter(plays), ""))
    if play not in (plays or ("",)):
        known = f"one of {', '.join(plays)}" if plays else "left out: there is one way of playing it"
        raise BadInput("play", f"should be {known}")
    cost = cost_of(ruleset, RoundBet(event.wager, event.space, play, event.amount or 0))
    if cost is None:
        first = ", ".join(dict.fromkeys(wager for wager, _ in first_bets(ruleset)))
        raise BadInput("bet", f"{event.wager} is not a bet that begins a round; there are {first}")
    return cost


def winnings(ruleset: RuleSet, row: RoundEdge) -> list[tuple[str, Fraction]]:
    """What the bet of a row is paid, and those that follow it, each with what for; one payout needs no words.

    >>> from craps import edges, load_ruleset
    >>> rules = load_ruleset({"edition": "bc-war"})
    >>> [[(words, str(pays)) for words, pays in winnings(rules, row)] for row in edges(rules)][:2]
    [[('Casino War', '1'), ('Go to War', '1')], [('', '1')]]
    """
    game = round_game_of(ruleset)
    bets = [row.bet]
    if row.wagered != 1:
        bets += [wager for wager, first in game.table.matched.items() if first == row.bet]
    payouts = dict.fromkeys(
        (each.on or game.table(ruleset).name(wager), each.pays)
        for wager in bets
        for each in game.pay_rows(ruleset, wager)
        if row.space in ("", each.on)
    )
    return list(payouts) if len(payouts) > 1 else [("", pays) for _, pays in payouts]


def _clauses(game: RoundGame, ruleset: RuleSet, bet: RoundBet) -> Iterator[str]:
    """The clauses of the wager, of the terms its figures go by, and of the way it is played."""
    yield ruleset.rule(bet.wager).clause
    for _, (_, clause) in game.edge_terms(ruleset, bet.wager, bet.space):
        yield clause
    for move in game.moves_of_play.get(bet.play, ()):
        yield from game.clauses_of(ruleset.edition, f"play.{move}")


def _refusal(game: RoundGame, ruleset: RuleSet, bet: RoundBet, *, raised: bool) -> Refused | None:
    """Why the bet would be refused, or the one that is made to match it. It is found out by trying."""
    rounds = _beginnings(game, ruleset, bet_event(bet.wager, bet.amount, bet.space), raised=raised)
    errors = (game.settle(ruleset, events).steps[-1].error for events in rounds)
    return next((error for error in errors if error and error.code in _REFUSALS), None)


def _beginnings(game: RoundGame, ruleset: RuleSet, bet: Event, *, raised: bool) -> Iterator[list[Event]]:
    """The bet alone, with an example of each call that may follow, and with the bet that matches it then."""
    yield [bet]
    for call in game.moves(ruleset, [bet]):
        if not call.wager:
            yield [bet, call]
            for then in game.moves(ruleset, [bet, call]) if raised else ():
                if then.verb == "bet" and then.wager in game.table.matched:
                    yield [bet, call, then]


@lru_cache(maxsize=64)  # one answer of the calculator asks for the rows of a rule set a dozen times
def _rows(ruleset: RuleSet) -> tuple[RoundEdge, ...]:
    return tuple(row for row in round_game_of(ruleset).edges(ruleset) if isinstance(row, RoundEdge))
