"""The table: size, places, dice and equipment, on both sides of what each document says of them."""

from typing import Any

import pytest

from craps import load_ruleset
from tests.craps import printed
from tests.craps.checks.stated import OK, Row, findings, judged
from tests.craps.play import EDITIONS

DIGEST = (
    "3e05076493898ae74e21d04c7cba9fbbf48b9ec37881916ef641c506c1a53502"  # as it was when shapes were free text
)


def table(**fields: Any) -> dict[str, Any]:
    return {"table": fields}


BOUNDARIES: list[Row] = [
    ("nz-1998", table(dice=5), OK, "table", ""),
    ("nz-1998", table(dice=4), "breach", "table.dice", "3.3"),
    ("nz-1998", table(dice=6), "breach", "table.dice", "3.3"),
    ("nz-1998", table(dice_face_mm=15), OK, "table", ""),
    ("nz-1998", table(dice_face_mm="14.99"), "breach", "table.dice_face_mm", "3.3"),
    ("nz-1998", table(discs=1), "breach", "table.discs", "3.4(d)"),
    ("nz-1998", table(discs=3), "refer", "table.discs", "3.4(d)"),
    ("nz-revised", table(dice_casino_name=True), OK, "table", ""),
    ("nz-revised", table(dice_casino_name=False), "breach", "table.dice_casino_name", "3.3"),
    ("nz-revised", table(shape="oblong"), OK, "table", ""),
    ("nz-revised", table(shape=" Oblong"), OK, "table", ""),
    ("nz-revised", table(shape="round"), "breach", "table.shape", "3.1"),
    ("nz-revised", table(shape="other"), "breach", "table.shape", "3.1"),
    ("md-mini", table(shape="other"), "breach", "table.shape", "2/A"),
    ("md-craps", table(shape="not oblong"), "refer", "table.shape", "2/A"),
    ("md-craps", table(shape="Oblong, rounded corners, high walls"), "refer", "table.shape", "2/A"),
    ("bc-craps", table(shape="other", rounded_corners=False, high_walls=False), OK, "table", ""),
    ("nz-1998", table(rounded_corners=True, high_walls=True), OK, "table", ""),
    ("nz-1998", table(rounded_corners=False), "breach", "table.rounded_corners", "3.1"),
    ("nz-1998", table(high_walls=False), "breach", "table.high_walls", "3.1"),
    ("md-craps", table(rounded_corners=False), "breach", "table.rounded_corners", "2/A"),
    ("md-mini", table(high_walls=False), "breach", "table.high_walls", "2/A"),
    ("nz-revised", table(length_ft=30, seats=40), OK, "table", ""),
    ("sg-mbs-v2", table(dice=3, players=30), OK, "table", ""),
    ("sg-mbs-v2", table(dice=2), "refer", "table.dice", "3.8"),  # two of the dice, so there are more
    ("sg-mbs-v2", table(dice=1), "breach", "table.dice", "3.8"),
    ("bc-craps", table(players=16, players_per_end=8), OK, "table", ""),
    ("bc-craps", table(players=17), "breach", "table.players", "1/4.1"),
    ("bc-craps", table(players_per_end=9), "breach", "table.players_per_end", "1/4.1"),
    ("bc-craps", table(dice=4), "breach", "table.dice", "1/1.1"),
    ("bc-craps", table(counts_as_tables=1), OK, "table", ""),
    ("bc-midi", table(players=8, players_per_end=4, counts_as_tables=2), OK, "table", ""),
    ("bc-midi", table(players=9), "breach", "table.players", "4/4.1"),
    ("bc-midi", table(counts_as_tables=1), "breach", "table.counts_as_tables", "4/1.7"),
    ("md-craps", table(length_ft=14), OK, "table", ""),
    ("md-craps", table(length_ft="14.01"), "breach", "table.length_ft", "2/B"),
    ("md-craps", table(seats=20, players=20), OK, "table", ""),
    ("md-craps", table(dice=4), "breach", "table.dice", "7/A"),
    ("md-craps", table(dice=6), "refer", "table.dice", "7/A"),
    ("md-craps", table(dice_change_hours=24), OK, "table", ""),
    ("md-craps", table(dice_change_hours="24.5"), "breach", "table.dice_change_hours", "7/E"),
    ("md-craps", table(limits_posted=False), "breach", "table.limits_posted", "3/C"),
    ("md-mini", table(length_ft="19/2", seats=9, players=9), OK, "table", ""),
    ("md-mini", table(length_ft="9.51"), "breach", "table.length_ft", "2/C"),
    ("md-mini", table(seats=10), "breach", "table.seats", "2/C"),
    ("md-mini", table(players=10), "breach", "table.players", "2/C"),
    ("md-mini", table(players=8, seats=7), "breach", "table.players", "4/F"),
    ("md-mini", table(players=7, seats=7), OK, "table", ""),
    # Who controls the dice, and what a bet taken down becomes
    ("md-craps", table(stickperson=True), OK, "table", ""),
    ("md-craps", table(stickperson=False), "breach", "table.stickperson", "7/A(1)"),
    ("md-mini", table(stickperson=False), OK, "table", ""),
    ("md-mini", table(stickperson=True), OK, "table", ""),
    ("nz-1998", table(stickperson=False), OK, "table", ""),
    ("bc-midi", table(off_for_removal=True), OK, "table", ""),
    ("bc-midi", table(off_for_removal=False), OK, "table", ""),
    ("bc-craps", table(off_for_removal=False), OK, "table", ""),
    ("bc-craps", table(off_for_removal=True), "refer", "table.off_for_removal", "1/4.7.4.b"),
    # As many at each end as play in all
    ("bc-craps", table(players=14, players_per_end=7), OK, "table", ""),
    ("bc-craps", table(players=15, players_per_end=7), "refer", "table.players", "1/4.1"),
    ("bc-craps", table(players=16, players_per_end=7), "refer", "table.players", "1/4.1"),
    ("bc-midi", table(players=6, players_per_end=3), OK, "table", ""),
    ("bc-midi", table(players=7, players_per_end=3), "refer", "table.players", "4/4.1"),
    ("nz-1998", table(players=16, players_per_end=2), OK, "table", ""),
    # Nobody at the table
    ("md-mini", table(seats=1), OK, "table", ""),
    ("md-mini", table(seats=0), "breach", "table.seats", "2/C"),
    ("md-mini", table(players=0), "refer", "table.players", "2/C"),
    ("md-craps", table(seats=0), OK, "table", ""),  # a craps table has no seats
    ("md-craps", table(players=0), "refer", "table.players", "3/A"),
    ("nz-1998", table(players=0), "refer", "table.players", "4.1"),
    ("nz-1998", table(players=1), OK, "table", ""),
    ("sg-mbs-v2", table(players=0), "refer", "table.players", "3.4"),
    ("bc-craps", table(players=0), "refer", "table.players", "1/4.1"),
    ("bc-craps", table(players_per_end=0), "refer", "table.players_per_end", "1/4.1"),
    ("bc-midi", table(players_per_end=0), "refer", "table.players_per_end", "4/4.1"),
    ("bc-midi", table(players=1, players_per_end=1), OK, "table", ""),
]


