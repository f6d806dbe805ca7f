"""What one bet of a given amount costs on average, exactly, and what rounding does to it.

>>> from craps import load_ruleset
>>> buy = cost_of(load_ruleset({"edition": "md-craps"}), "buy", 4, 25)
>>> str(buy.vig_placed), str(buy.loss), str(buy.figures.edge), str(buy.loss_per_roll)
('5/4', '5/4', '1/21', '5/16')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from craps.checks.finding import ratio
from craps.codec import Json
from craps.edge import EdgeRow, edge_of
from craps.errors import BadInput, nearest, path_key, quoted
from craps.games import game_of
from craps.money import Exact, root_text, round_up, times, whole_if_it_is
from craps.placing import vig_on
from craps.record import record
from craps.ruleset import RuleSet
from craps.scenario import read_event
from craps.swing import PLACES, Evening, evening_of
from craps.table import make_terms
from craps.wagers import CATALOGUE, WIN, Spot, decisions, parts

if TYPE_CHECKING:
    from craps.games.cost import RoundCost

EXACT, DOWN, NEAREST, UP = "exact", "down", "nearest", "up"
ROUNDINGS = (EXACT, DOWN, NEAREST, UP)  # of vigorish, to whole chips; a half goes up


class Winnings(NamedTuple):
    """What a bet wins: its payout slot, or for a bet made of shares the share that wins."""

    slot: str
    pays: Fraction
    won: Exact  # before any vigorish


@record
class Cost:
    """One bet, left alone until decided. ``loss`` is the player's expected loss, in money."""

    figures: EdgeRow
    amount: Exact
    winnings: tuple[Winnings, ...]
    vig: Exact  # each time it is taken, as rounded
    vig_exact: Exact
    vig_placed: Exact
    vig_on_win: Exact
    loss: Exact
    rules: RuleSet  # with vigorish at the rate to which it is rounded
    in_chips: Exact | None  # the loss where winnings are cut to whole chips; None where they are whole

    def to_json(self) -> dict[str, Json]:
        """As the contract writes it: what does not apply is left out."""
        vig = {"vig": self.vig, "vig_placed": self.vig_placed, "vig_on_win": self.vig_on_win}
        money = (vig if self.vig_exact else {}) | {"put_up": self.put_up, "loss": self.loss}
        money["loss_per_roll"] = self.loss_per_roll
        if self.in_chips is not None:
            money["loss_in_chips"] = self.in_chips
        evening = self.evening
        row = self.figures.to_json()
        which: dict[str, Json] = {name: row.pop(name) for name in ("bet", "number", "dice") if name in row}
        won = [
            {**({"payout": each.slot} if each.slot else {}), "pays": ratio(each.pays), "won": str(each.won)}
            for each in self.winnings
        ]
        written = {name: str(value) for name, value in money.items()}
        swing: dict[str, Json] = {"deviation": root_text(self.variance, PLACES)}
        swing |= {"evening": evening.to_json()} if evening else {}
        return {**which, "amount": str(self.amount), **written, **swing, "winnings": won, "figures": row}

    @property
    def put_up(self) -> Exact:
        """What the player lays out: the bet and any vigorish taken with it."""
        return self.amount + self.vig_placed

    @property
    def variance(self) -> Exact:
        """Of the player's net result, in money times money: its root is the standard deviation."""
        return self.figures.variance * self.amount**2

    @property
    def evening(self) -> Evening | None:
        """What 100 rolls of the bet come to; None where that is not worked out."""
        return evening_of(self.rules, self.figures.bet, self.figures.spot, self.amount)

    @property
    def loss_per_roll(self) -> Exact:
        return whole_if_it_is(self.loss / self.figures.rolls)


def cost(ruleset: RuleSet, bet: Mapping[str, Json], rounding: str = EXACT) -> Cost | RoundCost:
    """What one bet of any game costs on average, left alone until decided; the bet as in a scenario.

    ``rounding`` is that of vigorish to whole chips: "exact", "down", "nearest" or "up".

    >>> from craps import load_ruleset
    >>> buy = cost(load_ruleset({"edition": "md-craps"}), {"bet": "buy", "number": 4, "amount": 25})
    >>> buy.to_json()["loss"]
    '5/4'
    """
    if rounding not in ROUNDINGS:
        raise BadInput("rounding", f"should be one of {', '.join(ROUNDINGS)}, not {quoted(rounding)}")
    if game_of(ruleset.edition).in_rounds:
        from craps.games.cost import bet_cost

        return bet_cost(ruleset, bet, rounding)
    return craps_cost(ruleset, bet, rounding)


