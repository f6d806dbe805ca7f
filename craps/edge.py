"""The exact figures of every wager under a rule set: chances, house edge, rolls, variance.

Start with ``edges``, which asks the game; all else here is craps. One bet is made and left alone until
decided, on at every roll. What decides it comes from the catalogue, what it pays and costs from the rule set
as submitted, compliant or not.

A bet decided by the dice alone is an absorbing chain of at most two stages (before and after its number is
set). Fire walks the 64 sets of points made, sharpshooter counts points made, and bonus bets are counted by
inclusion and exclusion over the totals still missing when the first 7 falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from craps.codec import Json
from craps.dice import POINTS, TOTALS, WAYS
from craps.games import game_of
from craps.money import Exact, root_text
from craps.placing import vig_on
from craps.record import record
from craps.ruleset import RuleSet
from craps.table import make_terms
from craps.wagers import (
    CATALOGUE,
    LOSE,
    ODDS_OF,
    POINT,
    PUSH,
    WIN,
    Decision,
    Pair,
    Spot,
    decisions,
    parts,
    spots,
    winning_parts,
)

# The readings that an edge goes by; no other one can change it.
READINGS = ("vig-coming-down",)


def edges(ruleset: RuleSet) -> list[EdgeRow]:
    """One row for each wager on offer, and for each number or pair it can stand on; other games have others.

    >>> from craps import load_ruleset
    >>> rows = edges(load_ruleset({"edition": "nz-1998", "wagers": ["pass_line", "buy"]}))
    >>> str(rows[0].edge), rows[1].to_json()["edge"], len(rows)
    ('7/495', '1/21', 7)
    """
    return game_of(ruleset.edition).edges(ruleset)


def craps_edges(ruleset: RuleSet) -> list[EdgeRow]:
    """The rows of craps."""
    shooter = _Shooter()
    return [
        _row(ruleset, wager, spot, None, shooter)
        for wager in CATALOGUE
        if wager in ruleset.offered
        for spot in edge_spots(wager)
        if ruleset.offers(wager, spot)
    ]


def edge_of(ruleset: RuleSet, wager: str, spot: Spot = None, amount: Exact | None = None) -> EdgeRow:
    """The figures of one wager; odds and bets on a number name it, a hop names its pair.

    ``amount`` matters only where an edition pays part of an incorrect unit at even money.

    >>> from craps import load_ruleset
    >>> rules = load_ruleset({"edition": "bc-craps"})
    >>> str(edge_of(rules, "place", 6).edge), str(edge_of(rules, "place", 6, 10).edge)
    ('1/66', '1/22')
    """
    return _row(ruleset, wager, spot, amount, _Shooter())


def edge_with_odds(ruleset: RuleSet, flat: str) -> Fraction:
    """What a flat bet costs on average when the most odds are put behind it whenever a point is set.

    The expected loss of both, divided by what is staked on both. Posted limits are left aside.

    >>> from craps import load_ruleset
    >>> single = load_ruleset({"edition": "md-craps", "odds": {"pass_line": {"multiples": 1}}})
    >>> str(edge_with_odds(single, "pass_line"))
    '7/825'
    """
    odds = ODDS_OF[flat]
    loss, staked = edge_of(ruleset, flat).edge, Fraction(1)
    for point in POINTS:
        stake, pays = Fraction(ruleset.multiple(flat, point)), ruleset.payout(odds, str(point))
        if ruleset.basis(flat) == "winnings" and pays:
            stake /= pays
        part = Fraction(WAYS[point], 36) * stake
        loss += part * edge_of(ruleset, odds, point).edge
        staked += part
    return loss / staked


def edge_spots(wager: str) -> tuple[Spot, ...]:
    """Where a wager has a row of its own: odds on each point, a come bet only once, before it moves."""
    item = CATALOGUE[wager]
    if item.moves:
        return (None,)
    return POINTS if item.flat else spots(wager)


@record
class EdgeRow:
    """The exact figures of one bet, for a stake of one unit.

    ``edge`` is the expected loss, divided by the stake and any vigorish taken at placement; a push is a
    decision too. ``edge_resolved`` leaves pushes out. ``rolls`` is the expected number of rolls until then.
    ``variance`` is that of the player's net result (winnings less vigorish, or the loss) per unit of stake.
    """

    bet: str
    number: int | None
    dice: Pair | None
    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction
    edge_resolved: Fraction
    rolls: Fraction
    variance: Fraction

    @property
    def spot(self) -> Spot:
        return self.dice or self.number

    @property
    def deviation(self) -> str:
        """The standard deviation of that result, the root of its variance, as a rounded decimal."""
        return root_text(self.variance, 8)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells its rows apart."""
        return (self.bet, self.spot)

    @property
    def which(self) -> Mapping[str, str]:
        """What a row of another game names besides: the space, the way of playing."""
        return {}

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {"bet": self.bet}
        if self.number is not None:
            row["number"] = self.number
        if self.dice is not None:
            row["dice"] = list(self.dice)
        for name in FIGURES:
            row[name] = str(getattr(self, name))
        return row


