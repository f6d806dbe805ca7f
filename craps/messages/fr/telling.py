"""What happens at a table, and how worked examples compare, in French."""


def _differs(better: bool, by: str, from_baseline: bool) -> str:
    than = " qu’avec le choix de base de l’édition" if from_baseline else ""
    return f"diffère de {by} : le joueur s’en trouve {'mieux' if better else 'moins bien'}{than}"


SAID = {
    # Events
    "roll": "Lancer {dice}",
    "dice_passed": "Les dés passent au joueur suivant",
    "turned_on": "{name} est activé",
    "turned_off": "{name} est désactivé",
    "turned_on_only": "{name} est activé, et aucune autre mise",
    "turned_off_only": "{name} est désactivé, et aucune autre mise",
    "bet": "{amount} sur {name}",
    "reduced": "{name} est réduit de {amount}",
    "taken_down": "{name} est retiré",
    "taken_back": "{name} est repris",
    # How the table stands
    "point": "Point",
    "come_out_next": "Aucun : un lancer de sortie suit",
    "craps_begins": "La table est vide et un nouveau lanceur a les dés.",
    "begins": "La table est vide : une manche commence par une mise.",
    # Worked examples
    "not_offered": "non offert",
    "the_baseline": "le choix de base de l’édition",
    "the_edition": "l’édition",
    "same": "comme selon {against}",
    "differs_on_the_way": "diffère en chemin selon {against} ; le joueur finit avec la même somme",
    "differs": _differs,
    "amount": "{amount} {currency}",
    "odds_chosen": (
        "une cote de {low}× à {high}× est au choix de l’exploitant ({clause}) ; comparé avec {usual}×"
    ),
    "vigorish_chosen": (
        "le moment et le taux de la commission sont au choix de l’exploitant ({clause}) ; comparé avec "
        "{rate} {when}"
    ),
    "table_chosen": (
        "la table {tables} est au choix de l’exploitant ({clause}) ; comparé avec la table {first}"
    ),
}
