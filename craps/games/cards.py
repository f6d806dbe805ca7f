"""Cards as the card games know them: ranks only, the ace high; a shoe is so many of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from craps.codec import Codec, Fields, Items, Json, Number, OneOf, kind
from craps.edition_codec import CitedForm
from craps.errors import BadInput
from craps.ruleset import RuleSet

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARD = OneOf(RANKS, "card")
SUITS = 4
# A rule set states how many decks are in the shoe, an edition the least and the most of them.
DECKS: Mapping[str, Codec] = {"decks": Number(low=1, whole=True)}
CARDS_FORM = Fields(
    {
        "least": CitedForm(Number(low=1, whole=True)),
        "most": CitedForm(Number(low=1, whole=True)),
        "baseline": Number(low=1, whole=True),
    },
    ("least", "most", "baseline"),
)


class Cards:
    """A list of so many cards."""

    def __init__(self, count: int) -> None:
        self.count = count

    def read(self, value: Json, path: str) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) != self.count:
            raise BadInput(
                path, f'should be a list of {self.count} cards, such as ["5", "9"], not {kind(value)}'
            )
        return tuple(CARD.read(card, f"{path}[{place}]") for place, card in enumerate(value))

    def write(self, value: Any) -> Json:
        return list(value)

    def schema(self) -> dict[str, Json]:
        return Items(CARD).schema() | {"minItems": self.count, "maxItems": self.count}


def value_of(card: str) -> int:
    """What a card counts: 2 to 10 as printed, jack 11, queen 12, king 13, ace 14.

    >>> value_of("2"), value_of("K"), value_of("A")
    (2, 13, 14)
    """
    return RANKS.index(card) + 2


def named(card: str) -> str:
    """A card in a sentence: "an ace", "a 9".

    >>> named("A"), named("8"), named("Q")
    ('an ace', 'an 8', 'a queen')
    """
    word = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(card, card)
    return f"an {word}" if word[0] in "a8" else f"a {word}"


def decks_of(ruleset: RuleSet) -> int:
    """How many decks the shoe has: as stated, else the baseline."""
    decks: int = ruleset.stated.get("decks", ruleset.edition.own["cards"]["baseline"])
    return decks


class Shoe:
    """What is in the shoe, by rank. Cards are drawn without replacement; suits do not count."""

    def __init__(self, decks: int) -> None:
        self.left = dict.fromkeys(RANKS, SUITS * decks)
        self.size = len(RANKS) * SUITS * decks

    def chance(self, card: str, *drawn: str) -> Fraction:
        """The chance that the next card is of this rank, after the cards drawn."""
        return Fraction(self.left[card] - drawn.count(card), self.size - len(drawn))

    def hands(self, count: int, drawn: tuple[str, ...] = ()) -> Iterator[tuple[Fraction, tuple[str, ...]]]:
        """Every sequence of so many ranks that can follow the cards drawn, with its chance."""
        if not count:
            yield Fraction(1), ()
            return
        for card in RANKS:
            chance = self.chance(card, *drawn)
            if chance:
                for then, others in self.hands(count - 1, (*drawn, card)):
                    yield chance * then, (card, *others)
