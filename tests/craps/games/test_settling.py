"""What each game settles and refuses, move by move; the contract's own examples are in test_examples.py."""

from typing import Any

import pytest

from tests.craps.games.play import bet, codes, deal, run, settled

RED_DOG, WAR, WHEEL = "bc-red-dog", "bc-war", "bc-wheel"


def two(first: str, second: str) -> dict[str, Any]:
    return deal(first, second, RED_DOG)


# Red Dog -------------------------------------------------------------------------------------------------

PAYS = {1: 50, 2: 40, 3: 20, 4: 10, 5: 10, 6: 10, 7: 10, 8: 10, 9: 10, 10: 10, 11: 10}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@pytest.mark.parametrize("low", range(13))
@pytest.mark.parametrize("high", range(13))
def test_every_two_cards_of_red_dog(low: int, high: int) -> None:
    """Every third card against a count of the ranks, in whichever order the two were dealt."""
    spread = abs(high - low) - 1
    for third in range(13):
        answer = run(RED_DOG, bet("red_dog", 10), two(RANKS[low], RANKS[high]), {"draw": RANKS[third]})
        if spread == 0:
            assert settled(answer, 1) == [("red_dog", "push", "0", "10")]
            assert codes(answer)[2] == "not_now"
        elif spread < 0:
            won = ("win", "110", "10") if third == low else ("push", "0", "10")
            assert settled(answer) == [("red_dog", *won)]
        elif min(low, high) < third < max(low, high):
            assert settled(answer) == [("red_dog", "win", str(PAYS[spread]), "10")]
        else:
            assert settled(answer) == [("red_dog", "lose", "0", "0")]
        assert answer["on_table"] == "0"


def test_red_dog_raises_only_while_raising() -> None:
    raised = bet("raise", 10)
    answer = run(RED_DOG, raised, bet("red_dog", 10), raised, two("4", "4"), raised, {"draw": "9"}, raised)
    assert codes(answer) == ["not_now", "betting", "not_now", "pair", "not_now", "betting", "not_now"]
    answer = run(RED_DOG, bet("red_dog", 10), two("4", "8"), raised, raised, {"draw": "6"})
    assert codes(answer) == ["betting", "raising", "raising", "not_now", "betting"]
    assert settled(answer) == [("red_dog", "win", "20", "10"), ("raise", "win", "20", "10")]
    assert answer["steps"][2]["reading"] == "raise"


def test_red_dog_keeps_to_its_moments() -> None:
    answer = run(
        RED_DOG,
        two("4", "8"),
        {"draw": "6"},
        {"remove": "red_dog"},
        bet("red_dog", 10),
        bet("red_dog", 5),
        two("4", "8"),
        two("4", "8"),
        bet("red_dog", 5),
        {"remove": "red_dog"},
        {"remove": "raise"},
        {"draw": "2"},
    )
    assert codes(answer) == [
        *("not_now", "not_now", "not_up", "betting", "betting", "raising"),
        *("not_now", "not_now", "contract", "not_up", "betting"),
    ]
    assert settled(answer) == [("red_dog", "lose", "0", "0")]
    assert answer["balance"] == "-15"


def test_red_dog_without_raises() -> None:
    answer = run(
        RED_DOG, bet("red_dog", 10), two("2", "A"), bet("raise", 10), {"draw": "8"}, wagers=["red_dog"]
    )
    assert codes(answer)[2] == "not_offered"
    read = run(
        RED_DOG,
        bet("red_dog", 10),
        two("2", "A"),
        bet("raise", 10),
        {"draw": "8"},
        readings={"raise": "bets-unchanged"},
    )
    error = read["steps"][2]["error"]
    assert (error["code"], error["clause"], error["reading"]) == ("not_now", "6/3.1", "raise")
    assert answer["balance"] == read["balance"] == "10"


