"""Cards, in English."""

NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}


def _named(card: str) -> str:
    word = NAMES.get(card, card).lower()
    return f"an {word}" if word[0] in "a8" else f"a {word}"


def _full_shoe(decks: int) -> str:
    return (
        f"Each round is dealt from a full shoe of {decks} deck{'s' if decks != 1 else ''}. Every card "
        "left in it is equally likely to come next; a card that is dealt is out until the round ends."
    )


SAID = {
    "named": _named,
    "full_shoe": _full_shoe,
    "shoe": "Decks",
    "shoe_intro": "How many decks of cards are in the shoe.",
}
