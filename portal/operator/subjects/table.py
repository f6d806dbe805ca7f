"""The step for the table itself: its size, its dice, and what lies ready at it."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from craps.edition import Edition
from craps.edition_form import EQUIPMENT
from craps.money import number_text
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]

# Field, label, and how the edition's figure binds it.
SIZES = (
    ("length_ft", "Length in feet", "at most {} ft"),
    ("seats", "Seats", "at most {}"),
    ("players", "Players at most", "at most {}"),
    ("players_per_end", "Players at each end", "at most {}"),
    ("dice", "Dice in a set", "{}"),
    ("dice_face_mm", "Face of a die in mm", "at least {} mm"),
    ("dice_change_hours", "Hours until the dice are changed", "at most {}"),
)

ALWAYS = {"length_ft", "players", "dice"}  # asked for whether or not the edition speaks of them


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("table", {})
    sizes = tuple(
        Field(
            f"table.{name}",
            label,
            str(stated.get(name, "")),
            kind="figure",
            hint=_bound(edition, name, words),
        )
        for name, label, words in SIZES
        if name in edition.table or name in stated or name in ALWAYS
    )
    needed = edition.table.get("equipment", {})
    pieces = tuple(
        (piece, f"{_words(piece)} ({needed[piece]})" if piece in needed else _words(piece))
        for piece in EQUIPMENT
    )
    equipment = Field(
        "table.equipment", "Equipment", stated.get("equipment", []), kind="ticks", choices=pieces
    )
    return [
        Group("table", "Size and dice", sizes, allowed="Leave empty what you do not state."),
        Group(
            "table.equipment",
            "Equipment at the table",
            (equipment,),
            allowed="A clause behind a piece means that the rulebook asks for it.",
        ),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    names = {name for name, _, _ in SIZES}
    table = {
        key: value for key, value in ruleset.get("table", {}).items() if key not in names | {"equipment"}
    }
    table |= {name: value for name in names if (value := posted.get(f"table.{name}", "").strip())}
    ticked = set(posted.getlist("table.equipment"))
    if ticked or "equipment" in ruleset.get("table", {}):
        table["equipment"] = [piece for piece in EQUIPMENT if piece in ticked]
    rest = {key: value for key, value in ruleset.items() if key != "table"}
    return rest | ({"table": table} if table else {}), {}


def _bound(edition: Edition, name: str, words: str) -> str:
    cited: Any = edition.table.get(name)
    return f"{words.format(number_text(cited.value))} ({cited.clause})" if cited else ""


def _words(piece: str) -> str:
    return piece.replace("_", " ").capitalize()
