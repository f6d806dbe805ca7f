"""Every clause that is cited stands in the document it is cited from.

The numbers in tests/data/clauses are those of the documents, with the letters and corrections the editions
page describes; a range such as 3/A(7)-(10) is cited where one rule of ours covers several clauses.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from craps import load_edition, load_ruleset
from craps.scenario import Event
from craps.settlement import settle_events
from craps.wagers import CATALOGUE, spots
from tests.craps.play import EASY, EDITIONS, POINTS, ROLLS, Play

DATA = Path(__file__).parent.parent / "data" / "clauses"


def clauses(edition: str) -> set[str]:
    """md-mini is the same document as md-craps."""
    name = "md-craps" if edition == "md-mini" else edition
    return set((DATA / f"{name}.txt").read_text(encoding="utf-8").split())


def stands_in(clause: str, known: set[str]) -> bool:
    if found := re.fullmatch(r"(.*)\((\d+)\)-\((\d+)\)", clause):
        stem, first, last = found.groups()
        return all(f"{stem}({n})" in known for n in range(int(first), int(last) + 1))
    return clause in known


def busy_run() -> list[Event]:
    """Every wager on every spot, made, raised, called, reduced and rolled against, allowed or not."""
    every = [(w, spot) for w in CATALOGUE for spot in spots(w)] + [("come", None), ("dont_come", None)]
    events: list[Event] = []
    for total in (None, 6, 8, 6, 12, 5, 4, 7):
        if total:
            events.append(Event("roll", roll=EASY[total]))
        for wager, spot in every:
            events += [Event("bet", wager, spot, 20), Event("bet", wager, spot, 1)]
        for wager, spot in every:
            events += [Event("turn", wager, spot, state=state) for state in ("on", "off")]
            events += [Event("remove", wager, spot, 3), Event("bet", wager, spot, 10**9)]
        events += [Event("remove", wager, spot) for wager, spot in every[::5]]
    return [*events, *(Event("roll", roll=dice) for dice in ROLLS)]


@pytest.mark.parametrize("offer", ["as baseline", "everything"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_settlements_and_refusals_cite_a_clause_of_the_document(edition: str, offer: str) -> None:
    known = clauses(edition)
    stated = {"wagers": list(CATALOGUE)} if offer == "everything" else {}
    limits = {w: {"min": 5, "max": 300, "increment": 5} for w in CATALOGUE}
    for rules in (stated, stated | {"limits": limits}):
        run = settle_events(load_ruleset({"edition": edition, **rules}), busy_run())
        cited = [
            (s.bet, s.outcome, s.clause, s.message) for step in run.steps for s in step.settlements or ()
        ]
        cited += [("", e.code, e.clause, e.message) for step in run.steps if (e := step.error)]
        assert len({outcome for _, outcome, _, _ in cited}) >= 10
        wrong = {(bet, what, clause) for bet, what, clause, _ in cited if not stands_in(clause, known)}
        assert not wrong
        for *_, said in cited:
            assert re.fullmatch(r"[^a-z].*[.]", said), said
            assert "None" not in said
            assert "Fraction" not in said


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_of_the_edition_data_stands_in_the_document(edition: str) -> None:
    known = clauses(edition)
    data = load_edition(edition).to_json()
    found = set(_cited(data))
    assert len(found) > 50
    assert {c for c in found if not stands_in(c, known)} == set()


def _cited(value: Any) -> list[str]:
    """Texts of an edition's data that look like a clause of any of the documents."""
    if isinstance(value, dict):
        return [c for entry in value.values() for c in _cited(entry)]
    if isinstance(value, list):
        return [c for entry in value for c in _cited(entry)]
    looks = r"\d+/[A-Z](\(\w+\))*(-\(\w+\))?|\d/\d+(\.\w+)*|\d\.\d+(\.\d+)*(\(\w+\))*"
    return [value] if isinstance(value, str) and re.fullmatch(looks, value) and value != "1/20" else []


