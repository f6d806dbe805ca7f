"""Exact amounts: a whole number is an int, anything else a Fraction. No float comes near them.

Ints are kept where they are whole because most chips are, and int arithmetic is many times faster.

`odds_text`, `percent_text`, `rounded_percent`, `number_text` and `amount_text` write for people, in the
language that the core speaks; all else is the same in every language.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt, lcm

from craps.messages import ENGLISH, say, spoken, words

Exact = int | Fraction

MAX_DIGITS = 40
_PLAIN = re.compile(r"-?[0-9]+\Z")
_DECIMAL = re.compile(r"(-?)([0-9]+)\.([0-9]+)\Z")
_RATIO = re.compile(r"(-?[0-9]+)/([0-9]+)\Z")


def exact(text: str) -> Exact:
    """Read ``"10"``, ``"2.50"`` or ``"35/3"``; raise ValueError with what would be right.

    >>> exact("2.50"), exact("35/3"), exact("14/7")
    (Fraction(5, 2), Fraction(35, 3), 2)
    """
    if len(text) > MAX_DIGITS:
        raise ValueError(f"is too long a number; the limit is {MAX_DIGITS} characters")
    if _PLAIN.match(text):
        return int(text)
    if decimal := _DECIMAL.match(text):
        sign, whole, part = decimal.groups()
        value = Fraction(int(whole + part), 10 ** len(part))
        return whole_if_it_is(-value if sign else value)
    if (ratio := _RATIO.match(text)) and int(ratio[2]):
        return whole_if_it_is(Fraction(int(ratio[1]), int(ratio[2])))
    raise ValueError('is not an exact number; write it as "10", "2.50" or "35/3"')


def whole_if_it_is(value: Exact) -> Exact:
    """The same amount, as an int where it is a whole number."""
    if type(value) is Fraction and value.denominator == 1:
        return value.numerator
    return value


def times(amount: Exact, ratio: Fraction) -> Exact:
    """``amount × ratio``, exactly.

    >>> times(10, Fraction(6, 5)), times(7, Fraction(6, 5))
    (12, Fraction(42, 5))
    """
    if type(amount) is int:
        quotient, rest = divmod(amount * ratio.numerator, ratio.denominator)
        return Fraction(amount * ratio.numerator, ratio.denominator) if rest else quotient
    return whole_if_it_is(amount * ratio)


def is_multiple(amount: Exact, unit: Exact) -> bool:
    """Whether ``amount`` is a whole number of ``unit``s."""
    return amount % unit == 0


def round_up(amount: Exact, unit: Exact) -> Exact:
    """The smallest multiple of ``unit`` at or above ``amount``."""
    return whole_if_it_is(-(-amount // unit) * unit)


def common_multiple(one: Exact, other: Exact) -> Exact:
    """The smallest amount that is a whole number of both units.

    >>> common_multiple(4, 6), common_multiple(Fraction(1, 2), Fraction(3, 4))
    (12, Fraction(3, 2))
    """
    if type(one) is int and type(other) is int:
        return lcm(one, other)
    a, b = Fraction(one), Fraction(other)
    top = lcm(a.numerator * b.denominator, b.numerator * a.denominator)
    return whole_if_it_is(Fraction(top, a.denominator * b.denominator))


def odds_text(ratio: Fraction) -> str:
    """``2 to 1``, ``7 to 6``: how a payout is said.

    >>> odds_text(Fraction(7, 6))
    '7 to 6'
    """
    return say("forms.odds", one=ratio.numerator, other=ratio.denominator)


def ratio_words(text: str) -> str:
    """A payout as rule sets write it, in words.

    >>> ratio_words("7:6")
    '7 to 6'
    """
    one, colon, other = text.partition(":")
    return say("forms.odds", one=one, other=other) if colon else text


def figures_text(text: str) -> str:
    """A number that is written with a comma and a point, with the signs of the language.

    >>> figures_text("1,234.50")
    '1,234.50'
    """
    if spoken() == ENGLISH:
        return text
    signs = words("forms.SIGNS")
    return "".join(signs.get(sign, sign) for sign in text)


def percent_text(rate: Exact) -> str:
    """``5%`` or ``12/7%``: a rate as people say it, exactly.

    >>> percent_text(Fraction(1, 20)), percent_text(Fraction(1, 80)), percent_text(Fraction(1, 70))
    ('5%', '1.25%', '10/7%')
    """
    return say("forms.percent", figure=figures_text(_percents(Fraction(rate) * 100)))


def _percents(value: Fraction) -> str:
    for places in range(1, 5):
        if value.denominator == 1:
            return str(value.numerator)
        scaled = value * 10**places
        if scaled.denominator == 1:
            sign, digits = ("-", -scaled.numerator) if scaled < 0 else ("", scaled.numerator)
            whole, part = divmod(digits, 10**places)
            return f"{sign}{whole}.{part:0{places}d}"
    return str(value)


def decimal_text(value: Exact, places: int) -> str:
    """A number with so many decimals, rounded to the nearest (a half to the even one).

    >>> decimal_text(Fraction(7, 495), 4), decimal_text(Fraction(-1, 3), 2), decimal_text(5, 1)
    ('0.0141', '-0.33', '5.0')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def root_text(value: Exact, places: int) -> str:
    """The square root with so many decimals, rounded to the nearest (a half to the even one), of no float.

    >>> root_text(2, 4), root_text(Fraction(1, 4), 1), root_text(Fraction(1, 16), 1), root_text(0, 2)
    ('1.4142', '0.5', '0.2', '0.00')
    """
    scaled = Fraction(value) * 100**places
    root = isqrt(scaled.numerator // scaled.denominator)
    half = 4 * scaled - (2 * root + 1) ** 2  # how far the root lies from the middle between two decimals
    if half > 0 or (half == 0 and root % 2):
        root += 1
    return decimal_text(Fraction(root, 10**places), places)


def rounded_percent(value: Exact | str) -> str:
    """A chance or a house edge as a percentage with two decimals, of a number or its text.

    >>> rounded_percent(Fraction(7, 495)), rounded_percent("1/36")
    ('1.41%', '2.78%')
    """
    return say("forms.percent", figure=figures_text(decimal_text(Fraction(value) * 100, 2)))


def number_text(value: Exact) -> str:
    """An exact number as people write it: ``2.5`` where that is exact, else ``35/3``.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(35, 3)), number_text(10)
    ('2.5', '35/3', '10')
    """
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 7):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{places + 1}d}"
            return figures_text(f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}")
    return str(value)


def amount_text(amount: Exact) -> str:
    """An amount as a page prints it, exactly: no needless decimals, and a fraction where cents cannot say it.

    >>> [amount_text(each) for each in (1000, Fraction(-5, 2), Fraction(184, 3), Fraction(2, 3))]
    ['1,000', '-2.50', '61 and 1/3', '2/3']
    """
    if type(amount) is int:
        return figures_text(f"{amount:,}")
    value = Fraction(amount)
    cents = value * 100
    if value.denominator == 1:
        return figures_text(f"{value.numerator:,}")
    if cents.denominator == 1:
        whole, part = divmod(abs(cents.numerator), 100)
        return figures_text(f"{'-' if value < 0 else ''}{whole:,}.{part:02d}")
    whole, part = divmod(abs(value.numerator), value.denominator)
    rest = f"{part}/{value.denominator}"
    if whole:
        rest = say("forms.mixed", whole=figures_text(f"{whole:,}"), part=rest)
    return f"-{rest}" if value < 0 else rest
