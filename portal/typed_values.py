"""Values as people type them, in a form or in a cell of a sheet: the one place that reads them.

Each function returns the text that the contract takes, or raises ValueError with what would be right.
"""

import re
from fractions import Fraction

from django.utils.translation import get_language

from craps import BadInput
from craps.codec import Odds
from craps.money import exact

_SPACE = "[ \u00a0\u2009\u202f]"  # also those that a spreadsheet or a web page puts between thousands
_THOUSANDS = re.compile(
    rf"(?P<whole>[0-9]{{1,3}}(?:(?:,[0-9]{{3}})+|(?:{_SPACE}[0-9]{{3}})+))(?P<part>\.[0-9]+)?"
)
# In French: 2,50 and 1 500,50. 1,500 could mean one and a half or fifteen hundred.
_DECIMAL_COMMA = re.compile(rf"(?:[0-9]+|[0-9]{{1,3}}(?:{_SPACE}[0-9]{{3}})+),(?:[0-9]{{1,2}}|[0-9]{{4,}})")
_PARTS = {"¼": ".25", "½": ".5", "¾": ".75"}
_MIXED = re.compile(rf"(?P<whole>[0-9]*){_SPACE}?(?P<sign>[{''.join(_PARTS)}])")


def amount(text: str, symbol: str = "$") -> str:
    """$25, 1,500, 10 000 and 2½ are read. 3,5 is refused: it could mean 3.5 or 35. So is another currency."""
    text = text.strip()
    text = text.removesuffix("$").strip()
    for sign in (symbol, "$"):
        if sign and text.startswith(sign):
            text = text.removeprefix(sign).strip()
            break
    return _figure(text, "Enter an amount in figures, such as 25, 2.50 or 1,500.")


def number(text: str) -> str:
    return _figure(text, "Enter a number in figures, such as 12.")


def multiple(text: str) -> str:
    """How many times a bet: 2, 2x or 2½×."""
    message = "Enter a number of times, such as 2."
    figure = _figure(re.sub(r"\s*[x×X]$", "", text.strip()), message)
    if not 0 <= exact(figure) < 10**9:
        raise ValueError(message)
    return figure


def numbers(text: str) -> list[str]:
    """A list of whole numbers with spaces or commas between them."""
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise ValueError("Enter whole numbers with commas between them, such as 4, 5, 6.")
    return parts


def rate(text: str) -> str:
    """Read 5, 5% or 2.5 % as a share of one; a bare fraction such as 1/20 is taken as it is.

    More than 100% is refused: nobody charges more than the whole of what it is calculated on.
    """
    text = text.strip()
    figure = _figure(text.removesuffix("%"), "Enter the rate as a percentage, such as 5%.")
    value = Fraction(exact(figure))
    share = value if "/" in figure and not text.endswith("%") else value / 100
    if share > 1:
        raise ValueError("Enter a rate of at most 100%, such as 5%.")
    return str(share)


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
    """The number as the contract takes it. Only the digits 0 to 9 count, and no other way to write it."""
    text = text.strip()
    if get_language() not in (None, "en") and "," in text:
        if not _DECIMAL_COMMA.fullmatch(text):
            raise ValueError(message)
        text = text.replace(",", ".")
    if grouped := _THOUSANDS.fullmatch(text):
        text = re.sub(r"[^0-9]", "", grouped["whole"]) + (grouped["part"] or "")
    elif mixed := _MIXED.fullmatch(text):
        text = (mixed["whole"] or "0") + _PARTS[mixed["sign"]]
    elif text.startswith("."):
        text = f"0{text}"
    try:
        exact(text)
    except ValueError:
        raise ValueError(message) from None
    return text
