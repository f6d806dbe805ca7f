"""The JSON form of an edition, field by field: what edition.py reads and a drafted edition must look like."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from craps.codec import Codec, Entries, Fields, Flag, Items, Json, Number, Odds, OneOf, Text, join
from craps.errors import BadInput
from craps.money import Exact, percent_text
from craps.wagers import CATALOGUE, COME_OUT_STATES, ODDS_OF

T = TypeVar("T")

COLLECT = ("placement", "win", "placement_and_payment")
BASES = ("wager", "win")
BASIS = ("wager", "winnings")
EQUIPMENT = (
    "stick",
    "dice_bowl",
    "dice_cup",
    "drop_box",
    "tip_box",
    "marker_on",
    "marker_off",
    "marker_buy",
    "marker_lay",
    "discs",
    "tip_area",
    "fire_markers",
    "sharpshooter_markers",
)
SHAPES = ("oblong", "other")


SIDE_BET_PLACES = ("players", "boxperson", "elsewhere")  # where a side bet or its schedule is on the layout
WALL_NOTICES = ("odds", "timing", "limits")


class Cited(NamedTuple, Generic[T]):
    """A value and the clause it follows from."""

    value: T
    clause: str


class Rate(NamedTuple):
    """A vigorish rate: "exactly" or "at most" so much."""

    kind: str
    value: Exact
    clause: str


class CitedForm:
    """``[value, clause]``"""

    def __init__(self, value: Codec) -> None:
        self.value = value

    def read(self, value: Json, path: str) -> Cited[Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise BadInput(path, "should be a value and its clause: [value, clause]")
        return Cited(self.value.read(value[0], f"{path}[0]"), CLAUSE.read(value[1], f"{path}[1]"))

    def write(self, value: Any) -> Json:
        return [self.value.write(value.value), value.clause]

    def schema(self) -> dict[str, Json]:
        return {
            "type": "array",
            "prefixItems": [self.value.schema(), CLAUSE.schema()],
            "minItems": 2,
            "maxItems": 2,
        }


class RateForm:
    """``["exactly", "1/20", clause]``"""

    kinds = OneOf(("exactly", "at most"))
    value = Number(low=0)

    def read(self, value: Json, path: str) -> Rate:
        if not isinstance(value, list) or len(value) != 3:
            raise BadInput(path, 'should be like ["exactly", "1/20", clause]')
        kind = self.kinds.read(value[0], f"{path}[0]")
        share = self.value.read(value[1], f"{path}[1]")
        if share > 1:
            message = f"is {percent_text(share)}. A rate is at most 100%; 5% is written 1/20 or 0.05"
            raise BadInput(f"{path}[1]", message)
        return Rate(kind, share, CLAUSE.read(value[2], f"{path}[2]"))

    def write(self, value: Any) -> Json:
        return [value.kind, str(value.value), value.clause]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "minItems": 3, "maxItems": 3}


class FreeForm:
    """An object whose keys are free text: payout slots ("4 10"), legends, paytables."""

    def __init__(self, value: Codec) -> None:
        self.value = value

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise BadInput(path, "should be an object")
        return MappingProxyType({k: self.value.read(v, join(path, k)) for k, v in value.items()})

    def write(self, value: Any) -> Json:
        return {k: self.value.write(v) for k, v in value.items()}

    def schema(self) -> dict[str, Json]:
        return {"type": "object", "additionalProperties": self.value.schema()}


class TextOrEach(FreeForm):
    """One clause for all, or one for each number or pair."""

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        if isinstance(value, str):
            return MappingProxyType({"": CLAUSE.read(value, path)})
        return super().read(value, path)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [CLAUSE.schema(), super().schema()]}


class ReadingForm(Fields):
    """One reading of ``[readings]``: see craps/readings.py."""


CLAUSE = Text(60)
_DATE = Text(10, r"\d{4}-\d{2}-\d{2}", "1998-02-01")
_WORD = Text(40)
_WAGERS = tuple(CATALOGUE)
JUDGED = CitedForm(OneOf(("fine", "refer", "breach")))
COUNT = CitedForm(Number(above=0, whole=True))
_AMOUNT = CitedForm(Number(above=0))
_BY_SLOT = FreeForm(CitedForm(Odds()))
_BY_NUMBER = FreeForm(COUNT)
_CLAUSES = FreeForm(CLAUSE)
_LEGENDS = FreeForm(
    Fields(
        {
            "wagers": Items(OneOf(_WAGERS, "wager")),  # those that call for it
            "on": OneOf(_WAGERS, "wager"),  # whose area carries it, where that is another
            "instead": Entries(_WAGERS, Text(120), "wager"),  # the legend that serves a wager as well
            "clause": CLAUSE,
        },
        ("wagers", "clause"),
    )
)

_WAGER = Fields(
    {
        "name": Text(80),
        "clause": CLAUSE,
        "pays": _BY_SLOT,
        "pays_clauses": _CLAUSES,
        "loses": TextOrEach(CLAUSE),
        "loses_point": CLAUSE,
        "wins_point": CLAUSE,
        "pushes": CLAUSE,
        "moves": CLAUSE,
        "shares": CLAUSE,
        "printed": _BY_SLOT,
        "when": CLAUSE,
        "not_on": CLAUSE,
        "offering": JUDGED,
        "left_out": JUDGED,
        "chips": COUNT,
        "fewest_chips": COUNT,
        "multiple": _BY_NUMBER,
        "wrong_unit": _BY_NUMBER,
        "needs": CitedForm(Items(OneOf(_WAGERS, "wager"))),
        "in_addition_to": CitedForm(Items(OneOf(_WAGERS, "wager"))),
        "min": _AMOUNT,
        "max": _AMOUNT,
        "increment": _AMOUNT,
        "narrower": JUDGED,
        "raise": CitedForm(Flag()),
        "stays": CitedForm(Flag()),
        "remove": CitedForm(OneOf(("never", "before the first point"))),
        "reduce": CLAUSE,
    },
    ("name", "clause"),
)
_ODDS = Fields(
    {
        "basis": CitedForm(OneOf(BASIS)),
        "most": FreeForm(CitedForm(Number(low=0))),
        "least": FreeForm(CitedForm(Number(low=0))),
        "below": OneOf(("refer", "breach")),
        "baseline": Number(low=0),
        "excess": CitedForm(OneOf(("none", "at single odds", "always"))),
        "without_excess": JUDGED,
    },
    ("basis", "most", "least", "below", "excess"),
)
_VIG = Fields(
    {
        "collect": CitedForm(Items(OneOf(COLLECT))),
        "rate": RateForm(),
        "base": CitedForm(OneOf(BASES)),
        "refund": CitedForm(Flag()),
        "open_on_win": CLAUSE,
    },
    ("collect", "rate", "base"),
)
_COME_OUT = Fields(
    {
        "state": CitedForm(OneOf(("on", "off"))),
        "call": CitedForm(Items(OneOf(("on", "off")))),
        "clauses": _CLAUSES,
    },
    ("state", "call"),
)
# "unreduced" is in editions drafted before the reading dont-put-back took its place.
_DONT_RAISE = CitedForm(OneOf(("before the point", "before the point, unreduced", "never")))
_MAKING = Fields(
    {
        "pass_after_point": CitedForm(OneOf(("no", "raise", "make"))),
        "come_raise": CitedForm(Flag()),
        "contract": CitedForm(OneOf(("placement", "point"))),
        "contract_come": CLAUSE,
        "dont_raise": _DONT_RAISE,
        "dont_come_raise": _DONT_RAISE,
        "after_point": Entries(("pass_line", "dont_pass", "dont_come"), CLAUSE, "line bet"),
        "no_call": CLAUSE,
        "no_call_on_point": CLAUSE,
        "limits": CLAUSE,
        "called_with_cash": JUDGED,
        "without_cash": JUDGED,
        "posted": Entries(("min", "max", "odds"), CLAUSE, "posted limit"),
    },
    ("pass_after_point", "come_raise", "contract", "dont_raise", "dont_come_raise", "no_call"),
)
_TABLE = Fields(
    {
        "shape": CitedForm(_WORD),
        "rounded_corners": CLAUSE,
        "high_walls": CLAUSE,
        "length_ft": _AMOUNT,
        "seats": COUNT,
        "seated_only": CLAUSE,
        "players": COUNT,
        "players_per_end": COUNT,
        "dice": COUNT,
        "more_dice": JUDGED,  # what a larger set is; a breach where the document does not say
        "fewest_dice": COUNT,  # where it gives no number, but says that there are more than are thrown
        "dice_face_mm": _AMOUNT,
        "dice_casino_name": CLAUSE,
        "dice_change_hours": _AMOUNT,
        "counts_as_tables": COUNT,
        "limits_posted": CLAUSE,
        "stickperson": JUDGED,  # what a table without one is
        "off_for_removal": JUDGED,  # what an OFF button in place of taking a bet down is
        "equipment": Entries(EQUIPMENT, CLAUSE, "piece of equipment"),
        "discs": COUNT,
    }
)
_POSITIONS: dict[str, Codec] = {
    "positions": COUNT,
    "positions_per_end": COUNT,
    "place": CitedForm(OneOf(SIDE_BET_PLACES)),
    "schedule_place": CitedForm(OneOf(SIDE_BET_PLACES)),
}
_LAYOUT = Fields(
    {
        "areas": CLAUSE,
        "no_area": OneOf(("refer", "breach")),  # what a wager without an area is
        "shared_areas": Entries(_WAGERS, Items(OneOf(_WAGERS, "wager")), "wager"),
        "operator_name": CLAUSE,
        "words": _CLAUSES,
        "legends": _LEGENDS,
        "marks": _LEGENDS,
        "may_be_split": Entries(_WAGERS, CLAUSE, "wager"),
        "schedules": Entries(_WAGERS, CLAUSE, "wager"),
        "fire": Fields(
            _POSITIONS
            | {
                "circles": CLAUSE,
                "clockwise": CLAUSE,
                "relocation_area": CLAUSE,
                "relocation_numbered": CLAUSE,
                "markers_distinct": CLAUSE,
                "wall_notice": Entries(WALL_NOTICES, CLAUSE, "notice"),
            }
        ),
        "sharpshooter": Fields(_POSITIONS),
        "bonus": Fields(
            {
                "areas": Entries(_WAGERS, CLAUSE, "wager"),
                "place": CitedForm(OneOf(SIDE_BET_PLACES)),
                "markers_distinct": CLAUSE,
                "marker_spots": CitedForm(Items(Number(whole=True))),
                "odds_shown": CLAUSE,
            }
        ),
    }
)
_READING = ReadingForm(
    {
        "clauses": Items(CLAUSE),
        "question": Text(400),
        "options": FreeForm(Text(300)),
        "chosen": Text(40),
        "why": Text(500),
    },
    ("clauses", "question", "chosen", "why"),
)
# What the editions of all games begin and end with.
HEAD: Mapping[str, Codec] = {
    "id": Text(40, r"[a-z0-9][a-z0-9-]*", "nz-1998"),
    "title": Text(120),
    "jurisdiction": Text(8, r"[a-z]{2,8}", "md"),
    "authority": Text(120),
    "game": Text(40),
    "source": Text(200),
    "in_force_from": _DATE,
    "supersedes": Text(40),
    "currency": Text(3, r"[A-Z]{3}", "USD"),
    "listed": CLAUSE,
    "left_out": JUDGED,
}
TAIL: Mapping[str, Codec] = {
    "readings": FreeForm(_READING),
    "slips": Items(Fields({"clause": CLAUSE, "text": Text(400)}, ("clause", "text"))),
}
REQUIRED = (*(name for name in HEAD if name not in ("in_force_from", "supersedes")), "wagers")

EDITION = Fields(
    {
        **HEAD,
        "no_other_fee": CLAUSE,
        "two_vig_ways": JUDGED,
        "wagers": Entries(_WAGERS, _WAGER, "wager"),
        "odds": Entries(tuple(ODDS_OF), _ODDS, "flat bet"),
        "vig": Entries(("buy", "lay"), _VIG, "wager with vigorish"),
        "paytables": Entries(
            ("fire", "bonus"),
            Fields(
                {"clause": CLAUSE} | dict.fromkeys("AB", Entries(_WAGERS, _BY_SLOT, "wager")), ("clause",)
            ),
        ),
        "come_out": Entries(COME_OUT_STATES, _COME_OUT, "wager"),
        "making": _MAKING,
        "table": _TABLE,
        "layout": _LAYOUT,
        **TAIL,
    },
    (*REQUIRED, "odds", "vig", "come_out", "making"),
)
