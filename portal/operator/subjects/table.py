"""The step for the table itself: its shape and size, its dice, what is at it and how it is run.

A field is shown where the edition speaks of it or the rule set states it.
"""

from typing import Any

from craps.edition import Edition
from craps.measures import MEASURES
from craps.money import number_text
from craps.vocabulary import EQUIPMENT, EQUIPMENT_ONLY_WITH, LABELS, SHAPES, TABLE_JUDGED, named
from portal.operator.fields import (
    Field,
    Group,
    Ruleset,
    choice_field,
    figure_field,
    flag_field,
    tick_group,
    value_at,
)
from portal.submissions.lengths import LENGTH, feet, is_metric, metres
from portal.typed_values import number

FIGURES = (
    "length_ft",
    "seats",
    "players",
    "players_per_end",
    "counts_as_tables",
    "dice",
    "dice_face_mm",
    "dice_change_hours",
    "discs",
)
ALWAYS_SHOWN = {"length_ft", "players", "dice"}  # even if the edition has no rule on them
SHAPE = ("shape", "rounded_corners", "high_walls")
RUNNING = ("dice_casino_name", "limits_posted", "stickperson", "off_for_removal")
# What a yes or no is about; the clause follows.
HELP = {
    "rounded_corners": "The corners of the table are rounded",
    "high_walls": "The sides of the table are high walls",
    "dice_casino_name": "Each die shows the casino’s name",
    "limits_posted": "A sign at the table shows the minimum and the maximum",
}
REQUIRED = "What the rulebook requires"
_NOT_STATED = "Leave a field empty to state nothing."


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    fields = {
        "table.size": ("Size and dice", FIGURES, _NOT_STATED),
        "table.form": ("Shape", SHAPE, "What the table looks like."),
        "table.running": ("At the table", RUNNING, "Rules that apply while the game is played."),
    }
    stated = ruleset.get("table", {})
    shown = []
    for path, (title, names, allowed) in fields.items():
        spoken = [n for n in names if n in edition.table or n in stated or n in ALWAYS_SHOWN]
        if spoken:
            inputs = tuple(_field(edition, ruleset, name) for name in spoken)
            shown.append(Group(path, title, inputs, allowed=allowed))
    equipment = tick_group(
        ruleset,
        "table.equipment",
        LABELS["table.equipment"],
        options={piece: named(words, edition) for piece, words in EQUIPMENT.items()},
        clauses=edition.table.get("equipment", {}),
        allowed="Required items show their clause.",
    )
    return [*shown, equipment]


def presets(edition: Edition) -> list[str]:
    return [REQUIRED]


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """State, where nothing is stated yet, every value of which the rulebook allows no other."""
    if name != REQUIRED:
        return ruleset
    stated = ruleset.get("table", {})
    return {**ruleset, "table": _required(edition, ruleset) | stated}


def _required(edition: Edition, ruleset: Ruleset) -> dict[str, Any]:
    due = edition.table
    offered = ruleset.get("wagers", edition.baseline_wagers)
    needed = due.get("equipment", {})
    equipment = [
        piece
        for piece in EQUIPMENT
        if piece in needed and (piece not in EQUIPMENT_ONLY_WITH or EQUIPMENT_ONLY_WITH[piece] in offered)
    ]
    exact = [name for name in FIGURES if name in due and (name == "discs" or _bound(name) in ("", "exactly"))]
    return {
        **{name: str(due[name].value) for name in exact},
        **({"shape": due["shape"].value} if "shape" in due else {}),
        **{name: True for name in HELP if name in due},
        **({"stickperson": True} if "stickperson" in due and due["stickperson"].value == "breach" else {}),
        **({"equipment": equipment} if equipment else {}),
    }


def _bound(name: str) -> str | None:
    return MEASURES[name].bound if name in MEASURES else None


def _field(edition: Edition, ruleset: Ruleset, name: str) -> Field:
    path, label = f"table.{name}", LABELS[f"table.{name}"]
    if name == "shape":
        return choice_field(ruleset, path, label, options=SHAPES, hint=_limit(edition, name))
    if name in HELP or name in TABLE_JUDGED:
        due = edition.table.get(name)
        words = HELP[name] if name in HELP else TABLE_JUDGED[name][due.value].rstrip(".") if due else ""
        clause = f" ({getattr(due, 'clause', due)})" if due else ""
        return flag_field(ruleset, path, label, hint=f"{words}{clause}")
    if path == LENGTH and is_metric(edition):
        stated = value_at(ruleset, path)
        return Field(
            path,
            f"{label} in metres",
            "" if stated is None else metres(stated),
            "figure",
            hint=_limit(edition, name),
            clean=_from_metres,
        )
    unit = MEASURES[name].unit if name in MEASURES else ""
    return figure_field(ruleset, path, f"{label} {unit}".strip(), hint=_limit(edition, name), clean=number)


def _from_metres(text: str) -> str:
    return feet(number(text))


def _limit(edition: Edition, name: str) -> str:
    """What the rulebook allows, with its clause; "" where it does not say."""
    if name == "dice" and (fewest := edition.table.get("fewest_dice")):
        return f"at least {fewest.value} ({fewest.clause})"
    if name not in edition.table:
        return ""
    due = edition.table[name]
    if name == "shape":
        words = SHAPES.get(due.value, due.value)
    elif name in MEASURES:
        words = MEASURES[name].limit.format(figure=number_text(due.value))
        if name == "length_ft" and is_metric(edition):
            words = f"{words}, {metres(due.value)} m"
    else:
        words = number_text(due.value)
    return f"{words} ({due.clause})"
