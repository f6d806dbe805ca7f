"""What one bet of a given amount costs on average, exactly, and what rounding does to it.

>>> from craps import load_ruleset
>>> cost = cost_of(load_ruleset({"edition": "md-craps"}), "buy", 4, 25)
>>> str(cost.vig_placed), str(cost.loss), str(cost.figures.edge), str(cost.loss_per_roll)
('5/4', '5/4', '1/21', '5/16')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from craps.edge import EdgeRow, edge_of
from craps.money import Exact, round_up, times, whole_if_it_is
from craps.placing import vig_on
from craps.ruleset import RuleSet
from craps.table import make_terms
from craps.wagers import CATALOGUE, WIN, Spot, decisions, parts

EXACT, DOWN, NEAREST, UP = "exact", "down", "nearest", "up"
ROUNDINGS = (EXACT, DOWN, NEAREST, UP)  # of vigorish, to whole chips; a half goes up


class Winnings(NamedTuple):
    """What a bet wins: its payout slot, or for a bet made of shares the share that wins."""

    slot: str
    pays: Fraction
    won: Exact  # before any vigorish


@dataclass(frozen=True)
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
    in_chips: Exact | None  # the loss where winnings are cut to whole chips; None where they are whole

    @property
    def put_up(self) -> Exact:
        """What the player lays out: the bet and any vigorish taken with it."""
        return self.amount + self.vig_placed

    @property
    def loss_per_roll(self) -> Exact:
        return whole_if_it_is(self.loss / self.figures.rolls)


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
