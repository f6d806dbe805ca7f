"""What a finding says: the money it shows, the nearest value, the words, and what is left alone."""

from typing import Any

import pytest

from craps import check, load_ruleset, settle
from tests.craps.checks.stated import findings, report
from tests.craps.play import EDITIONS

# A finding with money in it, and what the player ends with more (or less) than under the edition.
MONEY = [
    ("bc-craps", "payouts.fire", {"payouts": {"fire:5": "250:1"}}, "5"),
    ("sg-mbs-v2", "payouts.eleven", {"payouts": {"eleven": "14:1"}}, "-10"),
    ("nz-1998", "payouts.place", {"payouts": {"place:6": "6:5"}}, "4"),  # 120 at 1.2 against 7/6
    ("md-craps", "payouts.all_small", {"payouts": {"all_small": "30:1"}}, "-20"),
    ("md-craps", "payouts.fire", {"paytables": {"fire": "B"}, "payouts": {"fire:4": "24:1"}}, "-75"),
    ("bc-craps", "payouts.sharpshooter", {"payouts": {"sharpshooter:10": "400:1"}}, "-500"),
    ("md-craps", "payouts.six_seven_eight", {"payouts": {"six_seven_eight:hard": "1:1"}}, "-10"),
    ("bc-midi", "payouts.hop", {"payouts": {"hop:hard": "31:1"}}, "10"),
    ("nz-1998", "odds.pass_line", {"odds": {"pass_line": {"multiples": 3}}}, "60"),  # 30 at 2 to 1 on a 4
    ("nz-1998", "odds.pass_line.least", {"odds": {"pass_line": {"multiples": 0}}}, "-20"),
    ("md-craps", "odds.dont_pass", {"odds": {"dont_pass": {"multiples": 150}}}, "1500"),
    ("bc-craps", "odds.dont_pass.basis", {"odds": {"dont_pass": {"basis": "winnings"}}}, "60"),
    ("nz-1998", "vig.rate", {"vig": {"buy": {"rate": "3/50"}}}, "-2"),  # two bets of 100
    ("nz-1998", "vig.base", {"vig": {"lay": {"base": "wager"}}}, "-5"),  # 5 instead of 2.50, twice
    ("nz-1998", "vig.collect", {"vig": {"buy": {"collect": "win"}}}, "5"),  # the lost one goes free
    ("bc-craps", "vig.collect", {"vig": {"lay": {"collect": "placement"}}}, "5/2"),
    ("nz-1998", "vig.refund", {"vig": {"lay": {"refund_on_removal": False}}}, "-5/2"),
    ("bc-craps", "come_out.hardway", {"come_out": {"hardway": "off"}}, "60"),
    ("nz-1998", "come_out.buy", {"come_out": {"buy": "on"}}, "-60"),
    ("nz-1998", "come_out.come_odds", {"come_out": {"come_odds": "on"}}, "-10"),
    ("sg-mbs-v2", "come_out.dont_come_odds", {"come_out": {"dont_come_odds": "off"}}, "-10"),
    ("bc-craps", "limits.sharpshooter.max", {"limits": {"sharpshooter": {"max": 25}}}, "-25"),
]


@pytest.mark.parametrize(("edition", "rule", "fields", "difference"), MONEY)
def test_what_it_costs(edition: str, rule: str, fields: dict[str, Any], difference: str) -> None:
    shown = findings(edition, rule, **fields)[0].demonstration
    assert shown is not None
    assert shown["difference"] == difference
    assert ("less" in shown["sentence"]) == difference.startswith("-")


@pytest.mark.parametrize(("edition", "rule", "fields", "difference"), MONEY)
def test_the_example_can_be_settled_by_anyone(
    edition: str, rule: str, fields: dict[str, Any], difference: str
) -> None:
    """Its events, under the rule set as submitted, end as the demonstration says."""
    shown = findings(edition, rule, **fields)[0].demonstration
    assert shown is not None
    run = settle({"ruleset": {"edition": edition, **fields}, "events": shown["events"]}).to_json()
    for total in ("balance", "on_table", "vig_paid"):
        assert run[total] == shown["submitted"][total]
    assert shown["submitted"]["told"] != shown["edition"]["told"]


