"""For every constraint of every edition, a rule set that breaks it: fields to state beside the edition."""

from typing import Any

from tests.craps import printed
from tests.craps.checks.stated import BONUS, OPERATOR, SG_LEGENDS, areas, basis, come_out
from tests.craps.play import FAMILY

EVERY_WAGER = sorted(set().union(*printed.AUTHORISED.values()))
COLLECT = {"nz": "win", "sg": "win", "bc": "placement", "md": "placement_and_payment"}
UNLISTED = {"nz": "hop", "sg": "world", "bc": "all_small", "md": "sharpshooter"}
PASS_AREA = {"wager": "pass_line", "x": 0, "y": 0, "w": 10, "h": 4}


def broken(edition: str, rule: str) -> dict[str, Any]:
    """Fields that break this rule, named without its jurisdiction, in this edition."""
    subject, _, rest = rule.partition(".")
    if subject == "payouts":
        return {"payouts": {rest: "77:76"}} | _offering(edition, rest)
    if subject == "come_out":
        return {"come_out": {rest: "on" if come_out(edition, rest) == "off" else "off"}}
    if rule == "odds.excess":
        return {"odds": {"pass_line": {"excess": FAMILY[edition] != "nz", "multiples": 1}}}
    if subject == "odds":
        flat, _, what = rest.partition(".")
        if what == "basis":
            return {"odds": {flat: {"basis": "wager" if basis(edition, flat) == "winnings" else "winnings"}}}
        return {"odds": {flat: {"multiples": 0 if what == "least" else 1000}}}
    if subject == "limits" and rest != "room":
        wager, field = rest.split(".")
        if field in ("narrower", "unit", "wrong_unit"):
            stated = {"min": 2} if field == "narrower" else {"increment": 3}
            return {"limits": {wager: stated}} | _offering(edition, wager)
        value = {"min": "1/2", "max": "11", "increment": "3/2"}[field]
        return {"limits": {wager: {field: value}}} | _offering(edition, wager)
    if subject == "units":
        return {"chip_unit": 5}
    if rule in ("layout.fire.agree", "layout.sharpshooter.agree"):
        bet = rule.split(".")[1]
        two = [PASS_AREA | {"wager": bet}, PASS_AREA | {"wager": bet, "x": 20}]
        return {"layout": {"areas": two, bet: {"positions": 16}}} | _offering(edition, bet)
    if rule.startswith(("layout.fire.", "layout.sharpshooter.")):
        bet = rule.split(".")[1]
        return {"layout": {bet: SIDE_BET[rule.replace(bet, "*")]}} | _offering(edition, bet)
    return BROKEN[rule] if rule in BROKEN else _by_edition(edition)[rule]


def _offering(edition: str, wager: str) -> dict[str, Any]:
    """md-mini leaves fire out of its baseline, so a rule about it needs it offered."""
    if wager not in printed.AUTHORISED[FAMILY[edition]] or wager in printed.authorised(edition):
        return {}
    return {"wagers": [*printed.authorised(edition), wager]}


def _by_edition(edition: str) -> dict[str, dict[str, Any]]:
    return {
        "table.nobody": {"table": {"seats" if edition == "md-mini" else "players": 0}},
        "wagers.for_judgement": {"wagers": [*sorted(printed.authorised(edition)), "fire"]},
        "vig.collect": {"vig": {"lay": {"collect": COLLECT[FAMILY[edition]]}}},
        "layout.areas": {"layout": {"areas": areas(["pass_line"])}},
        "layout.not_offered": {"layout": {"areas": [PASS_AREA | {"wager": UNLISTED[FAMILY[edition]]}]}},
    }


