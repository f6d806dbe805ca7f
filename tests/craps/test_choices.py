"""The choices a document leaves to the operator: asked for until they are stated, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from craps import game_of, load_edition, load_ruleset
from craps.choices import optional_wagers, owed
from craps.edition import edition_from_json
from craps.edition_values import with_value
from craps.wagers import ODDS_OF

FLATS = ("pass_line", "dont_pass", "come", "dont_come")
NZ = {
    "odds.pass_line.multiples": "4.1(e)(i)",
    "odds.dont_pass.multiples": "4.1(f)(i)",
    "odds.come.multiples": "4.1(g)(i)",
    "odds.dont_come.multiples": "4.1(h)(i)",
}
EXCESS = {f"odds.{flat}.excess": "6/F" for flat in FLATS}
MINI = EXCESS | {
    "wagers": "3/A",
    "making.called_with_cash": "4/C",
    "odds.pass_line.multiples": "6/E",
    "odds.dont_pass.multiples": "6/E(1)",
    "odds.come.multiples": "6/E",
    "odds.dont_come.multiples": "6/E(1)",
    "vig.buy.collect": "5/I",
    "vig.buy.rate": "5/G(3)(a)",
    "vig.buy.base": "5/G(3)(a)",
    "vig.lay.collect": "5/I",
    "vig.lay.rate": "5/G(3)(a)",
    "vig.lay.base": "5/G(3)(a)",
    "paytables.bonus": "5/H",
}
# By edition: the path of each choice, and the clause that leaves it to the operator.
OWED = {
    "nz-1998": NZ,
    "nz-revised": NZ,
    "sg-mbs-v2": {},
    "bc-craps": {"wagers": "2/1.1, 3/1.1"},
    "bc-midi": {},
    "md-craps": MINI | {"paytables.fire": "5/F"},
    "md-mini": MINI,
    "bc-wheel": {"wheel": "5/2.9"},
    "bc-red-dog": {
        "decks": "6/1.1",
        "table.positions_per_player": "6/3.5",
        "table.dealer_bet_area": "6/4.2.1",
    },
    "bc-war": {},
}


def first_draft(edition_id: str) -> dict[str, Any]:
    """The rules that a draft begins with."""
    edition = load_edition(edition_id)
    return game_of(edition).first_draft(edition)


def asked(ruleset: dict[str, Any]) -> dict[str, str]:
    return {choice.path: choice.clause for choice in owed(load_ruleset(ruleset))}


def md(**terms: Any) -> dict[str, Any]:
    """Maryland with every choice stated, and other terms."""
    vig = {"collect": "placement", "rate": "1/20", "base": "wager"}
    return {
        "edition": "md-craps",
        "wagers": list(load_edition("md-craps").baseline_wagers),
        "odds": {flat: {"multiples": "3", "excess": True} for flat in FLATS},
        "making": {"called_with_cash": False},
        "vig": {"buy": vig, "lay": vig},
        "paytables": {"fire": "A", "bonus": "B"},
    } | terms


@pytest.mark.parametrize("edition", OWED)
def test_an_edition_alone_owes_what_its_document_leaves_open(edition: str) -> None:
    assert asked(first_draft(edition)) == OWED[edition]


@pytest.mark.parametrize("edition", OWED)
def test_each_message_says_what_to_state_and_by_which_clause(edition: str) -> None:
    for choice in owed(load_ruleset(first_draft(edition))):
        assert choice.message.startswith("State ") and choice.message.endswith(f"({choice.clause}).")


def test_with_every_choice_stated_nothing_is_owed() -> None:
    assert asked(md()) == {}
    assert asked({"edition": "nz-revised", "odds": {flat: {"multiples": 1} for flat in FLATS}}) == {}


@pytest.mark.parametrize("section", ["wagers", "odds", "making", "vig", "paytables"])
def test_a_section_left_out_is_asked_for_alone(section: str) -> None:
    rules = md()
    del rules[section]
    assert set(asked(rules)) == {path for path in OWED["md-craps"] if path.split(".")[0] == section}


def test_what_is_not_offered_is_not_asked_for() -> None:
    offered = ["pass_line", "pass_odds", "dont_pass", "come", "dont_come", "field", "all_small"]
    assert set(asked({"edition": "md-craps", "wagers": offered})) == {
        "odds.pass_line.multiples",
        "odds.pass_line.excess",
        "making.called_with_cash",
        "paytables.bonus",
    }
    assert set(asked({"edition": "md-craps", "wagers": list(FLATS)})) == {"making.called_with_cash"}


def test_odds_are_stated_for_every_point() -> None:
    some = md(odds={flat: {"multiples": {"4": 3, "10": 3}, "excess": False} for flat in FLATS})
    messages = [choice.message for choice in owed(load_ruleset(some))]
    assert set(asked(some)) == {f"odds.{flat}.multiples" for flat in FLATS}
    assert messages[0] == "State the odds on Pass Bet on 5, 6, 8 and 9: you may choose 1× to 100× (6/E)."
    every = {str(point): 3 for point in (4, 5, 6, 8, 9, 10)}
    assert asked(md(odds={flat: {"multiples": every, "excess": False} for flat in FLATS})) == {}


@pytest.mark.parametrize("accepted", [True, False])
def test_either_answer_to_what_maryland_lets_the_operator_accept_is_one(accepted: bool) -> None:
    stated = {flat: {"multiples": "3", "excess": accepted} for flat in FLATS}
    assert asked(md(odds=stated, making={"called_with_cash": accepted})) == {}
    assert asked(md(odds={flat: {"multiples": "3"} for flat in FLATS})) == EXCESS
    assert asked(md(making={})) == {"making.called_with_cash": "4/C"}


@pytest.mark.parametrize("edition", ["nz-revised", "sg-mbs-v2", "bc-craps", "bc-midi"])
def test_where_the_document_decides_about_cash_and_payable_units_nothing_is_asked(edition: str) -> None:
    """British Columbia lets the player put down chips or cash (1/7.18): that is no choice of the house."""
    assert not {path for path in asked(first_draft(edition)) if path.endswith((".excess", "_cash"))}


def test_on_a_win_the_document_names_neither_rate_nor_base() -> None:
    on_win = md(vig={wager: {"collect": "win"} for wager in ("buy", "lay")})
    assert asked(on_win) == {
        f"vig.{wager}.{field}": "5/G(3)(b)" for wager in ("buy", "lay") for field in ("rate", "base")
    }


@pytest.mark.parametrize("rate", [0, "0", "0.0", "0/1"])
def test_who_takes_no_vigorish_says_no_more(rate: Any) -> None:
    assert asked(md(vig={"buy": {"rate": rate}, "lay": {"rate": rate}})) == {}


def test_what_a_drafted_edition_fixes_is_no_longer_asked_for() -> None:
    """The choice follows from the data: one way, one rate, one multiple, one table leave none."""
    data = load_edition("md-craps").to_json() | {"id": "md-craps-2031"}
    for wager in ("buy", "lay"):
        data = with_value(data, ("vig", wager, "collect"), [["placement"], "5/G(3)"])
        data = with_value(data, ("vig", wager, "rate"), ["exactly", "1/20", "5/G(3)"])
    for flat in ODDS_OF:
        for bound in ("most", "least"):
            data = with_value(data, ("odds", flat, bound), {"all": [2, "6/E"]})
        data = with_value(data, ("odds", flat, "baseline"), 2)
        data = with_value(data, ("odds", flat, "without_excess"), ["breach", "6/F"])
    data = with_value(data, ("making", "called_with_cash"), ["breach", "4/C"])
    for name in ("fire", "bonus"):
        tables = {key: table for key, table in data["paytables"][name].items() if key != "B"}
        data = with_value(data, ("paytables", name), tables)
    edition = edition_from_json(data)
    assert [choice.path for choice in owed(load_ruleset({"edition": edition.id}, edition))] == ["wagers"]


def test_optional_wagers_are_those_that_may_be_left_out() -> None:
    assert optional_wagers(load_edition("bc-craps")) == ("fire", "sharpshooter")
    assert optional_wagers(load_edition("nz-revised")) == ()
    md_craps = load_edition("md-craps")
    assert set(md_craps.wagers) - set(optional_wagers(md_craps)) == set(FLATS)


def test_a_wheel_is_asked_for_until_it_differs_from_the_one_that_a_draft_begins_with() -> None:
    begun = first_draft("bc-wheel")
    for part, kind, value in (("spaces", "10", "2"), ("payouts", "10", "12:1")):
        wheel = {**begun["wheel"], part: {**begun["wheel"][part], kind: value}}
        assert asked({**begun, "wheel": wheel}) == {}


def test_a_shoe_of_a_fixed_number_of_decks_is_not_asked_for() -> None:
    rules = {"edition": "bc-red-dog", "table": {"positions_per_player": 3, "dealer_bet_area": False}}
    assert asked(rules) == {"decks": "6/1.1"}
    assert asked({**rules, "decks": 4}) == {}
    fixed = with_value(dict(load_edition("bc-red-dog").data), ("cards", "least"), ["6", "6/1.1"])
    edition = edition_from_json({**fixed, "id": "bc-six"})
    assert owed(load_ruleset({**rules, "edition": "bc-six"}, edition)) == ()
