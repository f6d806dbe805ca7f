"""Vigorish: what it is taken of, when, and whether a bet taken down gets it back."""

import pytest

from tests.craps.play import BC, MD, NZ, SG, Play, brief

ON_WIN = {"buy": {"collect": "win"}, "lay": {"collect": "win"}}


@pytest.mark.parametrize("edition", [*NZ, *SG, *BC, *MD])
def test_buy_pays_a_twentieth_of_the_wager_when_it_is_made(edition: str) -> None:
    play = Play(edition)
    assert play.bet("buy", 30, 10)["vig"] == "3/2"
    assert (play.balance, play.on_table, play.vig_paid) == ("-63/2", "30", "3/2")


@pytest.mark.parametrize(
    ("edition", "taken"), [*((e, "1") for e in (*NZ, *SG, *BC)), *((e, "2") for e in MD)]
)
def test_lay_pays_on_the_win_but_in_maryland_on_the_wager(edition: str, taken: str) -> None:
    play = Play(edition)
    assert play.bet("lay", 40, 4)["vig"] == taken  # would win 20
    assert play.balance == str(-40 - int(taken))


@pytest.mark.parametrize("edition", [*NZ, *BC])
def test_vig_comes_back_with_a_bet_taken_down(edition: str) -> None:
    play = Play(edition)
    play.bet("buy", 20, 4)
    assert play.remove("buy", 4)["vig"] == "-1"
    assert (play.balance, play.on_table, play.vig_paid) == ("0", "0", "0")


@pytest.mark.parametrize("edition", [*SG, *MD])
def test_vig_is_kept_where_the_document_does_not_say(edition: str) -> None:
    play = Play(edition)
    play.bet("buy", 20, 4)
    assert "vig" not in play.remove("buy", 4)
    assert (play.balance, play.on_table, play.vig_paid) == ("-1", "0", "1")


def test_an_operator_may_give_it_back_where_the_document_does_not_say() -> None:
    play = Play("md-craps", vig={"buy": {"refund_on_removal": True}})
    play.bet("buy", 20, 4)
    assert play.remove("buy", 4)["vig"] == "-1"
    play.bet("lay", 20, 4)
    assert "vig" not in play.remove("lay", 4)


def test_a_reduction_gives_back_its_part() -> None:
    play = Play("nz-revised")
    play.bet("buy", 40, 4)
    assert play.remove("buy", 4, amount=10)["vig"] == "-1/2"
    assert (play.vig_paid, play.balance) == ("3/2", "-63/2")
    assert play.remove("buy", 4)["vig"] == "-3/2"
    assert play.balance == "0"


def test_a_raise_pays_on_what_is_added() -> None:
    play = Play("nz-revised")
    play.bet("buy", 40, 4)
    assert play.bet("buy", 20, 4)["vig"] == "1"
    assert play.remove("buy", 4)["vig"] == "-3"


@pytest.mark.parametrize("edition", NZ)
def test_a_lost_bet_keeps_nothing_back(edition: str) -> None:
    play = Play(edition)
    play.bet("lay", 40, 4)
    assert play.roll(1, 3)[0]["outcome"] == "lose"
    assert (play.balance, play.vig_paid) == ("-41", "1")


def test_a_vig_of_placement_is_not_taken_again_on_the_win() -> None:
    play = Play("nz-revised")
    play.bet("buy", 20, 4)
    play.turn("on", "buy", 4)
    (won,) = play.roll(2, 2)
    assert (won["paid"], won["returned"], "vig" in won) == ("40", "20", False)
    assert (play.balance, play.vig_paid) == ("39", "1")


def test_a_bet_that_stays_pays_its_placement_again() -> None:
    play = Play("nz-revised")
    play.bet("lay", 40, 4, stay=True)
    (won,) = play.roll(7)
    assert (won["paid"], won["returned"], won["vig"]) == ("20", "0", "1")
    assert (play.balance, play.on_table, play.vig_paid) == ("-22", "40", "2")
    assert play.remove("lay", 4)["vig"] == "-1"  # the first one was used up by the win
    assert (play.balance, play.vig_paid) == ("19", "1")


