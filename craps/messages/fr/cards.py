"""Cards, in French."""

NAMES = {"J": "Valet", "Q": "Dame", "K": "Roi", "A": "As"}


def _named(card: str) -> str:
    word = NAMES.get(card, card).lower()
    return f"une {word}" if card == "Q" else f"un {word}"


def _full_shoe(decks: int) -> str:
    decks_words = f"{decks} jeux" if decks > 1 else "un jeu"
    return (
        f"Chaque manche est distribuée d’un sabot complet de {decks_words} de cartes. Chaque carte qui y "
        "reste est également probable ; une carte distribuée n’y revient pas avant la fin de la manche."
    )


SAID = {
    "named": _named,
    "full_shoe": _full_shoe,
    "shoe": "Jeux de cartes",
    "shoe_intro": "Combien de jeux de cartes sont dans le sabot.",
}