# Casino War ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", range(13))
@pytest.mark.parametrize("dealer", range(13))
def test_every_two_cards_of_casino_war(player: int, dealer: int) -> None:
    first = deal(RANKS[player], RANKS[dealer])
    answer = run(WAR, bet("war", 10), bet("tie", 5), first)
    tie = ("tie", "win", "50", "5") if player == dealer else ("tie", "lose", "0", "0")
    if player == dealer:
        assert (settled(answer), codes(answer)[-1], answer["on_table"]) == ([tie], "tied", "10")
    else:
        war = ("war", "win", "10", "10") if player > dealer else ("war", "lose", "0", "0")
        assert (settled(answer), codes(answer)[-1], answer["on_table"]) == ([tie, war], "betting", "0")
    war_deal = run(WAR, bet("war", 10), deal("8", "8"), bet("go_to_war", 10), first)
    both = {
        1: [("go_to_war", "win", "10", "10"), ("war", "push", "0", "10")],
        0: [("go_to_war", "win", "10", "10"), ("war", "win", "10", "10")],
        -1: [("go_to_war", "lose", "0", "0"), ("war", "lose", "0", "0")],
    }
    assert settled(war_deal) == both[(player > dealer) - (player < dealer)]
    assert war_deal["on_table"] == "0"


def test_casino_war_keeps_to_its_moments() -> None:
    surrender = {"surrender": True}
    answer = run(
        WAR,
        deal("8", "9"),
        surrender,
        bet("go_to_war", 10),
        bet("war", 10),
        {"remove": "war"},
        bet("war", 10),
        deal("8", "8"),
        deal("9", "2"),
        bet("war", 10),
        bet("tie", 10),
        {"remove": "war"},
        {"remove": "tie"},
        bet("go_to_war", 10),
        bet("go_to_war", 10),
        surrender,
        deal("9", "2"),
    )
    assert codes(answer) == [
        *("not_now", "not_now", "not_now", "betting", "betting", "betting", "tied"),
        *("not_now", "not_now", "not_now", "contract", "not_up"),
        *("at_war", "not_now", "not_now", "betting"),
    ]
    assert answer["balance"] == "10"


def test_a_tie_wager_alone_ends_with_the_first_deal() -> None:
    answer = run(WAR, bet("tie", 5), deal("8", "8"), {"surrender": True}, bet("go_to_war", 5))
    assert codes(answer) == ["betting", "betting", "not_now", "not_now"]
    assert answer["balance"] == "50"


@pytest.mark.parametrize(
    ("tie", "limits", "code"),
    [
        (9, {"war": {"min": 10}}, "under_minimum"),
        (10, {"war": {"min": 10}}, "betting"),
        (11, {"war": {"min": 10}}, "betting"),
        (1, {}, "betting"),
        (1, {"tie": {"min": 1}}, "betting"),
    ],
)
def test_the_least_that_a_tie_wager_alone_may_be(tie: int, limits: dict[str, Any], code: str) -> None:
    answer = run(WAR, bet("tie", tie), deal("8", "9"), limits=limits)
    assert codes(answer)[1] == code
    if code == "under_minimum":
        assert answer["steps"][1]["error"]["clause"] == "7/4.1.2.a"
        assert answer["on_table"] == str(tie)


def test_half_of_an_odd_wager_is_given_back_exactly() -> None:
    answer = run(WAR, bet("war", 5), deal("8", "8"), {"surrender": True})
    assert settled(answer) == [("war", "surrender", "0", "5/2")]
    assert answer["balance"] == "-5/2"


@pytest.mark.parametrize(
    ("readings", "stated", "won", "tied"),
    [
        ({}, {}, "10", "20"),
        ({"war-won": "one-to-two"}, {}, "5", "20"),
        ({"war-tied": "war-wager-only"}, {}, "10", "10"),
        ({"war-won": "one-to-two"}, {"go_to_war": "3:1"}, "30", "40"),
    ],
)
def test_what_a_war_pays_by_its_readings(
    readings: dict[str, str], stated: dict[str, str], won: str, tied: str
) -> None:
    begun = (bet("war", 10), deal("8", "8"), bet("go_to_war", 10))
    told = {
        "won": run(WAR, *begun, deal("9", "5"), readings=readings, payouts=stated),
        "tied": run(WAR, *begun, deal("J", "J"), readings=readings, payouts=stated),
    }
    assert (told["won"]["balance"], told["tied"]["balance"]) == (won, tied)
    for name, answer in told.items():
        assert answer["steps"][-1]["settlements"][0]["reading"] == f"war-{name}"


