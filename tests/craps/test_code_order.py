"""Where several refusals apply, the first of the contract's order is given.

not_offered, not_up, not_now, contract, no_raise, fixed_state, bad_unit, under_minimum, over_limit
"""

from tests.craps.play import Play, code, refusal

LIMITS = {"field": {"min": 10, "max": 4}, "come": {"min": 10}, "pass_odds": {"min": 100}}


def test_not_offered_comes_before_anything() -> None:
    play = Play("sg-mbs-v2", wagers=["pass_line"], limits=LIMITS)
    assert refusal(play.bet("world", "1/3")) == ("not_offered", "3.4")
    assert refusal(play.bet("field", "1/3")) == ("not_offered", "3.4.13")
    assert code(play.bet("come", "1/3")) == "not_offered"
    assert code(play.remove("come", 6)) == "not_offered"
    assert code(play.turn("on", "place", 6)) == "not_offered"
    assert code(play.bet("hop", 1, dice=[1, 1])) == "not_offered"


def test_the_message_says_who_left_it_out() -> None:
    play = Play("sg-mbs-v2", wagers=["pass_line"])
    said = play.bet("world", 5)["error"]["message"]
    assert said == "World is not among the wagers of the document (3.4)."
    said = play.bet("field", 5)["error"]["message"]
    assert said == "Field is not among the wagers of this operator's rules."


def test_not_up_comes_before_not_now_and_contract() -> None:
    play = Play("sg-mbs-v2")
    assert code(play.remove("pass_line")) == "not_up"
    play.bet("pass_line", 5)
    step = play.remove("pass_line", amount=6)
    assert code(step) == "not_up"
    assert step["error"]["message"] == "Only 5 is up on Pass Line; 6 cannot be taken from it."
    play.roll(6)
    assert code(play.remove("pass_line", amount="11/2")) == "not_up"
    assert code(play.bet("come", "1/3", 8)) == "not_up"
    md = Play("md-craps")
    assert code(md.remove("fire")) == "not_up"


def test_not_now_comes_before_no_raise_and_units() -> None:
    play = Play("md-craps", limits=LIMITS)
    assert code(play.bet("come", "1/3")) == "not_now"
    assert code(play.bet("dont_come", 5, 6)) == "not_now"
    assert code(play.bet("pass_odds", "1/3")) == "not_now"
    play.bet("fire", 1)
    play.roll(11)
    assert code(play.bet("fire", "1/3")) == "not_now"


def test_contract_comes_before_units() -> None:
    play = Play("md-craps")
    play.bet("pass_line", 5)
    play.bet("fire", 1)
    assert code(play.remove("fire", amount="1/3")) == "contract"
    play.roll(6)
    assert code(play.remove("pass_line", amount="1/3")) == "contract"


def test_no_raise_comes_before_units() -> None:
    play = Play("md-craps", limits={"pass_line": {"max": 5}})
    play.bet("pass_line", 5)
    play.bet("fire", 1)
    assert code(play.bet("fire", "1/3")) == "no_raise"
    play.roll(6)
    assert code(play.bet("pass_line", "1/3")) == "no_raise"
    assert code(play.bet("dont_come", "1/3", 8)) == "no_raise"


def test_bad_unit_comes_before_limits_and_the_minimum_before_the_maximum() -> None:
    play = Play("md-craps", limits=LIMITS)
    assert code(play.bet("field", "1/3")) == "bad_unit"
    assert code(play.bet("field", 5)) == "under_minimum"
    assert code(play.bet("field", 12)) == "over_limit"
    play.bet("pass_line", 5)
    play.roll(6)
    assert code(play.bet("pass_odds", "999/2")) == "bad_unit"
    assert code(play.bet("pass_odds", 99)) == "under_minimum"
    assert code(play.bet("pass_odds", 100)) == "over_limit"


def test_fire_of_a_wrong_step_above_its_limit_is_a_wrong_step() -> None:
    play = Play("md-craps", chip_unit="1/2")
    assert code(play.bet("fire", "11/2")) == "bad_unit"
    assert code(play.bet("horn", 5)) == "bad_unit"
