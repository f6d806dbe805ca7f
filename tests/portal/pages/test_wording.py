"""The contract's paths and values in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from portal.pages.templatetags.baize import day, moment
from portal.pages.wording import path_words, value_words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("odds.pass_line.multiples.4", "Pass line odds on 4"),
        ("odds.dont_come.multiples", "Don't come odds"),
        ("odds.come.basis", "Come odds, measured on"),
        ("vig.buy.rate", "Buy vigorish, rate"),
        ("payouts.field:12", "Field payout on 12"),
        ("paytables.fire", "Fire pay table"),
        ("come_out.hardway", "Hardway on a come-out roll"),
        ("limits.fire.max", "Fire, maximum"),
        ("table.length_ft", "Table, length"),
        ("wagers", "Wagers offered"),
        ("something_new.inside", "something_new, inside"),
    ],
)
def test_a_path_is_named_as_a_person_would(path: str, words: str) -> None:
    assert path_words(path) == words


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("odds.pass_line.multiples.4", "2", "2×"),
        ("odds.pass_line.multiples", {"4": 3, "5": 4}, "on 4: 3×; on 5: 4×"),
        ("vig.buy.rate", "1/20", "5%"),
        ("vig.buy.rate", "1/80", "1.25%"),
        ("vig.lay.base", "win", "what it wins"),
        ("vig.buy.refund_on_removal", True, "yes"),
        ("payouts.field:12", "2:1", "2 to 1"),
        ("wagers", ["pass_line", "craps_2"], "Pass line, Craps 2"),
        ("table.equipment", ["dice_cup"], "dice cup"),
        ("layout.legends", [], "none"),
        ("limits.fire.max", None, "not stated"),
    ],
)
def test_a_value_is_said_as_a_person_would(path: str, value: object, words: str) -> None:
    assert value_words(path, value) == words


def test_a_moment_is_said_with_its_zone() -> None:
    at = datetime(2026, 11, 15, 23, 5, tzinfo=UTC)
    assert (day(at), moment(at)) == ("15 November 2026", "15 November 2026, 23:05 UTC")
    assert (day(at, "nz"), moment(at, "nz")) == ("16 November 2026", "16 November 2026, 12:05 NZDT")
    assert moment(at, "sg") == "16 November 2026, 07:05 UTC+8"
    assert (day(None), moment(None)) == ("not stated", "not yet")
