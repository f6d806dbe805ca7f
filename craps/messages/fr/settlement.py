"""How bets are settled, in French."""


def _point(name: str, number: int, first: int, second: int) -> str:
    now = f"la mise gagne maintenant sur un {first} et perd sur un {second}"
    return f"{name} : son point est le {number} ; {now}."


def _counted(made: int, different: bool) -> str:
    if made < 2:
        return f" avec {'un' if made else 'aucun'} point réussi"
    return f" avec {made} points {'différents ' if different else ''}réussis"


SAID = {
    # Craps
    "win": "{name} gagne sur {roll}{counted} : {how} paie {won}{vig}{stays}.",
    "won": "{name} gagne {paid}.",
    "shares": (
        "{name} gagne sur {roll} : {part} à {odds} paie {paid} ; {part} de la mise de {stake} est rendu."
    ),
    "at": "{stake} à {odds}",
    "at_even_money": "{right} à {odds} et {wrong} à 1 contre 1",
    "vig_taken": " ; la commission de {rate}, soit {vig}, a été prise au moment de miser",
    "vig_less": " moins la commission de {rate}, soit {vig} : il reste {paid}",
    "stays": " ; la mise de {stake} demeure en jeu",
    "stays_again": " ; la mise de {stake} demeure en jeu et {vig} est de nouveau pris pour elle",
    "lose": "{name} perd ses {stake} sur {roll}{counted}.",
    "push": "{name} est à égalité sur {roll} : la mise de {stake} est rendue.",
    "returned": "{name} était inactif quand sa mise simple a été réglée : la mise de {stake} est rendue.",
    "point": _point,
    "counted": _counted,
    # Games played in rounds; {why} is "on a 7 between a 5 and a 9"
    "round_win": "{name} gagne {why} : {stake} à {odds} paie {paid}.",
    "round_push": "{name} est à égalité {why} : la mise de {stake} est rendue.",
    "round_lose": "{name} perd ses {stake} {why}.",
    "surrender": "{name} est abandonné {why} : {kept} de la mise de {stake} est perdu, {back} est rendu.",
    # What a run comes to
    "refused": "Refusé : {message}",
    "vigorish_taken": "{vig} de commission prise.",
    "vigorish_refunded": "{vig} de commission remboursée.",
    "accepted": "Accepté.",
    "accepted_without": "Accepté, sans commission.",
    "accepted_taken": "Accepté, {vig} de commission prise.",
    "accepted_refunded": "Accepté, {vig} de commission remboursée.",
    "nothing": "Aucune mise n’est réglée.",
}
