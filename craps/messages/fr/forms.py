"""Figures and lists in French, and the spaces that may not break."""

import re

SAID = {
    "odds": "{one} contre {other}",
    "for": "{one} pour {other}",
    "percent": "{figure} %",
    "mixed": "{whole} et {part}",
    "range": "{first} à {last}",
    "and": "et",
    "or": "ou",
    "yes": "oui",
    "no": "non",
    "none": "aucun",
    "not_stated": "non indiqué",
}
# What stands in an exact figure for the signs of "1,234.50".
SIGNS: dict[str, str] = {",": "\N{NO-BREAK SPACE}", ".": ","}

_NARROW = re.compile(r"[ \N{NO-BREAK SPACE}](?=[;!?»])|(?<=«)[ \N{NO-BREAK SPACE}]")
_WIDE = re.compile(r"(?<=\S) (?=[:%$×])")


def typeset(text: str) -> str:
    """Put in the spaces that may not break, narrow before « ; », as wide as others before « : ».

    >>> typeset("Prêt ? Oui : 5 %.").split(" ")
    ['Prêt\\u202f?', 'Oui\\xa0:', '5\\xa0%.']
    """
    return _WIDE.sub("\N{NO-BREAK SPACE}", _NARROW.sub("\N{NARROW NO-BREAK SPACE}", text))
