"""What a document leaves to the operator beside the old fields: excess odds, single numbers, table limits."""

from typing import Any

import pytest

from craps import BadInput, edges, load_ruleset, rules, run_examples
from craps.comparing import compare
from craps.ruleset import ruleset_schema
from craps.validation import Finding
from tests.craps.checks.stated import areas, findings, report, with_value
from tests.craps.play import BC, EDITIONS, MD, NZ, SG, Play, code, refusal

FLATS = ("pass_line", "dont_pass", "come", "dont_come")
LINE = list(FLATS)


def brief(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(f.severity, f.path, f.clause) for f in found]


# More odds for a payable unit (MD 6/F) --------------------------------------------------------------------


def odds_of(amount: int, edition: str = "md-craps", stake: int = 7, **fields: Any) -> str | None:
    play = Play(edition, **fields)
    play.bet("pass_line", stake)
    play.roll(6)
    return code(play.bet("pass_odds", amount))


def excess(flag: bool, **more: Any) -> dict[str, Any]:
    return {"odds": {"pass_line": {"excess": flag, **more}}}


def test_maryland_s_operator_accepts_the_excess_or_not() -> None:
    for accepted in ({}, excess(True)):
        assert odds_of(10, **accepted) is None
        assert odds_of(9, **accepted) == "over_limit"
    assert odds_of(10, **excess(False)) == "over_limit"
    assert odds_of(7, **excess(False)) is None
    three = excess(False, multiples=3)
    assert (odds_of(21, **three), odds_of(25, **three)) == (None, "over_limit")


def test_above_a_posted_maximum_too() -> None:
    posted: dict[str, Any] = {"limits": {"pass_odds": {"max": 12}}}
    assert odds_of(15, **posted, **excess(True, multiples=3)) is None
    assert odds_of(15, **posted, **excess(False, multiples=3)) == "over_limit"


def test_either_choice_is_maryland_s_to_make() -> None:
    for flag in (True, False):
        assert report("md-craps", **excess(flag)).verdict == "ok"
    assert not any(rule.id.endswith("odds.excess") for rule in rules("md-craps"))


@pytest.mark.parametrize("edition", NZ)
def test_new_zealand_gives_the_player_the_excess(edition: str) -> None:
    assert report(edition, **excess(True)).verdict == "ok"
    [one] = findings(edition, "odds.excess", **excess(False))
    assert brief([one]) == [("refer", "odds.pass_line.excess", "4.1(e)(i)")]
    assert one.nearest is True
    assert one.demonstration is not None
    assert one.demonstration["difference"] == "-12"  # odds of 10 on 6 that are not taken
    assert (odds_of(10, edition), odds_of(10, edition, **excess(False))) == (None, "over_limit")


@pytest.mark.parametrize(("edition", "clause"), [*((e, "3.4.2.1") for e in SG), ("bc-craps", "1/6.1.2")])
def test_no_excess_where_the_document_has_none(edition: str, clause: str) -> None:
    assert report(edition, **excess(False)).verdict == "ok"
    [one] = findings(edition, "odds.excess", **excess(True))
    assert brief([one]) == [("breach", "odds.pass_line.excess", clause)]
    assert one.nearest is False


def test_it_is_settled_as_submitted() -> None:
    terms: dict[str, Any] = {"odds": {"pass_line": {"multiples": 1, "excess": True}}}
    assert odds_of(10, "bc-craps", **terms) is None
    assert odds_of(10, "bc-craps", odds={"pass_line": {"multiples": 1}}) == "over_limit"


