"""Maryland's vigorish: capped on the wager where it is taken at placement, open where taken on a win."""

from typing import Any

import pytest

from craps import load_ruleset, rules, settle
from craps.validation import Finding
from tests.craps.checks.stated import findings, report, with_value

MD_BOTH = ("md-craps", "md-mini")
LINE = ["pass_line", "dont_pass", "come", "dont_come"]


def found(wager: str, edition: str = "md-craps", **terms: Any) -> list[Finding]:
    return [f for f in report(edition, vig={wager: terms}).findings if f.path.startswith(f"vig.{wager}")]


def judged(wager: str, **terms: Any) -> list[tuple[str, str, str]]:
    return [(f.severity, f.path, f.clause) for f in found(wager, **terms)]


# At placement: what is taken, number by number, against 5% of the wager (5/G(3)(a)) ----------------------


@pytest.mark.parametrize("rate", ["1/20", "1/25", "59/1000", "3/50"])
def test_a_share_of_the_win_on_lay_is_allowed_up_to_a_twentieth_of_the_wager(rate: str) -> None:
    """6% of the win is just 5% of the wager on 6 and 8, which pay 5 to 6."""
    assert judged("lay", rate=rate, base="win") == []


def test_a_share_of_the_win_on_lay_above_a_twentieth_of_the_wager() -> None:
    [one] = found("lay", rate="61/1000", base="win")
    assert (one.severity, one.path, one.clause, one.nearest) == (
        "breach",
        "vig.lay.rate",
        "5/G(3)(a)",
        "3/50",
    )
    assert "on 6 and 8" in one.message
    assert "on 4" not in one.message
    [more] = found("lay", rate="11/100", base="win")
    assert "on 4, 5, 6, 8, 9 and 10" in more.message
    assert more.nearest == "3/50"


def test_the_example_bets_on_a_number_that_is_over_the_cap() -> None:
    """8% of what 100 can win on 6 or 8 is 20/3; the cap is 5. On 4 it would be 4, which is allowed."""
    shown = found("lay", rate="2/25", base="win")[0].demonstration
    assert shown is not None
    assert {event["number"] for event in shown["events"] if "number" in event} == {6}
    assert shown["difference"] == "-10/3"  # 20/3 instead of 5, twice
    ruleset = {"edition": "md-craps", "vig": {"lay": {"rate": "2/25", "base": "win"}}}
    assert settle({"ruleset": ruleset, "events": shown["events"]}).to_json()["vig_paid"] == "40/3"


def test_a_twentieth_of_the_win_on_buy_is_above_the_cap_on_every_number() -> None:
    [one] = found("buy", base="win")
    assert (one.severity, one.path, one.nearest) == ("breach", "vig.buy.base", "wager")
    assert "10% of the amount wagered" in one.message
    assert one.demonstration is not None
    assert one.demonstration["difference"] == "-10"


def test_a_share_of_the_win_on_buy_at_inside_and_outside_the_cap() -> None:
    assert judged("buy", rate="1/40", base="win") == []  # half of what 4 and 10 win is the wager's 5%
    [over] = found("buy", rate="26/1000", base="win")
    assert (over.severity, over.path) == ("breach", "vig.buy.base")
    [rate] = found("buy", rate="3/50", base="win")  # neither base is right at 6%
    assert (rate.path, rate.nearest) == ("vig.buy.rate", "1/40")


@pytest.mark.parametrize("wager", ["buy", "lay"])
@pytest.mark.parametrize(
    "terms", [{}, {"base": "win"}, {"collect": "win"}, {"collect": "win", "base": "win"}]
)
def test_no_vigorish_is_never_too_much(wager: str, terms: dict[str, str]) -> None:
    assert judged(wager, rate=0, **terms) == []


