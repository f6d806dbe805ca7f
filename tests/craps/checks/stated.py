"""Rule sets for the tests of the checks: everything stated as the documents have it, or one thing changed."""

import json
from typing import Any

from craps import load_ruleset
from craps.validation import Finding, Report, check
from tests.craps import printed
from tests.craps.play import FAMILY, POINTS

OK = None
Row = tuple[str, dict[str, Any], str | None, str, str]  # edition, fields, severity, path, clause

OPERATOR = "Harbour Point Casino"
CURRENCY = {"nz": "NZD", "sg": "SGD", "bc": "CAD", "md": "USD"}
THREE_FOUR_FIVE = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}
MULTIPLES: dict[str, dict[str, Any]] = {
    "nz": {"pass_line": 1, "come": 1, "dont_pass": 1, "dont_come": 1},
    "sg": dict.fromkeys(("pass_line", "come", "dont_pass", "dont_come"), THREE_FOUR_FIVE),
    "bc": {"pass_line": THREE_FOUR_FIVE, "come": THREE_FOUR_FIVE, "dont_pass": 6, "dont_come": 6},
    "md": {"pass_line": 3, "come": 3, "dont_pass": 3, "dont_come": 3},
}
COME_OUT = (
    "place",
    "place_to_lose",
    "buy",
    "lay",
    "hardway",
    "big_6",
    "big_8",
    "come_odds",
    "dont_come_odds",
)
SG_LEGENDS = [
    "PASS LINE", "Don't Pass Bar 12", "COME", "Don't Come Bar 12", "4", "5", "6", "8", "9", "10", "FIELD",
    "C", "E", "HORN BET", "HORN HIGH", "HARDWAYS", "Any Seven", "Any Craps",
]  # fmt: skip
MD_MARKS = ["Any Seven", "Any Craps", "C", "E", "Horn Bet", "Horn High Bet", "Whirl Bet"]
NZ_TABLE = {
    "shape": "oblong", "rounded_corners": True, "high_walls": True, "players": 16, "dice": 5,
    "dice_face_mm": 15, "dice_casino_name": True, "discs": 2,
    "equipment": [
        "drop_box", "stick", "dice_bowl", "marker_off", "marker_on", "marker_lay", "marker_buy", "discs",
    ],
}  # fmt: skip
MD_TABLE = {
    "shape": "oblong", "rounded_corners": True, "high_walls": True, "stickperson": True,
    "length_ft": 14, "players": 16, "dice": 5,
    "dice_change_hours": 24,
    "limits_posted": True, "equipment": ["drop_box", "tip_box", "dice_cup", "stick"],
}  # fmt: skip
BC_TABLE: dict[str, Any] = {
    "dice": 5,
    "equipment": [
        "stick", "dice_bowl", "marker_on", "marker_off", "marker_buy", "marker_lay", "tip_area",
    ],
}  # fmt: skip
TABLE: dict[str, dict[str, Any]] = {
    "nz-1998": NZ_TABLE,
    "nz-revised": NZ_TABLE,
    "sg-mbs-v2": {
        "dice": 5, "players": 20,
        "equipment": ["dice_bowl", "marker_on", "marker_off", "marker_buy", "marker_lay", "discs"],
    },
    "bc-craps": BC_TABLE | {
        "players": 16, "players_per_end": 8, "off_for_removal": False,
        "equipment": [*BC_TABLE["equipment"], "fire_markers", "sharpshooter_markers"],
    },
    "bc-midi": BC_TABLE | {
        "players": 8, "players_per_end": 4, "counts_as_tables": 2, "off_for_removal": True,
    },
    "md-craps": MD_TABLE,
    "md-mini": MD_TABLE | {"length_ft": "9.5", "seats": 9, "players": 9},
}  # fmt: skip
FIRE: dict[str, Any] = {
    "positions": 16,
    "place": "players",
    "clockwise": True,
    "relocation_area": True,
    "relocation_numbered": True,
    "markers_distinct": True,
    "wall_notice": ["odds", "timing", "limits"],
}
BONUS: dict[str, Any] = {
    "areas": ["all_small", "all_or_nothing", "all_tall"],
    "place": "boxperson",
    "markers_distinct": True,
    "marker_spots": [2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
    "odds_shown": True,
}
BC_SIDE_BETS: dict[str, Any] = {
    "schedules": ["fire", "sharpshooter"],
    "fire": {
        "positions": 16,
        "positions_per_end": 8,
        "place": "players",
        "circles": True,
        "schedule_place": "boxperson",
    },
    "sharpshooter": {
        "positions": 16,
        "positions_per_end": 8,
        "place": "boxperson",
        "schedule_place": "players",
    },
}


SPOTS: dict[str, list[Any]] = {
    "buy": list(POINTS),
    "lay": list(POINTS),
    "hardway": [4, 6, 8, 10],
    "hop": [f"{a}-{b}" for a in range(1, 7) for b in range(a, 7) if a + b not in (2, 3, 11, 12)],
}


def whole(edition: str) -> dict[str, Any]:
    """Every field stated, each as the edition's document has it."""
    family = FAMILY[edition]
    wagers = sorted(printed.authorised(edition))
    return {
        "edition": edition,
        "operator": OPERATOR,
        "currency": CURRENCY[family],
        "chip_unit": "1",
        "wagers": wagers,
        "numbers": {w: spots for w, spots in SPOTS.items() if w in wagers},
        "making": {"called_with_cash": family in ("bc", "md")},
        "odds": {
            flat: {"multiples": multiples, "basis": basis(edition, flat), "excess": family in ("nz", "md")}
            for flat, multiples in MULTIPLES[family].items()
        },
        "vig": {wager: vig(edition, wager) for wager in ("buy", "lay")},
        "payouts": payouts(edition),
        "come_out": {w: come_out(edition, w) for w in COME_OUT if w in wagers},
        "limits": {"table": {"min": "1", "max": "10"}}
        | {w: {"min": "1", "max": "5" if w == "fire" else "10"} for w in wagers}
        | ({"fire": {"min": "1", "max": "5", "increment": "1"}} if edition == "md-craps" else {}),
        "table": TABLE[edition],
        "layout": layout(edition, wagers),
    } | (
        {"paytables": {"fire": "A", "bonus": "A"} if edition == "md-craps" else {"bonus": "A"}}
        if family == "md"
        else {}
    )


def basis(edition: str, flat: str) -> str:
    return "winnings" if flat.startswith("dont") and FAMILY[edition] != "bc" else "wager"


def vig(edition: str, wager: str) -> dict[str, Any]:
    family = FAMILY[edition]
    return {
        "collect": "placement_and_payment" if family == "bc" else "placement",
        "rate": "1/20",
        "base": "win" if wager in printed.VIG_ON_WIN_OF[family] else "wager",
        "refund_on_removal": family in ("nz", "bc"),
    }


def come_out(edition: str, wager: str) -> str:
    return "off" if wager in printed.OFF_ON_COME_OUT[FAMILY[edition]] else "on"


def payouts(edition: str) -> dict[str, str]:
    """Every payout of every wager of an edition, key by key."""
    wagers = printed.authorised(edition)
    found = {w: "1:1" for w in (*printed.LINE, "big_6", "big_8") if w in wagers}
    for wager, pays in printed.NUMBERED.items():
        if wager in wagers:
            found |= {f"{wager}:{n}": f"{a}:{b}" for n, (a, b) in pays.items()}
    found |= {f"field:{n}": f"{a}:{b}" for n, (a, b) in printed.FIELD.items()}
    found |= {wager: f"{a}:{b}" for wager, (_, (a, b)) in printed.ONE_ROLL.items()}
    if "hop" in wagers:
        found |= {"hop:easy": "15:1", "hop:hard": "30:1"}
    if "six_seven_eight" in wagers:
        found |= {"six_seven_eight": "1:1", "six_seven_eight:hard": "2:1"}
    if "fire" in wagers:
        found |= {f"fire:{n}": f"{a}:1" for n, a in printed.FIRE["A"].items()}
    if "sharpshooter" in wagers:
        found |= {f"sharpshooter:{n}": f"{a}:1" for n, a in printed.SHARPSHOOTER.items()}
    if "all_small" in wagers:
        found |= {w: f"{a}:1" for w, a in printed.BONUS_PAYS["A"].items()}
    return found


def layout(edition: str, wagers: list[str]) -> dict[str, Any]:
    """A layout that says everything; fire bets have their positions, the others an area."""
    found: dict[str, Any] = {"width": 100, "height": 60, "areas": areas([w for w in wagers if w != "fire"])}
    family = FAMILY[edition]
    if family == "sg":
        found["legends"] = SG_LEGENDS
    if family == "md":
        found["legends"] = ["No Call Bets", f"{OPERATOR}, est. 1999", *MD_MARKS]
        found["bonus"] = BONUS
    if edition == "md-craps":
        found["fire"] = FIRE
    if edition == "bc-craps":
        found |= BC_SIDE_BETS
    if edition == "bc-midi":
        found["legends"] = ["Any Seven"]
    return found


def areas(wagers: list[str]) -> list[dict[str, Any]]:
    """One area for each wager, side by side; place bets have one a number."""
    spots = [(w, n) for w in wagers if w not in printed.ODDS for n in (POINTS if w == "place" else (None,))]
    return [
        {"wager": wager, "x": i % 8 * 12, "y": i // 8 * 8, "w": 12, "h": 8} | ({"number": n} if n else {})
        for i, (wager, n) in enumerate(spots)
    ]


def report(edition: str, **fields: Any) -> Report:
    """What a check finds in an edition's baseline with just these fields stated."""
    return check(load_ruleset({"edition": edition, **fields}))


def findings(edition: str, rule: str, **fields: Any) -> list[Finding]:
    """What one rule, named without its jurisdiction, finds there."""
    return [f for f in report(edition, **fields).findings if f.rule == f"{FAMILY[edition]}.{rule}"]


def judged(edition: str, path: str, fields: dict[str, Any]) -> tuple[str | None, str]:
    """The worst severity at a path, and the clause it cites; None where nothing is found there."""
    found = [
        f for f in report(edition, **fields).findings if f.path.startswith(path) and f.severity != "info"
    ]
    return (found[0].severity, found[0].clause) if found else (None, "")


def with_value(ruleset: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The rule set with a value put at a finding's path."""
    changed: dict[str, Any] = json.loads(json.dumps(ruleset))
    at = changed
    *above, last = path.split(".")
    for key in above:
        at = at.setdefault(key, {})
    at[last] = value
    return changed
