"""Fields and values of a rule set in words."""

from __future__ import annotations

import pytest

from craps import vocabulary
from craps.codec import Entries, Fields
from craps.edition_codec import BASES, COLLECT, EQUIPMENT, SHAPES, SIDE_BET_PLACES, WALL_NOTICES
from craps.edition_codec import BASIS as BASIS_VALUES
from craps.ruleset_form import RULESET
from craps.vocabulary import LABELS, path_words, value_words
from craps.wagers import CATALOGUE


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("odds.pass_line.multiples.4", "Odds on Pass line, on 4"),
        ("odds.dont_come.multiples", "Odds on Don't come"),
        ("odds.come.basis", "Odds on Come, measured on"),
        ("vig.buy.rate", "Vigorish on Buy, rate"),
        ("payouts.field:12", "Payout of Field on 12"),
        ("paytables.fire", "Fire bet pay table"),
        ("come_out.hardway", "Hardway on a come-out roll"),
        ("odds.come.excess", "Odds on Come, more accepted for a payable unit"),
        ("numbers.hop", "Pairs of Hop bet"),
        ("limits.table.min", "Minimum of the whole table"),
        ("making.called_with_cash", "Called bets with cash"),
        ("limits.fire.max", "Fire, maximum"),
        ("table.length_ft", "Table length"),
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
        ("odds.pass_line.multiples", {"4": 3, "5": 4}, "3× on 4; 4× on 5"),
        ("vig.buy.rate", "1/20", "5%"),
        ("vig.buy.rate", "1/80", "1.25%"),
        ("vig.lay.base", "win", "the amount it can win"),
        ("vig.buy.refund_on_removal", True, "yes"),
        ("payouts.field:12", "2:1", "2 to 1"),
        ("wagers", ["pass_line", "craps_2"], "Pass line, Craps 2"),
        ("table.equipment", ["dice_cup", "marker_on"], "dice cup, ON button"),
        ("numbers.buy", ["4", "10"], "4, 10"),
        ("making.called_with_cash", True, "yes"),
        ("table.shape", "other", "another shape"),
        ("table.shape", "kidney", "kidney"),
        ("table.stickperson", False, "no"),
        ("layout.fire.place", "players", "in front of the players"),
        ("layout.sharpshooter.schedule_place", "boxperson", "in front of the boxperson"),
        ("layout.fire.wall_notice", ["limits"], "the limits of the Fire bet"),
        (
            "layout.fire",
            {"positions": "16", "place": "players"},
            "16 positions; placed in front of the players",
        ),
        ("layout.legends", [], "none"),
        ("limits.fire.max", None, "not stated"),
    ],
)
def test_a_value_is_worded_as_a_person_would(path: str, value: object, words: str) -> None:
    assert value_words(path, value) == words


def _paths(codec: object, path: str) -> list[str]:
    """Every contract path; entries of a wager, point or slot count once, without it."""
    if isinstance(codec, Entries):
        return _paths(codec.value, path)
    if isinstance(codec, Fields):
        return [
            inner
            for key, value in codec.fields.items()
            for inner in _paths(value, f"{path}.{key}".strip("."))
        ]
    return [path]


@pytest.mark.parametrize("path", _paths(RULESET, ""))
def test_every_field_of_the_contract_has_a_label(path: str) -> None:
    assert LABELS[path]


def test_every_value_of_the_contract_has_words() -> None:
    assert tuple(vocabulary.COLLECT) == COLLECT
    assert tuple(vocabulary.BASE) == BASES
    assert tuple(vocabulary.BASIS) == BASIS_VALUES
    assert tuple(vocabulary.EQUIPMENT) == tuple(vocabulary.EQUIPMENT_NEEDED) == EQUIPMENT
    assert tuple(vocabulary.SHAPES) == SHAPES
    assert tuple(vocabulary.SIDE_BET_PLACES) == SIDE_BET_PLACES
    assert tuple(vocabulary.WALL_NOTICES) == WALL_NOTICES
    assert set(vocabulary.WAGER_GROUPS) == {wager.group for wager in CATALOGUE.values()}
