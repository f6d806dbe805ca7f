"""The exact edges of the games: the contract's figures, and a second enumeration that knows only settlement.

The enumeration deals every sequence of ranks from a list of counted cards and lets ``settle`` say what the
player has. It raises, goes to war or surrenders by comparing what comes of each.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from craps import edges, load_edition, load_ruleset, settle
from craps.ruleset import RuleSet, baseline_of
from tests.craps.games.play import WHEEL, bet, deal, terms

RED_DOG, WAR, WHEELS = "bc-red-dog", "bc-war", "bc-wheel"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rows(edition: str, **stated: Any) -> dict[tuple[str, ...], dict[str, Any]]:
    found = [row.to_json() for row in edges(load_ruleset(terms(edition, **stated)))]
    return {(row["bet"], *(row[key] for key in ("space", "play") if key in row)): row for row in found}


def edge(edition: str, *which: str, **stated: Any) -> Fraction:
    return Fraction(rows(edition, **stated)[which]["edge"])


# The contract's figures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "best"), [(4, "7993/277173"), (5, "12307/434343"), (6, "17533/626665")])
def test_red_dog(decks: int, best: str) -> None:
    found = rows(RED_DOG, decks=decks)
    assert list(found) == [("red_dog", "best"), ("red_dog", "never_raise")]
    assert found["red_dog", "best"]["edge"] == best
    assert found["red_dog", "never_raise"]["wagered"] == "1"
    for row in found.values():
        assert Fraction(row["win"]) + Fraction(row["lose"]) + Fraction(row["push"]) == 1
    raised, plain = (edge(RED_DOG, "red_dog", play, decks=decks) for play in ("best", "never_raise"))
    assert raised < plain


def test_casino_war() -> None:
    found = rows(WAR)
    assert list(found) == [("war", "war"), ("war", "surrender"), ("tie",)]
    assert found["war", "war"]["edge"] == "23138/993023"
    assert found["war", "war"]["wagered"] == "334/311"
    assert found["war", "surrender"]["edge"] == "23/622"
    tie = found["tie",]
    assert (tie["edge"], tie["win"], tie["lose"], tie["push"]) == ("58/311", "23/311", "288/311", "0")


def test_the_wheel() -> None:
    found = rows(WHEELS)
    size = sum(WHEEL["spaces"].values())
    assert list(found) == [("space", kind) for kind in WHEEL["spaces"]]
    for kind, count in WHEEL["spaces"].items():
        pays = int(WHEEL["payouts"][kind].split(":")[0])
        assert found["space", kind]["edge"] == str(1 - Fraction(count * (pays + 1), size))
        assert found["space", kind]["win"] == str(Fraction(count, size))


def test_what_is_not_offered_has_no_row() -> None:
    assert list(rows(RED_DOG, wagers=["red_dog"])) == [("red_dog", "never_raise")]
    assert list(rows(RED_DOG, wagers=["raise"])) == []
    assert list(rows(WAR, wagers=["war"])) == [("war", "surrender")]
    assert list(rows(WAR, wagers=["tie"])) == [("tie",)]
    assert list(rows(WHEELS, wagers=[])) == []
    assert edges(baseline_of(load_edition(WHEELS))) == []


# A second enumeration ------------------------------------------------------------------------------------


def dealt(decks: int, count: int, gone: tuple[str, ...] = ()) -> Iterator[tuple[Fraction, tuple[str, ...]]]:
    """Every sequence of so many cards after those gone, by counting cards and not chances."""
    left = {rank: 4 * decks - gone.count(rank) for rank in RANKS}
    if count == 0:
        yield Fraction(1), ()
        return
    for rank, copies in left.items():
        for share, rest in dealt(decks, count - 1, (*gone, rank)):
            yield share * copies / (52 * decks - len(gone)), (rank, *rest)


def money(rules: RuleSet, *events: dict[str, Any]) -> Fraction:
    scenario = {"ruleset": rules.to_json(), "events": list(events)}
    return Fraction(settle(scenario, rules.edition).balance)


def red_dog(rules: RuleSet, decks: int) -> tuple[Fraction, Fraction]:
    """The edge when the better of raising and not raising is played, and when nobody raises."""
    best = never = Fraction(0)
    for share, two in dealt(decks, 2):
        start = (bet("red_dog", 1), {"deal": list(two)})
        plain = raised = Fraction(0)
        for chance, (third,) in dealt(decks, 1, two):
            plain += chance * money(rules, *start, {"draw": third})
            raised += chance * money(rules, *start, bet("raise", 1), {"draw": third})
        never += share * plain
        best += share * max(plain, raised)
    return -best, -never


def war(rules: RuleSet, decks: int) -> tuple[Fraction, Fraction]:
    fought = given_up = Fraction(0)
    begun = bet("war", 1)
    for share, cards in dealt(decks, 2):
        if cards[0] != cards[1]:
            plain = share * money(rules, begun, deal(*cards))
            fought, given_up = fought + plain, given_up + plain
            continue
        tied = (begun, deal(*cards))
        given_up += share * money(rules, *tied, {"surrender": True})
        for chance, again in dealt(decks, 2, cards):
            fought += share * chance * money(rules, *tied, bet("go_to_war", 1), deal(*again))
    return -fought, -given_up


@pytest.mark.parametrize("decks", [1, 4, 6])
def test_red_dog_by_settling_every_hand(decks: int) -> None:
    rules = load_ruleset(terms(RED_DOG, decks=decks))
    best, never = red_dog(rules, decks)
    assert edge(RED_DOG, "red_dog", "best", decks=decks) == best
    assert edge(RED_DOG, "red_dog", "never_raise", decks=decks) == never


@pytest.mark.parametrize(
    "payouts",
    [
        {"spread:1": "30:1"},
        {"spread:4": "5:1", "spread:11": "0:1"},
        {"three_of_a_kind": "3:2", "spread:7": "4:5"},
    ],
)
def test_red_dog_with_other_payouts_raises_where_that_pays(payouts: dict[str, str]) -> None:
    rules = load_ruleset(terms(RED_DOG, payouts=payouts))
    best, never = red_dog(rules, 6)
    assert edge(RED_DOG, "red_dog", "best", payouts=payouts) == best
    assert edge(RED_DOG, "red_dog", "never_raise", payouts=payouts) == never


@pytest.mark.parametrize(
    ("decks", "payouts", "readings"),
    [
        (6, {}, {}),
        (1, {}, {}),
        (6, {"war": "6:5", "go_to_war": "3:2"}, {}),
        (6, {}, {"war-won": "one-to-two"}),
        (6, {}, {"war-tied": "war-wager-only"}),
    ],
)
def test_casino_war_by_settling_every_hand(
    decks: int, payouts: dict[str, str], readings: dict[str, str]
) -> None:
    rules = load_ruleset(terms(WAR, decks=decks, payouts=payouts)).with_readings(readings)
    fought, given_up = war(rules, decks)
    found = {row.which.get("play", "tie"): row.edge for row in edges(rules)}
    assert (found["war"], found["surrender"]) == (fought, given_up)
    tie = sum(share * money(rules, bet("tie", 1), deal(*cards)) for share, cards in dealt(decks, 2))
    assert found["tie"] == -tie


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.tuples(st.integers(1, 9), st.integers(0, 50)), min_size=1)
)
def test_any_wheel_by_spinning_every_space(wheel: dict[str, tuple[int, int]]) -> None:
    spaces = {kind: count for kind, (count, _) in wheel.items()}
    payouts = {kind: f"{pays}:3" for kind, (_, pays) in wheel.items()}
    rules = load_ruleset({"edition": WHEELS, "wheel": {"spaces": spaces, "payouts": payouts}})
    stops = [kind for kind, count in spaces.items() for _ in range(count)]
    for row in edges(rules):
        kind = row.which["space"]
        gains = [money(rules, bet("space", 1, space=kind), {"spin": stop}) for stop in stops]
        assert row.edge == -sum(gains, Fraction(0)) / len(stops)
        assert row.win == Fraction(stops.count(kind), len(stops))


def test_the_variance_is_that_of_the_net_result() -> None:
    rules = load_ruleset(terms(WAR))
    (tie,) = [row for row in edges(rules) if row.bet == "tie"]
    results = [(share, money(rules, bet("tie", 1), deal(*cards))) for share, cards in dealt(6, 2)]
    mean = sum(share * result for share, result in results)
    assert tie.variance == sum(share * (result - mean) ** 2 for share, result in results)
