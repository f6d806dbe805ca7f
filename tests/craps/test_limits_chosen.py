"""Whose limit refuses a bet: the rulebook's, or one that the casino chose."""

from __future__ import annotations

from typing import Any

import pytest

from craps import Table
from craps.codec import Json

POINT: list[dict[str, Json]] = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 1]}]


@pytest.mark.parametrize(
    ("ruleset", "events", "chosen"),
    [
        ({"edition": "nz-1998"}, [{"bet": "come", "amount": "10"}], False),
        ({"edition": "nz-1998", "wagers": ["field"]}, [{"bet": "pass_line", "amount": "10"}], True),
        (
            {"edition": "nz-1998", "numbers": {"hardway": ["4"]}},
            [{"bet": "hardway", "number": 6, "amount": "1"}],
            True,
        ),
        ({"edition": "nz-1998", "chip_unit": "5"}, [{"bet": "field", "amount": "7"}], True),
        ({"edition": "nz-1998", "limits": {"table": {"min": "5"}}}, [{"bet": "field", "amount": "4"}], True),
        ({"edition": "nz-1998", "limits": {"field": {"max": "9"}}}, [{"bet": "field", "amount": "10"}], True),
        (
            {"edition": "nz-1998", "limits": {"field": {"increment": "5"}}},
            [{"bet": "field", "amount": "7"}],
            True,
        ),
        ({"edition": "md-craps"}, [{"bet": "fire", "amount": "11"}], False),  # fixed by the document
        ({"edition": "md-craps"}, [*POINT, {"bet": "pass_odds", "amount": "20"}], True),
        (
            {"edition": "md-craps", "odds": {"pass_line": {"multiples": "100"}}},
            [*POINT, {"bet": "pass_odds", "amount": "2000"}],
            False,
        ),  # the most that any casino may allow
        ({"edition": "bc-war", "chip_unit": "5"}, [{"bet": "war", "amount": "7"}], True),
    ],
)
def test_whose_limit(ruleset: dict[str, Any], events: list[dict[str, Json]], chosen: bool) -> None:
    table = Table(ruleset)
    *_, last = [table.play(event) for event in events]
    assert last.error is not None
    assert last.error.chosen is chosen, last.error.message
