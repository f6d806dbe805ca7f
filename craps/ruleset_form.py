"""What a rule set may state: the fields that every game has, and the form of craps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from craps.codec import Codec, Entries, Fields, Flag, Items, Json, Number, Odds, OneOf, OneOrEach, Text
from craps.dice import POINTS
from craps.edition_codec import BASES, BASIS, COLLECT, EQUIPMENT, SIDE_BET_PLACES, WALL_NOTICES
from craps.errors import BadInput, path_key
from craps.wagers import CATALOGUE, COME_OUT_STATES, ODDS_OF

COUNT = Number(low=0, whole=True)
SIZE = Number(above=0)
PLACE = Number()
HEAD: Mapping[str, Codec] = {
    "edition": Text(40),
    "operator": Text(200),
    "currency": Text(3, "[A-Z]{3}", "USD"),
    "chip_unit": Number(above=0),
}


def wagers_form(wagers: tuple[str, ...]) -> Codec:
    """Which wagers are offered."""
    return Items(OneOf(wagers, "wager"), unique=True)


def limits_form(wagers: tuple[str, ...]) -> Codec:
    """Least, most and step of each wager."""
    bounds: dict[str, Codec] = {"min": Number(low=0), "max": Number(low=0), "increment": Number(above=0)}
    return Entries(wagers, Fields(bounds), "wager")


def layout_fields(wagers: tuple[str, ...], on: Mapping[str, Codec]) -> dict[str, Codec]:
    """Size, texts and areas of a layout; ``on`` is what an area names beside its wager, such as a number."""
    area = {
        "wager": OneOf(wagers, "wager"),
        **on,
        "x": PLACE,
        "y": PLACE,
        "w": SIZE,
        "h": SIZE,
        "label": Text(120),
    }
    return {
        "width": SIZE,
        "height": SIZE,
        "logo": Flag(),
        "legends": Items(Text(120)),
        "areas": Items(Fields(area, ("wager", "x", "y", "w", "h"))),
    }


# Craps ---------------------------------------------------------------------------------------------------


class _Payouts(Entries):
    """Payouts by ``wager`` or ``wager:number``; a combined bet follows its parts and has none of its own."""

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        if isinstance(value, dict):
            for key in value:
                wager = CATALOGUE.get(str(key).partition(":")[0])
                if wager and wager.parts:
                    parts = ", ".join(wager.parts)
                    raise BadInput(
                        f"{path}.{path_key(key)}", f"{wager.id} is paid by its shares; change {parts} instead"
                    )
        return super().read(value, path)


_WAGERS = tuple(CATALOGUE)
_WAGER = OneOf(_WAGERS, "wager")
_POINTS = tuple(str(p) for p in POINTS)
_KEYS = tuple(
    key
    for w in CATALOGUE.values()
    if w.slots
    for key in (w.id, *(f"{w.id}:{slot}" for slot in w.slots if slot))
)
_POSITIONS: dict[str, Codec] = {
    "positions": COUNT,
    "positions_per_end": COUNT,
    "place": OneOf(SIDE_BET_PLACES, "place"),
    "schedule_place": OneOf(SIDE_BET_PLACES, "place"),
}

RULESET = Fields(
    {
        **HEAD,
        "wagers": wagers_form(_WAGERS),
        "odds": Entries(
            tuple(ODDS_OF),
            Fields(
                {
                    "multiples": OneOrEach(Number(low=0), Entries(_POINTS, Number(low=0), "point")),
                    "basis": OneOf(BASIS),
                }
            ),
            "flat bet",
        ),
        "vig": Entries(
            ("buy", "lay"),
            Fields(
                {
                    "collect": OneOf(COLLECT),
                    "rate": Number(low=0),
                    "base": OneOf(BASES),
                    "refund_on_removal": Flag(),
                }
            ),
            "wager with vigorish",
        ),
        "paytables": Entries(
            ("fire", "bonus"), OneOf(("A", "B"), "paytable"), "wager with a choice of paytables"
        ),
        "payouts": _Payouts(_KEYS, Odds(), "payout"),
        "come_out": Entries(COME_OUT_STATES, OneOf(("on", "off")), "wager with a come-out state"),
        "limits": limits_form(_WAGERS),
        "table": Fields(
            {
                "shape": Text(40),  # free text in rule sets of old; the check knows SHAPES
                "rounded_corners": Flag(),
                "high_walls": Flag(),
                "length_ft": SIZE,
                "seats": COUNT,
                "players": COUNT,
                "players_per_end": COUNT,
                "dice": COUNT,
                "dice_face_mm": SIZE,
                "dice_casino_name": Flag(),
                "dice_change_hours": SIZE,
                "counts_as_tables": COUNT,
                "limits_posted": Flag(),
                "stickperson": Flag(),
                "off_for_removal": Flag(),
                "equipment": Items(OneOf(EQUIPMENT, "piece of equipment"), unique=True),
                "discs": COUNT,
            }
        ),
        "layout": Fields(
            {
                **layout_fields(_WAGERS, {"number": Number(low=2, whole=True)}),
                "schedules": Items(OneOf(("fire", "sharpshooter"), "side bet"), unique=True),
                "fire": Fields(
                    _POSITIONS
                    | {
                        "circles": Flag(),
                        "clockwise": Flag(),
                        "relocation_area": Flag(),
                        "relocation_numbered": Flag(),
                        "markers_distinct": Flag(),
                        "wall_notice": Items(OneOf(WALL_NOTICES, "notice"), unique=True),
                    }
                ),
                "sharpshooter": Fields(_POSITIONS),
                "bonus": Fields(
                    {
                        "areas": Items(_WAGER, unique=True),
                        "place": OneOf(SIDE_BET_PLACES, "place"),
                        "markers_distinct": Flag(),
                        "marker_spots": Items(Number(low=0, whole=True), unique=True),
                        "odds_shown": Flag(),
                    }
                ),
            }
        ),
    },
    ("edition",),
)
