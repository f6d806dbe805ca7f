"""Properties of every rule set: nothing crashes, every finding is complete, and what is allowed passes."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from craps import BadInput, check, edges, load_ruleset, rules, run_examples
from craps.comparing import compare, where
from craps.drawing import draw
from craps.games import game_of
from craps.wagers import CATALOGUE, COME_OUT_STATES
from tests.craps import printed
from tests.craps.checks.stated import (
    OPERATOR,
    THREE_FOUR_FIVE,
    areas,
    basis,
    come_out,
    payouts,
    vig,
    with_value,
)
from tests.craps.play import EDITIONS, FAMILY

pytestmark = pytest.mark.slow

AMOUNTS = st.sampled_from([0, 1, 2, 5, "1/3", "7/2", 25, 1000])
ABOVE_ZERO = st.sampled_from([1, 2, 5, "1/3", "7/2", 25, 1000])
PLACES = st.sampled_from([-3, 0, "1/2", 5, 10, 40])
NUMBERS = st.sampled_from([4, 6, 7, 12])
SOME_POINTS = st.lists(st.sampled_from([4, 5, 6, 8, 9, 10]), unique=True, min_size=1)
WAGERS = st.lists(st.sampled_from(list(CATALOGUE)), unique=True, max_size=len(CATALOGUE))
POINTS = [*THREE_FOUR_FIVE]
SLOTS = [
    key
    for w in CATALOGUE.values()
    if w.slots
    for key in (w.id, *(f"{w.id}:{slot}" for slot in w.slots if slot))
]


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def by(names: Any, value: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(list(names)), value, max_size=4)


AREA = st.fixed_dictionaries(
    {"wager": st.sampled_from(list(CATALOGUE)), "x": PLACES, "y": PLACES, "w": ABOVE_ZERO, "h": ABOVE_ZERO},
    optional={"number": NUMBERS, "label": st.sampled_from(["FIELD", "no call bets", OPERATOR])},
)
READABLE = st.fixed_dictionaries(
    {"edition": st.sampled_from(EDITIONS)},
    optional={
        "operator": st.just(OPERATOR),
        "chip_unit": ABOVE_ZERO,
        "wagers": WAGERS,
        "numbers": some(
            buy=SOME_POINTS,
            lay=SOME_POINTS,
            hardway=st.just([6, 8]),
            hop=st.lists(st.sampled_from(["1-3", "2-5", "3-3"]), unique=True, min_size=1),
        ),
        "making": some(called_with_cash=st.booleans()),
        "odds": by(
            ("pass_line", "come", "dont_pass", "dont_come"),
            some(
                multiples=AMOUNTS | by(POINTS, AMOUNTS),
                basis=st.sampled_from(["wager", "winnings"]),
                excess=st.booleans(),
            ),
        ),
        "vig": by(
            ("buy", "lay"),
            some(
                collect=st.sampled_from(["placement", "win", "placement_and_payment"]),
                rate=AMOUNTS,
                base=st.sampled_from(["wager", "win"]),
                refund_on_removal=st.booleans(),
            ),
        ),
        "payouts": by(SLOTS, st.sampled_from(["0:1", "1:1", "7:6", "25 for 1", "1:1000"])),
        "paytables": by(("fire", "bonus"), st.sampled_from("AB")),
        "come_out": by(COME_OUT_STATES, st.sampled_from(["on", "off"])),
        "limits": st.builds(
            lambda own, table: own | ({"table": table} if table else {}),
            by(CATALOGUE, some(min=AMOUNTS, max=AMOUNTS, increment=ABOVE_ZERO)),
            st.none() | some(min=AMOUNTS, max=AMOUNTS),
        ),
        "table": some(
            shape=st.sampled_from(["oblong", "other", "not oblong", "round"]),
            rounded_corners=st.booleans(),
            stickperson=st.booleans(),
            off_for_removal=st.booleans(),
            length_ft=ABOVE_ZERO,
            seats=st.integers(0, 20),
            players=st.integers(0, 20),
            players_per_end=st.integers(0, 10),
            dice=st.integers(0, 7),
            dice_face_mm=ABOVE_ZERO,
            dice_casino_name=st.booleans(),
            dice_change_hours=ABOVE_ZERO,
            counts_as_tables=st.integers(0, 3),
            limits_posted=st.booleans(),
            equipment=st.lists(st.sampled_from(["stick", "dice_cup", "drop_box"]), unique=True),
            discs=st.integers(0, 3),
        ),
        "layout": some(
            width=ABOVE_ZERO,
            height=ABOVE_ZERO,
            logo=st.booleans(),
            legends=st.lists(st.sampled_from(["FIELD", "no call bets", OPERATOR, "4"]), max_size=3),
            areas=st.lists(AREA, max_size=5),
            schedules=st.lists(st.sampled_from(["fire", "sharpshooter"]), unique=True),
            fire=some(
                positions=st.integers(0, 20),
                positions_per_end=st.integers(0, 10),
                place=st.sampled_from(["players", "boxperson", "elsewhere"]),
                circles=st.booleans(),
                markers_distinct=st.booleans(),
                wall_notice=st.just(["odds"]),
            ),
            sharpshooter=some(
                positions=st.integers(0, 20),
                positions_per_end=st.integers(0, 10),
                schedule_place=st.sampled_from(["players", "boxperson", "elsewhere"]),
            ),
            bonus=some(
                areas=st.just(["all_small"]),
                place=st.sampled_from(["players", "boxperson"]),
                marker_spots=st.just([2, 7]),
                odds_shown=st.booleans(),
            ),
        ),
    },
)


@given(READABLE)
def test_every_finding_is_complete(document: dict[str, Any]) -> None:
    ruleset = load_ruleset(document)
    report = check(ruleset)
    json.dumps(report.to_json())
    known = {rule.id for rule in rules(ruleset.edition)}
    assert 0 < report.checked <= len(known)
    for found in report.findings:
        assert found.rule in known
        assert found.clause
        assert found.message.endswith(".")
        assert re.split(r"[.\[]", found.path)[0] in {*document, "wagers"}
        if found.demonstration:
            assert found.demonstration["difference"] != "0"
    assert check(load_ruleset(ruleset.canonical())).to_json() == report.to_json()


@given(READABLE)
def test_the_nearest_value_can_be_read_and_mends_the_finding(document: dict[str, Any]) -> None:
    for found in check(load_ruleset(document)).findings:
        if found.nearest is None:
            continue
        mended = with_value(load_ruleset(document).to_json(), found.path, found.nearest)
        left = check(load_ruleset(mended)).findings
        same = [f for f in left if (f.rule, f.path, f.clause, f.message) == (
            found.rule, found.path, found.clause, found.message
        )]  # fmt: skip
        assert same == [], found.message


@given(READABLE)
def test_the_nearest_value_creates_no_breach(document: dict[str, Any]) -> None:
    """Save by bringing a wager back whose terms, of no effect until then, were never looked at."""
    findings = check(load_ruleset(document)).findings
    broken = {f.path for f in findings if f.severity == "breach"}
    idle = any(f.rule.endswith("wagers.without_effect") for f in findings)
    for found in findings:
        if found.nearest is None or (found.path == "wagers" and idle) or found.path.startswith("layout"):
            continue
        mended = with_value(load_ruleset(document).to_json(), found.path, found.nearest)
        left = check(load_ruleset(mended)).findings
        new = {f.path for f in left if f.severity == "breach"} - broken
        assert {path for path in new if not path.startswith("layout")} == set(), (found, new)


@settings(max_examples=15)
@given(READABLE, READABLE)
def test_any_two_can_be_compared_and_looked_for_elsewhere(one: dict[str, Any], other: dict[str, Any]) -> None:
    json.dumps(compare(load_ruleset(one), load_ruleset(other)).to_json())
    assert len([each.to_json() for each in where(load_ruleset(one))]) == len(EDITIONS)


# What the documents allow ---------------------------------------------------------------------------------


@st.composite
def allowed(draw: st.DrawFn) -> dict[str, Any]:
    """A rule set that keeps within its document, its choices drawn from all that is left open."""
    edition = draw(st.sampled_from(EDITIONS))
    family = FAMILY[edition]
    every = sorted(printed.authorised(edition))
    optional = set(every) - set(printed.LINE) if family == "md" else {"fire", "sharpshooter"} & set(every)
    out = draw(st.sets(st.sampled_from(sorted(optional)))) if optional else set()
    if "place" in out:
        out.add("buy")  # in addition to place (3/A(41))
    wagers = [wager for wager in every if wager not in out]
    multiples: Any = {
        "nz": st.sampled_from([1, "3/2", 2]),
        "md": st.integers(1, 100) | st.dictionaries(st.sampled_from(POINTS), st.integers(1, 100)),
        "sg": st.just(THREE_FOUR_FIVE),
        "bc": st.just(THREE_FOUR_FIVE),
    }[family]
    odds = {}
    for flat in printed.LINE:
        six = family == "bc" and flat.startswith("dont")
        odds[flat] = {"multiples": 6 if six else draw(multiples), "basis": basis(edition, flat)}
    terms = {wager: vig(edition, wager) for wager in ("buy", "lay")}
    if family == "md":
        way = draw(st.sampled_from(["placement", "win"]))  # one way for both (5/I)
        for each in terms.values():
            each["rate"] = str(draw(st.fractions(0, Fraction(1, 20), max_denominator=1000)))
            each["collect"] = way
    if family in ("md", "sg"):
        for each in terms.values():
            each["refund_on_removal"] = draw(st.booleans())
    pays = {key: value for key, value in payouts(edition).items() if draw(st.booleans())}
    found = {
        "edition": edition,
        "wagers": wagers,
        "chip_unit": draw(st.sampled_from([1, 2, "1/2", "0.25", "1/3"])),  # fits two, the least of a side bet
        "odds": odds,
        "vig": terms,
        "payouts": pays,
        "come_out": {w: come_out(edition, w) for w in COME_OUT_STATES if w in wagers},
        "limits": {
            w: {"min": 1, "max": 5}  # as 11/B(1) prints it
            if (family, w) == ("md", "fire")
            else {
                "min": 2,
                "max": draw(st.integers(2, 4) if CATALOGUE[w].group == "side" else st.integers(20, 40)),
            }
            for w in wagers
        },
        "layout": {"areas": areas(wagers), "width": 200, "height": 200},
    }
    if edition == "md-craps":
        choice = draw(st.sampled_from("AB"))
        found["paytables"] = {"fire": choice, "bonus": choice}
        side = {f"fire:{n}": f"{a}:1" for n, a in printed.FIRE[choice].items()}
        side |= {w: f"{a}:1" for w, a in printed.BONUS_PAYS[choice].items()}
        found["payouts"] = {key: side.get(key, value) for key, value in pays.items()}
    return found


@given(allowed())
def test_what_the_document_allows_raises_no_alarm(document: dict[str, Any]) -> None:
    try:
        report = check(load_ruleset(document))
    except BadInput as error:
        raise AssertionError(error) from None
    assert [f.to_json() for f in report.findings if f.severity != "info"] == []


@pytest.mark.parametrize(
    "number",
    [
        "9" * 40,
        10**40 - 1,
        1 - 10**40,
        f"1/{'9' * 38}",
        f"0.{'0' * 37}1",
        f"{'9' * 19}.{'9' * 20}",
        f"{'9' * 20}/{'9' * 19}",
    ],
)
def test_the_longest_numbers_are_refused_where_they_stand_or_taken_all_the_way(number: str | int) -> None:
    """What is read is written again for digests and stored so: it must not become too long on the way."""
    every = {
        "chip_unit": number,
        "odds": {flat: {"multiples": number} for flat in ("pass_line", "come", "dont_pass", "dont_come")},
        "vig": {"buy": {"rate": number}, "lay": {"rate": number}},
        "limits": {w: {"min": number, "max": number, "increment": number} for w in CATALOGUE},
        "layout": {"areas": [{"wager": "field", "x": number, "y": number, "w": number, "h": number}]},
    }
    for section, stated in every.items():
        for edition in ("md-craps", "nz-revised"):
            try:
                ruleset = load_ruleset({"edition": edition, section: stated})
            except BadInput as error:
                assert error.path.startswith(section)
                continue
            assert load_ruleset(ruleset.canonical(), ruleset.edition).digest == ruleset.digest
            check(ruleset).to_json()
            edges(ruleset)
            compare(ruleset, load_ruleset({"edition": "nz-1998"})).to_json()
            run_examples(ruleset)
            draw(game_of(ruleset.edition).layout_of(ruleset), title="A table", edition=ruleset.edition)
