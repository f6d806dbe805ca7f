"""How far a bet of craps swings: what an evening of 100 rolls of it comes to, exactly.

The model: one amount is bet, and bet again on the roll after it is decided, through so many rolls of the
dice. Each bet is left alone and on at every roll, as for its edge. A bet that is still undecided after the
last roll comes back whole, with any vigorish taken for it. Side bets that go by a whole shooter are left out.

Chances are counts of the 36 to the power of ``rolls`` ways in which the dice can fall: nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import comb, gcd, lcm

from craps.codec import Json
from craps.dice import TOTALS
from craps.edge import net_of, net_of_shares, vig_of
from craps.money import Exact, decimal_text, root_text, whole_if_it_is
from craps.record import record
from craps.ruleset import RuleSet
from craps.wagers import CATALOGUE, POINT, Spot, decisions, winning_parts

ROLLS = 100
SHARES = tuple(Fraction(share) for share in ("1/100", "1/10", "1/4", "1/2", "3/4", "9/10", "99/100"))
PLACES = 8  # decimals of what is no short fraction
MOST_RESULTS = 20_000  # finer payouts are not worked out: it would take seconds

# What a roll brings, None where it decides nothing, and the state that follows; by state, for each roll.
Row = list[tuple[Exact | None, Spot]]
Course = Mapping[Spot, Row]


@record
class Evening:
    """What so many rolls come to: each net result with its count of the ``ways`` the dice can fall."""

    rolls: int
    results: tuple[tuple[Exact, int], ...]  # from the worst to the best
    ways: int

    @property
    def mean(self) -> Fraction:
        return self.moment(1)

    @property
    def variance(self) -> Fraction:
        return self.moment(2) - self.mean**2

    @property
    def ahead(self) -> Fraction:
        return Fraction(sum(ways for net, ways in self.results if net > 0), self.ways)

    @property
    def behind(self) -> Fraction:
        return Fraction(sum(ways for net, ways in self.results if net < 0), self.ways)

    def moment(self, power: int) -> Fraction:
        """The mean of the net result to a power."""
        common = lcm(*(Fraction(net).denominator for net, _ in self.results))
        total = sum(int(net * common) ** power * ways for net, ways in self.results)
        return Fraction(total, self.ways * common**power)

    def at_most(self, net: Exact) -> Fraction:
        """The chance of this result or a worse one."""
        return Fraction(sum(ways for each, ways in self.results if each <= net), self.ways)

    def quantile(self, share: Fraction) -> Exact:
        """The worst result that at least this share of evenings do not surpass.

        A share of 1/10 is "in at least 1 evening of 10 it is this or worse", one of 9/10 "this or better".
        """
        seen = 0
        for net, ways in self.results:
            seen += ways
            if seen * share.denominator >= share.numerator * self.ways:
                return net
        raise ValueError(f"a share is from 0 to 1, not {share}")

    def to_json(self) -> dict[str, Json]:
        behind, ahead = self.behind, self.ahead
        chances = {"ahead": ahead, "even": 1 - ahead - behind, "behind": behind}
        return {
            "rolls": self.rolls,
            "mean": decimal_text(self.mean, PLACES),
            "deviation": root_text(self.variance, PLACES),
            **{name: decimal_text(chance, PLACES) for name, chance in chances.items()},
            "quantiles": {str(share): str(self.quantile(share)) for share in SHARES},
        }


def evening_of(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact, rolls: int = ROLLS) -> Evening | None:
    """An evening of one bet; None for a side bet that goes by a whole shooter, and for payouts too fine.

    >>> from craps import load_ruleset
    >>> evening = evening_of(load_ruleset({"edition": "nz-1998"}), "pass_line", None, 10)
    >>> evening.quantile(Fraction(1, 10)), evening.quantile(Fraction(9, 10)), root_text(evening.variance, 2)
    (-70, 70, '54.39')
    """
    course = _course(ruleset, wager, spot, amount)
    if course is None:
        return None
    nets = {net for row in course.values() for net, _ in row if net}
    if len(course) == 1 and len(nets) <= 2:
        counted = _by_counting(course[spot], sorted(nets), rolls)
    else:
        unit = _unit(nets)
        if not unit or (max(nets | {0}) - min(nets | {0})) / unit * rolls > MOST_RESULTS:
            return None
        counted = _by_steps(course, spot, unit, rolls)
    results = tuple(sorted((whole_if_it_is(net), ways) for net, ways in counted.items() if ways))
    return Evening(rolls, results, 36**rolls)


def _course(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact) -> Course | None:
    """What each roll does in each state: at the start, and on each number the bet can move to."""
    item = CATALOGUE[wager]
    if item.parts:
        return {
            spot: [
                (amount * net_of_shares(ruleset, wager, spot, won), spot)
                for won in winning_parts(wager, spot)
            ]
        }
    if item.totals or item.decide is None:
        return None
    at_placement, on_win = vig_of(ruleset, wager, spot)
    course: dict[Spot, Row] = {}
    waiting: list[Spot] = [spot]
    while waiting:
        state = waiting.pop()
        row: Row = []
        for decision, total in zip(decisions(wager, state), TOTALS, strict=True):
            if decision is None:
                row.append((None, state))
            elif decision.outcome == POINT:
                row.append((None, total))
            else:
                net = net_of(ruleset, wager, spot, decision, amount, on_win)
                row.append((amount * (net - at_placement), spot))
        course[state] = row
        moved = {after for _, after in row}
        waiting += [after for after in moved if after not in course and after not in waiting]
    return course


def _by_counting(row: Row, nets: Sequence[Exact], rolls: int) -> dict[Exact, int]:
    """One state and at most two results besides nothing: a trinomial distribution, whatever they pay."""
    counted = Counter(net for net, _ in row if net)
    one = nets[0] if nets else 0
    other = nets[1] if len(nets) > 1 else 0
    a, b = counted[one], counted[other] if other else 0
    found: Counter[Exact] = Counter()
    for first in range(rolls + 1):
        ways = comb(rolls, first) * a**first
        rest = rolls - first
        for second in range(rest + 1 if b else 1):
            found[first * one + second * other] += (
                ways * comb(rest, second) * b**second * (36 - a - b) ** (rest - second)
            )
    return found


def _by_steps(course: Course, start: Spot, unit: Fraction, rolls: int) -> dict[Exact, int]:
    """Roll by roll: for each state a count for every result so far.

    The counts of a state are one long integer with a field for each result, so that adding a result shifts
    it and adding up counts is one addition.
    """
    steps = {
        state: Counter((int((net or 0) / unit), after) for net, after in row) for state, row in course.items()
    }
    lowest = min(0, *(net for row in steps.values() for net, _ in row))
    octets = ((36**rolls).bit_length() + 7) // 8
    now = {start: 1}
    for _ in range(rolls):
        after_roll: dict[Spot, int] = {}
        for state, counts in now.items():
            for (net, after), ways in steps[state].items():
                shifted = counts * ways << 8 * octets * (net - lowest)
                after_roll[after] = after_roll.get(after, 0) + shifted
        now = after_roll
    total = sum(now.values())
    fields = total.to_bytes((total.bit_length() + 7) // 8 + octets, "little")
    return {
        unit * (place + rolls * lowest): int.from_bytes(
            fields[place * octets : (place + 1) * octets], "little"
        )
        for place in range(len(fields) // octets)
    }


def _unit(nets: Collection[Exact]) -> Fraction:
    """The largest amount of which every result is a multiple; 0 where there is none."""
    common = lcm(*(Fraction(net).denominator for net in nets)) if nets else 1
    return Fraction(gcd(*(int(net * common) for net in nets)), common)
