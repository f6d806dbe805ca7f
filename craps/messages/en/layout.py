"""Layouts and drawings of tables, in English."""

SAID = {
    "area_rule": "Every wager that a player can place needs an area.",
    "craps_area_rule": "Every wager that a player can place needs an area; odds need none.",
}
