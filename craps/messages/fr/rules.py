"""The constraints of rule documents in a sentence each, in French."""

from collections.abc import Sequence

LIMITS = {
    "min": "est d’au moins {figure}",
    "max": "est d’au plus {figure}",
    "increment": "se fait par paliers de {figure}",
}
# How a point to judge is read, at the end of a constraint
AS_READ = {
    "refer": " ; {what} : laissé à l’appréciation de l’organisme de réglementation.",
    "allow": " ; {what} : permis.",
    "breach": " ; {what} : manquement.",
}
SIDE_BETS = {
    "place": "La mise {bet} est placée {choice}.",
    "schedule_place": "Ce que paie la mise {bet} est affiché {choice}.",
}


def _come_out(name: str, on: bool, call: bool | None) -> str:
    unless = "" if call is None else f", sauf si le joueur {'l’active' if call else 'la désactive'}"
    return f"La mise {name} est {'active' if on else 'inactive'} au lancer de sortie{unless}."


def _on_hop(kinds: Sequence[str]) -> str:
    words = {"easy": "deux faces différentes", "hard": "une paire"}
    return f" ({' et '.join(words.get(kind, kind) for kind in kinds)})"


def _owed(strict: str, several: bool, judged: str) -> str:
    text = f"La table offre {strict} : {'ce sont les mises' if several else 'c’est la mise'} du jeu."
    return f"{text} Elle offre aussi {judged}." if judged else text


def _schedules(names: str, several: bool) -> str:
    return f"Ce que {'paient' if several else 'paie'} {names} est affiché sur le tapis."


def _decks(least: int, most: int) -> str:
    return f"Le sabot a {f'exactement {least}' if least == most else f'de {least} à {most}'} jeux de cartes."