# Wheels of Fortune ---------------------------------------------------------------------------------------


def test_a_spin_decides_every_space() -> None:
    bets = [bet("space", 2, space=kind) for kind in ("1", "joker", "20")]
    answer = run(WHEEL, *bets, {"no_more_bets": True}, {"spin": "20"})
    assert settled(answer) == [
        ("space", "lose", "0", "0"),
        ("space", "lose", "0", "0"),
        ("space", "win", "40", "2"),
    ]
    assert [each["space"] for each in answer["steps"][-1]["settlements"]] == ["1", "joker", "20"]
    assert (answer["balance"], answer["on_table"]) == ("36", "0")


def test_the_wheel_keeps_to_its_moments() -> None:
    joker = {"space": "joker"}
    answer = run(
        WHEEL,
        {"remove": "space", **joker},
        bet("space", 5, **joker),
        bet("space", 5, **joker),
        {"remove": "space", "space": "1"},
        {"remove": "space", **joker},
        bet("space", 5, **joker),
        {"no_more_bets": True},
        {"no_more_bets": True},
        bet("space", 5, **joker),
        {"remove": "space", **joker},
        {"spin": "logo"},
        {"spin": "joker"},
    )
    assert codes(answer) == [
        *("not_up", "betting", "betting", "not_up", "betting", "betting", "closed"),
        *("not_now", "not_now", "contract", "betting", "betting"),
    ]
    assert settled(answer, -2) == [("space", "lose", "0", "0")]
    assert settled(answer) == []
    late = answer["steps"][8]["error"]
    assert (late["code"], late["clause"]) == ("not_now", "5/2.4")


# Units and limits, alike in all --------------------------------------------------------------------------

FIRST: dict[str, dict[str, Any]] = {
    RED_DOG: {"bet": "red_dog"},
    WAR: {"bet": "war"},
    WHEEL: {"bet": "space", "space": "joker"},
}


@pytest.mark.parametrize("edition", FIRST)
@pytest.mark.parametrize(
    ("amount", "code"),
    [(9, "under_minimum"), (10, ""), (100, ""), (105, "over_limit"), ("10.5", "bad_unit"), (12, "bad_unit")],
)
def test_limits_steps_and_chips(edition: str, amount: Any, code: str) -> None:
    wager = FIRST[edition]["bet"]
    stated: dict[str, Any] = {"limits": {wager: {"min": 10, "max": 100, "increment": 5}}}
    if amount == 9:
        stated = {"limits": {wager: {"min": 10, "max": 100}}}
    answer = run(edition, {**FIRST[edition], "amount": amount}, **stated)
    assert answer["steps"][0].get("error", {}).get("code", "") == code
    assert answer["on_table"] == ("0" if code else str(amount))


@pytest.mark.parametrize("edition", FIRST)
def test_limits_are_of_the_total_and_codes_come_in_their_order(edition: str) -> None:
    made, wager = FIRST[edition], FIRST[edition]["bet"]
    answer = run(
        edition,
        {**made, "amount": 60},
        {**made, "amount": 60},
        {**made, "amount": "60.5"},
        limits={wager: {"max": 100}},
    )
    assert codes(answer) == ["betting", "over_limit", "bad_unit"]
    answer = run(edition, {**made, "amount": "1.5"}, {"remove": wager} | _space(made), wagers=[])
    assert codes(answer) == ["not_offered", "not_offered"]
    answer = run(edition, {**made, "amount": "5/2"}, chip_unit="5/2")
    assert (codes(answer), answer["on_table"]) == (["betting"], "5/2")


def _space(event: dict[str, Any]) -> dict[str, Any]:
    return {"space": event["space"]} if "space" in event else {}
