"""What a wager pays, in words."""

from fractions import Fraction

from django.utils.translation import gettext as _

from craps.money import odds_text
from craps.vocabulary import COUNTS_POINTS, SLOTS
from portal.text import and_list


def pays_text(wager: str, pays: dict[str, Fraction]) -> str:
    """Return "1 to 1 on 3 and 4, 2 to 1 on 2": slots that pay the same are grouped.

    >>> pays_text("hop", {"easy": Fraction(15), "hard": Fraction(30)})
    '15 to 1 on two different faces, 30 to 1 on a pair'
    """
    grouped: dict[str, list[str]] = {}
    for slot, ratio in pays.items():
        grouped.setdefault(odds_text(ratio), []).append(slot)
    if len(grouped) == 1:
        return next(iter(grouped))
    return ", ".join(f"{figure} {_on(wager, slots)}" for figure, slots in grouped.items())


def slot_text(wager: str, slot: str) -> str:
    """Return what one payout of a wager is for: a number, a kind of roll, or a number of points."""
    if wager in COUNTS_POINTS:
        return _("{n} points").format(n=slot)
    return _(SLOTS[wager, slot]) if (wager, slot) in SLOTS else slot


def _on(wager: str, slots: list[str]) -> str:
    if wager in COUNTS_POINTS:
        return _("for {numbers} points").format(numbers=and_list(slots))
    return _("on {numbers}").format(numbers=and_list([slot_text(wager, slot) for slot in slots]))