# Single numbers and pairs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "wager", "fine", "refused"),
    [
        ({"buy": [4, 10]}, "buy", {"number": 4}, {"number": 5}),
        ({"lay": ["4", "10"]}, "lay", {"number": 10}, {"number": 6}),
        ({"hardway": [6]}, "hardway", {"number": 6}, {"number": 8}),
        ({"hop": ["2-2", "2-5"]}, "hop", {"dice": [5, 2]}, {"dice": [3, 4]}),
    ],
)
def test_a_number_that_is_not_offered_is_refused(
    numbers: dict[str, Any], wager: str, fine: dict[str, Any], refused: dict[str, Any]
) -> None:
    play = Play("md-craps", numbers=numbers)
    assert code(play.bet(wager, 20, **fine)) is None
    step = play.bet(wager, 20, **refused)
    assert code(step) == "not_offered"
    assert "this operator's rules" in step["error"]["message"]
    assert code(play._event({"remove": wager, **refused})) == "not_offered"


def test_the_layout_owes_an_area_for_the_numbers_on_offer_only() -> None:
    hard_six = {"wager": "hardway", "number": 6, "x": 0, "y": 50, "w": 5, "h": 4}
    fields: dict[str, Any] = {"wagers": [*LINE, "hardway"], "layout": {"areas": [*areas(LINE), hard_six]}}
    assert findings("md-craps", "layout.areas", numbers={"hardway": [6]}, **fields) == []
    [one] = findings("md-craps", "layout.areas", numbers={"hardway": [4, 6]}, **fields)
    assert "Hardway Bet on 4," in one.message


def test_the_other_wagers_are_not_touched() -> None:
    play = Play("md-craps", numbers={"buy": [4]})
    assert [code(play.bet(wager, 20, number=5)) for wager in ("place", "lay")] == [None, None]


def test_only_offered_numbers_have_an_edge() -> None:
    rows = edges(load_ruleset({"edition": "md-craps", "numbers": {"buy": [4, 10], "hop": ["1-6"]}}))
    assert [row.number for row in rows if row.bet == "buy"] == [4, 10]
    assert [row.dice for row in rows if row.bet == "hop"] == [(1, 6)]
    assert len([row for row in rows if row.bet == "lay"]) == 6


@pytest.mark.parametrize("edition", MD)
def test_maryland_s_list_authorises_each_one(edition: str) -> None:
    numbers = {"buy": [4], "lay": [10], "hardway": [6, 8], "hop": ["3-3"]}
    assert report(edition, numbers=numbers).verdict == "ok"


@pytest.mark.parametrize(
    ("edition", "clause"),
    [*((e, "4.1(j)") for e in NZ), *((e, "3.4.10") for e in SG), ("bc-craps", "1/6.4"), ("bc-midi", "4/7.4")],
)
def test_elsewhere_a_number_left_out_is_judged(edition: str, clause: str) -> None:
    [one] = findings(edition, "wagers.numbers", numbers={"buy": [4, 10]})
    assert brief([one]) == [("refer", "numbers.buy", clause)]
    assert "on 5, 6, 8 and 9" in one.message
    assert one.nearest == ["4", "5", "6", "8", "9", "10"]
    assert report(edition, numbers={"buy": [4, 5, 6, 8, 9, 10]}).verdict == "ok"


@pytest.mark.parametrize("edition", BC)
def test_british_columbia_s_hops(edition: str) -> None:
    [one] = findings(edition, "wagers.numbers", numbers={"hop": ["2-2"]})
    assert one.path == "numbers.hop"
    assert "1-3" in one.message


def test_the_vigorish_is_measured_on_the_numbers_offered() -> None:
    """7% of the win is above 5% of the wager on 6 and 8 alone."""
    vig = {"lay": {"rate": "7/100", "base": "win"}}
    assert report("md-craps", vig=vig, numbers={"lay": [4, 5, 9, 10]}).verdict == "ok"
    assert report("md-craps", vig=vig, numbers={"lay": [4, 6]}).verdict == "breach"


def test_numbers_of_a_wager_that_is_not_offered_have_no_effect() -> None:
    found = report("md-craps", wagers=LINE, numbers={"buy": [4]})
    assert [(f.severity, f.submitted) for f in found.findings] == [("info", ["numbers.buy"])]