@pytest.mark.parametrize(
    ("wager", "terms"),
    [
        ("buy", {"base": "win"}),
        ("buy", {"rate": "1/2", "base": "win"}),
        ("lay", {"rate": "1/2", "base": "win"}),
        ("lay", {"rate": "7/100"}),
    ],
)
def test_the_nearest_value_leaves_nothing_to_find(wager: str, terms: dict[str, str]) -> None:
    stated = {"edition": "md-craps", "vig": {wager: terms}}
    [one] = found(wager, **terms)
    mended = with_value(stated, one.path, one.nearest)
    assert [f for f in report(**mended).findings if f.severity != "info"] == []


def test_the_document_s_payouts_measure_it_not_the_operator_s() -> None:
    """Else a payout that is wrong itself would excuse the rate."""
    fields = {"vig": {"lay": {"base": "win", "rate": "1/2"}}, "payouts": {"lay": "1:1000"}}
    assert findings("md-craps", "vig.rate", **fields)


def test_an_exact_rate_is_held_to_its_base_as_before() -> None:
    assert [f.path for f in found("lay", "nz-1998", base="wager")] == ["vig.lay.base"]
    assert [f.path for f in found("buy", "nz-1998", rate=0)] == ["vig.buy.rate"]


# On a win: no rate and no base is named (5/G(3)(b)) -------------------------------------------------------


def test_the_two_ways_are_told_apart() -> None:
    for edition in MD_BOTH:
        texts = {rule.id: rule.text for rule in rules(edition)}
        assert texts["md.vig.rate"] == (
            "Vigorish is at most 5% of the amount wagered when it is taken as the bet is placed; "
            "where it is taken only on a win, the document names no rate."
        )
        assert "the document names no base" in texts["md.vig.base"]
    assert next(r.text for r in rules("nz-1998") if r.id == "nz.vig.rate") == "Vigorish is exactly 5%."


def test_what_is_taken_on_a_win_is_not_held_to_the_cap() -> None:
    [rate] = found("lay", collect="win", rate="51/1000")
    assert (rate.severity, rate.clause) == ("refer", "5/G(3)(b)")
    assert "names no rate" in rate.message
    assert "at most" not in str(rate.allowed)
    assert rate.nearest is None


# One procedure for buy and lay (5/I) ----------------------------------------------------------------------


def both(buy: dict[str, Any], lay: dict[str, Any], **fields: Any) -> list[Finding]:
    return findings("md-craps", "vig.procedure", vig={"buy": buy, "lay": lay}, **fields)


@pytest.mark.parametrize("way", ["placement", "win"])
def test_one_way_for_both_is_fine(way: str) -> None:
    assert both({"collect": way}, {"collect": way}) == []


def test_two_ways_are_for_the_regulator_to_judge() -> None:
    [one] = both({"collect": "placement"}, {"collect": "win"})
    assert (one.severity, one.path, one.clause) == ("refer", "vig.lay.collect", "5/I")
    assert one.nearest is None  # either way would do
    assert "does not expressly forbid" in one.message


def test_a_way_that_is_a_breach_is_not_also_left_to_judgement() -> None:
    assert both({"collect": "placement_and_payment"}, {"collect": "win"}) == []


def test_what_is_not_stated_is_not_a_second_way() -> None:
    assert findings("md-craps", "vig.procedure", vig={"buy": {"collect": "win"}}) == []


def test_a_bet_without_vigorish_or_not_offered_has_no_procedure() -> None:
    assert both({"collect": "placement", "rate": 0}, {"collect": "win"}) == []
    alone = [*LINE, "place", "buy"]
    assert both({"collect": "placement"}, {"collect": "win"}, wagers=alone) == []


def test_other_documents_leave_one_way_only() -> None:
    for edition in ("nz-1998", "sg-mbs-v2", "bc-craps"):
        assert not any(rule.id.endswith("vig.procedure") for rule in rules(edition))


def test_the_digest_of_a_rule_set_is_untouched() -> None:
    assert load_ruleset({"edition": "md-craps", "vig": {"lay": {"rate": "1/20", "base": "win"}}}).digest == (
        "fbefc484619f9c0cf555eec0e17e314450e6cf53b7e921ac6b6b5bf448e60da9"
    )
