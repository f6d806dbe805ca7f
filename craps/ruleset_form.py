"""The JSON form of a rule set, field by field: what ruleset.py reads and writes and the schema describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from craps.codec import (
    Codec,
    Entries,
    Fields,
    Flag,
    Items,
    Json,
    Number,
    Odds,
    OneOf,
    OneOrEach,
    Text,
)
from craps.dice import POINTS
from craps.edition_codec import BASES, BASIS, COLLECT, EQUIPMENT, SIDE_BET_PLACES, WALL_NOTICES
from craps.errors import BadInput, path_key
from craps.wagers import CATALOGUE, COME_OUT_STATES, ODDS_OF


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
_COUNT = Number(low=0, whole=True)
_SIZE = Number(above=0)
_PLACE = Number()
_POSITIONS: dict[str, Codec] = {
    "positions": _COUNT,
    "positions_per_end": _COUNT,
    "place": OneOf(SIDE_BET_PLACES, "place"),
    "schedule_place": OneOf(SIDE_BET_PLACES, "place"),
}

RULESET = Fields(
    {
        "edition": Text(40),
        "operator": Text(200),
        "currency": Text(3, "[A-Z]{3}", "USD"),
        "chip_unit": Number(above=0),
        "wagers": Items(_WAGER, unique=True),
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
        "limits": Entries(
            _WAGERS,
            Fields({"min": Number(low=0), "max": Number(low=0), "increment": Number(above=0)}),
            "wager",
        ),
        "table": Fields(
            {
                "shape": Text(40),  # free text in rule sets of old; the check knows SHAPES
                "rounded_corners": Flag(),
                "high_walls": Flag(),
                "length_ft": _SIZE,
                "seats": _COUNT,
                "players": _COUNT,
                "players_per_end": _COUNT,
                "dice": _COUNT,
                "dice_face_mm": _SIZE,
                "dice_casino_name": Flag(),
                "dice_change_hours": _SIZE,
                "counts_as_tables": _COUNT,
                "limits_posted": Flag(),
                "stickperson": Flag(),
                "off_for_removal": Flag(),
                "equipment": Items(OneOf(EQUIPMENT, "piece of equipment"), unique=True),
                "discs": _COUNT,
            }
        ),
        "layout": Fields(
            {
                "width": _SIZE,
                "height": _SIZE,
                "logo": Flag(),
                "legends": Items(Text(120)),
                "areas": Items(
                    Fields(
                        {
                            "wager": _WAGER,
                            "number": Number(low=2, whole=True),
                            "x": _PLACE,
                            "y": _PLACE,
                            "w": _SIZE,
                            "h": _SIZE,
                            "label": Text(120),
                        },
                        ("wager", "x", "y", "w", "h"),
                    )
                ),
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
