"""What a rule set may state: the fields that every game has, and the form of craps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from craps.codec import Codec, Entries, Fields, Flag, Items, Json, Number, Odds, OneOf, OneOrEach, Text, kind
from craps.dice import POINTS
from craps.edition_codec import BASES, BASIS, COLLECT, EQUIPMENT, SIDE_BET_PLACES, WALL_NOTICES
from craps.errors import BadInput, path_key
from craps.wagers import BY_NUMBER, CATALOGUE, COME_OUT_STATES, ODDS_OF, spot_name, spots

_BOUNDS: Mapping[str, Codec] = {"min": Number(low=0), "max": Number(low=0), "increment": Number(above=0)}
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
    return Entries(wagers, Fields(_BOUNDS), "wager")


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


class _Limits(Entries):
    """Limits by wager, and under ``table`` those of the whole table, which has no step."""

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        table = value.get("table") if isinstance(value, dict) else None
        if isinstance(table, dict) and "increment" in table:
            raise BadInput(f"{path}.table.increment", "does not belong here; a step is stated for each wager")
        return super().read(value, path)

    def schema(self) -> dict[str, Json]:
        schema = super().schema()
        bounds = schema["properties"]["table"]
        least_and_most = {name: bounds["properties"][name] for name in ("min", "max")}
        schema["properties"]["table"] = bounds | {"properties": least_and_most}
        return schema


class Spots:
    """Some of the numbers or pairs of a wager, at least one; kept in the catalogue's order."""

    def __init__(self, wager: str) -> None:
        self.names = tuple(spot_name(spot) for spot in spots(wager))

    def read(self, value: Json, path: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise BadInput(path, f"should be a list, not {kind(value)}")
        named: list[str] = []
        for place, entry in enumerate(value):
            name = self._name(entry)
            if name not in self.names:
                message = f"{kind(entry)} is not one of {', '.join(self.names)}"
                raise BadInput(f"{path}[{place}]", message)
            if name in named:
                raise BadInput(f"{path}[{place}]", f"{name} appears twice")
            named.append(name)
        if not named:
            raise BadInput(path, "should name at least one; a wager on none is left out of wagers")
        return tuple(name for name in self.names if name in named)

    def _name(self, entry: Json) -> str:
        if isinstance(entry, int) and not isinstance(entry, bool):
            return str(entry)
        return "-".join(sorted(entry.split("-"))) if isinstance(entry, str) else ""

    def write(self, value: Any) -> Json:
        return list(value)

    def schema(self) -> dict[str, Json]:
        numbers = [int(name) for name in self.names if name.isdigit()]
        one: dict[str, Json] = {"type": "string", "enum": list(self.names)}
        return {
            "type": "array",
            "items": {"anyOf": [one, {"type": "integer", "enum": numbers}]} if numbers else one,
            "minItems": 1,
            "uniqueItems": True,
            "maxItems": len(self.names),
        }


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
        "numbers": Fields({wager: Spots(wager) for wager in BY_NUMBER}),
        "odds": Entries(
            tuple(ODDS_OF),
            Fields(
                {
                    "multiples": OneOrEach(Number(low=0), Entries(_POINTS, Number(low=0), "point")),
                    "basis": OneOf(BASIS),
                    "excess": Flag(),
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
        "limits": _Limits(("table", *_WAGERS), Fields(_BOUNDS), "wager"),
        "making": Fields({"called_with_cash": Flag()}),
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
