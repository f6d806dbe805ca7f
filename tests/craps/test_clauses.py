"""Every clause that is cited stands in the document it is cited from.

The numbers in tests/data/clauses are those of the documents, with the letters and corrections the editions
page describes; a run such as 3/A(7)-(10) is cited where one rule of ours covers several clauses.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from craps import load_edition, load_ruleset
from craps.rulebook import cited
from craps.scenario import Event
from craps.settlement import settle_events
from craps.wagers import CATALOGUE, spots
from tests.craps.play import EASY, EDITIONS, ROLLS

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent.parent / "data" / "clauses"


def clauses(edition: str) -> set[str]:
    """md-mini is the same document as md-craps."""
    name = "md-craps" if edition == "md-mini" else edition
    return set((DATA / f"{name}.txt").read_text(encoding="utf-8").split())


def stands_in(clause: str, known: set[str]) -> bool:
    return set(cited(clause)) <= known


@cache
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
        told = {(s.bet, s.outcome, s.clause, s.message) for step in run.steps for s in step.settlements or ()}
        told |= {("", e.code, e.clause, e.message) for step in run.steps if (e := step.error)}
        assert len({outcome for _, outcome, _, _ in told}) >= 10
        wrong = {(bet, what, clause) for bet, what, clause, _ in told if not stands_in(clause, known)}
        assert not wrong
        for *_, said in told:
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
    looks = r"\d+/[A-Z](\(\w+\))*(-(\(\w+\))+)?|\d/\d+(\.\w+)*|\d\.\d+(\.\d+)*(\(\w+\))*"
    return [value] if isinstance(value, str) and re.fullmatch(looks, value) and value != "1/20" else []