def test_no_money_no_demonstration() -> None:
    [found] = findings("md-craps", "table.dice", table={"dice": 4})
    assert found.demonstration is None
    assert "demonstration" not in found.to_json()


def test_a_for_taken_for_a_to_is_said() -> None:
    [found] = findings("bc-craps", "payouts.fire", payouts={"fire:6": "1000:1"})
    assert "1000 for 1 and 999 to 1 are the same money" in found.message
    [other] = findings("sg-mbs-v2", "payouts.eleven", payouts={"eleven": "15 for 1"})
    assert "15 for 1 would be 14 to 1" in other.message
    [neither] = findings("sg-mbs-v2", "payouts.eleven", payouts={"eleven": "13:1"})
    assert " for 1" not in neither.message


def test_payouts_as_the_document_writes_them_pass() -> None:
    for_one = {"fire:4": "25 for 1", "fire:5": "250 for 1", "fire:6": "1000 for 1"}
    assert report("bc-craps", payouts=for_one).verdict == "ok"
    assert report("bc-craps", payouts={"place:6": "14:12"}).verdict == "ok"


def test_one_payout_for_a_whole_wager() -> None:
    found = findings("md-craps", "payouts.place", payouts={"place": "7:6"})
    assert [(f.path, f.clause, f.nearest) for f in found] == [
        ("payouts.place", clause, None) for clause in ("5/A(5)", "5/A(6)", "5/A(9)", "5/A(10)")
    ]
    assert "State 9:5 on 4 instead of one payout for all." in found[0].message
    [flat] = findings("md-craps", "payouts.any_seven", payouts={"any_seven": "5:1"})
    assert flat.nearest == "4:1"


@pytest.mark.parametrize("order", [("place", "place:6"), ("place:6", "place")])
def test_a_payout_for_a_number_stands_over_one_for_the_wager_in_any_order(order: tuple[str, str]) -> None:
    said = {"place": "9:5", "place:6": "7:6"}
    ruleset = load_ruleset({"edition": "nz-1998", "payouts": {key: said[key] for key in order}})
    assert str(ruleset.payout("place", "6")) == "7/6"
    paths = {f.message.split(" pays ")[0] for f in check(ruleset).findings}
    assert paths == {"Place Bet to Win on 5 or 9", "Place Bet to Win on 8"}


def test_payouts_follow_the_chosen_table() -> None:
    table_b = {"fire:4": "39:1", "fire:5": "199:1", "fire:6": "499:1"}
    assert report("md-craps", paytables={"fire": "B"}, payouts=table_b).verdict == "ok"
    wrong = findings("md-craps", "payouts.fire", payouts=table_b)
    assert [f.clause for f in wrong] == ["5/F(1)(a)", "5/F(1)(b)", "5/F(1)(c)"]


def test_a_share_counts_even_where_its_own_wager_is_not_offered() -> None:
    fields: dict[str, Any] = {"payouts": {"craps_12": "29:1"}}
    line = ["pass_line", "dont_pass", "come", "dont_come"]
    assert report("md-craps", wagers=[*line, "horn"], **fields).verdict == "breach"
    assert report("md-craps", wagers=line, **fields).verdict == "ok"


def test_terms_of_a_wager_not_offered_are_one_note() -> None:
    line = ["pass_line", "dont_pass", "come", "dont_come"]
    found = report(
        "md-craps",
        wagers=line,
        vig={"buy": {"rate": "1/2"}},
        payouts={"field:2": "9:1"},
        come_out={"place": "on"},
        limits={"fire": {"max": 99}},
        paytables={"fire": "B"},
    )
    assert found.verdict == "ok"
    [note] = found.findings
    assert note.rule == "md.wagers.without_effect"
    assert note.submitted == ["come_out.place", "limits.fire", "payouts.field:2", "paytables.fire", "vig.buy"]


