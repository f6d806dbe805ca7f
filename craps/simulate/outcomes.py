"""What the counted rolls meant for each wager: how often it ended how, and what that paid.

This states once more, on purpose, how every wager wins and loses: the simulation is there to check the exact
figures and the settlement by other means, so it takes nothing from them. Payouts, vigorish and what is off on
a come-out roll come from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from craps.money import Exact
from craps.ruleset import RuleSet
from craps.simulate.tables import COLLECTED, MOST_POINTS, POINTS, Counts, Ints

Spot = int | tuple[int, int] | None
Where = NDArray[np.bool_]


class Ending(NamedTuple):
    """So many bets ended like this. Amounts are per unit of stake, before vigorish."""

    bets: int
    outcome: str
    pays: Exact = 0
    back: Exact = 0  # the part of the stake that comes back


def endings(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact, counts: Counts) -> list[Ending]:
    """How the bets on one wager ended; those that never happened are left out."""
    number = spot if isinstance(spot, int) else 0
    pair = spot if isinstance(spot, tuple) else (0, 0)
    every = _KINDS[wager](_Bet(ruleset, wager, number, pair, amount, counts))
    return [ending for ending in every if ending.bets]


def needs_points(wager: str) -> bool:
    return wager in ("fire", "sharpshooter")


def needs_collected(wager: str) -> bool:
    return wager in BONUS


BONUS = {
    "all_small": (2, 3, 4, 5, 6),
    "all_tall": (8, 9, 10, 11, 12),
    "all_or_nothing": (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
}
ONE_ROLL = {
    "any_seven": (7,),
    "any_craps": (2, 3, 12),
    "craps_2": (2,),
    "craps_3": (3,),
    "craps_12": (12,),
    "eleven": (11,),
}
SHARES = {
    "horn": ("craps_2", "craps_3", "eleven", "craps_12"),
    "horn_high": ("craps_2", "craps_3", "eleven", "craps_12"),
    "world": ("craps_2", "craps_3", "eleven", "craps_12", "any_seven"),
    "c_and_e": ("any_craps", "eleven"),
    "high_low": ("craps_2", "craps_12"),
    "ace_deuce_eleven": ("craps_3", "eleven"),
    "eleven_twelve": ("eleven", "craps_12"),
    "high_low_eleven": ("craps_2", "eleven", "craps_12"),
}
HIGH_SHARE = {2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}
FIELD = (2, 3, 4, 9, 10, 11, 12)


class _Bet(NamedTuple):
    ruleset: RuleSet
    wager: str
    number: int  # 0 where it stands on none
    pair: tuple[int, int]
    amount: Exact
    counts: Counts

    def pays(self, slot: str | int = "") -> Fraction:
        return self.ruleset.payout(self.wager, str(slot))


_FIRST, _SECOND = np.indices((6, 6)) + 1
_TOTAL = _FIRST + _SECOND
_PAIR = _FIRST == _SECOND


def _won(count: int, pays: Exact) -> Ending:
    return Ending(count, "win", pays, 1)


def _lost(count: int) -> Ending:
    return Ending(count, "lose")


def _count(met: Ints, where: Where) -> int:
    return int(met[where].sum())


def _totals(met: Ints, *totals: int) -> int:
    return _count(met, np.isin(_TOTAL, totals))


def _rolls(bet: _Bet) -> Ints:
    every: Ints = bet.counts.dice.sum(axis=(0, 1))
    return every


def _rolls_on(bet: _Bet) -> Ints:
    """The rolls at which a bet that is always up is on."""
    first = 1 if bet.ruleset.come_out_state(bet.wager) == "off" else 0
    on: Ints = bet.counts.dice[first:].sum(axis=(0, 1))
    return on


def _place(number: int) -> int:
    return POINTS.index(number) + 1


# One function for each kind of wager ---------------------------------------------------------------------


def _line(bet: _Bet) -> list[Ending]:
    dice = bet.counts.dice
    if bet.wager in ("pass_line", "dont_pass"):
        first, later = dice[0].sum(axis=0), dice.sum(axis=1)
    else:
        first, later = dice[1:, 0].sum(axis=0), dice.sum(axis=0)
    made = sum(_totals(later[_place(p)], p) for p in POINTS)
    sevens = sum(_totals(later[_place(p)], 7) for p in POINTS)
    pays = bet.pays()
    if bet.wager in ("pass_line", "come"):
        return [_won(_totals(first, 7, 11) + made, pays), _lost(_totals(first, 2, 3, 12) + sevens)]
    return [
        _won(_totals(first, 2, 3) + sevens, pays),
        _lost(_totals(first, 7, 11) + made),
        Ending(_totals(first, 12), "push", 0, 1),
    ]


def _odds(bet: _Bet) -> list[Ending]:
    if bet.wager in ("pass_odds", "dont_pass_odds"):
        met = bet.counts.dice[_place(bet.number)].sum(axis=0)
    else:
        off = bet.ruleset.come_out_state(bet.wager) == "off"  # off: the stake comes back undecided
        met = bet.counts.dice[1 if off else 0 :, _place(bet.number)].sum(axis=0)
    number, seven = _totals(met, bet.number), _totals(met, 7)
    won, lost = (number, seven) if bet.wager in ("pass_odds", "come_odds") else (seven, number)
    return [_won(won, bet.pays(bet.number)), _lost(lost)]


def _number(bet: _Bet) -> list[Ending]:
    met = _rolls_on(bet)
    number, seven = _totals(met, bet.number), _totals(met, 7)
    won, lost = (seven, number) if bet.wager in ("lay", "place_to_lose") else (number, seven)
    pays = bet.pays(bet.number)
    unit = bet.ruleset.rule(bet.wager).wrong_unit.get(str(bet.number))
    if unit:
        wrong = bet.amount % unit.value
        pays = Fraction((bet.amount - wrong) * pays + wrong) / bet.amount
    return [_won(won, pays), _lost(lost)]


def _big(bet: _Bet) -> list[Ending]:
    met = _rolls_on(bet)
    number = 6 if bet.wager == "big_6" else 8
    return [_won(_totals(met, number), bet.pays()), _lost(_totals(met, 7))]


def _hardway(bet: _Bet) -> list[Ending]:
    met = _rolls_on(bet)
    hard = _count(met, np.isin(_TOTAL, bet.number) & _PAIR)
    lost = _totals(met, bet.number, 7) - hard
    return [_won(hard, bet.pays(bet.number)), _lost(lost)]


def _field(bet: _Bet) -> list[Ending]:
    met = _rolls(bet)
    won = [_won(_totals(met, total), bet.pays(total)) for total in FIELD]
    return [*won, _lost(_totals(met, 5, 6, 7, 8))]


def _one_roll(bet: _Bet) -> list[Ending]:
    met = _rolls(bet)
    won = _totals(met, *ONE_ROLL[bet.wager])
    return [_won(won, bet.pays()), _lost(int(met.sum()) - won)]


def _shares(bet: _Bet) -> list[Ending]:
    met = _rolls(bet)
    shares = list(SHARES[bet.wager])
    if bet.wager == "horn_high":
        shares.append(HIGH_SHARE[bet.number])
    result = []
    for total in range(2, 13):
        winning = [bet.ruleset.payout(share) for share in shares if total in ONE_ROLL[share]]
        pays = sum(winning, Fraction(0)) / len(shares)
        back = Fraction(len(winning), len(shares))
        result.append(Ending(_totals(met, total), "win" if winning else "lose", pays, back))
    return result


def _hop(bet: _Bet) -> list[Ending]:
    met = _rolls(bet)
    low, high = min(bet.pair), max(bet.pair)
    won = int(met[low - 1, high - 1]) + (int(met[high - 1, low - 1]) if low != high else 0)
    return [
        _won(won, bet.pays("hard" if low == high else "easy")),
        _lost(int(met.sum()) - won),
    ]


def _six_seven_eight(bet: _Bet) -> list[Ending]:
    met = _rolls(bet)
    middle = np.isin(_TOTAL, (6, 7, 8))
    return [
        _won(_count(met, middle & _PAIR), bet.pays("hard")),
        _won(_count(met, middle & ~_PAIR), bet.pays()),
        _lost(_count(met, ~middle)),
    ]


def _fire(bet: _Bet) -> list[Ending]:
    by_set = bet.counts.points.sum(axis=1)
    different = np.array([made.bit_count() for made in range(64)])
    won = [_won(int(by_set[different == n].sum()), bet.pays(n)) for n in (4, 5, 6)]
    return [*won, _lost(int(by_set[different < 4].sum()))]


def _sharpshooter(bet: _Bet) -> list[Ending]:
    by_count = bet.counts.points.sum(axis=0)
    levels = range(3, MOST_POINTS + 1)
    won = [_won(int(by_count[n]), bet.pays(n)) for n in levels]
    return [*won, _lost(int(by_count[:3].sum()))]


def _bonus(bet: _Bet) -> list[Ending]:
    needed = sum(1 << COLLECTED.index(total) for total in BONUS[bet.wager])
    sets = np.arange(len(bet.counts.collected))
    won = int(bet.counts.collected[sets & needed == needed].sum())
    return [_won(won, bet.pays()), _lost(int(bet.counts.collected.sum()) - won)]


_KINDS: dict[str, Callable[[_Bet], list[Ending]]] = {
    **dict.fromkeys(("pass_line", "dont_pass", "come", "dont_come"), _line),
    **dict.fromkeys(("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"), _odds),
    **dict.fromkeys(("place", "place_to_lose", "buy", "lay"), _number),
    **dict.fromkeys(("big_6", "big_8"), _big),
    **dict.fromkeys(ONE_ROLL, _one_roll),
    **dict.fromkeys(SHARES, _shares),
    **dict.fromkeys(BONUS, _bonus),
    "hardway": _hardway,
    "field": _field,
    "hop": _hop,
    "six_seven_eight": _six_seven_eight,
    "fire": _fire,
    "sharpshooter": _sharpshooter,
}
