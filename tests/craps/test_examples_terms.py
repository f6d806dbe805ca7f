"""Examples with terms or readings of their own: settled by them at any table, and said so."""

from typing import Any

import pytest

from craps import (
    BadInput,
    Example,
    ExampleResult,
    edition_from_json,
    examples_of,
    load_edition,
    load_ruleset,
    settle,
)
from craps.examples import example_from_json, run_examples
from tests.craps.play import EDITIONS

FOUR = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 1]}]
ODDS = [*FOUR, {"bet": "pass_odds", "amount": "20"}, {"roll": [2, 2]}]
POINTS = ("4", "5", "6", "8", "9", "10")
DOUBLE: dict[str, Any] = {
    "title": "Double odds",
    "given": "Double odds.",
    "terms": {"odds": {"pass_line": {"multiples": 2}}},
}


def example(edition: str = "nz-1998", **data: Any) -> Example:
    return example_from_json({"title": "x", "events": ODDS, **data}, load_edition(edition))


def result(of: Example, edition: str = "nz-1998", **ruleset: Any) -> ExampleResult:
    return run_examples(load_ruleset({"edition": edition, **ruleset}), [of])[0]


def test_terms_hold_on_both_sides() -> None:
    plain, double = result(example()), result(example(**DOUBLE))
    assert (plain.run.balance, plain.edition_run.balance) == (10, 10)  # 20 is more than single odds
    assert (double.run.balance, double.edition_run.balance) == (50, 50)
    assert (double.verdict, double.result, double.choices) == ("same", "same as the edition", ())


def test_what_the_operator_changed_beside_the_terms_still_shows() -> None:
    other = result(example(**DOUBLE), payouts={"pass_odds:4": "3:1"})
    assert (other.verdict, other.difference) == ("differs", 20)


def test_terms_take_the_place_of_the_operators_own_and_of_nothing_else() -> None:
    ruleset = load_ruleset(
        {"edition": "md-craps", "odds": {"pass_line": {"multiples": 5}, "come": {"multiples": 7}}}
    )
    under = example("md-craps", **DOUBLE).under(ruleset)
    assert (under.multiple("pass_line", 4), under.multiple("come", 4)) == (2, 7)
    assert ruleset.multiple("pass_line", 4) == 5


@pytest.mark.parametrize(
    ("edition", "terms", "ruleset"),
    [
        ("nz-1998", DOUBLE["terms"], {"odds": {"pass_line": {"multiples": dict.fromkeys(POINTS, 2)}}}),
        (
            "md-craps",
            {"vig": {"buy": {"collect": "win"}}},
            {"vig": {"buy": {"collect": "win", "base": "wager"}}},
        ),
        ("md-craps", {"paytables": {"fire": "B"}}, {"paytables": {"fire": "B", "bonus": "B"}}),
        ("md-craps", {"limits": {"place": {"max": "100"}}}, {"limits": {"place": {"max": 100}}}),
        ("md-craps", {"chip_unit": "5"}, {"chip_unit": 5}),
    ],
)
def test_it_applies_to_a_table_that_has_the_same_terms(
    edition: str, terms: dict[str, Any], ruleset: dict[str, Any]
) -> None:
    one = example(edition, given="So it is.", terms=terms)
    assert result(one, edition, **ruleset).applies
    other = result(one, edition)
    assert not other.applies
    assert (other.to_json()["given"], other.to_json()["terms"]) == ("So it is.", terms)


def test_an_example_without_terms_applies_everywhere_and_says_nothing_of_them() -> None:
    plain = result(example(), odds={"pass_line": {"multiples": 2}})
    assert plain.applies
    assert not {"given", "terms", "readings", "applies"} & plain.to_json().keys()


def test_readings_of_its_own() -> None:
    events = [{"bet": "c_and_e", "amount": "3"}, {"roll": [6, 5]}]
    halves = example(events=events, given="Odd units are halved.", readings={"c-and-e-odd": "halves"})
    assert result(example(events=events)).run.balance == 0  # refused
    found = result(halves)
    assert (found.run.balance, found.applies) == (21, False)  # 1.50 at 15 to 1, less the other 1.50
    assert found.to_json()["readings"] == {"c-and-e-odd": "halves"}
    read_so = load_ruleset({"edition": "nz-1998"}).with_readings({"c-and-e-odd": "halves"})
    assert run_examples(read_so, [halves])[0].applies


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"terms": DOUBLE["terms"]}, "given: is missing"),
        ({"given": "x", "terms": {"odds": {"come": {"multiples": "two"}}}}, "terms.odds.come.multiples"),
        ({"given": "x", "terms": {"wagers": ["fire"]}}, "terms.wagers"),
        ({"given": "x", "terms": []}, "terms: should be an object"),
        ({"given": "x", "readings": {"marker-lasts": "one-roll"}}, "readings.marker-lasts: is not a reading"),
    ],
)  # fmt: skip
def test_terms_that_cannot_be_read(data: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        example(**data)
    assert message in str(caught.value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_example_with_terms_needs_them(edition: str) -> None:
    """Without them it would come out differently, else it should not state them."""
    everything = {"edition": edition, "wagers": list(load_edition(edition).wagers)}
    for one in examples_of(edition):
        if one.has_terms:
            events = list(one.events)
            plain = settle({"ruleset": everything, "events": events})
            own = settle(
                {"ruleset": everything | dict(one.terms), "events": events, "readings": one.readings}
            )
            assert plain.to_json() != own.to_json(), one.id
            assert one.given.endswith("."), one.id


def test_a_draft_without_a_table_to_choose_still_has_its_examples() -> None:
    data = load_edition("md-craps").to_json() | {"id": "md-craps-draft", "paytables": {}}
    for wager, pays in (("fire", {"4": ["24:1", "x"], "5": ["249:1", "x"], "6": ["999:1", "x"]}),
                        ("all_small", {"all": ["34:1", "x"]}), ("all_tall", {"all": ["34:1", "x"]}),
                        ("all_or_nothing", {"all": ["175:1", "x"]})):  # fmt: skip
        data["wagers"] = data["wagers"] | {wager: data["wagers"][wager] | {"pays": pays}}
    draft = edition_from_json(data)
    results = run_examples(load_ruleset({"edition": draft.id}, draft))
    assert {each.verdict for each in results} == {"same"}
