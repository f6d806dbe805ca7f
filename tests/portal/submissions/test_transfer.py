"""Rule sets from elsewhere: what is read, what is left out and named, what goes out again."""

from __future__ import annotations

import hashlib
import json
import time

import pytest

from craps import load_ruleset
from portal.errors import BadValue
from portal.submissions import transfer
from tests.factories import House, create_property, draft, odds, present


def test_what_goes_out_comes_in_again_with_the_same_digest(house: House) -> None:
    version = present(draft(house, odds(2)).current_version)
    exported = transfer.canonical_json(version)
    assert hashlib.sha256(exported).hexdigest() == version.digest
    reading = transfer.read(exported)
    assert reading == transfer.ReadRules(version.rules)


def test_each_part_that_cannot_be_read_is_named_and_the_rest_is_kept() -> None:
    reading = transfer.read(
        json.dumps(
            {
                "edition": "md-craps",
                "odd": 3,
                "wagers": ["pass_line", "pas_line", "lay", "no_such"],
                "odds": {"pass_line": {"multiples": 2.5}, "come": {"multiples": {"4": "x", "5": 3}}},
                "layout": {"areas": [{"x": 0, "y": 0, "w": 1, "h": 1}]},
                "a.b[0]": 1,
            }
        )
    )
    assert reading.ruleset == {
        "edition": "md-craps",
        "wagers": ["pass_line", "lay"],
        "odds": {"come": {"multiples": {"5": "3"}}},
    }
    assert {each["path"] for each in reading.left_out} == {
        "odd",
        "a.b[0]",
        "wagers[1]",
        "wagers[3]",  # the place where it was written, though one before it is gone
        "odds.pass_line.multiples",
        "odds.come.multiples.4",
        "layout.areas[0].wager",
    }
    near = next(each["message"] for each in reading.left_out if each["path"] == "odd")
    assert "odds" in near


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1"),
        ("[]", "JSON object"),
        ("{}", "edition"),
        ('{"edition": "atlantis"}', "atlantis"),
        ('{"edition": "md-craps", "edition": "md-mini"}', "twice"),
        ('{"edition": "md-craps", "chip_unit": NaN}', "NaN"),
        (b"\xff", "UTF-8"),
        ("[" * 100_000, "deep"),
        (" " * (transfer.LARGEST + 1), "larger than 256 KB"),
    ],
)
@pytest.mark.django_db
def test_what_nothing_can_be_made_of_says_why(text: str | bytes, said: str) -> None:
    with pytest.raises(BadValue) as refused:
        transfer.read(text)
    assert said in refused.value.message
    assert refused.value.field == "text"


def test_a_file_with_very_many_unknown_parts_is_refused_soon() -> None:
    """Taking out one part after the other took 48 seconds for a file of 140 KB."""
    unknown = {f"odds_{number}": "1" for number in range(9_000)}
    before = time.process_time()
    with pytest.raises(BadValue, match="More than 50 parts cannot be read") as refusal:
        transfer.read(json.dumps({"edition": "nz-revised", **unknown}))
    assert "odds_0: " in refusal.value.message
    assert time.process_time() - before < 3


@pytest.mark.django_db
def test_amounts_stay_behind_where_another_currency_is_used() -> None:
    elsewhere = create_property(jurisdiction="md")
    rules = odds(2) | {"currency": "NZD", "chip_unit": "5", "limits": {"field": {"min": "10"}}}
    reading = transfer.for_property(load_ruleset(rules), elsewhere, "md-craps")
    assert reading.ruleset["currency"] == "USD"
    assert reading.ruleset["odds"]["come"] == {"multiples": "2"}
    assert {each["path"] for each in reading.left_out} == {"limits", "chip_unit"}
    assert "limits" not in reading.ruleset


@pytest.mark.django_db
def test_amounts_come_along_within_one_currency() -> None:
    other = create_property(jurisdiction="nz")
    rules = odds(2) | {"limits": {"field": {"min": "10"}}}  # currency not stated: the edition's own
    reading = transfer.for_property(load_ruleset(rules), other, "nz-1998")
    assert reading.left_out == ()
    assert reading.ruleset["limits"] == {"field": {"min": "10"}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '{"edition": "nz-revised", ' + ", ".join(f'"k{n}": 1' for n in [*range(20_000), 19_999]) + "}",
            "twice",
        ),
        ('{"edition": "nz-revised", "limits": ' + '{"a":' * 900 + "1" + "}" * 901, "nested too deeply"),
        (
            '{"edition": "nz-revised", ' + ", ".join(f'"key {n}": 1' for n in range(6_000)) + "}",
            "More than 50",
        ),
        (
            '{"edition": "nz-revised", "odds": {' + ", ".join(f'"b{n}": 1' for n in range(9_000)) + "}}",
            "than 50",
        ),
    ],
    ids=["a key twice at the end", "deep", "unknown fields", "unknown bets"],
)
def test_a_long_file_of_mistakes_is_refused_in_one_look(text: str, said: str) -> None:
    """In time that grows with the length of the file: a square of it took seconds."""
    before = time.process_time()
    with pytest.raises(BadValue, match=said):
        transfer.read(text)
    assert time.process_time() - before < 2
