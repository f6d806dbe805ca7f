"""The catalogue of worked examples: it reaches every value with money in it, and notices when one changes."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from craps import (
    BadInput,
    ExampleResult,
    edition_from_json,
    examples_of,
    load_edition,
    load_ruleset,
    run_examples,
)
from craps.edition_codec import BASES, BASIS, COLLECT
from craps.examples import example_from_json
from craps.wagers import CATALOGUE, ODDS_OF
from tests.craps.play import EDITIONS

POINTS = (4, 5, 6, 8, 9, 10)


def everything(edition: str) -> dict[str, Any]:
    """A rule set that offers all that its edition lists, even what is left to judgement (fire in md-mini)."""
    return {"edition": edition, "wagers": list(load_edition(edition).wagers)}


def changes(edition: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every value of a rule set that carries money, changed: the path of the field, and what is stated."""
    rules, rulebook = load_ruleset(everything(edition)), load_edition(edition)
    for flat in ODDS_OF:
        for point in POINTS:
            usual = rules.multiple(flat, point)
            for other in (usual + 1, usual - Fraction(1, 2)):
                yield f"odds.{flat}:{point}", {"odds": {flat: {"multiples": {str(point): str(other)}}}}
        basis = next(basis for basis in BASIS if basis != rules.basis(flat))
        yield f"odds.{flat}.basis", {"odds": {flat: {"basis": basis}}}
    for wager in ("buy", "lay"):
        terms = rules.vig(wager)
        fields: dict[str, list[Any]] = {
            "collect": [way for way in COLLECT if way != terms.collect],
            "rate": ["1/25", "3/50", "0"],
            "base": [base for base in BASES if base != terms.base],
            "refund_on_removal": [not terms.refund],
        }
        for name, others in fields.items():
            for other in others:
                yield f"vig.{wager}.{name}", {"vig": {wager: {name: other}}}
    for wager in rulebook.wagers:
        for slot in CATALOGUE[wager].slots:
            pays = rules.payout(wager, slot) + Fraction(1, 10)
            key = f"{wager}:{slot}" if slot else wager
            yield f"payouts.{key}", {"payouts": {key: f"{pays.numerator}:{pays.denominator}"}}
    for wager, come_out in rulebook.come_out.items():
        yield f"come_out.{wager}", {"come_out": {wager: "off" if come_out.state.value == "on" else "on"}}
    for name in rulebook.paytables:
        yield f"paytables.{name}", {"paytables": {name: "B"}}
    for wager, rule in rulebook.wagers.items():
        if rule.min:
            yield f"limits.{wager}.min", {"limits": {wager: {"min": str(rule.min.value + 1)}}}
        if rule.max:
            for other in (rule.max.value + 5, rule.max.value - 1):
                yield f"limits.{wager}.max", {"limits": {wager: {"max": str(other)}}}
        if rule.increment:
            yield f"limits.{wager}.increment", {"limits": {wager: {"increment": "2"}}}


CHANGES = [
    pytest.param(edition, path, stated, id=f"{edition}-{path}-{n}")
    for edition in EDITIONS
    for n, (path, stated) in enumerate(changes(edition))
]


@pytest.mark.parametrize(("edition", "path", "stated"), CHANGES)
def test_a_changed_value_is_noticed_by_an_example_that_shows_it(
    edition: str, path: str, stated: dict[str, Any]
) -> None:
    showing = [example for example in examples_of(edition) if example.shows(path)]
    assert showing, "no example shows this field"
    results = run_examples(load_ruleset(everything(edition) | stated), showing)
    assert "differs" in {result.verdict for result in results}


@cache
def baseline_results(edition: str) -> list[ExampleResult]:
    return run_examples(load_ruleset({"edition": edition}))