SAID = {
    # Wagers
    "authorised": "Seules les mises que le document énumère sont offertes.",
    "every_listed": "Chaque mise énumérée est offerte.",
    "owed": _owed,
    "left_out": "une mise omise",
    "open_whether": "Le document ne dit pas si {names} peut être offert au {game}.",
    "offering_it": "l’offrir",
    "supported": "Une mise qui en exige d’abord une autre n’est offerte qu’avec celle-ci.",
    "in_addition": "{name} est offert en plus de {names}",
    "one_alone": "l’un sans l’autre",
    "every_number": "{names} sont offerts sur chaque numéro.",
    "without_effect": "Les conditions visent les mises offertes ; les autres sont sans effet.",
    # Payouts
    "pays": "{name} paie {tables}.",
    "or_table": " ; ou ",
    "on_points": " avec {slots} points réussis",
    "on_hop": _on_hop,
    "on_hard": " sur un 6 ou un 8 en paire",
    "on": " sur {slots}",
    "has_tables": "Pour {bets}, le document a la table {tables}.",
    "no_table": "Le document fixe les paiements pour {bets} et ne laisse aucune table au choix.",
    "not_listed": "Le document n’énumère pas {bets} ; il n’y a donc aucune table au choix.",
    # Odds
    "multiple_on": "{value}× sur {points}",
    "behind": "la cote sur {name}",
    "odds_most": "La limite de cote sur {name} est d’au plus {multiples}.",
    "odds_least": "La limite de cote sur {name} est d’au moins {multiples}.",
    "odds_lower": (
        "Un joueur peut miser jusqu’à {multiples} comme cote sur {name}, et le document ne nomme aucune "
        "limite "
        "plus basse que la maison puisse fixer."
    ),
    "a_lower_one": "une limite plus basse",
    "odds_basis": "La limite de cote sur {name} est mesurée sur {basis}.",
    "excess_not": "La limite de cote ne peut être dépassée pour une unité payable.",
    "excess": "La limite de cote peut être dépassée autant qu’une unité payable l’exige.",
    "refusing_that": "le refuser",
    # Vigorish
    "collect": "La commission est prise {ways}.",
    "for_wager": "{text} pour {name}",
    "rate": "Taux de la commission : {rate}.",
    "rate_open": (
        "Taux de la commission : {rate} sur {base} quand elle est prise au moment de miser ; quand elle "
        "n’est "
        "prise qu’en cas de gain, le document ne nomme aucun taux."
    ),
    "base": "La commission est calculée sur {base}.",
    "base_open": (
        "La commission prise au moment de miser est mesurée sur {base} ; quand elle n’est prise qu’en cas de "
        "gain, le document ne nomme aucune base."
    ),
    "one_way": "La commission sur {names} est prise d’une seule façon.",
    "second_way": "une seconde façon",
    "refund": "La commission est {refunds}.",
    "open": "non précisée",
    # The come-out roll, limits, units
    "come_out": _come_out,
    "limit": "La mise {name} {bound}.",
    "narrower": "une plage plus étroite",
    "wrong_step": "un palier qui mène à d’autres sommes, payées en partie à 1 contre 1",
    "in_units": "{name} se mise par unités de {chips} jetons, et un palier s’y tient.",
    "in_multiples": "{name} se mise en {multiples}, et un palier s’y tient.",
    "wrong_unit": "{name} se mise en {multiples}.",
    "multiples": "multiples de {unit} sur {numbers}",
    "room": (
        "Les limites d’une mise laissent au moins une somme qui peut être misée, dans ses unités et en "
        "jetons."
    ),
    "units": "{names} : notez quelles sommes se paient en jetons entiers.",
    "odds_behind": "Cote sur {name}",
    "as_much": "{one} peut égaler {other}, quelles que soient leurs limites.",
    "called_chips": "Une mise annoncée n’est acceptée qu’avec des jetons.",
    "called": (
        "Une mise annoncée est valide une fois confirmée ; le document ne dit pas si elle peut être faite en "
        "argent comptant."
    ),
    # The table
    "sentence": "{words}.",
    "discs": "{count} disques indiquent le point.",
    "equipment": "La table a {pieces}.",
    "fewest_dice": "Le lanceur choisit deux dés d’un jeu d’au moins {count}.",
    "shape": "La table est {shape}.",
    "casino_name": "Chaque dé porte le nom du casino",
    "rounded": "Les coins de la table sont arrondis",
    "walled": "Les côtés de la table sont de hautes parois",
    "stickperson": "Un bâtonnier dirige les dés à la table",
    "returned": "Une mise retirée est rendue au joueur",
    "posted": "La mise minimale et la mise maximale sont affichées à la table",
    "seated_only": "Seuls les joueurs assis misent ; il n’y a donc pas plus de joueurs que de places.",
    "ends": "Il n’y a pas plus de joueurs que n’en acceptent les deux bouts.",
    "nobody": "La table est pour au moins un joueur.",
    "decks": _decks,
    # The layout
    "legends": "Les zones des mises offertes portent {marks}.",
    "marks": "Des cases portent les marques {marks}.",
    "words": "Le tapis porte les mots {words}.",
    "operator_name": "Le tapis montre le nom ou le logo de l’exploitant.",
    "schedules": _schedules,
    "areas": "Le tapis a une zone pour chaque mise offerte ; les cotes n’en ont pas besoin.",
    "on_table": "Chaque zone se trouve sur la table.",
    "overlap": "Les zones de mises différentes ne se chevauchent pas.",
    "not_offered": "Les zones sont pour les mises offertes.",
    "any_other": "toute autre zone",
    "count": "{name} a au moins 1 et au plus {most} positions, indiquées ou dessinées.",
    "count_per_end": "{name} a au moins 1 et au plus {most} positions à chaque bout, indiquées ou dessinées.",
    "bonus_bet": "de Bonus Craps",
    "agree": "Les positions indiquées pour {name} sont celles qui sont dessinées.",
    "bonus_agree": "Les zones indiquées pour les mises de Bonus Craps sont celles qui sont dessinées.",
    "notice": "La paroi intérieure indique à chaque joueur {notices}.",
    "bonus_areas": "Le chef de table a des zones pour {names}.",
    "marker_spots": "Les marqueurs ont un emplacement sur chacun de {numbers}.",
    "clockwise": (
        "Les zones de {fire} sont numérotées dans le sens des aiguilles d’une montre à partir de la "
        "gauche du "
        "chef de table ou du croupier"
    ),
    "relocation": "Une zone du tapis reçoit chaque {fire} avancée avant le lancer de sortie",
    "numbered": (
        "La zone pour chaque {fire} avancée est devant le chef de table, avec les numéros des zones des "
        "joueurs"
    ),
    "circles": "Chaque joueur a un cercle de mise pour {fire} au-dessous de sa position",
    "fire_markers": (
        "Les marqueurs de {fire} sont plus grands que tout jeton de valeur et ne peuvent être pris pour "
        "un jeton"
    ),
    "bonus_markers": (
        "Les boutons marqueurs de Bonus Craps sont plus grands que tout jeton de valeur et ne peuvent "
        "être pris "
        "pour un jeton"
    ),
    "odds_shown": "Le tapis montre ce que paient les mises de Bonus Craps",
}
