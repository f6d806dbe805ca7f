"""The step for the table itself: its size, dice and equipment."""

from __future__ import annotations

from craps.edition import Edition
from craps.money import number_text
from craps.vocabulary import EQUIPMENT, LABELS, MEASURES
from portal.operator.fields import Field, Group, Ruleset, number

SIZES = ("length_ft", "seats", "players", "players_per_end", "dice", "dice_face_mm", "dice_change_hours")
ALWAYS_SHOWN = {"length_ft", "players", "dice"}  # even if the edition has no rule on them


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("table", {})
    sizes = tuple(
        Field(
            f"table.{name}",
            f"{LABELS[f'table.{name}']} {MEASURES[name].unit}".strip(),
            str(stated.get(name, "")),
            kind="figure",
            hint=_limit(edition, name),
            clean=number,
        )
        for name in SIZES
        if name in edition.table or name in stated or name in ALWAYS_SHOWN
    )
    needed = edition.table.get("equipment", {})
    pieces = tuple(
        (piece, f"{text} ({needed[piece]})" if piece in needed else text) for piece, text in EQUIPMENT.items()
    )
    equipment = Field(
        "table.equipment", "Equipment", stated.get("equipment", []), kind="ticks", choices=pieces
    )
    return [
        Group("table", "Size and dice", sizes, allowed="Leave a field empty to state nothing."),
        Group(
            "table.equipment",
            LABELS["table.equipment"],
            (equipment,),
            allowed="Required items show their clause.",
        ),
    ]


def _limit(edition: Edition, name: str) -> str:
    if name not in edition.table:
        return ""
    bound = edition.table[name]
    return f"{MEASURES[name].limit.format(figure=number_text(bound.value))} ({bound.clause})"
