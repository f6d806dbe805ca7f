"""What happens at a table, and how worked examples compare, in English."""


def _differs(better: bool, by: str, from_baseline: bool) -> str:
    way = "better" if better else "worse"
    than = " than under the edition's baseline" if from_baseline else ""
    return f"differs by {by}: the player ends {way} off{than}"


SAID = {
    # Events
    "roll": "Roll {dice}",
    "dice_passed": "The dice are passed on",
    "turned_on": "{name} is turned on",
    "turned_off": "{name} is turned off",
    "turned_on_only": "{name} is turned on, and no other",
    "turned_off_only": "{name} is turned off, and no other",
    "bet": "{amount} on {name}",
    "reduced": "{name} is reduced by {amount}",
    "taken_down": "{name} is taken down",
    "taken_back": "{name} is taken back",
    # How the table stands
    "point": "Point",
    "come_out_next": "None: a come-out roll is next",
    "craps_begins": "The table is empty and a new shooter has the dice.",
    "begins": "The table is empty: a round begins with a bet.",
    # Worked examples
    "not_offered": "not offered",
    "the_baseline": "the edition's baseline",
    "the_edition": "the edition",
    "same": "same as {against}",
    "differs_on_the_way": "differs from {against} on the way; the player ends with the same money",
    "differs": _differs,
    "amount": "{currency} {amount}",
    "odds_chosen": "odds from {low}× to {high}× are the operator's choice ({clause}); compared with {usual}×",
    "vigorish_chosen": (
        "when and how much vigorish is taken is the operator's choice ({clause}); compared with {rate} {when}"
    ),
    "table_chosen": "table {tables} is the operator's choice ({clause}); compared with table {first}",
}
