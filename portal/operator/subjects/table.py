"""The step for the table itself: its size, its dice, and what lies ready at it."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from craps.edition import Edition
from craps.money import number_text
from craps.vocabulary import EQUIPMENT, LABELS, MEASURES
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]

SIZES = ("length_ft", "seats", "players", "players_per_end", "dice", "dice_face_mm", "dice_change_hours")
ALWAYS = {"length_ft", "players", "dice"}  # asked for whether or not the edition speaks of them


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("table", {})
    sizes = tuple(
        Field(
            f"table.{name}",
            f"{LABELS[f'table.{name}']} {MEASURES[name].unit}".strip(),
            str(stated.get(name, "")),
            kind="figure",
            hint=_limit(edition, name),
        )
        for name in SIZES
        if name in edition.table or name in stated or name in ALWAYS
    )
    needed = edition.table.get("equipment", {})
    pieces = tuple(
        (piece, f"{text} ({needed[piece]})" if piece in needed else text) for piece, text in EQUIPMENT.items()
    )
    equipment = Field(
        "table.equipment", "Equipment", stated.get("equipment", []), kind="ticks", choices=pieces
    )
    return [
        Group("table", "Size and dice", sizes, allowed="Leave empty what you do not state."),
        Group(
            "table.equipment",
            LABELS["table.equipment"],
            (equipment,),
            allowed="Required items show their clause.",
        ),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    names = set(SIZES)
    table = {
        key: value for key, value in ruleset.get("table", {}).items() if key not in names | {"equipment"}
    }
    table |= {name: value for name in names if (value := posted.get(f"table.{name}", "").strip())}
    ticked = set(posted.getlist("table.equipment"))
    if ticked or "equipment" in ruleset.get("table", {}):
        table["equipment"] = [piece for piece in EQUIPMENT if piece in ticked]
    rest = {key: value for key, value in ruleset.items() if key != "table"}
    return rest | ({"table": table} if table else {}), {}


def _limit(edition: Edition, name: str) -> str:
    if name not in edition.table:
        return ""
    bound = edition.table[name]
    return f"{MEASURES[name].limit.format(figure=number_text(bound.value))} ({bound.clause})"
