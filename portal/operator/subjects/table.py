"""The step for the table itself: its size, dice and equipment."""

from craps.edition import Edition
from craps.money import number_text
from craps.vocabulary import EQUIPMENT, LABELS, MEASURES
from portal.operator.fields import Group, Ruleset, figure_field, number, tick_group

SIZES = ("length_ft", "seats", "players", "players_per_end", "dice", "dice_face_mm", "dice_change_hours")
ALWAYS_SHOWN = {"length_ft", "players", "dice"}  # even if the edition has no rule on them


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("table", {})
    sizes = tuple(
        figure_field(
            ruleset,
            f"table.{name}",
            f"{LABELS[f'table.{name}']} {MEASURES[name].unit}".strip(),
            hint=_limit(edition, name),
            clean=number,
        )
        for name in SIZES
        if name in edition.table or name in stated or name in ALWAYS_SHOWN
    )
    equipment = tick_group(
        ruleset,
        "table.equipment",
        LABELS["table.equipment"],
        options=EQUIPMENT,
        clauses=edition.table.get("equipment", {}),
        allowed="Required items show their clause.",
    )
    allowed = "Leave a field empty to state nothing."
    return [Group("table", "Size and dice", sizes, allowed=allowed), equipment]


def _limit(edition: Edition, name: str) -> str:
    if name not in edition.table:
        return ""
    bound = edition.table[name]
    return f"{MEASURES[name].limit.format(figure=number_text(bound.value))} ({bound.clause})"