@pytest.mark.parametrize(("edition", "fields", "severity", "path", "clause"), BOUNDARIES)
def test_boundary(edition: str, fields: dict[str, Any], severity: str | None, path: str, clause: str) -> None:
    assert judged(edition, path, fields) == (severity, clause)


# Equipment -----------------------------------------------------------------------------------------------

EQUIPMENT: dict[str, dict[str, str]] = {
    "nz-1998": {
        "drop_box": "3.1",
        "stick": "3.4(a)",
        "dice_bowl": "3.4(b)",
        "marker_off": "3.4(c)",
        "marker_on": "3.4(c)",
        "marker_lay": "3.4(c)",
        "marker_buy": "3.4(c)",
        "discs": "3.4(d)",
    },
    "sg-mbs-v2": {
        "marker_on": "1.1.5.1",
        "marker_off": "1.1.5.2",
        "marker_buy": "3.3",
        "marker_lay": "3.3",
        "discs": "3.9",
        "dice_bowl": "3.11.7",
    },
    "bc-craps": {
        "marker_on": "1/4.6.1.b",
        "marker_off": "1/4.7.1.b",
        "tip_area": "1/5.4.1",
        "marker_buy": "1/6.4.2.b",
        "marker_lay": "1/6.5.2.b",
        "dice_bowl": "1/7.5",
        "stick": "1/7.7.1",
        "fire_markers": "2/1.3",
        "sharpshooter_markers": "3/1.3",
    },
    "bc-midi": {
        "marker_on": "4/4.6.1.b",
        "marker_off": "4/4.7.1.b",
        "tip_area": "4/5.4.1",
        "marker_buy": "4/7.4.2.b",
        "marker_lay": "4/7.5.2.b",
        "dice_bowl": "4/8.5",
        "stick": "4/8.7.1",
    },
    "md-craps": {"drop_box": "2/E", "tip_box": "2/E", "dice_cup": "7/A(3)", "stick": "9/F(2)"},
    "md-mini": {"drop_box": "2/E", "tip_box": "2/E", "dice_cup": "7/A(3)", "stick": "9/G(2)"},
}
EQUIPMENT["nz-revised"] = EQUIPMENT["nz-1998"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_piece_of_equipment_is_asked_for_by_its_own_clause(edition: str) -> None:
    due = EQUIPMENT[edition]
    assert findings(edition, "table.equipment", table={"equipment": [*due]}) == []
    missing = findings(edition, "table.equipment", table={"equipment": []})
    assert {f.allowed: f.clause for f in missing} == {f"with {piece}": due[piece] for piece in due}
    for piece in due:
        [one] = findings(edition, "table.equipment", table={"equipment": [p for p in due if p != piece]})
        assert (one.severity, one.clause, one.allowed) == ("breach", due[piece], f"with {piece}")


@pytest.mark.parametrize(
    ("edition", "piece", "wager"),
    [
        ("nz-1998", "marker_buy", "buy"),
        ("sg-mbs-v2", "marker_lay", "lay"),
        ("bc-craps", "fire_markers", "fire"),
        ("bc-craps", "sharpshooter_markers", "sharpshooter"),
        ("bc-midi", "marker_buy", "buy"),
    ],
)
def test_a_marker_is_needed_only_with_its_bet(edition: str, piece: str, wager: str) -> None:
    others = [each for each in EQUIPMENT[edition] if each != piece]
    assert len(findings(edition, "table.equipment", table={"equipment": others})) == 1
    without = [each for each in printed.authorised(edition) if each != wager]
    assert findings(edition, "table.equipment", table={"equipment": others}, wagers=without) == []


def test_a_tip_box_is_a_tip_area_but_not_the_other_way_round() -> None:
    boxed = [*(piece for piece in EQUIPMENT["bc-craps"] if piece != "tip_area"), "tip_box"]
    assert findings("bc-craps", "table.equipment", table={"equipment": boxed}) == []
    area = ["drop_box", "tip_area", "dice_cup", "stick"]
    [one] = findings("md-craps", "table.equipment", table={"equipment": area})
    assert one.allowed == "with tip_box"


# Rule sets that are already stored -----------------------------------------------------------------------


def test_a_shape_in_free_words_is_still_read_and_keeps_its_digest() -> None:
    stored = {
        "edition": "md-craps",
        "table": {
            "shape": "Oblong, rounded corners, high walls",
            "discs": 2,
            "equipment": ["marker_on", "stick"],
        },
        "layout": {"fire": {"positions": 16, "clockwise": True}},
    }
    assert load_ruleset(stored).digest == DIGEST
    [shape] = findings("md-craps", "table.shape", table=stored["table"])
    assert (shape.submitted, shape.nearest) == ("Oblong, rounded corners, high walls", "oblong")
