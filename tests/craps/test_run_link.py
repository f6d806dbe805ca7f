"""A run as a line of text: what is written reads back the same, and what is not a run is told so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from craps import BadInput, edition_ids, examples_of
from craps.run_link import LARGEST, MOST_CHARACTERS, MOST_EVENTS, read_run, write_run
from craps.scenario import read_event
from craps.wagers import CATALOGUE, spots

AMOUNTS = st.integers(1, 100 * LARGEST).map(
    lambda cents: str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"
)


@st.composite
def named(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    wager = draw(st.sampled_from(list(CATALOGUE)))
    spot = draw(st.sampled_from(spots(wager)))
    if isinstance(spot, tuple):
        return wager, {"dice": list(spot)}
    return wager, {} if spot is None else {"number": spot}


@st.composite
def events(draw: st.DrawFn) -> dict[str, object]:
    verb = draw(st.sampled_from(["bet", "stay", "remove", "reduce", "turn", "roll", "pass"]))
    if verb == "roll":
        return {"roll": [draw(st.integers(1, 6)), draw(st.integers(1, 6))]}
    if verb == "pass":
        return {"pass_dice": True}
    wager, spot = draw(named())
    if verb == "turn":
        only = {"only": True} if draw(st.booleans()) else {}
        return {"turn": draw(st.sampled_from(["on", "off"])), "bet": wager, **spot, **only}
    if verb == "remove":
        return {"remove": wager, **spot}
    if verb == "reduce":
        return {"remove": wager, **spot, "amount": draw(AMOUNTS)}
    stay = {"stay": draw(st.booleans())} if verb == "stay" and CATALOGUE[wager].stays else {}
    return {"bet": wager, **spot, "amount": draw(AMOUNTS), **stay}


@given(st.lists(events(), max_size=MOST_EVENTS).filter(lambda run: len(write_run(run)) <= MOST_CHARACTERS))
def test_what_is_written_reads_back_the_same(run: list[dict[str, object]]) -> None:
    text = write_run(run)
    assert read_run(text) == run
    assert not set(text) - set("abcdefghijklmnopqrstuvwxyz0123456789_-.~")  # nothing an address would escape


@pytest.mark.parametrize("edition", edition_ids())
def test_every_worked_example_fits_into_a_link(edition: str) -> None:
    for example in examples_of(edition):
        again = read_run(write_run(example.events))
        assert tuple(read_event(event, place) for place, event in enumerate(again)) == example.read, (
            example.id
        )


def test_a_fraction_is_written_in_cents() -> None:
    assert write_run([{"bet": "field", "amount": "3/2"}]) == "1~field-1.50"
    with pytest.raises(BadInput):
        write_run([{"bet": "field", "amount": "35/3"}])


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("2~31", "", "form"),
        ("nonsense", "", "only form 1 can be read"),
        ("1~", "events[0]", "neither a bet nor a roll"),
        ("1~37", "events[0]", "neither a bet nor a roll"),
        ("1~31~pas_line-10", "events[1]", 'did you mean "pass_line"?'),
        ("1~pass_line", "events[0]", "neither"),
        ("1~pass_line-ten", "events[0].amount", "write it as 10 or 2.50"),
        ("1~pass_line-0", "events[0].amount", "more than 0"),
        ("1~pass_line-0.00", "events[0].amount", "more than 0"),
        ("1~pass_line-1000000.01", "events[0].amount", "more than 1,000,000"),
        ("1~pass_line-2.505", "events[0].amount", "not an amount"),
        ("1~pass_line-١٠", "events[0].amount", "not an amount"),
        ("1~pass_line-10-up", "events[0]", "neither"),
        ("1~pass_line-10-stay", "events[0].stay", "cannot be left up"),
        ("1~place-10", "events[0].number", "is missing"),
        ("1~place.7-10", "events[0].number", "should be one of"),
        ("1~place.-10", "events[0]", "neither a number nor two faces"),
        ("1~hop.2-10", "events[0].dice", "two dice"),
        ("1~on-buy", "events[0].number", "is missing"),
        ("1~x-buy.4-5-6", "events[0]", "neither"),
        ("1~off-buy.4-5", "events[0]", "neither"),
        ("1" + "~31" * (MOST_EVENTS + 1), "", "limit is 150"),
        ("1" * (MOST_CHARACTERS + 1), "", "3000"),
    ],
)
def test_an_invalid_run_is_reported(text: str, place: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        read_run(text)
    assert error.value.path == place
    assert says in error.value.message


@pytest.mark.slow
@given(st.text(max_size=60).map(lambda rest: f"1~{rest}"))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        run = read_run(text)
    except BadInput:
        return
    assert read_run(write_run(run)) == run


def test_an_empty_text_is_an_empty_run() -> None:
    assert read_run("") == []


def test_an_amount_that_no_link_carries_is_named() -> None:
    with pytest.raises(BadInput, match=r"events\[1\].amount"):
        write_run([{"roll": [1, 1]}, {"bet": "field", "amount": "35/3"}])