FIGURES = ("win", "lose", "push", "edge", "edge_resolved", "rolls", "variance")

# A way a bet can end: its chance, what it is called, and the player's net result per unit of stake.
Ending = tuple[Fraction, str, Exact]


def _row(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact | None, shooter: _Shooter) -> EdgeRow:
    item = CATALOGUE[wager]
    at_placement: Exact = 0
    if item.parts:
        endings, rolls = _by_shares(ruleset, wager, spot), Fraction(1)
    elif item.totals:
        endings, rolls = _collecting(ruleset, wager)
    elif item.decide is None:
        chances = shooter.different_points() if wager == "fire" else shooter.points(_top_level(wager))
        endings, rolls = _by_level(ruleset, wager, chances), shooter.rolls
    else:
        at_placement, on_win = vig_of(ruleset, wager, spot)
        chances_of, rolls = _until_decided(wager, spot)
        endings = [
            (chance, decision.outcome, net_of(ruleset, wager, spot, decision, amount, on_win) - at_placement)
            for decision, chance in chances_of.items()
        ]
    return _figures(wager, spot, endings, 1 + at_placement, rolls)


def _figures(wager: str, spot: Spot, endings: Iterable[Ending], cost: Exact, rolls: Fraction) -> EdgeRow:
    chance_of = {WIN: Fraction(0), LOSE: Fraction(0), PUSH: Fraction(0)}
    mean = square = Fraction(0)
    for chance, outcome, net in endings:
        chance_of[outcome] += chance
        if net:
            gain = chance * net
            mean += gain
            square += gain * net
    edge = -mean / cost
    push = chance_of[PUSH]
    return EdgeRow(
        bet=wager,
        number=spot if isinstance(spot, int) else None,
        dice=spot if isinstance(spot, tuple) else None,
        win=chance_of[WIN],
        lose=chance_of[LOSE],
        push=push,
        edge=edge,
        edge_resolved=edge / (1 - push) if push else edge,
        rolls=rolls,
        variance=square - mean * mean,
    )


# Bets the dice decide ------------------------------------------------------------------------------------


def _until_decided(wager: str, spot: Spot) -> tuple[dict[Decision, Fraction], Fraction]:
    """The chance of each decision, and the expected rolls until one falls; a bet that moves waits again."""
    ways: dict[Decision, int] = {}
    moves: dict[int, int] = {}
    for total, decision in zip(TOTALS, decisions(wager, spot), strict=True):
        if decision is None:
            continue
        if decision.outcome == POINT:
            moves[total] = moves.get(total, 0) + 1
        else:
            ways[decision] = ways.get(decision, 0) + 1
    deciding = sum(ways.values()) + sum(moves.values())
    chances = {decision: Fraction(count, deciding) for decision, count in ways.items()}
    rolls = Fraction(36, deciding)
    for number, count in moves.items():
        moved = Fraction(count, deciding)
        later, more = _until_decided(wager, number)
        rolls += moved * more
        for decision, chance in later.items():
            chances[decision] = chances.get(decision, 0) + moved * chance
    return chances, rolls


def net_of(
    ruleset: RuleSet, wager: str, spot: Spot, decision: Decision, amount: Exact | None, vig_on_win: Exact
) -> Exact:
    """The player's result per unit of stake, before vigorish taken at placement."""
    if decision.outcome != WIN:
        return -1 if decision.outcome == LOSE else 0
    pays = ruleset.payout(wager, decision.slot)
    if amount is not None and isinstance(spot, int):
        pays = Fraction(make_terms(ruleset, wager, spot, spot).winnings(amount, pays)) / amount
    return pays - vig_on_win


def vig_of(ruleset: RuleSet, wager: str, spot: Spot) -> tuple[Exact, Exact]:
    """The vigorish on a stake of one: at placement, and on a win."""
    if wager not in ("buy", "lay") or not isinstance(spot, int):
        return 0, 0
    vig = vig_on(make_terms(ruleset, wager, spot, spot), ruleset, 1)
    collect = ruleset.vig(wager).collect
    twice = ruleset.edition.reads("vig-coming-down") == "placed-and-paid"
    on_win = collect == "win" or (collect == "placement_and_payment" and twice)
    return (0 if collect == "win" else vig), (vig if on_win else 0)


