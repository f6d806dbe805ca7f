"""Random rule sets and random play over them, compliant or not, as contract JSON."""

from typing import Any

from hypothesis import strategies as st

from craps.wagers import CATALOGUE, HOP_PAIRS
from tests.craps.play import EDITIONS, POINTS, ROLLS
from tests.craps.printed import MAY_STAY

AMOUNTS = (60, 5, 1, "12", "5/2", "0.5", 600)
PAYOUTS = ("1:1", "2:1", "7:6", "0:1", "5:11", "25 for 1", "1 for 1", "300:7")


def _spots(wager: str) -> list[dict[str, Any]]:
    item = CATALOGUE[wager]
    if wager == "hop":
        return [{"dice": list(pair)} for pair in (*HOP_PAIRS, (1, 1), (5, 6))]
    numbered: list[dict[str, Any]] = [{"number": number} for number in item.numbers]
    return [{}, *numbered] if item.moves else numbered or [{}]


SPOTS = [(wager, spot) for wager in CATALOGUE for spot in _spots(wager)]
LINE: list[tuple[str, dict[str, Any]]] = [
    ("pass_line", {}),
    ("dont_pass", {}),
    ("come", {}),
    ("dont_come", {}),
    ("pass_odds", {}),
]
# Rolls with the totals that decide and move most bets a little more often.
DICE = [*ROLLS, (3, 4), (3, 3), (2, 4), (4, 4), (2, 2), (6, 4)]


def _odds() -> st.SearchStrategy[dict[str, Any]]:
    multiples = st.one_of(
        st.sampled_from([0, 1, 2, 3, 5, 100, "1/2"]),
        st.dictionaries(st.sampled_from([str(p) for p in POINTS]), st.integers(0, 6), max_size=3),
    )
    terms = st.fixed_dictionaries(
        {}, optional={"multiples": multiples, "basis": st.sampled_from(["wager", "winnings"])}
    )
    return st.dictionaries(
        st.sampled_from(["pass_line", "come", "dont_pass", "dont_come"]), terms, max_size=3
    )


def _vig() -> st.SearchStrategy[dict[str, Any]]:
    terms = st.fixed_dictionaries(
        {},
        optional={
            "collect": st.sampled_from(["placement", "win", "placement_and_payment"]),
            "rate": st.sampled_from(["1/20", "0", "3/50", "1/3"]),
            "base": st.sampled_from(["wager", "win"]),
            "refund_on_removal": st.booleans(),
        },
    )
    return st.dictionaries(st.sampled_from(["buy", "lay"]), terms)


def _limits() -> st.SearchStrategy[dict[str, Any]]:
    bounds = st.fixed_dictionaries(
        {},
        optional={
            "min": st.integers(0, 10),
            "max": st.integers(0, 200),
            "increment": st.sampled_from([1, 5, "1/2"]),
        },
    )
    return st.dictionaries(st.sampled_from(list(CATALOGUE)), bounds, max_size=3)


def rulesets() -> st.SearchStrategy[dict[str, Any]]:
    payable = [w for w in CATALOGUE if not CATALOGUE[w].parts]
    states = ["place", "place_to_lose", "buy", "lay", "hardway", "big_6", "come_odds", "dont_come_odds"]
    return st.fixed_dictionaries(
        {"edition": st.sampled_from(EDITIONS)},
        optional={
            "wagers": st.one_of(
                st.just(list(CATALOGUE)), st.lists(st.sampled_from(list(CATALOGUE)), min_size=20, unique=True)
            ),
            "chip_unit": st.sampled_from([1, 5, "1/2"]),
            "odds": _odds(),
            "vig": _vig(),
            "payouts": st.dictionaries(st.sampled_from(payable), st.sampled_from(PAYOUTS), max_size=4),
            "paytables": st.just({"fire": "B", "bonus": "B"}),
            "come_out": st.dictionaries(st.sampled_from(states), st.sampled_from(["on", "off"]), max_size=4),
            "limits": _limits(),
        },
    )


@st.composite
def plays(draw: st.DrawFn, longest: int = 40) -> list[dict[str, Any]]:
    """Events on a few wagers, so that they meet each other: bets, raises, reductions, calls and rolls."""
    menu = [*LINE, *draw(st.lists(st.sampled_from(SPOTS), min_size=1, max_size=8))]
    menu += [("come_odds", spot) for wager, spot in menu if wager == "come" and spot]
    bets = [{"bet": wager, **spot, "amount": amount} for wager, spot in menu for amount in AMOUNTS]
    bets += [b | {"stay": True} for b in bets if b["bet"] in MAY_STAY]
    others: list[dict[str, Any]] = [{"remove": wager, **spot} for wager, spot in menu]
    others += [{"remove": wager, **spot, "amount": amount} for wager, spot in menu for amount in (1, 30)]
    others += [{"turn": state, "bet": wager, **spot} for wager, spot in menu for state in ("on", "off")]
    others.append({"pass_dice": True})
    rolls = [{"roll": list(dice)} for dice in DICE]
    event = st.one_of(
        st.sampled_from(bets), st.sampled_from(bets), st.sampled_from(rolls), st.sampled_from(rolls),
        st.sampled_from(others),
    )  # fmt: skip
    return draw(st.lists(event, min_size=1, max_size=longest))


def scenarios() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"ruleset": rulesets(), "events": plays()})
