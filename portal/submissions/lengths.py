"""Lengths of a table in the unit of its jurisdiction. A rule set has feet, as the contract does.

Conversion is exact: a foot is 0.3048 metres.
"""

from fractions import Fraction
from typing import Any

from craps import vocabulary
from craps.edition import Edition
from craps.money import exact, number_text
from portal.accounts.jurisdictions import Lengths, find_jurisdiction

LENGTH = "table.length_ft"
METRES_IN_A_FOOT = Fraction(3048, 10000)


def is_metric(edition: Edition) -> bool:
    where = find_jurisdiction(edition.jurisdiction)
    return where is not None and where.lengths == Lengths.METRES


def metres(feet: Any) -> str:
    """A length of a rule set in metres; what is no number is given as it is.

    >>> metres("14"), metres("1750/127")
    ('4.2672', '4.2')
    """
    try:
        return number_text(exact(str(feet)) * METRES_IN_A_FOOT)
    except ValueError:
        return str(feet)


def feet(length: str) -> str:
    """Metres as the contract takes them.

    >>> feet("4.2")
    '1750/127'
    """
    return str(Fraction(exact(length)) / METRES_IN_A_FOOT)


def value_words(path: str, value: Any, edition: Edition | None) -> str:
    """The value at a contract path in words, a length in the unit of the jurisdiction.

    The document's own unit is added where the document states a length.
    """
    words = vocabulary.value_words(path, value, edition)
    if path != LENGTH or value is None or edition is None or not is_metric(edition):
        return words
    own = f" ({words})" if "length_ft" in edition.table else ""
    return f"{metres(value)} m{own}"
