"""The figures of a table in French: the operator's, what the rulebook allows, a sentence, and the unit."""

MEASURES = {
    "length_ft": (
        "{figure} pi",
        "au plus {figure} pi",
        "La table mesure {figure} pi de longueur",
        "en pieds",
    ),
    "seats": ("{figure}", "au plus {figure}", "La table compte {figure} places assises", ""),
    "players": ("{figure}", "au plus {figure}", "Le jeu accepte {figure} joueurs", ""),
    "players_per_end": ("{figure}", "au plus {figure}", "Chaque bout accepte {figure} joueurs", ""),
    "dice": ("{figure}", "{figure}", "Un jeu de {figure} dés est à la table", ""),
    "dice_face_mm": (
        "{figure} mm",
        "au moins {figure} mm",
        "Les faces des dés mesurent {figure} mm",
        "en mm",
    ),
    "dice_change_hours": ("{figure}", "au plus {figure}", "Les dés sont changés après {figure} heures", ""),
    "counts_as_tables": (
        "{figure} tables",
        "{figure} tables",
        "Pour la surveillance, la table compte pour {figure} tables",
        "",
    ),
}
BOUNDS = {
    "at most": "au plus {figure}",
    "at least": "au moins {figure}",
    "exactly": "exactement {figure}",
    "a multiple of": "un multiple de {figure}",
}
