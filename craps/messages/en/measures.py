"""The figures of a table in English: the operator's, what the rulebook allows, a sentence, and the unit."""

MEASURES = {
    "length_ft": ("{figure} ft", "at most {figure} ft", "The table is {figure} ft long", "in feet"),
    "seats": ("{figure}", "at most {figure}", "The table has {figure} seats", ""),
    "players": ("{figure}", "at most {figure}", "The game takes {figure} players", ""),
    "players_per_end": ("{figure}", "at most {figure}", "Each end takes {figure} players", ""),
    "dice": ("{figure}", "{figure}", "A set of {figure} dice is at the table", ""),
    "dice_face_mm": (
        "{figure} mm",
        "at least {figure} mm",
        "The faces of the dice measure {figure} mm",
        "in mm",
    ),
    "dice_change_hours": ("{figure}", "at most {figure}", "The dice are changed after {figure} hours", ""),
    "counts_as_tables": (
        "{figure} tables",
        "{figure} tables",
        "For supervision the table counts as {figure} tables",
        "",
    ),
}
BOUNDS = {
    "at most": "at most {figure}",
    "at least": "at least {figure}",
    "exactly": "exactly {figure}",
    "a multiple of": "a multiple of {figure}",
}
