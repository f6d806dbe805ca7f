"""Values as people type them, in a form or in a cell of a sheet: the one place that reads them.

Each function returns the text that the contract takes, or raises ValueError with what would be right.
"""

import re
from fractions import Fraction

from craps import BadInput
from craps.codec import Odds
from craps.money import exact

_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")


def amount(text: str) -> str:
    """Commas may separate thousands, as in 1,500. Any other comma is refused: 3,5 could mean 3.5 or 35."""
    plain = text.replace(",", "") if _THOUSANDS.fullmatch(text) else text
    return _figure(plain, "Enter an amount in figures, such as 25, 2.50 or 1,500.")


def number(text: str) -> str:
    return _figure(text, "Enter a number in figures, such as 12.")


def rate(text: str) -> str:
    """Read 5, 5% or 2.5 % as a share of one; a bare fraction such as 1/20 is taken as it is."""
    figure = text.removesuffix("%").strip()
    try:
        value = Fraction(exact(figure))
    except ValueError:
        raise ValueError("Enter the rate as a percentage, such as 5%.") from None
    return str(value if "/" in figure and not text.endswith("%") else value / 100)


def payout(text: str, such_as: str = "4:1") -> str:
    """A payout as it is typed, such as 4:1, 4 to 1 or 5 for 1."""
    text = " ".join(text.replace(" to ", ":").split()).replace(" :", ":").replace(": ", ":")
    try:
        Odds().read(text, "")
    except BadInput:
        message = f"Enter the payout like {such_as}, or like 25 for 1 if it includes the stake."
        raise ValueError(message) from None
    return text


def _figure(text: str, message: str) -> str:
    try:
        exact(text)
    except ValueError:
        raise ValueError(message) from None
    return text
