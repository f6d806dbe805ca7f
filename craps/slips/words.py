"""What a sentence of a rulebook states: its figures and its words, to compare values with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from craps.codec import Items, Json, Number, Odds
from craps.edition import Edition
from craps.edition_values import CITED, ONLY_CLAUSE, READING, Value
from craps.edition_values import RATE as RATE_KIND
from craps.money import exact
from craps.rulebook import Book, book_data, cited
from craps.rulebook.clauses import book_of_data

ODDS, PERCENT, NUMBER = "odds", "percent", "number"
Figure = tuple[str, Fraction]

_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)
_NUMBER_WORDS = {word: Fraction(number) for number, word in enumerate(_WORDS)} | {
    "half": Fraction(1, 2),
    "single": Fraction(1),
    "once": Fraction(1),
    "double": Fraction(2),
    "twice": Fraction(2),
    "both": Fraction(2),
    "triple": Fraction(3),
}
_REFERENCE = re.compile(r"\[[^\]]*\]|\b\d+(?:\.\d+){2,}\b")  # [5/G(3)], COMAR 36.05.03.16
_PATTERNS = (
    ("for", re.compile(r"\b(\d[\d,]*) for (\d+)\b")),
    (ODDS, re.compile(r"\b(\d[\d,]*)\s?:\s?(\d+)\b")),
    ("to", re.compile(r"\b(\d[\d,]*) to (\d+)\b")),
    (PERCENT, re.compile(r"\b(\d+(?:\.\d+)?)\s?(?:%|per cent\b|percent\b)")),
    ("mixed", re.compile(r"\b(\d+) (\d+)/(\d+)")),
    ("ratio", re.compile(r"\b(\d+)/(\d+)\b")),
    (NUMBER, re.compile(r"\d[\d,]*(?:\.\d+)?")),
)
_TOKEN = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?")


@lru_cache(maxsize=4096)
def figures(text: str) -> frozenset[Figure]:
    """Every figure of a text, by kind.

    >>> sorted(figures("A Horn Bet in units of four pays 9:5, or 25 for 1; at most 5% of $1,000."))
    [('number', Fraction(4, 1)), ('number', Fraction(1000, 1)), ('odds', Fraction(9, 5)), ('odds', \
Fraction(24, 1)), ('percent', Fraction(5, 1))]
    """
    met: set[Figure] = set()
    rest = _REFERENCE.sub(" ", text)
    if "even money" in rest.lower():
        met.add((ODDS, Fraction(1)))
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(rest):
            parts = [Fraction(part.replace(",", "")) for part in match.groups() or (match[0].rstrip(","),)]
            if len(parts) > 1 and not parts[-1]:
                continue
            met |= _figure(kind, parts)
        rest = pattern.sub(" ", rest)
    met |= {(NUMBER, _NUMBER_WORDS[word]) for word in _TOKEN.findall(rest.lower()) if word in _NUMBER_WORDS}
    return frozenset(met)


def _figure(kind: str, parts: list[Fraction]) -> set[Figure]:
    if kind == "for":
        return {(ODDS, parts[0] / parts[1] - 1)}
    if kind == ODDS:
        return {(ODDS, parts[0] / parts[1])}
    if kind == "to":  # 2 to 1, and 4 to 6 decks
        return {(ODDS, parts[0] / parts[1]), (NUMBER, parts[0]), (NUMBER, parts[1])}
    if kind == "mixed":
        return {(NUMBER, parts[0] + parts[1] / parts[2])}
    if kind == "ratio":
        return {(NUMBER, parts[0] / parts[1]), (ODDS, parts[0] / parts[1])}
    return {(kind, parts[0])}


def stated(value: Value) -> frozenset[Figure]:
    """The figures that a value consists of; none for a choice, a name or a clause.

    >>> from craps import load_edition
    >>> from craps.edition_values import value_at
    >>> stated(value_at(load_edition("md-craps").data, "vig.buy.rate"))
    frozenset({('percent', Fraction(5, 1))})
    """
    if value.kind == RATE_KIND:
        return frozenset({(PERCENT, Fraction(exact(str(value.json[1]))) * 100)})
    bare: Json = value.json[0] if value.kind == CITED else value.json
    if value.kind in (ONLY_CLAUSE, READING):
        return frozenset()
    if isinstance(value.codec, Odds):
        return frozenset({(ODDS, Fraction(value.codec.read(bare, "")))})
    if isinstance(value.codec, Number):
        return frozenset({(NUMBER, Fraction(value.codec.read(bare, "")))})
    if isinstance(value.codec, Items) and all(isinstance(item, int) for item in bare):
        return frozenset((NUMBER, Fraction(item)) for item in bare)
    return frozenset()


def citations(value: Value) -> tuple[str, ...]:
    """Every clause that a value cites, a run as the document writes it."""
    if value.kind == READING:
        return tuple(value.json["clauses"])
    return (value.clause,) if value.clause else ()


@lru_cache(maxsize=64)
def sentences(edition: Edition) -> Book:
    """The rulebook of an edition without the notes about changed values, which would say every value."""
    data = book_data(edition)
    return book_of_data(edition.id, data, title=str(data.get("title") or edition.title))


def text_of(book: Book, citation: str) -> str | None:
    """Heading and text of what a citation names, all clauses of a run; None if the book lacks one of them."""
    clauses = [book.find(each) for each in cited(citation)]
    if not all(clauses):
        return None
    return "\n".join(f"{each.heading} {each.text}" for each in clauses if each)


def says(book: Book, value: Value) -> bool:
    """Whether the clause that a value cites states its figures."""
    text = text_of(book, value.clause)
    wanted = stated(value)
    return bool(wanted) and text is not None and wanted <= figures(text)


def tokens(text: str) -> frozenset[str]:
    """The words of a text in lower case, plurals and possessives without their ending, numbers as figures.

    >>> sorted(tokens("The Shooter’s two dice, 7s and a Pass Bet"))
    ['2', '7', 'a', 'and', 'bet', 'dice', 'pass', 'shooter', 'the']
    """
    return frozenset(_in_order(text))


def uses(text: str, name: str) -> bool:
    """Whether a text uses a name, its words in their order.

    >>> uses("A winning 6-7-8 Bet must be paid 1:1.", "6-7-8 bet"), uses("A 6-7-8 Bet", "7-6-8 Bet")
    (True, False)
    """
    return f" {' '.join(_in_order(name))} " in f" {' '.join(_in_order(text))} "


def _in_order(text: str) -> list[str]:
    return [_token(word) for word in _TOKEN.findall(text.lower())]


def _token(word: str) -> str:
    word = re.sub(r"['’]s$", "", word)
    if (len(word) > 3 or word[:-1].isdigit()) and word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    return str(_WORDS.index(word)) if word in _WORDS else word


def speaks_of(text: str, names: Iterable[str]) -> bool:
    """Whether a text uses one of these words."""
    return bool(tokens(text) & frozenset(names))
