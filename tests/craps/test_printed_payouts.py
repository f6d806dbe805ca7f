"""Payouts that a document prints for a whole combined wager: the same money as its shares."""

from fractions import Fraction

import pytest

from craps import BadInput, edition_from_json, load_edition, load_ruleset, settle
from craps.edition_values import contradictions
from tests.craps.play import EDITIONS

SG = load_edition("sg-mbs-v2")


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (6, 6), (5, 6)])
def test_what_is_printed_is_what_the_shares_pay(dice: tuple[int, int]) -> None:
    run = settle({
        "ruleset": {"edition": "sg-mbs-v2"},
        "events": [{"bet": "c_and_e", "amount": 10}, {"roll": list(dice)}],
    })  # fmt: skip
    pays = load_ruleset({"edition": "sg-mbs-v2"}).printed("c_and_e")[str(sum(dice))]
    assert Fraction(run.balance) == 10 * pays.value
    assert pays.clause == "4.1"


def test_singapore_alone_prints_it_so() -> None:
    found = {
        (edition, w)
        for edition in EDITIONS
        for w, rule in load_edition(edition).wagers.items()
        if rule.printed
    }
    assert found == {("sg-mbs-v2", "c_and_e")}


def test_where_a_share_pays_otherwise_the_printed_payout_does_not_hold() -> None:
    other = load_ruleset({"edition": "sg-mbs-v2", "payouts": {"eleven": "14:1"}})
    assert other.printed("c_and_e") == {}
    same = load_ruleset({"edition": "sg-mbs-v2", "payouts": {"eleven": "30:2", "craps_2": "29:1"}})
    assert same.printed("c_and_e") == SG.wagers["c_and_e"].printed


def drafted(wager: str, printed: dict[str, list[str]]) -> dict[str, object]:
    data = SG.to_json()
    return data | {"wagers": data["wagers"] | {wager: data["wagers"][wager] | {"printed": printed}}}


def test_a_misprint_is_a_contradiction_of_the_edition() -> None:
    wrong = edition_from_json(drafted("c_and_e", {"2 3 12": ["4:1", "4.1"], "11": ["7:1", "4.1"]}))
    found = contradictions(wrong)
    assert {path for path, _ in found} == {"wagers.c_and_e.printed"}
    assert "pays 4 to 1 on 2, and its shares come to 3 to 1" in found[0][1]
    assert contradictions(SG) == []


@pytest.mark.parametrize(("wager", "total"), [("c_and_e", "7"), ("horn_high", "2"), ("field", "2")])
def test_only_totals_that_win_can_be_printed(wager: str, total: str) -> None:
    with pytest.raises(BadInput, match=f"wagers.{wager}.printed"):
        edition_from_json(drafted(wager, {total: ["3:1", "4.1"]}))
