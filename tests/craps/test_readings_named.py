"""What rests on a reading says so, and nothing else does."""

import pytest

from craps import edition_from_json, load_edition, settle
from tests.craps.play import Play, code


@pytest.mark.parametrize("flat", ["dont_pass", "dont_come"])
@pytest.mark.parametrize("edition", ["nz-revised", "sg-mbs-v2", "bc-craps", "md-craps"])
def test_odds_rest_on_a_reading_only_behind_a_reduced_bet(edition: str, flat: str) -> None:
    for reduced in (False, True):
        play = Play(edition)
        number = None
        if flat == "dont_come":
            play.roll(8)
            number = 6
        play.bet(flat, 20)
        play.roll(6)
        if reduced:
            assert "reading" not in play.remove(flat, number, amount=10)
        accepted, refused = (play.bet(f"{flat}_odds", amount, number) for amount in (6, 500))
        named = "odds-base" if reduced and edition != "bc-craps" else None
        assert (accepted.get("reading"), refused["error"].get("reading")) == (named, named)
        assert "reading" not in play.bet("field", 5)  # a later event rests on its own reading or none


@pytest.mark.parametrize(
    ("multiple", "stake", "odds", "named"),
    [(1, 1, 5, None), (2, 1, 2, None), (2, 5, 5, None), (2, 1, 5, "double-odds"), (3, 1, 5, "double-odds")],
)
def test_odds_above_the_multiple_rest_on_a_reading(
    multiple: int, stake: int, odds: int, named: str | None
) -> None:
    play = Play("nz-revised", odds={"pass_line": {"multiples": multiple}})
    play.bet("pass_line", stake)
    play.roll(6)
    step = play.bet("pass_odds", odds)
    assert code(step) is None and step.get("reading") == named


@pytest.mark.parametrize(
    ("edition", "wager", "stay", "paid", "vig", "named"),
    [
        *((e, "buy", True, "80", "2", "vig-left-up") for e in ("nz-revised", "sg-mbs-v2", "md-craps")),
        *((e, "buy", False, "80", None, None) for e in ("nz-revised", "sg-mbs-v2", "md-craps")),
        ("md-craps", "lay", True, "20", "2", "vig-left-up"),
        ("nz-revised", "lay", True, "20", "1", "vig-left-up"),
        ("bc-craps", "buy", True, "78", "2", None),
        ("bc-craps", "buy", False, "78", "2", "vig-coming-down"),
        ("bc-midi", "lay", True, "19", "1", None),
        ("bc-midi", "lay", False, "19", "1", "vig-coming-down"),
    ],
)
def test_the_vigorish_of_a_win_rests_on_a_reading(
    edition: str, wager: str, stay: bool, paid: str, vig: str | None, named: str | None
) -> None:
    play = Play(edition)
    play.roll(6)
    play.bet(wager, 40, 4, stay=stay)
    (won,) = play.roll(4 if wager == "buy" else 7)
    assert (won["paid"], won.get("vig"), won.get("reading")) == (paid, vig, named)
    data = {key: value for key, value in load_edition(edition).to_json().items() if key != "readings"}
    run = settle({"ruleset": {"edition": edition}, "events": play.events}, edition_from_json(data))
    (unread,) = run.to_json()["steps"][-1]["settlements"]
    assert "reading" not in unread and unread["paid"] == paid  # an edition that names no reading cites none