def craps_cost(ruleset: RuleSet, bet: Mapping[str, Json], rounding: str) -> Cost:
    """The cost of a bet of craps that is written as in a scenario."""
    unknown = next((key for key in bet if key not in BET_FIELDS), None)
    if unknown is not None:
        raise BadInput(path_key(unknown), f"does not belong here{nearest(str(unknown), BET_FIELDS)}")
    if "bet" not in bet:
        raise BadInput("bet", "is missing: which wager is bet")
    item = CATALOGUE.get(bet["bet"]) if isinstance(bet["bet"], str) else None
    # In a scenario the point says where odds on a line bet are; here they name it, as come odds do.
    written = {**bet, "bet": "come_odds"} if item and item.flat else dict(bet)
    try:
        event = read_event(written, 0)
    except BadInput as error:
        raise BadInput(error.path.removeprefix("events[0]").removeprefix("."), error.message) from None
    wager, spot = str(bet["bet"]), event.spot
    if CATALOGUE[wager].moves and spot is not None:
        raise BadInput("number", f"does not belong to {wager} before it has moved")
    if wager not in ruleset.edition.wagers or not ruleset.offers(wager, spot):
        raise BadInput("bet", f"{wager} is not offered{' there' if spot else ''} under this rule set")
    return cost_of(ruleset, wager, spot, event.amount or 0, rounding)


BET_FIELDS = ("bet", "number", "dice", "amount")


def cost_of(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact, rounding: str = EXACT) -> Cost:
    """The figures of ``amount`` on a wager. Odds and bets on a number name it, a hop names its pair.

    >>> from craps import load_ruleset
    >>> rules = load_ruleset({"edition": "md-craps"})
    >>> [str(cost_of(rules, "buy", 4, 25, rounding).vig) for rounding in ROUNDINGS]
    ['5/4', '1', '1', '2']
    """
    exact = _vig(ruleset, wager, spot, amount)
    vig = _rounded(exact, ruleset.chip_unit, rounding)
    if vig != exact:
        ruleset = _at_rate(ruleset, wager, ruleset.vig(wager).rate * Fraction(vig) / Fraction(exact))
    collect = ruleset.vig(wager).collect if exact else ""
    placed, on_win = (0 if collect == "win" else vig), (0 if collect == "placement" else vig)
    figures = edge_of(ruleset, wager, spot, amount)
    won = tuple(_winnings(ruleset, wager, spot, amount))
    loss = whole_if_it_is(figures.edge * (amount + placed))
    return Cost(
        figures,
        amount,
        won,
        vig,
        exact,
        placed,
        on_win,
        loss,
        ruleset,
        _loss_in_chips(ruleset, won, figures, loss),
    )


def with_odds(ruleset: RuleSet, flat: str, multiple: Exact) -> RuleSet:
    """The same rules with odds of up to ``multiple`` times on every point behind a flat bet."""
    stated = ruleset.stated.get("odds", {})
    odds = {**stated, flat: {**stated.get(flat, {}), "multiples": multiple}}
    return RuleSet(ruleset.edition, MappingProxyType({**ruleset.stated, "odds": odds}))


def _vig(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact) -> Exact:
    if wager not in ("buy", "lay") or not isinstance(spot, int):
        return 0
    return vig_on(make_terms(ruleset, wager, spot, spot), ruleset, amount)


def _rounded(vig: Exact, chip: Exact, rounding: str) -> Exact:
    if rounding == UP:
        return round_up(vig, chip)
    if rounding == DOWN:
        return whole_if_it_is(vig // chip * chip)
    return whole_if_it_is((vig + Fraction(chip) / 2) // chip * chip) if rounding == NEAREST else vig


def _at_rate(ruleset: RuleSet, wager: str, rate: Fraction) -> RuleSet:
    """Rounded vigorish is vigorish at another rate for this amount, so the edge needs no rule of its own."""
    stated = ruleset.stated.get("vig", {})
    vig = {**stated, wager: {**stated.get(wager, {}), "rate": rate}}
    return RuleSet(ruleset.edition, MappingProxyType({**ruleset.stated, "vig": vig}))


def _winnings(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact) -> Iterator[Winnings]:
    item = CATALOGUE[wager]
    if item.parts:
        shares = parts(wager, spot)
        for part in dict.fromkeys(shares):
            share = times(amount, Fraction(shares.count(part), len(shares)))
            pays = ruleset.payout(part)
            yield Winnings(part, pays, times(share, pays))
        return
    slots = item.slots if item.decide is None else _winning_slots(wager, spot)
    number = spot if isinstance(spot, int) else None
    terms = make_terms(ruleset, wager, spot if item.numbers or item.pairs else None, number)
    for slot in slots:
        pays = ruleset.payout(wager, slot)
        yield Winnings(slot, pays, terms.winnings(amount, pays))


def _winning_slots(wager: str, spot: Spot) -> tuple[str, ...]:
    """The payouts a bet can come to; one that moves to a number is paid the same there."""
    return tuple(dict.fromkeys(d.slot for d in decisions(wager, spot) if d and d.outcome == WIN))


def _loss_in_chips(
    ruleset: RuleSet, won: tuple[Winnings, ...], figures: EdgeRow, loss: Exact
) -> Exact | None:
    """What it costs where a payment is made in whole chips and the rest is kept."""
    if len(won) != 1 or won[0].won % ruleset.chip_unit == 0:
        return None
    return whole_if_it_is(loss + figures.win * (won[0].won % ruleset.chip_unit))
