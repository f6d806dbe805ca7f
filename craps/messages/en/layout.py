"""Layouts and drawings of tables, in English."""

OUTCOMES = {"win": "win", "lose": "lose", "push": "push", "surrender": "surrender"}


def _decks(decks: int) -> str:
    return "deck" if decks == 1 else "decks"


def _shoe(decks: int) -> str:
    return f"Shoe with {decks} {_decks(decks)}"


def _spaces(count: int) -> str:
    return "spaces" if count != 1 else "space"


def _wheel_of(count: int, kinds: str) -> str:
    return f"The wheel has {count} {_spaces(count)}: {kinds}."


SAID = {
    "area_rule": "Every wager that a player can place needs an area.",
    "craps_area_rule": "Every wager that a player can place needs an area; odds need none.",
    "no_areas": "No areas yet",
    # Craps
    "dice": "The dice show {first} and {second}",
    "position": "{name} position {number}",
    "relocation": "Relocation area of the {name}",
    "chip": "{amount} on {name}",
    "chip_off": "{amount} on {name} (off)",
    "point": "The point is {point}",
    "empty_craps": "A craps table without areas.",
    "part_of_craps": "One end and the centre of a craps table with areas for {names}.",
    "craps": "A craps table with areas for {names}.",
    "positions": "{count} {name} positions stand around the rim.",
    # Games played in rounds
    "of_game": "A table for {game} with areas for {names}.",
    "empty_game": "A table for {game}.",
    "chips": "Chips: {chips}.",
    "places": "There are places for {count} players, seen from their side of the table.",
    "one_place": "One of the {count} players’ places is drawn.",
    "place": "Place {number}",
    "place_in_play": "Place {number}, in play",
    "schedule": "Printed in front of the dealer: {pays}.",
    "open": "Face-up cards",
    "open_cards": "Face-up cards: {cards}.",
    "no_card": "{label}: no card",
    "marker": "The dealer’s marker",
    "marker_on": "The dealer’s marker is on {name}.",
    "shoe": _shoe,
    "decks": _decks,
    "burned": "Burned",
    "burned_cards": "{burned} cards are burned, {each} before each card",
    "none_burned": "Burned cards: none yet",
    "count_of": "{count} of {total}",
    "wheel": "Wheel with {count} spaces",
    "wheel_called": "Wheel with {count} spaces, {space} is called",
    "wheel_of": _wheel_of,
    "kind": "{count} of {name}",
    "called": "The dealer has called {space}.",
    "is_called": "called",
    "spaces": _spaces,
}
