"""Exact edges: published figures, brute force on small cases, and what must hold under any rule set."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from craps import edges, edition_ids, load_edition, load_ruleset, settle
from craps.edge import EdgeRow, edge_of, edge_spots
from craps.wagers import CATALOGUE

Spot = int | tuple[int, int] | None
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)


def figures(edition: str, **stated: Any) -> dict[tuple[str, Spot], EdgeRow]:
    return {(row.bet, row.spot): row for row in edges(load_ruleset({"edition": edition, **stated}))}


def edge(edition: str, bet: str, spot: Spot = None, **stated: Any) -> str:
    return str(figures(edition, **stated)[bet, spot].edge)


# Published figures ---------------------------------------------------------------------------------------

PUBLISHED = [
    ("nz-1998", "pass_line", (None,), "7/495"),
    ("sg-mbs-v2", "come", (None,), "7/495"),
    ("bc-craps", "dont_pass", (None,), "3/220"),
    ("md-mini", "dont_come", (None,), "3/220"),
    ("nz-revised", "place", (4, 10), "1/15"),
    ("bc-craps", "place", (5, 9), "1/25"),
    ("bc-midi", "place", (6, 8), "1/66"),
    ("md-craps", "place_to_lose", (4, 10), "1/33"),
    ("md-craps", "place_to_lose", (5, 9), "1/40"),
    ("md-craps", "place_to_lose", (6, 8), "1/55"),
    ("nz-1998", "buy", POINTS, "1/21"),
    ("md-craps", "buy", POINTS, "1/21"),
    ("nz-1998", "lay", (4, 10), "1/41"),
    ("sg-mbs-v2", "lay", (5, 9), "1/31"),
    ("sg-mbs-v2", "lay", (6, 8), "1/25"),
    ("md-craps", "lay", POINTS, "1/21"),
    ("bc-craps", "buy", (4, 10), "4/63"),
    ("bc-craps", "lay", (4, 10), "5/123"),
    ("sg-mbs-v2", "hardway", (4, 10), "1/9"),
    ("sg-mbs-v2", "hardway", (6, 8), "1/11"),
    ("nz-1998", "big_6", (None,), "1/11"),
    ("bc-craps", "field", (None,), "1/18"),
    ("nz-1998", "any_seven", (None,), "1/6"),
    ("nz-1998", "any_craps", (None,), "1/9"),
    ("nz-1998", "craps_12", (None,), "5/36"),
    ("nz-1998", "eleven", (None,), "1/9"),
    ("md-craps", "horn", (None,), "1/8"),
    ("md-craps", "horn_high", (2, 12), "23/180"),
    ("md-craps", "horn_high", (3, 11), "11/90"),
    ("md-craps", "world", (None,), "2/15"),
    ("sg-mbs-v2", "c_and_e", (None,), "1/9"),
    ("bc-craps", "high_low", (None,), "5/36"),
    ("bc-craps", "hop", ((1, 3), (4, 6)), "1/9"),
    ("bc-craps", "hop", ((2, 2), (5, 5)), "5/36"),
    ("md-craps", "six_seven_eight", (None,), "1/18"),
]


@pytest.mark.parametrize(("edition", "bet", "spots", "published"), PUBLISHED)
def test_published(edition: str, bet: str, spots: tuple[Spot, ...], published: str) -> None:
    rows = figures(edition)
    assert {str(rows[bet, spot].edge) for spot in spots} == {published}


@pytest.mark.parametrize(("number", "published"), [(4, "1/60"), (5, "1/50"), (6, "1/44")])
def test_buy_with_vig_on_the_win(number: int, published: str) -> None:
    assert edge("md-craps", "buy", number, vig={"buy": {"collect": "win"}}) == published


@pytest.mark.parametrize("edition", edition_ids())
def test_odds_at_the_editions_payouts_cost_nothing(edition: str) -> None:
    odds = [row for row in figures(edition).values() if CATALOGUE[row.bet].flat]
    assert len(odds) == 24
    assert {row.edge for row in odds} == {0}
    assert [row.number for row in odds[:6]] == list(POINTS)


@pytest.mark.parametrize("edition", ["bc-craps", "md-craps"])
def test_fire_at_24_249_999(edition: str) -> None:
    row = figures(edition)["fire", None]
    assert round(row.edge, 6) == Fraction("0.207628")
    assert row.rolls == Fraction(1671, 196)


def test_bonus() -> None:
    rows = figures("md-craps")
    assert rows["all_small", None].win == rows["all_tall", None].win == Fraction(20049, 760760)
    assert round(rows["all_or_nothing", None].win, 9) == Fraction("0.005257704")
    other = figures("md-craps", paytables={"bonus": "B"})
    assert other["all_small", None].edge == 1 - 31 * Fraction(20049, 760760)


def test_a_push_is_a_decision_unless_it_is_left_out() -> None:
    row = figures("nz-1998")["dont_pass", None]
    assert (row.push, row.edge, row.edge_resolved) == (Fraction(1, 36), Fraction(3, 220), Fraction(27, 1925))
    assert row.rolls == Fraction(557, 165)


def test_world_wins_on_a_seven_though_it_brings_nothing() -> None:
    assert figures("nz-1998")["world", None].win == Fraction(1, 3)


# By other means ------------------------------------------------------------------------------------------


def chance(total: int) -> Fraction:
    return Fraction(WAYS[total], 36)


def test_line_bets_by_summing_over_points() -> None:
    win = chance(7) + chance(11) + sum(chance(p) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS)
    row = figures("bc-craps")["pass_line", None]
    assert (row.win, row.lose, row.push) == (win, 1 - win, Fraction(0))


def test_rolls_and_variance_of_a_place_bet_by_hand() -> None:
    row = figures("nz-1998")["place", 4]
    win, lose, nine_fifths = Fraction(1, 3), Fraction(2, 3), Fraction(9, 5)
    mean = win * nine_fifths - lose
    assert row.rolls == 1 / (chance(4) + chance(7))
    assert row.variance == win * nine_fifths**2 + lose - mean**2


@pytest.mark.parametrize("wager", ["field", "any_craps", "horn", "world", "c_and_e", "high_low_eleven"])
def test_one_roll_bets_by_settling_all_36_rolls(wager: str) -> None:
    balances = []
    for dice in product(range(1, 7), repeat=2):
        events = [{"bet": wager, "amount": "60"}, {"roll": list(dice)}]
        balances.append(settle({"ruleset": {"edition": "bc-craps"}, "events": events}).balance)
    row = figures("bc-craps")[wager, None]
    assert row.edge == -Fraction(sum(balances), 36 * 60)
    assert row.variance == Fraction(sum(b * b for b in balances), 36 * 3600) - row.edge**2


@pytest.mark.parametrize("edition", ["nz-1998", "bc-craps", "md-craps"])
@pytest.mark.parametrize(("wager", "number"), list(product(("buy", "lay"), (4, 5, 6))))
def test_vig_by_settling_both_ends(edition: str, wager: str, number: int) -> None:
    def end(dice: list[int]) -> Fraction:
        events: list[Any] = [{"roll": [6, 2]}, {"bet": wager, "number": number, "amount": "60"}]
        return Fraction(
            settle({"ruleset": {"edition": edition}, "events": [*events, {"roll": dice}]}).balance
        )

    placed = settle(
        {"ruleset": {"edition": edition}, "events": [{"bet": wager, "number": number, "amount": "60"}]}
    )
    hit = Fraction(WAYS[number], WAYS[number] + 6)
    net = hit * end([1, number - 1]) + (1 - hit) * end([3, 4])
    assert figures(edition)[wager, number].edge == net / placed.balance


def test_fire_by_inclusion_and_exclusion() -> None:
    """The made points are all within a set with chance out / (1 - chance to make one of the set)."""
    make = {p: Fraction(WAYS[p], 24) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS}
    out = 1 - sum(make.values())
    within = {
        frozenset(s): out / (1 - sum(make[p] for p in s)) for n in range(7) for s in combinations(POINTS, n)
    }
    exactly = [Fraction(0)] * 7
    for points in within:
        inner = (frozenset(s) for n in range(len(points) + 1) for s in combinations(points, n))
        exactly[len(points)] += sum((-1) ** (len(points) - len(s)) * within[s] for s in inner)
    row = figures("md-craps")["fire", None]
    assert sum(exactly) == 1
    assert row.win == sum(exactly[4:])
    assert row.edge == 1 - 25 * exactly[4] - 250 * exactly[5] - 1000 * exactly[6]


def test_bonus_by_walking_every_set_of_totals() -> None:
    """From each set of totals still missing: a missing one falls, or a 7."""
    known: dict[frozenset[int], tuple[Fraction, Fraction]] = {frozenset(): (Fraction(1), Fraction(0))}

    def walk(missing: frozenset[int]) -> tuple[Fraction, Fraction]:
        if missing not in known:
            deciding = 6 + sum(WAYS[total] for total in missing)
            win, rolls = Fraction(0), Fraction(36, deciding)
            for total in missing:
                then, more = walk(missing - {total})
                win += Fraction(WAYS[total], deciding) * then
                rolls += Fraction(WAYS[total], deciding) * more
            known[missing] = win, rolls
        return known[missing]

    rows = figures("md-craps")
    for wager, missing in (("all_small", range(2, 7)), ("all_or_nothing", (*range(2, 7), *range(8, 13)))):
        row = rows[wager, None]
        assert (row.win, row.rolls) == walk(frozenset(missing))


def test_sharpshooter_is_paid_by_the_points_made() -> None:
    make = sum(Fraction(WAYS[p], 24) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS)
    pays = {3: 5, 4: 9, 5: 15, 6: 30, 7: 50, 8: 100, 9: 200}
    mean = sum(make**n * (1 - make) * paid for n, paid in pays.items()) + make**10 * 500
    row = figures("bc-craps")["sharpshooter", None]
    assert row.win == make**3
    assert row.edge == (1 - make**3) - mean


# Under any rule set --------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", edition_ids())
def test_every_offered_wager_has_its_rows_and_chances_add_up(edition: str) -> None:
    rows = figures(edition)
    offered = load_ruleset({"edition": edition}).offered
    assert set(rows) == {(wager, spot) for wager in offered for spot in edge_spots(wager)}
    for row in rows.values():
        assert row.win + row.lose + row.push == 1
        assert row.edge >= 0
        assert row.edge_resolved >= row.edge
        assert row.rolls >= 1
        assert row.variance > 0


_PAYABLE = [w for w, item in CATALOGUE.items() if not item.parts]


@given(st.sampled_from(_PAYABLE), st.integers(1, 40), st.integers(1, 40), st.integers(1, 9))
def test_a_higher_payout_lowers_the_edge(wager: str, over: int, under: int, more: int) -> None:
    spot = edge_spots(wager)[0]

    def at(pays: int) -> EdgeRow:
        stated = {"edition": "bc-craps", "payouts": {wager: f"{pays}:{under}"}}
        return edge_of(load_ruleset(stated), wager, spot)

    low, high = at(over), at(over + more)
    assert high.edge < low.edge
    assert (high.win, high.rolls) == (low.win, low.rolls)


@given(
    st.sampled_from(("buy", "lay")),
    st.sampled_from(POINTS),
    st.sampled_from(("placement", "win", "placement_and_payment")),
    st.sampled_from(("wager", "win")),
    st.fractions(0, 1, max_denominator=100),
)
def test_vig_is_what_the_edge_of_buy_and_lay_comes_from(
    wager: str, number: int, collect: str, base: str, rate: Fraction
) -> None:
    vig = {"collect": collect, "base": base, "rate": str(rate)}
    rules = load_ruleset({"edition": "md-craps", "vig": {wager: vig}})
    row = edge_of(rules, wager, number)
    each = rate * (1 if base == "wager" else rules.payout(wager, str(number)))
    times = {"placement": Fraction(1), "win": row.win, "placement_and_payment": 1 + row.win}[collect]
    taken = times * each
    assert row.edge == taken / (1 if collect == "win" else 1 + each)


def test_a_combined_bet_follows_its_parts() -> None:
    raised = figures("nz-1998", payouts={"craps_2": "33:1"})
    plain = figures("nz-1998")
    for bet, shares in ((("horn", None), Fraction(1, 4)), (("horn_high", 2), Fraction(2, 5))):
        assert plain[bet].edge - raised[bet].edge == 3 * shares / 36


def test_the_rule_set_counts_as_submitted() -> None:
    """A wager that the edition does not list is a breach, and still has figures."""
    assert edge("sg-mbs-v2", "big_6", wagers=["big_6"]) == "1/11"


def test_an_incorrect_unit_costs_more() -> None:
    rules = load_ruleset({"edition": "bc-craps"})
    assert edge_of(rules, "place", 6, 12).edge == Fraction(1, 66)
    assert edge_of(rules, "place", 6, 10).edge == 1 - Fraction(5, 11) * Fraction(10 + 7 + 4, 10)
    assert edge_of(load_ruleset({"edition": "nz-1998"}), "place", 6, 10).edge == Fraction(1, 66)


def test_a_drafted_edition_has_figures_too() -> None:
    edition = load_edition("nz-1998")
    assert edges(load_ruleset({"edition": "nz-1998"}, edition)) == list(figures("nz-1998").values())


def test_json() -> None:
    rows = figures("bc-craps")
    assert rows["place", 6].to_json() == {
        "bet": "place",
        "number": 6,
        "win": "5/11",
        "lose": "6/11",
        "push": "0",
        "edge": "1/66",
        "edge_resolved": "1/66",
        "rolls": "36/11",
        "variance": "845/726",
    }
    hop = rows["hop", (2, 5)].to_json()
    assert hop["dice"] == [2, 5]
    assert "number" not in hop
    assert "number" not in rows["come", None].to_json()
