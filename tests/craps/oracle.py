"""What one roll does to one bet, worked out from the printed tables alone."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from tests.craps import printed
from tests.craps.play import FAMILY

WITH_NUMBER = ("pass_odds", "come_odds", "place", "buy")
AGAINST_NUMBER = ("dont_pass_odds", "dont_come_odds", "place_to_lose", "lay")


@dataclass(frozen=True)
class Up:
    """A bet that is up: the number its decision hangs on, and a marker if one was put on it."""

    wager: str
    number: Any  # a number, a hop's two faces or None
    stake: Fraction
    stay: bool = False
    marker: str | None = None


@dataclass(frozen=True)
class Expected:
    outcome: str
    paid: Fraction = Fraction(0)
    returned: Fraction = Fraction(0)
    vig: Fraction = Fraction(0)


@cache
def expected(edition: str, bet: Up, come_out: bool, dice: tuple[int, int]) -> Expected | None:
    """None where the roll neither decides nor moves the bet."""
    family = FAMILY[edition]
    found = _decision(bet, dice)
    off = bet.marker == "off" or (
        come_out and bet.wager in printed.OFF_ON_COME_OUT[family] and bet.marker != "on"
    )
    if found is None or (off and bet.wager not in printed.ODDS):
        return None
    if off:
        return Expected("returned", returned=bet.stake)
    outcome, wins, back = found
    if outcome != "win":
        return Expected(outcome, returned=bet.stake if outcome == "push" else Fraction(0))
    if family == "bc" and bet.wager == "place" and bet.number in (6, 8):
        wrong = bet.stake % 6
        wins = (bet.stake - wrong) * Fraction(7, 6) + wrong
    taken = printed.vig(edition, bet.wager, bet.number, bet.stake) if bet.wager in ("buy", "lay") else 0
    if family == "bc":  # at payment, out of the winnings
        return Expected("win", wins - taken, Fraction(0) if bet.stay else back, Fraction(taken))
    again = Fraction(taken) if bet.stay else Fraction(0)
    return Expected("win", wins, Fraction(0) if bet.stay else back, again)


def _decision(bet: Up, dice: tuple[int, int]) -> tuple[str, Fraction, Fraction] | None:
    """Outcome, winnings, and the stake that comes back."""
    wager, number, stake, total = bet.wager, bet.number, bet.stake, sum(dice)
    lost = ("lose", Fraction(0), Fraction(0))
    even = ("win", stake, stake)
    moved, push = ("point", Fraction(0), Fraction(0)), ("push", Fraction(0), Fraction(0))
    if wager in ("pass_line", "come"):
        if number is None:
            return even if total in (7, 11) else lost if total in (2, 3, 12) else moved
        return even if total == number else lost if total == 7 else None
    if wager in ("dont_pass", "dont_come"):
        if number is None:
            if total in (2, 3):
                return even
            return lost if total in (7, 11) else push if total == 12 else moved
        return even if total == 7 else lost if total == number else None
    if wager in WITH_NUMBER or wager in AGAINST_NUMBER:
        good, bad = (number, 7) if wager in WITH_NUMBER else (7, number)
        return (
            _paid(stake, printed.NUMBERED[wager][number]) if total == good else lost if total == bad else None
        )
    if wager in ("big_6", "big_8"):
        return even if total == int(wager[-1]) else lost if total == 7 else None
    if wager == "hardway":
        if total == number:
            return _paid(stake, printed.NUMBERED[wager][number]) if dice[0] == dice[1] else lost
        return lost if total == 7 else None
    if wager == "field":
        return _paid(stake, printed.FIELD[total]) if total in printed.FIELD else lost
    if wager in printed.ONE_ROLL:
        totals, pays = printed.ONE_ROLL[wager]
        return _paid(stake, pays) if total in totals else lost
    if wager == "six_seven_eight":
        if total not in (6, 7, 8):
            return lost
        return _paid(stake, (2, 1) if dice in ((3, 3), (4, 4)) else (1, 1))
    if wager == "hop":
        return _paid(stake, (dict(printed.HOPS)[number], 1)) if tuple(sorted(dice)) == number else lost
    if wager == "horn_high":
        shares = 2 if total == number else 1
        return _shares(stake / 5 * shares, printed.HORN_HIGH.get(total))
    of, wins = printed.SHARED[wager]
    return _shares(stake / of, wins.get(total))


def _paid(stake: Fraction, pays: tuple[int, int]) -> tuple[str, Fraction, Fraction]:
    return "win", stake * pays[0] / pays[1], stake


def _shares(winning: Fraction, pays: int | None) -> tuple[str, Fraction, Fraction]:
    return ("lose", Fraction(0), Fraction(0)) if pays is None else ("win", winning * pays, winning)