def _by_shares(ruleset: RuleSet, wager: str, spot: Spot) -> list[Ending]:
    """A combined bet is decided by one roll: each winning share brings its stake and its winnings."""
    ways: dict[tuple[str, ...], int] = {}
    for won in winning_parts(wager, spot):
        ways[won] = ways.get(won, 0) + 1
    return [
        (
            Fraction(count, 36),
            WIN if won else LOSE,
            net_of_shares(ruleset, wager, spot, won),
        )
        for won, count in ways.items()
    ]


def net_of_shares(ruleset: RuleSet, wager: str, spot: Spot, won: tuple[str, ...]) -> Fraction:
    """The result of a combined bet per unit of stake, by the shares that win."""
    back = sum((1 + ruleset.payout(part) for part in won), Fraction(0))
    return back / len(parts(wager, spot)) - 1


# Side bets -----------------------------------------------------------------------------------------------


class _Shooter:
    """What a new shooter does up to the seven-out, come-out results aside.

    A cycle is a point set and decided. ``makes`` is the chance that the next cycle makes a given point,
    ``out`` that it ends in a seven-out.
    """

    def __init__(self) -> None:
        setting = sum(WAYS[p] for p in POINTS)
        self.makes = [Fraction(WAYS[p], setting) * Fraction(WAYS[p], WAYS[p] + WAYS[7]) for p in POINTS]
        self.out = 1 - sum(self.makes)
        cycle = Fraction(36, setting) + sum(
            Fraction(WAYS[p], setting) * Fraction(36, WAYS[p] + WAYS[7]) for p in POINTS
        )
        self.rolls = cycle / self.out

    def points(self, most: int) -> list[Fraction]:
        """The chance of each count of points made, repeats counted; the last is ``most`` or more."""
        make = 1 - self.out
        return [make**count * self.out for count in range(most)] + [make**most]

    def different_points(self) -> list[Fraction]:
        """The chance of each count of different points made."""
        every = 2 ** len(POINTS)
        reached = [Fraction(0)] * every
        reached[0] = Fraction(1)
        chances = [Fraction(0)] * (len(POINTS) + 1)
        for made in range(every):  # a set is a bit mask; whatever leads to it is a smaller number
            known = sum(chance for bit, chance in enumerate(self.makes) if made >> bit & 1)
            # Making a point once more changes nothing: share the chance out over what does.
            share = reached[made] / (1 - known)
            chances[made.bit_count()] += share * self.out
            for bit, chance in enumerate(self.makes):
                if not made >> bit & 1:
                    reached[made | 1 << bit] += share * chance
        return chances


def _top_level(wager: str) -> int:
    return max(int(slot) for slot in CATALOGUE[wager].slots)


def _by_level(ruleset: RuleSet, wager: str, chances: list[Fraction]) -> list[Ending]:
    """A bet paid by the highest level reached at the seven-out; ``chances`` are by count of points."""
    endings: list[Ending] = []
    reached = ""
    levels = CATALOGUE[wager].slots
    for count, chance in enumerate(chances):
        if str(count) in levels:
            reached = str(count)
        won = (chance, WIN, ruleset.payout(wager, reached)) if reached else (chance, LOSE, -1)
        endings.append(won)
    return endings


def _collecting(ruleset: RuleSet, wager: str) -> tuple[list[Ending], Fraction]:
    """A bonus bet: every total of its set before any 7.

    With k ways to throw the totals of a subset, all of them are missing at the first 7 with chance 6/(6+k).
    Signed and added over all subsets that is the chance that none is missing; the product of (1 - x^ways)
    sorts the subsets by k.
    """
    signed = [1]
    for total in CATALOGUE[wager].totals:
        ways = WAYS[total]
        longer = signed + [0] * ways
        for k, count in enumerate(signed):
            longer[k + ways] -= count
        signed = longer
    won = sum(
        (Fraction(count * WAYS[7], WAYS[7] + k) for k, count in enumerate(signed) if count), Fraction(0)
    )
    # Each roll before the decision is a 7 with chance 1/6, and a 7 loses: the bet lasts 6 times that chance.
    rolls = (1 - won) * 36 / WAYS[7]
    return [(won, WIN, ruleset.payout(wager)), (1 - won, LOSE, -1)], rolls
