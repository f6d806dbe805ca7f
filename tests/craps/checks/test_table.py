"""The table: size, places, dice and equipment, on both sides of what each document says of them."""

from typing import Any

import pytest

from tests.craps.checks.stated import OK, Row, judged


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
    ("nz-revised", table(shape="round"), "breach", "table.shape", "3.1"),
    ("nz-revised", table(length_ft=30, seats=40), OK, "table", ""),
    ("sg-mbs-v2", table(dice=3, players=30, equipment=[]), OK, "table", ""),
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
