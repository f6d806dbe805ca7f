"""Cards as the card games know them: ranks only, the ace high; a shoe is so many of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from craps.codec import Codec, Fields, Items, Json, Number, OneOf, kind
from craps.edition import Edition
from craps.edition_codec import CitedForm
from craps.errors import BadInput
from craps.games.game import Term
from craps.messages import Words, say
from craps.ruleset import RuleSet

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARD = OneOf(RANKS, "card")
CARD_NAMES: Mapping[str, str] = Words("cards.NAMES")
SUITS = 4
_MANY = 8  # numbers of decks
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


def deck_contradictions(edition: Edition) -> Iterator[tuple[str, str]]:
    """Where the numbers of decks contradict each other; nothing for a game without cards."""
    cards = edition.own.get("cards")
    if cards:
        least, most, baseline = cards["least"].value, cards["most"].value, cards["baseline"]
        if least > most:
            yield "cards", f"asks for {least} decks or more, and allows {most}"
        elif not least <= baseline <= most:
            yield "cards.baseline", f"is {baseline} decks, and {least} to {most} are allowed"


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
    return say("cards.named", card=card)


def permitted_decks(edition: Edition) -> list[int]:
    """How many decks the document permits, of many the least and the most; nothing without cards.

    >>> from craps.editions import load_edition
    >>> [permitted_decks(load_edition(name)) for name in ("bc-red-dog", "bc-war", "bc-wheel")]
    [[4, 5, 6], [6], []]
    """
    cards = edition.own.get("cards")
    if not cards:
        return []
    least, most = cards["least"].value, cards["most"].value
    return list(range(least, most + 1)) if most - least < _MANY else [least, most]


def decks_of(ruleset: RuleSet) -> int:
    """How many decks the shoe has: as stated, else the baseline."""
    decks: int = ruleset.stated.get("decks", ruleset.edition.own["cards"]["baseline"])
    return decks


def decks_term(ruleset: RuleSet) -> Term:
    """The decks in the shoe as a term of the rules, with the clause that limits them."""
    return "decks", (str(decks_of(ruleset)), ruleset.edition.own["cards"]["most"].clause)


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