@pytest.mark.parametrize("edition", BC)
def test_british_columbia_takes_it_at_placement_and_at_payment(edition: str) -> None:
    play = Play(edition)
    assert play.bet("buy", 20, 4)["vig"] == "1"
    play.turn("on", "buy", 4)
    (won,) = play.roll(2, 2)
    assert (won["paid"], won["returned"], won["vig"]) == ("39", "20", "1")
    assert (play.balance, play.vig_paid) == ("38", "2")


def test_british_columbia_lay_pays_on_the_win_both_times() -> None:
    play = Play("bc-craps")
    assert play.bet("lay", 60, 6)["vig"] == "5/2"
    (won,) = play.roll(7)
    assert (won["paid"], won["returned"], won["vig"]) == ("95/2", "60", "5/2")


def test_british_columbia_one_vig_at_each_payment_of_a_bet_that_stays() -> None:
    play = Play("bc-craps")
    play.bet("lay", 40, 4, stay=True)
    for payment in (1, 2):
        (won,) = play.roll(7)
        assert (won["paid"], won["returned"], won["vig"]) == ("19", "0", "1")
        assert play.vig_paid == str(1 + payment)
    assert play.remove("lay", 4)["vig"] == "-1"
    assert (play.balance, play.vig_paid) == ("38", "2")


@pytest.mark.parametrize("edition", MD)
def test_maryland_on_a_win_only(edition: str) -> None:
    play = Play(edition, vig=ON_WIN)
    assert "vig" not in play.bet("buy", 20, 4)
    assert play.balance == "-20"
    play.turn("on", "buy", 4)
    (won,) = play.roll(2, 2)
    assert (won["paid"], won["vig"], play.vig_paid, play.balance) == ("39", "1", "1", "39")
    play.bet("lay", 40, 5)
    assert brief(play.roll(5)) == [("lay", "lose", "0", "0")]
    assert play.vig_paid == "1"


def test_a_vig_on_wins_leaves_nothing_to_give_back() -> None:
    play = Play("md-craps", vig={"lay": {"collect": "win", "refund_on_removal": True}})
    play.bet("lay", 40, 4, stay=True)
    (won,) = play.roll(7)
    assert (won["paid"], won["returned"], won["vig"]) == ("18", "0", "2")
    assert "vig" not in play.remove("lay", 4)
    assert (play.balance, play.vig_paid) == ("18", "2")


def test_the_stated_rate_and_base_are_used_compliant_or_not() -> None:
    play = Play("md-craps", vig={"buy": {"rate": "3/50", "base": "win"}})
    assert play.bet("buy", 100, 4)["vig"] == "12"
    free = Play("nz-revised", vig={"buy": {"rate": 0}})
    assert "vig" not in free.bet("buy", 100, 4)
    assert free.balance == "-100"


def test_no_other_wager_has_a_vig() -> None:
    play = Play("md-craps", vig=ON_WIN)
    for wager, number in (("place", 4), ("place_to_lose", 4), ("hardway", 4), ("field", None)):
        assert "vig" not in play.bet(wager, 20, number)
    assert all("vig" not in settled for settled in play.roll(2, 2))
    assert play.vig_paid == "0"


def test_the_sentence_says_what_was_taken_and_when() -> None:
    play = Play("nz-revised")
    play.bet("buy", 20, 4)
    play.turn("on", "buy", 4)
    said = play.roll(2, 2)[0]["message"]
    assert (
        said == "Buy Bet 4 wins on 2-2: 20 at 2 to 1 pays 40; 5% vigorish of 1 was taken when it was placed."
    )
    play.bet("lay", 40, 4, stay=True)
    assert play.roll(7)[0]["message"] == (
        "Lay Bet 4 wins on 3-4: 40 at 1 to 2 pays 20; 5% vigorish of 1 was taken when it was placed; "
        "the 40 stays up and 1 is taken for it again."
    )
    bc = Play("bc-craps")
    bc.bet("lay", 40, 4, stay=True)
    assert bc.roll(7)[0]["message"] == (
        "Lay Bet 4 wins on 3-4: 40 at 1 to 2 pays 20 less 5% vigorish of 1, so 19; the 40 stays up."
    )


def test_the_sentence_is_silent_where_there_is_none() -> None:
    play = Play("md-craps", vig={"buy": {"rate": 0}})
    play.roll(6)
    play.bet("buy", 20, 4)
    assert play.roll(4)[0]["message"] == "Buy Bet 4 wins on 1-3: 20 at 2 to 1 pays 40."
