"""The published JSON Schema agrees with what is read; one meaning has one canonical form and one digest."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from craps import BadInput, load_ruleset, ruleset_schema
from craps.codec import Entries, Fields, Flag, Items, Number, Odds, OneOf, OneOrEach, Text
from craps.ruleset_form import RULESET, Spots
from craps.wagers import CATALOGUE
from tests.craps.checks.stated import whole
from tests.craps.play import EDITIONS

SCHEMA = Draft202012Validator(ruleset_schema())
NUMBERS: tuple[Any, ...] = (
    0, 1, 5, 12, -1, "0", "-0", "1", "007", "2.50", "0.0", "35/3", "6/3", "0/5", "-2", "1/0", "1.", "", " 1",
    "1e3", "10" * 20, "1" * 41, True, None, 2.5, [], "five",
)  # fmt: skip
PAYOUTS = ("1:1", "7:6", "014:12", "25 for 1", "1 for 2", "0:1", "1:0", "1 to 1", "-1:1", "1:1 ", 2, None)
TEXTS = ("oblong", "USD", "usd", "", "  ", "a\tb", "x" * 121, "x" * 501, "na\u00efve", 5, None)
ANYTHING = st.sampled_from([None, True, 1, 1.5, "x", [], {}, ["x"], {"x": 1}])


def written(codec: Any) -> st.SearchStrategy[Any]:
    """Values such as people write for a codec, right and wrong."""
    match codec:
        case Number():
            right: st.SearchStrategy[Any] = st.sampled_from(NUMBERS)
        case Odds():
            right = st.sampled_from(PAYOUTS)
        case Text():
            right = st.sampled_from(TEXTS)
        case Flag():
            right = st.booleans()
        case OneOf(names=names):
            right = st.sampled_from([*names, "nonesuch"])
        case OneOrEach(one=one, each=each):
            right = written(one) | written(each)
        case Items(item=item):
            right = st.lists(written(item), max_size=3)
        case Entries(names=names, value=value):
            right = st.dictionaries(st.sampled_from([*names, "nonesuch"]), written(value), max_size=2)
        case Fields(fields=fields, required=required):
            needed = {key: written(fields[key]) for key in required}
            more = {key: written(value) for key, value in fields.items() if key not in required}
            right = st.fixed_dictionaries(needed, optional=more)
        case Spots(names=names):
            right = st.lists(st.sampled_from([*names, 4, 10, "6-1", "7", 7, "nonesuch"]), max_size=3)
        case _:
            raise TypeError(codec)
    return st.one_of(right, right, right, right, right, right, right, ANYTHING)


SECTIONS = {key: written(codec) for key, codec in RULESET.fields.items() if key != "edition"}
DOCUMENTS = st.one_of(
    *(
        st.fixed_dictionaries({"edition": st.sampled_from([*EDITIONS, "nonesuch", ""]), key: value})
        for key, value in SECTIONS.items()
    )
)


@given(DOCUMENTS)
def test_what_is_read_is_valid(document: dict[str, Any]) -> None:
    try:
        load_ruleset(json.dumps(document))
    except BadInput:
        return
    assert [error.message for error in SCHEMA.iter_errors(document)] == []


@given(DOCUMENTS)
def test_what_is_read_is_written_as_valid_json_that_reads_the_same(document: dict[str, Any]) -> None:
    try:
        ruleset = load_ruleset(json.dumps(document))
    except BadInput:
        return
    again = load_ruleset(ruleset.canonical())
    assert SCHEMA.is_valid(json.loads(ruleset.canonical()))
    assert (again.canonical(), again.digest) == (ruleset.canonical(), ruleset.digest)


def test_the_schema_is_a_valid_schema() -> None:
    SCHEMA.check_schema(ruleset_schema())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_rule_set_is_valid(edition: str) -> None:
    assert SCHEMA.is_valid(whole(edition))
    assert SCHEMA.is_valid(load_ruleset(whole(edition)).to_json())


WRONG = [
    ({}, "edition"),
    ({"edition": 5}, "edition"),
    ({"edition": "nz-1998", "operater": "x"}, "operater"),
    ({"edition": "nz-1998", "currency": "usd"}, "currency"),
    ({"edition": "nz-1998", "chip_unit": "0"}, "chip_unit"),
    ({"edition": "nz-1998", "chip_unit": "0/7"}, "chip_unit"),
    ({"edition": "nz-1998", "chip_unit": 0}, "chip_unit"),
    ({"edition": "nz-1998", "chip_unit": "one"}, "chip_unit"),
    ({"edition": "nz-1998", "chip_unit": "1/0"}, "chip_unit"),
    ({"edition": "nz-1998", "wagers": "pass_line"}, "wagers"),
    ({"edition": "nz-1998", "wagers": ["pass"]}, "wagers[0]"),
    ({"edition": "nz-1998", "wagers": ["come", "come"]}, "wagers[1]"),
    ({"edition": "nz-1998", "odds": {"field": {}}}, "odds.field"),
    ({"edition": "nz-1998", "odds": {"come": {"multiples": {"7": 1}}}}, "odds.come.multiples.7"),
    ({"edition": "nz-1998", "odds": {"come": {"multiples": -1}}}, "odds.come.multiples"),
    ({"edition": "nz-1998", "odds": {"come": {"multiples": "-1/2"}}}, "odds.come.multiples"),
    ({"edition": "nz-1998", "vig": {"buy": {"collect": "later"}}}, "vig.buy.collect"),
    ({"edition": "nz-1998", "vig": {"buy": {"refund_on_removal": "yes"}}}, "vig.buy.refund_on_removal"),
    ({"edition": "nz-1998", "payouts": {"field:5": "1:1"}}, "payouts.field:5"),
    ({"edition": "nz-1998", "payouts": {"horn": "1:1"}}, "payouts.horn"),
    ({"edition": "nz-1998", "payouts": {"field:2": "2 to 1"}}, "payouts.field:2"),
    ({"edition": "nz-1998", "paytables": {"fire": "C"}}, "paytables.fire"),
    ({"edition": "nz-1998", "come_out": {"field": "on"}}, "come_out.field"),
    ({"edition": "nz-1998", "limits": {"field": {"least": 1}}}, "limits.field.least"),
    ({"edition": "nz-1998", "table": {"equipment": ["spoon"]}}, "table.equipment[0]"),
    ({"edition": "nz-1998", "layout": {"areas": [{"wager": "come"}]}}, "layout.areas[0].x"),
    ({"edition": "nz-1998", "layout": {"legends": [""]}}, "layout.legends[0]"),
]


@pytest.mark.parametrize(("document", "path"), WRONG)
def test_what_is_refused_is_invalid_and_names_its_place(document: dict[str, Any], path: str) -> None:
    with pytest.raises(BadInput) as refused:
        load_ruleset(document)
    assert refused.value.path == path
    assert not SCHEMA.is_valid(document)


# Canonical form and digest -------------------------------------------------------------------------------


def test_the_canonical_form_is_as_published() -> None:
    ruleset = load_ruleset(
        """{"payouts": {"place:6": "14:12", "fire:4": "25 for 1"}, "wagers": ["field", "pass_line"],
            "edition": "bc-craps", "chip_unit": "2.50", "operator": "Caf\u00e9"}"""
    )
    text = (
        '{"chip_unit":"5/2","edition":"bc-craps","operator":"Caf\u00e9",'
        '"payouts":{"fire:4":"24:1","place:6":"7:6"},"wagers":["pass_line","field"]}'
    )
    assert ruleset.canonical() == text.encode()
    assert ruleset.digest == hashlib.sha256(text.encode()).hexdigest()


@given(st.permutations(sorted(CATALOGUE)), st.randoms(use_true_random=False))
def test_order_and_spelling_do_not_change_the_digest(wagers: list[str], random: Any) -> None:
    plain: dict[str, Any] = {
        "edition": "md-craps",
        "wagers": sorted(CATALOGUE),
        "chip_unit": "5/2",
        "limits": {"field": {"min": "5", "max": "100"}},
        "payouts": {"place:6": "7:6"},
    }
    spelled: dict[str, Any] = {
        "limits": {"field": {"max": 100, "min": "5.00"}},
        "payouts": {"place:6": random.choice(["14:12", "13 for 6"])},
        "wagers": wagers,
        "chip_unit": random.choice(["2.5", "10/4", "002.50"]),
        "edition": "md-craps",
    }
    assert load_ruleset(spelled).digest == load_ruleset(plain).digest


def test_a_different_meaning_has_a_different_digest() -> None:
    seen = {
        load_ruleset({"edition": "md-craps", **fields}).digest
        for fields in (
            {},
            {"chip_unit": 1},  # stating the baseline is still a statement
            {"chip_unit": 2},
            {"wagers": ["pass_line"]},
            {"odds": {"come": {"multiples": 3}}},
            {"odds": {"come": {"multiples": {"4": 3}}}},
        )
    }
    assert len(seen) == 6
