"""What the fields of a rule set and their values are called, in French."""

SUBJECTS = {
    "wagers": "Mises",
    "numbers": "Numéros offerts",
    "payouts": "Paiements",
    "paytables": "Tables de paiement",
    "odds": "Cote",
    "vig": "Commission (vigorish)",
    "come_out": "Au lancer de sortie",
    "limits": "Limites",
    "making": "Placer et retirer des mises",
    "table": "Table et équipement",
    "layout": "Tapis",
    "readings": "Interprétation des questions ouvertes",
}
COLLECT = {
    "placement": "au moment de miser",
    "win": "seulement en cas de gain",
    "placement_and_payment": "au moment de miser et chaque fois que la mise est payée",
}
BASE = {"wager": "la somme misée", "win": "la somme que la mise peut gagner"}
REFUND = {
    True: "remboursée si la mise est retirée avant d’être réglée",
    False: "conservée si la mise est retirée avant d’être réglée",
}
BASIS = {"wager": "la somme misée", "winnings": "la somme que la cote peut gagner"}
EXCESS = {
    True: "une somme plus élevée est acceptée si une unité payable l’exige",
    False: "rien de plus n’est accepté pour une unité payable",
}
CALLED_WITH_CASH = {
    True: "acceptée une fois que le croupier la confirme et que l’argent est changé en jetons",
    False: "non acceptée en argent comptant",
}
CALLED_WITH_CASH_ALLOWED = {
    "choice": "Vous choisissez de l’accepter ou non.",
    "fine": "Le règlement permet aux joueurs de miser avec des jetons ou de l’argent comptant.",
    "refer": "Le règlement ne dit pas si une mise annoncée peut être faite en argent comptant.",
    "breach": "Le règlement ne permet les mises annoncées qu’avec des jetons.",
}
COME_OUT = {"on": "active", "off": "inactive"}
STATES = {"offered": "offerte", "not offered": "non offerte", "on": "active", "off": "inactive"}
EXCESS_WHEN = {"none": "jamais", "always": "toujours", "at single odds": "à cote simple"}
LIMITS = {"min": "au moins {amount}", "max": "au plus {amount}", "increment": "par paliers de {amount}"}
PAYTABLES = {"fire": "{fire}", "bonus": "Bonus Craps"}
PAYTABLE_BETS = {"fire": "{fire}", "bonus": "les mises de Bonus Craps"}
EQUIPMENT = {
    "stick": "Bâton",
    "dice_bowl": "Bol à dés",
    "dice_cup": "Gobelet à dés",
    "drop_box": "Boîte de dépôt",
    "tip_box": "Boîte à pourboires",
    "marker_on": "Bouton ON",
    "marker_off": "Bouton OFF",
    "marker_buy": "Bouton Buy",
    "marker_lay": "Bouton Lay",
    "discs": "Marqueur ou disque ON/OFF pour le point",
    "tip_area": "Zone des pourboires",
    "fire_markers": "Marqueurs de {fire}",
    "sharpshooter_markers": "Marqueurs de {sharpshooter}",
}
EQUIPMENT_NEEDED = {
    "stick": "un bâton",
    "dice_bowl": "un bol à dés",
    "dice_cup": "un gobelet à dés",
    "drop_box": "une boîte de dépôt",
    "tip_box": "une boîte à pourboires",
    "marker_on": "des boutons ON",
    "marker_off": "des boutons OFF",
    "marker_buy": "des boutons Buy",
    "marker_lay": "des boutons Lay",
    "discs": "des marqueurs ou disques ON/OFF pour le point",
    "tip_area": "une zone des pourboires",
    "fire_markers": "des marqueurs pour {fire}",
    "sharpshooter_markers": "des marqueurs pour {sharpshooter}",
}
TABLE_JUDGED = {
    "stickperson": {
        "fine": "Le bâtonnier est facultatif ; en son absence, le croupier dirige les dés.",
        "refer": (
            "Un bâtonnier dirige les dés ; une table sans bâtonnier est laissée à l’appréciation de "
            "l’organisme "
            "de réglementation."
        ),
        "breach": "Un bâtonnier dirige les dés.",
    },
    "off_for_removal": {
        "fine": "Un bouton OFF peut être utilisé au lieu de retirer une mise.",
        "refer": (
            "Une mise retirée est rendue ; un bouton OFF à la place est laissé à l’appréciation de "
            "l’organisme de "
            "réglementation."
        ),
        "breach": "Une mise retirée est rendue ; un bouton OFF ne peut être utilisé à la place.",
    },
}
SHAPES = {"oblong": "oblongue", "other": "une autre forme"}
SIDE_BET_PLACES = {
    "players": "devant les joueurs",
    "boxperson": "devant le chef de table",
    "elsewhere": "ailleurs",
}
WALL_NOTICES = {
    "odds": "ce que paient 4, 5 et 6 points",
    "timing": "que {fire} n’est accepté qu’avant le premier lancer de sortie d’un lanceur",
    "limits": "les limites de {fire}",
}
PHRASES = {
    "multiples": ("jusqu’à {value}", ""),
    "basis": ("mesurée sur {value}", ""),
    "excess": (EXCESS[True], EXCESS[False]),
    "rate": ("{value}", ""),
    "base": ("de {value}", ""),
    "collect": ("prise {value}", ""),
    "refund_on_removal": (REFUND[True], REFUND[False]),
    "min": ("au moins {value}", ""),
    "max": ("au plus {value}", ""),
    "increment": ("par paliers de {value}", ""),
    "positions": ("{value} positions", ""),
    "positions_per_end": ("{value} positions à chaque bout", ""),
    "place": ("placée {value}", ""),
    "schedule_place": ("paiements affichés {value}", ""),
    "circles": ("un cercle de mise pour chaque joueur", "aucun cercle de mise"),
    "clockwise": (
        "numérotées dans le sens des aiguilles d’une montre",
        "non numérotées dans le sens des aiguilles d’une montre",
    ),
    "relocation_area": (
        "une zone pour les mises regroupées",
        "aucune zone pour les mises regroupées",
    ),
    "relocation_numbered": (
        "cette zone devant le chef de table, avec les mêmes numéros",
        "cette zone n’est pas devant le chef de table avec les mêmes numéros",
    ),
    "markers_distinct": (
        "marqueurs différents de tout jeton",
        "marqueurs qui peuvent être pris pour un jeton",
    ),
    "wall_notice": ("un avis sur la paroi qui indique {value}", ""),
    "areas": ("zones pour {value}", ""),
    "marker_spots": ("emplacements de marqueurs sur {value}", ""),
    "odds_shown": ("paiements indiqués sur le tapis", "paiements non indiqués sur le tapis"),
}
WAGER_GROUPS = {
    "line": "Mises de ligne et Venir",
    "odds": "Cotes",
    "number": "Mises sur un numéro",
    "one roll": "Mises d’un seul lancer",
    "combined": "Mises combinées",
    "side": "Mises annexes",
}
SLOTS = {
    ("hop", "easy"): "deux faces différentes",
    ("hop", "hard"): "une paire",
    ("six_seven_eight", ""): "tout autre lancer gagnant",
    ("six_seven_eight", "hard"): "un 6 ou un 8 en paire",
}