def test_odds_behind_a_bet_not_offered_are_left_alone() -> None:
    wagers = ["pass_line", "dont_pass", "dont_come"]
    assert findings("nz-1998", "odds.come", wagers=wagers, odds={"come": {"multiples": 50}}) == []


def test_the_nearest_odds_are_one_number_or_one_a_point() -> None:
    [one] = findings("nz-1998", "odds.come", odds={"come": {"multiples": 7}})
    assert one.nearest == "2"
    found = findings("sg-mbs-v2", "odds.come", odds={"come": {"multiples": 7}})
    assert found[0].nearest == {"4": "3", "5": "4", "6": "5", "8": "5", "9": "4", "10": "3"}
    [point] = findings("sg-mbs-v2", "odds.come", odds={"come": {"multiples": {"4": 7}}})
    assert (point.path, point.nearest) == ("odds.come.multiples.4", "3")


def test_equipment_names_each_missing_piece_and_a_cup_serves_for_a_bowl() -> None:
    missing = findings("md-craps", "table.equipment", table={"equipment": ["dice_bowl"]})
    assert [f.allowed for f in missing] == ["with drop_box", "with tip_box", "with stick"]
    assert missing[0].nearest == ["stick", "dice_bowl", "drop_box", "tip_box"]
    cup = ["drop_box", "stick", "dice_cup", "marker_off", "marker_on", "marker_lay", "marker_buy"]
    [discs] = findings("nz-1998", "table.equipment", table={"equipment": cup})
    assert discs.clause == "3.4(d)"
    assert findings("nz-1998", "table.equipment", table={"equipment": cup, "discs": 2}) == []


# Payable units -------------------------------------------------------------------------------------------


def test_units_say_what_pays_exactly_and_what_rounding_costs() -> None:
    [note] = findings("nz-1998", "units.place", chip_unit=1)
    assert note.severity == "info"
    assert note.allowed == "multiples of 5 on 4, 5, 9 and 10 and multiples of 6 on 6 and 8"
    assert "7 on 6 would win 8 and 1/6: paid as 8 the player loses 1/6, paid as 9 gains 5/6." in note.message


def test_units_name_every_number_that_can_fall_short() -> None:
    [note] = findings("nz-1998", "units.odds", chip_unit=1)
    assert note.allowed == "multiples of 2 on 5 and 9 and multiples of 5 on 6 and 8"
    [note] = findings("nz-1998", "units.dont_odds", chip_unit="1/2")
    assert note.allowed.startswith("multiples of 1 on 4 and 10, multiples of 1.50 on 5 and 9")


def test_units_say_which_vigorish_chips_can_not_pay() -> None:
    [note] = findings("nz-1998", "units.buy", chip_unit=1)
    assert "of 25 it is 1.25" in note.message
    assert "for multiples of 20;" in note.message
    [note] = findings("nz-1998", "units.lay", chip_unit=5)
    assert "multiples of 200 on 4 and 10" in note.message


@pytest.mark.parametrize("edition", EDITIONS)
def test_units_are_one_note_a_kind_and_only_where_a_chip_is_stated(edition: str) -> None:
    found = report(edition, chip_unit="5/2")
    assert found.verdict == "ok"
    kinds = [f.rule for f in found.findings]
    assert len(kinds) == len(set(kinds)) <= 7
    assert report(edition).findings == ()


def test_units_leave_out_what_the_document_already_holds_to_whole_chips() -> None:
    [md] = findings("md-craps", "units.shares", chip_unit=1)
    assert md.allowed == "multiples of 2 on C and E Bet"
    assert md.clause == "5/B"
    assert findings("bc-craps", "units.place", chip_unit=1) == []