# What the sources say, by hand: the clauses a reader would look up.
WINS = {
    "nz-revised": dict.fromkeys(("pass_line", "place", "buy", "lay", "hardway", "field", "any_seven"), "4.14")
    | {"horn": "4.15", "horn_high": "4.15", "world": "4.16", "c_and_e": "4.17"},
    "sg-mbs-v2": {
        "pass_line": "4.1", "place": "4.6", "buy": "4.7", "lay": "4.8", "hardway": "4.9", "field": "4.10",
        "any_seven": "4.1", "horn": "3.4.14", "horn_high": "3.4.15", "c_and_e": "4.1",
    },
    "bc-craps": {
        "pass_line": "1/2.1.3", "place": "1/6.3.4", "buy": "1/6.4.4", "lay": "1/6.5.4", "hardway": "1/6.7.5",
        "field": "1/6.9.3", "any_seven": "1/6.6.4", "horn": "1/6.6.6.a", "world": "1/6.6.8.a",
        "big_6": "1/6.10.4",
    },
    "bc-midi": {"pass_line": "4/2.1.3", "place": "4/7.3.4", "lay": "4/7.5.4", "field": "4/7.9.3"},
    "md-craps": {
        "pass_line": "5/A(1)", "place": "5/A(7)", "buy": "5/G(1)(c)", "lay": "5/G(2)(c)",
        "hardway": "5/A(18)", "field": "5/A(21)", "any_seven": "5/A(23)", "horn": "5/C", "world": "5/E",
        "c_and_e": "5/B", "place_to_lose": "5/A(13)", "six_seven_eight": "5/A(46)",
    },
}  # fmt: skip
LOSES = {
    "nz-revised": {"pass_line": "4.1(a)(ii)(A)", "field": "4.1(o)(ii)", "horn": "4.1(v)(ii)"},
    "sg-mbs-v2": {"pass_line": "3.4.1.2", "field": "3.4.13", "horn_high": "3.4.15.2", "place": "3.4.9"},
    "bc-craps": {"pass_line": "1/2.1.4", "field": "1/6.9.2.a", "horn": "1/6.6.3.a", "place": "1/6.3.3.a"},
    "bc-midi": {"pass_line": "4/2.1.4", "field": "4/7.9.2.a", "horn": "4/7.6.3.a", "place": "4/7.3.3.a"},
    "md-craps": {"pass_line": "3/A(1)(b)(i)", "field": "3/A(11)(b)", "hardway": "3/A(8)(c)"},
}  # fmt: skip


def outcomes(edition: str, wager: str) -> dict[str, str]:
    """Clause by outcome of one bet of this wager (on 6 where it takes a number), over all rolls."""
    found: dict[str, str] = {}
    numbers = CATALOGUE[wager].numbers
    for total in (*EASY, 6):
        play = Play(edition)
        play.bet(wager, 60, (6 if 6 in numbers else 12) if numbers else None)
        play.turn("on", wager, (6 if 6 in numbers else 12) if numbers else None)
        dice = (3, 3) if wager == "hardway" and total == 6 else EASY[total]
        for settled in play.roll(*dice):
            found.setdefault(settled["outcome"], settled["clause"])
        if wager == "field" and total == 3:
            found["win"] = settled["clause"]
    return found


@pytest.mark.parametrize(("edition", "wager"), [(e, w) for e, ws in WINS.items() for w in ws])
def test_a_win_cites_its_payout(edition: str, wager: str) -> None:
    assert outcomes(edition, wager)["win"] == WINS[edition][wager]


@pytest.mark.parametrize(("edition", "wager"), [(e, w) for e, ws in LOSES.items() for w in ws])
def test_a_loss_cites_what_loses(edition: str, wager: str) -> None:
    assert outcomes(edition, wager)["lose"] == LOSES[edition][wager]


@pytest.mark.parametrize(
    ("edition", "clause"),
    [
        ("nz-1998", "4.1(a)(ii)(B)"),
        ("sg-mbs-v2", "3.4.1.2"),
        ("bc-craps", "1/2.1.7"),
        ("bc-midi", "4/2.1.7"),
        ("md-mini", "3/A(1)(b)(ii)"),
    ],
)
def test_a_pass_bet_that_sevens_out_cites_its_own_clause(edition: str, clause: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 5)
    play.roll(6)
    assert play.roll(7)[0]["clause"] == clause


@pytest.mark.parametrize("point", POINTS)
def test_a_point_is_cited_and_said(point: int) -> None:
    play = Play("md-craps")
    play.bet("pass_line", 5)
    play.bet("dont_pass", 5)
    with_it, against = play.roll(point)
    assert (with_it["outcome"], with_it["number"], with_it["clause"]) == ("point", point, "3/A(1)(a)(ii)")
    assert with_it["message"] == f"Pass Bet: {point} is its point; it now wins on a {point} and loses on a 7."
    assert against["message"] == (
        f"Don't Pass Bet: {point} is its point; it now wins on a 7 and loses on a {point}."
    )
