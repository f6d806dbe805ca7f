"""Layouts and drawings of tables, in French."""

OUTCOMES = {"win": "gain", "lose": "perte", "push": "égalité", "surrender": "abandon"}


def _decks(decks: int) -> str:
    return "jeux" if decks > 1 else "jeu"


def _shoe(decks: int) -> str:
    return f"Sabot de {decks} {_decks(decks)} de cartes"


def _spaces(count: int) -> str:
    return "cases" if count > 1 else "case"


def _wheel_of(count: int, kinds: str) -> str:
    return f"La roue a {count} {_spaces(count)} : {kinds}."


SAID = {
    "area_rule": "Chaque mise qu’un joueur peut faire a besoin d’une zone.",
    "craps_area_rule": (
        "Chaque mise qu’un joueur peut faire a besoin d’une zone ; les cotes n’en ont pas besoin."
    ),
    "no_areas": "Aucune zone pour l’instant",
    # Craps
    "dice": "Les dés montrent {first} et {second}",
    "position": "{name}, position {number}",
    "relocation": "Zone de regroupement de {name}",
    "chip": "{amount} sur {name}",
    "chip_off": "{amount} sur {name} (inactive)",
    "point": "Le point est le {point}",
    "empty_craps": "Une table de craps sans zones.",
    "part_of_craps": "Un bout et le centre d’une table de craps avec des zones pour {names}.",
    "craps": "Une table de craps avec des zones pour {names}.",
    "positions": "{count} positions de {name} se trouvent sur le pourtour.",
    # Games played in rounds
    "of_game": "Une table de {game} avec des zones pour {names}.",
    "empty_game": "Une table de {game}.",
    "chips": "Jetons : {chips}.",
    "places": "Il y a des places pour {count} joueurs, vues de leur côté de la table.",
    "one_place": "Une des {count} places des joueurs est dessinée.",
    "place": "Place {number}",
    "place_in_play": "Place {number}, en jeu",
    "schedule": "Imprimé devant le croupier : {pays}.",
    "open": "Cartes ouvertes",
    "open_cards": "Cartes ouvertes : {cards}.",
    "no_card": "{label} : aucune carte",
    "marker": "Le marqueur du croupier",
    "marker_on": "Le marqueur du croupier est sur {name}.",
    "shoe": _shoe,
    "decks": _decks,
    "burned": "Brûlées",
    "burned_cards": "{burned} cartes sont brûlées, {each} avant chaque carte",
    "none_burned": "Cartes brûlées : aucune pour l’instant",
    "count_of": "{count} sur {total}",
    "wheel": "Roue de {count} cases",
    "wheel_called": "Roue de {count} cases, {space} est annoncé",
    "wheel_of": _wheel_of,
    "kind": "{count} de {name}",
    "called": "Le croupier a annoncé {space}.",
    "is_called": "annoncé",
    "spaces": _spaces,
}
