"""What a wager pays, in words."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.money import odds_text
from portal.text import and_list


def pays_text(wager: str, pays: dict[str, Fraction]) -> str:
    """1 to 1 on 3 and 4, 2 to 1 on 2: slots that pay the same together.

    >>> pays_text("hop", {"easy": Fraction(15), "hard": Fraction(30)})
    '15 to 1 on two different faces, 30 to 1 on a pair'
    """
    grouped: dict[str, list[str]] = {}
    for slot, ratio in pays.items():
        grouped.setdefault(odds_text(ratio), []).append(slot)
    if len(grouped) == 1:
        return next(iter(grouped))
    return ", ".join(f"{figure} {_on(wager, slots)}" for figure, slots in grouped.items())


def _on(wager: str, slots: list[str]) -> str:
    if wager in ("fire", "sharpshooter"):
        return _("for {numbers} points").format(numbers=and_list(slots))
    known = _SLOTS.get((wager, slots[0]))
    return str(known) if known else _("on {numbers}").format(numbers=and_list(slots))


_SLOTS = {
    ("hop", "easy"): gettext_lazy("on two different faces"),
    ("hop", "hard"): gettext_lazy("on a pair"),
    ("six_seven_eight", ""): gettext_lazy("otherwise"),
    ("six_seven_eight", "hard"): gettext_lazy("on a hard 6 or 8"),
}