SIDE_BET: dict[str, dict[str, Any]] = {
    "layout.*.positions": {"positions": 17},
    "layout.*.positions_per_end": {"positions_per_end": 9},
    "layout.*.place": {"place": "elsewhere"},
    "layout.*.schedule_place": {"schedule_place": "elsewhere"},
    "layout.*.circles": {"circles": False},
    "layout.*.clockwise": {"clockwise": False},
    "layout.*.relocation_area": {"relocation_area": False},
    "layout.*.relocation_numbered": {"relocation_numbered": False},
    "layout.*.markers_distinct": {"markers_distinct": False},
    "layout.*.wall_notice": {"wall_notice": ["odds", "limits"]},
}
BROKEN: dict[str, dict[str, Any]] = {
    "wagers.authorised": {"wagers": EVERY_WAGER},
    "wagers.left_out": {"wagers": ["dont_pass", "come", "dont_come"]},
    "wagers.supported": {"wagers": ["dont_pass", "come", "dont_come", "pass_odds"]},
    "wagers.numbers": {"numbers": {"buy": [4, 10]}},
    "making.called_with_cash": {"making": {"called_with_cash": True}},
    "wagers.in_addition": {"wagers": ["pass_line", "dont_pass", "come", "dont_come", "buy"]},
    "wagers.without_effect": {
        "wagers": ["pass_line", "dont_pass", "come", "dont_come"],
        "vig": {"buy": {"rate": "1/20"}},
    },
    "vig.rate": {"vig": {"buy": {"rate": "3/50"}}},
    "vig.base": {"vig": {"buy": {"base": "win"}}},
    "vig.procedure": {"vig": {"buy": {"collect": "placement"}, "lay": {"collect": "win"}}},
    "vig.refund": {"vig": {"buy": {"refund_on_removal": False}}},
    "paytables.fire": {"paytables": {"fire": "A"}},
    "paytables.bonus": {"paytables": {"bonus": "B"}},
    "limits.room": {"limits": {"field": {"min": 10, "max": 5}}},
    "table.length_ft": {"table": {"length_ft": "14.5"}},
    "table.seats": {"table": {"seats": 10}},
    "table.players": {"table": {"players": 17}},
    "table.players_per_end": {"table": {"players_per_end": 9}},
    "table.dice_change_hours": {"table": {"dice_change_hours": 25}},
    "table.dice_face_mm": {"table": {"dice_face_mm": "14.9"}},
    "table.counts_as_tables": {"table": {"counts_as_tables": 1}},
    "table.dice": {"table": {"dice": 4}},
    "table.discs": {"table": {"discs": 1}},
    "table.equipment": {"table": {"equipment": ["dice_bowl"]}},
    "table.fewest_dice": {"table": {"dice": 1}},
    "table.shape": {"table": {"shape": "round"}},
    "table.rounded_corners": {"table": {"rounded_corners": False}},
    "table.high_walls": {"table": {"high_walls": False}},
    "table.stickperson": {"table": {"stickperson": False}},
    "table.off_for_removal": {"table": {"off_for_removal": True}},
    "table.dice_casino_name": {"table": {"dice_casino_name": False}},
    "table.limits_posted": {"table": {"limits_posted": False}},
    "table.seated_only": {"table": {"players": 8, "seats": 7}},
    "table.ends": {"table": {"players": 8, "players_per_end": 3}},
    "layout.legends": {"layout": {"legends": SG_LEGENDS[1:-2]}},
    "layout.words": {"layout": {"legends": [OPERATOR]}},
    "layout.operator_name": {"operator": OPERATOR, "layout": {"legends": ["no call bets"]}},
    "layout.marks": {"layout": {"legends": ["no call bets"]}},
    "layout.schedules": {"layout": {"schedules": ["fire"]}},
    "layout.bonus.areas": {"layout": {"bonus": BONUS | {"areas": ["all_small", "all_tall"]}}},
    "layout.bonus.agree": {
        "layout": {"areas": [PASS_AREA | {"wager": "all_tall"}], "bonus": {"areas": ["all_small"]}}
    },
    "layout.bonus.place": {"layout": {"bonus": BONUS | {"place": "players"}}},
    "layout.bonus.markers_distinct": {"layout": {"bonus": BONUS | {"markers_distinct": False}}},
    "layout.bonus.marker_spots": {"layout": {"bonus": BONUS | {"marker_spots": [2, 3, 4, 5, 6]}}},
    "layout.bonus.odds_shown": {"layout": {"bonus": BONUS | {"odds_shown": False}}},
    "layout.on_table": {"layout": {"areas": [PASS_AREA | {"x": -1}]}},
    "layout.overlap": {"layout": {"areas": [PASS_AREA, PASS_AREA | {"wager": "field", "x": 9}]}},
}