@pytest.mark.parametrize(
    ("numbers", "place"),
    [
        ({"buy": [7]}, "numbers.buy[0]"),
        ({"buy": [4, "4"]}, "numbers.buy[1]"),
        ({"buy": []}, "numbers.buy"),
        ({"buy": 4}, "numbers.buy"),
        ({"buy": [True]}, "numbers.buy[0]"),
        ({"buy": [4.0]}, "numbers.buy[0]"),
        ({"hardway": [5]}, "numbers.hardway[0]"),
        ({"hop": ["5-6"]}, "numbers.hop[0]"),
        ({"hop": [[2, 5]]}, "numbers.hop[0]"),
        ({"place": [6]}, "numbers.place"),
        ([4], "numbers"),
    ],
)
def test_bad_numbers_name_their_place(numbers: Any, place: str) -> None:
    with pytest.raises(BadInput) as error:
        load_ruleset({"edition": "md-craps", "numbers": numbers})
    assert error.value.path == place


def test_the_order_of_numbers_does_not_change_the_digest() -> None:
    one = load_ruleset({"edition": "md-craps", "numbers": {"buy": [10, "4"], "hop": ["5-2", "1-3"]}})
    other = load_ruleset({"edition": "md-craps", "numbers": {"hop": ["1-3", "2-5"], "buy": [4, 10]}})
    assert one.digest == other.digest
    assert one.to_json()["numbers"] == {"buy": ["4", "10"], "hop": ["1-3", "2-5"]}


def test_examples_leave_a_number_out_on_both_sides() -> None:
    results = run_examples(load_ruleset({"edition": "md-craps", "numbers": {"hardway": [4]}}))
    assert "differs" not in {result.verdict for result in results}
    only = run_examples(load_ruleset({"edition": "md-craps", "numbers": {"hop": ["3-3"]}}))
    assert {r.verdict for r in only} <= {"same", "not offered"}


def test_two_rule_sets_differ_in_their_numbers() -> None:
    few = load_ruleset({"edition": "md-craps", "numbers": {"buy": [4, 10]}})
    found = compare(few, load_ruleset({"edition": "md-craps"}))
    values = {row.path: (row.a, row.b) for row in found.values}
    assert values["numbers.buy"] == (["4", "10"], ["4", "5", "6", "8", "9", "10"])


# Limits of the whole table (MD 3/B, 3/C, 5/K) -------------------------------------------------------------


def test_the_table_s_limits_hold_where_a_wager_has_none() -> None:
    limits = {"table": {"min": 15, "max": 500}, "field": {"min": 5}, "any_seven": {"max": 50}}
    play = Play("md-craps", limits=limits)
    assert refusal(play.bet("pass_line", 14)) == ("under_minimum", "3/B(1)")
    assert refusal(play.bet("pass_line", 501)) == ("over_limit", "3/B(2)")
    assert code(play.bet("pass_line", 15)) is None
    assert code(play.bet("field", 5)) is None
    assert code(play.bet("field", 501)) == "over_limit"
    assert code(play.bet("any_seven", 14)) == "under_minimum"
    assert code(play.bet("any_seven", 51)) == "over_limit"


def test_what_the_document_fixes_for_a_wager_stands_before_the_table() -> None:
    limits = {"table": {"min": 15, "max": 500}}
    assert code(Play("md-craps", limits=limits).bet("fire", 5)) is None
    assert code(Play("md-craps", limits=limits).bet("fire", 6)) == "over_limit"


def test_odds_go_by_their_multiple() -> None:
    """3/B and 5/K leave supplemental wagers to chapter 6."""
    play = Play("md-craps", limits={"table": {"min": 15, "max": 20}}, odds={"pass_line": {"multiples": 10}})
    play.bet("pass_line", 20)
    play.roll(4)
    assert code(play.bet("pass_odds", 5)) is None
    assert code(play.bet("pass_odds", 195)) is None
    assert code(play.bet("pass_odds", 1)) == "over_limit"