@cache
def results_of_everything(edition: str) -> list[ExampleResult]:
    return run_examples(load_ruleset(everything(edition)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_under_the_edition_itself_nothing_differs(edition: str) -> None:
    offered = load_edition(edition).baseline_wagers
    for result in baseline_results(edition):
        expected = "same" if result.example.wagers & set(offered) else "not offered"
        assert (result.verdict, result.difference, result.first) == (expected, 0, None), result.example.id
    assert {r.verdict for r in results_of_everything(edition)} == {"same"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_is_complete(edition: str) -> None:
    examples = examples_of(edition)
    assert len(examples) >= 12
    assert len({example.id for example in examples}) == len(examples)
    for result in results_of_everything(edition):
        example = result.example
        assert example.title and example.why.endswith(".") and example.clauses, example.id
        assert result.run.on_table == 0, f"{example.id} leaves a bet undecided"
        assert example.wagers <= set(load_edition(edition).wagers), example.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_listed_wager_is_bet_on(edition: str) -> None:
    bet_on = set().union(*(example.wagers for example in examples_of(edition)))
    assert bet_on == set(load_edition(edition).wagers)


def test_units_are_shown_where_an_edition_has_them() -> None:
    for edition in EDITIONS:
        for wager, rule in load_edition(edition).wagers.items():
            if rule.chips or rule.fewest_chips or rule.multiple:
                steps = [
                    step
                    for result in baseline_results(edition)
                    if result.example.shows(f"limits.{wager}")
                    for step in result.run.steps
                ]
                assert any(step.error and step.error.code == "bad_unit" for step in steps), (edition, wager)


def test_figures_of_the_documents() -> None:
    ends = {
        ("nz-1998", "buy-loses"): -21,
        ("nz-1998", "lay-loses"): -125,  # 5% of the 100 it would win
        ("md-craps", "lay-loses"): -126,  # 5% of the 120 wagered
        ("bc-craps", "buy-each-number"): 176,  # vigorish when it is made and when it is paid
        ("sg-mbs-v2", "come-odds-come-out"): -10,  # odds of 10 lost with the come bet, pass line 10 won
        ("nz-revised", "come-odds-come-out"): 0,  # odds returned
        ("bc-craps", "fire-6-points"): 1009,  # 1,000 for 1, beside 10 won on the pass line
        ("md-craps", "fire-6-points"): 999,
        ("bc-midi", "place-wrong-unit"): 11,
        ("md-mini", "bonus-all"): 34 + 34 + 175,
    }
    for (edition, name), balance in ends.items():
        result = next(r for r in baseline_results(edition) if r.example.id == name)
        assert result.run.balance == balance, (edition, name)


def one(name: str, **ruleset: Any) -> Any:
    rules = load_ruleset(ruleset)
    [example] = [example for example in examples_of(rules.edition) if example.id == name]
    return run_examples(rules, [example])[0]


def test_a_difference_is_shown_in_money_from_its_first_step() -> None:
    result = one("hardways", edition="nz-revised", payouts={"hardway:4": "6:1"})
    assert result.result == "differs by NZD 5: the player ends worse off"
    assert result.first.to_json() == {
        "event": 5,
        "what": "Roll 2-2",
        "here": "Hardways 4 wins on 2-2: 5 at 6 to 1 pays 30.",
        "edition": "Hardways 4 wins on 2-2: 5 at 7 to 1 pays 35.",
    }


def test_a_refusal_that_falls_away_is_a_difference() -> None:
    result = one("pass-odds-4-10", edition="sg-mbs-v2", odds={"pass_line": {"multiples": 10}})
    assert result.first.what == "31 on Pass Line Odds"
    assert result.first.here == "Accepted."
    assert result.first.edition.startswith("Refused: 31 is more than")


def test_vigorish_at_another_moment_differs_though_the_money_is_the_same() -> None:
    result = one("buy-each-number", edition="md-craps", vig={"buy": {"collect": "win"}})
    assert (result.verdict, result.difference) == ("differs", 0)
    assert result.result.endswith("the player ends with the same money")
    assert (result.first.here, result.first.edition) == (
        "Accepted, without vigorish.",
        "Accepted, 1 vigorish taken.",
    )


def test_where_the_operator_may_choose_the_comparison_is_with_the_baseline_and_says_so() -> None:
    result = one("dont-pass-odds-4-10", edition="md-craps", odds={"dont_pass": {"multiples": 5}})
    assert result.choices == ("odds from 1× to 100× are the operator's choice (6/E(1)); compared with 1×",)
    assert result.result.endswith("than under the edition's baseline")
    assert one("fire-4-points", edition="md-craps").choices == (
        "table A or B is the operator's choice (5/F); compared with table A",
    )
    assert one("buy-loses", edition="md-craps").choices == (
        "when and how much vigorish is taken is the operator's choice (5/G(3)); "
        "compared with 5% when the bet is placed",
    )
    assert one("buy-loses", edition="nz-1998").choices == ()


def test_a_wager_that_is_not_offered() -> None:
    offered = [wager for wager in load_edition("nz-revised").wagers if wager not in ("buy", "craps_3")]
    assert one("buy-loses", edition="nz-revised", wagers=offered).result == "not offered"
    others = one("one-roll-bets", edition="nz-revised", wagers=offered, payouts={"any_seven": "3:1"})
    assert (others.verdict, others.not_offered, others.difference) == ("differs", ("craps_3",), -5)


def test_posted_limits_and_chips_do_not_hide_the_rules() -> None:
    posted = {"chip_unit": "25", "limits": {"pass_line": {"min": "25", "max": "5000"}}}
    results = run_examples(load_ruleset({"edition": "sg-mbs-v2", **posted}))
    assert {result.verdict for result in results} == {"same"}


def test_a_limit_that_the_edition_fixes_counts() -> None:
    result = one("fire-limits", edition="bc-craps", limits={"fire": {"max": "10", "increment": "5"}})
    assert result.verdict == "differs"
    assert result.first.what == "6 on Fire Bet"


def test_json_form() -> None:
    same = one("field", edition="bc-midi").to_json()
    assert same["verdict"] == "same" and "edition_run" not in same and "first_difference" not in same
    other = one("field", edition="bc-midi", payouts={"field:12": "3:1"}).to_json()
    assert (other["difference"], other["run"]["balance"], other["edition_run"]["balance"]) == (
        "5",
        "45",
        "40",
    )
    assert other["events"][0] == {"bet": "field", "amount": "5"}


def test_a_drafted_edition_takes_the_examples_of_the_one_it_follows() -> None:
    data = load_edition("md-craps").to_json() | {"id": "md-craps-draft"}
    data["vig"] = data["vig"] | {
        "buy": data["vig"]["buy"] | {"collect": [["win"], "9/Z"], "rate": ["exactly", "1/20", "9/Z"]}
    }
    draft = edition_from_json(data)
    assert [e.id for e in examples_of(draft)] == [e.id for e in examples_of("md-craps")]
    loses = next(
        r for r in run_examples(load_ruleset({"edition": draft.id}, draft)) if r.example.id == "buy-loses"
    )
    assert (loses.verdict, loses.run.balance, loses.choices) == ("same", -20, ())
    assert "9/Z" in loses.example.clauses


def test_an_edition_from_elsewhere_has_none() -> None:
    data = load_edition("nz-1998").to_json() | {"id": "xx-1", "jurisdiction": "xx"}
    assert examples_of(edition_from_json(data)) == ()


def test_an_event_is_written_as_it_is_read() -> None:
    for edition in EDITIONS:
        for example in examples_of(edition):
            assert tuple(event.to_json() for event in example.read) == example.events, example.id


def test_an_operators_own_example() -> None:
    events = [{"bet": "field", "amount": "10"}, {"roll": [6, 6]}]
    own = example_from_json({"title": "Our field", "events": events}, load_edition("nz-revised"))
    rules = load_ruleset({"edition": "nz-revised", "payouts": {"field:12": "3:1"}})
    assert run_examples(rules, [own])[0].result == "differs by NZD 10: the player ends better off"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "should be an object with title and events"),
        ({"events": [{"roll": [1, 1]}]}, "title: is missing"),
        ({"title": "x", "events": []}, "events: should be a list of bets and rolls"),
        ({"title": "x", "events": [{"roll": [1, 7]}]}, "events[0].roll[1]: should be a face from 1 to 6"),
        ({"title": "x", "event": [], "events": []}, "event: 'event' is not a known field"),
    ],
)
def test_an_example_that_can_not_be_read(data: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        example_from_json(data, load_edition("nz-revised"))
    assert message in str(caught.value)
