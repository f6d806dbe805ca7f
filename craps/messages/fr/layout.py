"""Layouts and drawings of tables, in French."""

SAID = {
    "area_rule": "Chaque mise qu’un joueur peut faire a besoin d’une zone.",
    "craps_area_rule": (
        "Chaque mise qu’un joueur peut faire a besoin d’une zone ; les cotes n’en ont pas besoin."
    ),
}