@pytest.mark.parametrize("edition", EDITIONS)
def test_limits_of_the_table_pass(edition: str) -> None:
    assert report(edition, limits={"table": {"min": 15, "max": 5000}}).verdict == "ok"
    assert report(edition, limits={"table": {"min": 15}}).verdict == "ok"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_minimum_above_the_maximum_is_said_once(edition: str) -> None:
    limits = {"table": {"min": 16, "max": 15}}
    [one] = findings(edition, "limits.room", limits=limits)
    assert (one.path, one.severity) == ("limits.table.min", "breach" if edition in MD else "refer")
    assert "16, is above its maximum, 15" in one.message
    mended = with_value({"edition": edition, "limits": limits}, one.path, one.nearest)
    assert report(**mended).verdict == "ok"


def test_wagers_for_which_the_table_leaves_no_amount_are_named_together() -> None:
    [one] = findings("md-craps", "limits.room", limits={"table": {"max": 3}})
    assert (one.severity, one.path, one.clause, one.nearest) == ("breach", "limits.table.max", "3/B", "5")
    assert "Horn Bet, Horn High Bet and Whirl Bet" in one.message
    mended = with_value({"edition": "md-craps", "limits": {"table": {"max": 3}}}, one.path, one.nearest)
    assert report(**mended).verdict == "ok"


def test_a_wager_s_own_bound_against_the_table_s() -> None:
    found = findings("md-craps", "limits.room", limits={"table": {"max": 10}, "field": {"min": 25}})
    assert [(f.path, f.nearest) for f in found] == [("limits.field.min", "10")]


def test_only_least_and_most_belong_to_the_table() -> None:
    with pytest.raises(BadInput) as error:
        load_ruleset({"edition": "md-craps", "limits": {"table": {"increment": 5}}})
    assert error.value.path == "limits.table.increment"


def test_a_difference_in_the_table_s_limits_is_one_row() -> None:
    one = load_ruleset({"edition": "md-craps", "limits": {"table": {"min": 15}}})
    rows = {row.path for row in compare(one, load_ruleset({"edition": "md-craps"})).values}
    assert rows == {"limits.table.min"}


# Called wagers with cash (MD 4/C) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "severity", "clause"),
    [
        *((e, None, "") for e in (*MD, *BC)),
        *((e, "breach", "4.5") for e in NZ),
        *((e, "refer", "3.10") for e in SG),
    ],
)
def test_a_called_wager_with_cash(edition: str, severity: str | None, clause: str) -> None:
    assert report(edition, making={"called_with_cash": False}).verdict == "ok"
    found = [f for f in report(edition, making={"called_with_cash": True}).findings if f.severity != "info"]
    expected = [(severity, "making.called_with_cash", clause)] if severity else []
    assert brief(found) == expected
    assert all(f.nearest is False for f in found)


# All of them ----------------------------------------------------------------------------------------------


def test_a_rule_set_that_states_none_of_them_has_its_old_digest() -> None:
    ruleset = load_ruleset({
        "edition": "md-craps", "chip_unit": "1", "odds": {"come": {"multiples": 3, "basis": "wager"}},
        "limits": {"fire": {"min": "1", "max": "5", "increment": "1"}},
    })  # fmt: skip
    assert ruleset.digest == "6f6e6248dd0702341b1e78eaba48db68e14a57aaa0e5ed72a56338470ec263f4"


def test_the_schema_knows_them() -> None:
    fields = ruleset_schema()["properties"]
    assert fields["odds"]["properties"]["come"]["properties"]["excess"] == {"type": "boolean"}
    assert set(fields["numbers"]["properties"]) == {"buy", "lay", "hardway", "hop"}
    assert set(fields["limits"]["properties"]["table"]["properties"]) == {"min", "max"}
    assert fields["making"]["properties"] == {"called_with_cash": {"type": "boolean"}}
