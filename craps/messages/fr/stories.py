"""Titles of the short stories by which rules are compared, in French."""

AT_THE_TABLE = {
    "line_down": "La ligne de passe retirée avant un lancer de 2",
    "line_raised": "La ligne de passe augmentée après le point gagne",
    "line_after_point": "La ligne de passe placée après le point gagne",
    "come_raised": "Venir sur le 6, augmentée, gagne",
    "dont_raised": "Ne passe pas augmentée avant un lancer de 2",
    "dont_reduced": "Ne passe pas réduite puis augmentée avant un lancer de 2",
    "place_off": "Mise placée sur le 6 désactivée, puis un sept",
    "lay_off": "Mise d’opposition sur le 6 désactivée, puis un 6",
    "hardway_off": "Mise en paire sur le 6 désactivée, puis un sept",
    "place_10": "Mise placée de 10 sur le 6 gagne",
    "place_12": "Mise placée de 12 sur le 4 gagne",
    "horn": "Horn de 5, puis un 12",
    "horn_high": "Horn High de 4 sur le 12, puis un 12",
    "world": "World de 4, puis un 12",
    "c_and_e": "C et E de 1, puis un 11",
    "fire_down": "Fire retirée avant le premier point",
}
READINGS = {
    "on-marker": (
        "Deux mises placées ; le joueur en active une, et le lancer de sortie fait gagner l’autre."
    ),
    "dont-put-back": (
        "Une mise Ne passe pas est retirée puis refaite avant le lancer de sortie, qui est un 3."
    ),
    "side-bet-added": (
        "Une mise Fire a compté quatre points quand les dés changent de main ; le joueur l’augmente."
    ),
    "double-odds": ("Une table à cote double : la somme qui paie des jetons entiers dépasse le double."),
    "c-and-e-odd": "Trois unités sur C & E et un lancer de 11.",
    "vig-left-up": "Une mise achetée gagne, demeure en jeu et perd.",
    "vig-coming-down": "Une mise achetée gagne et est retirée.",
    "marker-lasts": (
        "Une mise placée est activée pour un lancer de sortie, qui est un 11 ; le suivant est un 7."
    ),
    "odds-base": (
        "Une mise Ne passe pas est réduite une fois son point établi ; le joueur offre ensuite la cote, et "
        "un 7 gagne."
    ),
}
SAID = {
    "wins": "{name} gagne",
    "wins_on": "{name} {slot} gagne",
    "odds_win": "{odds} de {amount} derrière {stake} sur le {point} gagne",
    "lost_and_won": "{name} de 100 sur le 4 perd, une autre gagne",
    "taken_down": "{name} de 100 sur le 4 est retirée",
    "seven": "{name} et un sept au lancer de sortie",
}
