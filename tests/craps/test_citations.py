"""Every citation leads to a clause of the edition's rulebook, and the clause speaks of what cites it.

What findings cite is looked up in checks/test_every_rule.py, what any settlement or refusal can cite in
test_clauses.py.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import pytest

from craps import load_edition, settle
from craps.edition_values import value_at, values
from craps.examples import examples_of
from craps.rulebook import cited, clause, clause_ids
from craps.validation import rules
from tests.craps.play import EDITIONS

# Money is decided by these values: edition, value, the clause by hand from the document, and words or figures
# that must be in the clause's text. A run of clauses must have them in each.
DECIDING = (
    ("md-craps", "listed", "3/A", ["authorised"]),
    ("md-craps", "no_other_fee", "5/J", ["no fee", "no vigorish"]),
    ("md-craps", "odds.pass_line.least.all", "6/A", ["limit", "amount of the original Pass Bet"]),
    ("md-craps", "odds.dont_pass.least.all", "6/B", ["limit", "wins no more", "Don't Pass Bet"]),
    ("md-craps", "odds.come.least.all", "6/C", ["limit", "amount of the original Come Bet"]),
    ("md-craps", "odds.dont_come.least.all", "6/D", ["limit", "wins no more", "Don't Come Bet"]),
    ("md-craps", "odds.pass_line.most.all", "6/E", ["100 times", "Pass Bet or Come Bet"]),
    ("md-craps", "odds.dont_come.most.all", "6/E(1)", ["100 times", "win", "Don't Come Bet"]),
    ("md-craps", "odds.come.excess", "6/F", ["excess", "posted maximum"]),
    ("md-craps", "vig.buy.rate", "5/G(3)(a)", ["5%", "amount wagered", "Buy Bet"]),
    ("md-craps", "vig.lay.open_on_win", "5/G(3)(b)", ["only on", "Lay Bets that win"]),
    ("md-craps", "come_out.place.state", "3/A(5)(a)", ["Place Bet to Win is off", "dealer confirms"]),
    ("md-craps", "come_out.place_to_lose.state", "3/A(6)(a)", ["to Lose is off", "dealer confirms"]),
    ("md-craps", "come_out.buy.state", "3/A(41)(a)", ["Buy Bet is off", "dealer confirms"]),
    ("md-craps", "come_out.lay.state", "3/A(42)(a)", ["Lay Bet is on", "dealer confirms"]),
    ("md-craps", "come_out.hardway.state", "3/A(7)(a)-(10)(a)", ["the Hardway Bet is off"]),
    ("md-craps", "come_out.hardway.clauses.4", "3/A(7)(a)", ["Four the Hardway Bet is off"]),
    ("md-craps", "come_out.hardway.clauses.6", "3/A(8)(a)", ["Six the Hardway Bet is off"]),
    ("md-craps", "come_out.hardway.clauses.8", "3/A(9)(a)", ["Eight the Hardway Bet is off"]),
    ("md-craps", "come_out.hardway.clauses.10", "3/A(10)(a)", ["Ten the Hardway Bet is off"]),
    ("md-craps", "making.pass_after_point", "3/A(1)", ["placed", "before the come-out roll"]),
    ("md-craps", "making.come_raise", "3/A(3)", ["Come Bet", "placed"]),
    ("md-craps", "making.contract", "4/D(1)", ["Pass Bet may not be taken down or reduced"]),
    ("md-craps", "making.contract_come", "4/D(2)", ["Come Bet may not be taken down or reduced"]),
    ("md-craps", "making.dont_raise", "4/E", ["Don't Pass Bet", "not be put back or increased"]),
    ("md-craps", "making.dont_come_raise", "4/E", ["Don't Come Bet", "not be put back or increased"]),
    ("md-craps", "making.after_point.dont_pass", "3/A(2)", ["Don't Pass Bet", "before the come-out roll"]),
    ("md-craps", "making.after_point.dont_come", "3/A(4)", ["Don't Come Line", "placed"]),
    ("md-craps", "making.posted.min", "3/B(1)", ["not be smaller than the minimum"]),
    ("md-craps", "making.posted.max", "3/B(2)", ["not be larger than the maximum"]),
    ("md-craps", "making.posted.odds", "5/K", ["maximum posted", "chapter [6]"]),
    ("md-craps", "wagers.fire.min", "11/B(1)(a)", ["minimum", "$1"]),
    ("md-craps", "wagers.fire.max", "11/B(1)(b)", ["maximum", "$5"]),
    ("md-craps", "wagers.fire.increment", "11/B(1)(c)", ["steps of $1"]),
    ("md-craps", "wagers.fire.raise", "4/D(3)", ["Fire Bet", "never be reduced or increased"]),
    ("md-craps", "wagers.fire.remove", "4/D(3)", ["not be taken down"]),
    ("md-craps", "wagers.fire.loses", "3/A(40)(b)", ["fewer than 4 different points"]),
    ("md-craps", "wagers.all_small.raise", "4/D(4)", ["Bonus Craps", "never be reduced or increased"]),
    ("md-craps", "wagers.all_tall.reduce", "4/D(4)", ["Bonus Craps", "never be reduced or increased"]),
    ("md-craps", "wagers.all_or_nothing.remove", "12/B(2)", ["stay until they are collected or paid"]),
    ("md-craps", "wagers.all_small.when", "12/B(1)", ["new shooter's first come-out roll"]),
    ("md-craps", "wagers.all_small.loses", "12/B(5)", ["7 is thrown", "collect all Bonus Craps wagers"]),
    ("md-craps", "wagers.dont_pass.pushes", "3/A(2)(c)", ["12", "returned"]),
    ("md-craps", "wagers.dont_come.pushes", "3/A(4)(d)", ["12", "returned"]),
    ("md-craps", "wagers.horn.chips", "3/A(19)(a)", ["units of four"]),
    ("md-craps", "wagers.horn_high.chips", "3/A(20)(a)", ["units of five"]),
    ("md-craps", "wagers.horn_high.shares", "5/D", ["five", "20%"]),
    ("md-craps", "wagers.world.shares", "5/E", ["Horn Bet of 4 units", "Any Seven Bet of 1 unit"]),
    ("md-craps", "wagers.c_and_e.shares", "5/B", ["half", "7:1", "15:1"]),
    ("md-craps", "wagers.hardway.pays.8", "5/A(19)", ["Eight the Hardway", "9:1"]),
    ("md-craps", "wagers.hop.pays_clauses.2-3", "5/A(37)", ["Two-Three", "15:1"]),
    ("md-craps", "wagers.hop.pays_clauses.1-6", "5/A(36)", ["One-Six", "15:1"]),
    ("md-craps", "paytables.fire.B.fire.5", "5/F(2)(b)", ["5 different points", "199:1"]),
    ("nz-1998", "odds.pass_line.most.all", "4.1(e)(i)", ["original Pass Bet", "twice the Pass Bet"]),
    ("nz-1998", "odds.dont_come.most.all", "4.1(h)(i)", ["winnings", "twice the Don't Come Bet"]),
    ("nz-1998", "odds.come.excess", "4.1(g)(i)", ["payable unit"]),
    ("nz-1998", "vig.buy.rate", "4.1(j)", ["5% of the wager"]),
    ("nz-1998", "vig.lay.base", "4.1(k)", ["5% of what the wager would win"]),
    ("nz-1998", "vig.buy.refund", "4.12", ["commission", "returned"]),
    ("nz-1998", "come_out.place.state", "4.10(a)", ["come out roll", "off, unless", "confirms"]),
    ("nz-1998", "come_out.hardway.call", "4.10(b)", ["off or on at any time"]),
    ("nz-1998", "making.contract", "4.7", ["Come Bet its come point", "not be taken down or reduced"]),
    ("nz-1998", "making.after_point.dont_pass", "4.1(b)", ["Don't Pass area", "before the come out roll"]),
    ("nz-1998", "making.dont_raise", "4.8", ["not be put back or increased until a new come out roll"]),
    ("nz-1998", "making.dont_come_raise", "4.9", ["increased in one way only", "Don't Come area"]),
    ("nz-1998", "wagers.dont_pass.pushes", "4.1(b)(iii)", ["12", "stand off"]),
    ("nz-1998", "wagers.horn_high.chips", "4.1(w)(i)", ["units of 5"]),
    ("nz-1998", "wagers.c_and_e.fewest_chips", "4.1(y)(i)", ["units of at least 2"]),
    ("nz-1998", "wagers.world.shares", "4.16", ["World Bet", "5 separate wagers"]),
    ("bc-craps", "listed", "1/6", ["each bet", "what it pays"]),
    ("bc-craps", "wagers.pass_line.wins_point", "1/2.1.6", ["point is made", "pass line", "paid"]),
    ("bc-craps", "wagers.dont_pass.wins_point", "1/2.2.6", ["7", "before the point", "paid"]),
    ("bc-craps", "wagers.place.wrong_unit.6 8", "1/6.3.6", ["multiples of 6", "even money"]),
    ("bc-craps", "wagers.place.multiple.4 5 9 10", "1/6.3.7", ["multiples of 5"]),
    ("bc-craps", "vig.buy.rate", "1/6.4.5", ["5% of the wager", "each time it is paid"]),
    ("bc-craps", "vig.lay.base", "1/6.5.5", ["5% of the amount won"]),
    ("bc-craps", "vig.buy.refund", "1/6.4.8.a", ["taken down", "back", "5% vigorish"]),
    ("bc-craps", "odds.pass_line.most.4 10", "1/6.1.2.a", ["4 or 10", "3 times"]),
    ("bc-craps", "odds.come.most.6 8", "1/6.1.2.c", ["6 or 8", "5 times"]),
    ("bc-craps", "odds.dont_pass.most.all", "1/6.2.1.a", ["6 times"]),
    ("bc-craps", "come_out.place.call", "1/6.3.10", ["place bet", "off", "any time"]),
    ("bc-craps", "come_out.place.clauses.on", "1/6.3.9.a", ["place bet", "on for the come-out roll"]),
    ("bc-craps", "come_out.buy.call", "1/6.4.8", ["buy bet", "off", "any time"]),
    ("bc-craps", "come_out.buy.clauses.on", "1/6.4.7.a", ["buy bet", "on for the come-out roll"]),
    ("bc-midi", "come_out.place.clauses.on", "4/7.3.8.a", ["place bet", "on for the come-out roll"]),
    ("bc-craps", "making.pass_after_point", "1/4.3.1", ["pass line", "once there is a point"]),
    ("bc-craps", "making.after_point.pass_line", "1/4.4.2.a", ["add to a pass line", "point has been set"]),
    ("bc-craps", "making.no_call", "1/4.6.3", ["on or off for the come-out roll"]),
    ("bc-craps", "making.no_call_on_point", "1/4.7.3", ["off once there is a point"]),
    ("sg-mbs-v2", "wagers.pass_line.moves", "1.1.8", ["point", "come out roll"]),
    ("sg-mbs-v2", "wagers.dont_come.moves", "1.1.3", ["come point", "Don't Come wager was placed"]),
    ("bc-craps", "making.contract", "1/4.4.2", ["contract bets", "not be removed"]),
    ("bc-craps", "making.dont_raise", "1/4.4.3.b", ["never add", "don't pass or don't come"]),
    ("bc-craps", "wagers.fire.pays.4", "2/5.4", ["25 for 1"]),
    ("bc-craps", "wagers.fire.max", "2/3.3", ["$1", "$5"]),
    ("bc-craps", "wagers.sharpshooter.pays.10", "3/5.3", ["500:1"]),
    ("bc-midi", "listed", "4/7", ["each bet", "what it pays"]),
    ("bc-midi", "wagers.pass_line.wins_point", "4/2.1.6", ["point is made", "paid"]),
    ("bc-midi", "wagers.place.wrong_unit.6 8", "4/7.3.5", ["multiples of 6", "even money"]),
    ("bc-midi", "wagers.place.multiple.4 5 9 10", "4/7.3.6", ["multiples of 5"]),
    ("bc-midi", "come_out.place.state", "4/7.3.8", ["off for the come-out roll"]),
    ("sg-mbs-v2", "vig.buy.rate", "3.4.10", ["vigorish of 5% of the wager"]),
    ("sg-mbs-v2", "vig.lay.base", "3.4.11", ["5% of what the player can win"]),
    ("sg-mbs-v2", "making.contract", "1.1.4", ["not be removed or reduced once it has been placed"]),
    ("sg-mbs-v2", "making.dont_raise", "3.4.5", ["before the come out roll"]),
    ("sg-mbs-v2", "wagers.dont_pass.pushes", "3.4.5.3", ["12", "stand-off"]),
    ("sg-mbs-v2", "wagers.horn_high.shares", "3.4.15", ["units of five"]),
)  # fmt: skip


@pytest.mark.parametrize(("edition", "path", "citation", "words"), DECIDING, ids=lambda part: str(part)[:40])
def test_the_clause_speaks_of_the_value_that_cites_it(
    edition: str, path: str, citation: str, words: list[str]
) -> None:
    assert value_at(load_edition(edition).to_json(), path).clause == citation
    for number in cited(citation):
        text = clause(edition, number).text.casefold()
        assert [word for word in words if word.casefold() not in text] == []


def citations(edition: str) -> Iterator[tuple[str, str]]:
    """Where an edition, its readings, its checks and its worked examples cite a clause, and which."""
    found = load_edition(edition)
    yield from ((value.path, value.clause) for value in values(found.to_json()) if value.clause)
    for name, reading in found.readings.items():
        yield from ((f"reading {name}", number) for number in reading.clauses)
    for rule in rules(edition):
        yield from ((rule.id, number) for number in rule.clauses)
    for example in examples_of(found):
        yield from ((f"example {example.id}", number) for number in example.clauses)
        for step in settle({"ruleset": {"edition": edition}, "events": list(example.events)}).steps:
            if step.error is not None:
                yield f"refused in {example.id}", step.error.clause
            yield from ((f"settled in {example.id}", each.clause) for each in step.settlements or ())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_citation_is_a_clause_of_the_rulebook(edition: str) -> None:
    known, found = set(clause_ids(edition)), list(citations(edition))
    assert len({number for _, number in found}) > 50
    assert [(where, number) for where, number in found if not set(cited(number)) <= known] == []


def test_midi_craps_cites_the_twin_of_each_clause_of_craps() -> None:
    """Section 4 mirrors section 1 under its own numbers: value by value, the two clauses say the same."""
    midi, twins = load_edition("bc-midi").to_json(), 0
    own = {value.path: value.clause for value in values(midi)}
    for value in values(load_edition("bc-craps").to_json()):
        number = own.get(value.path)
        if not number or value.path == "table.off_for_removal":  # 4/4.7.4.c has no twin
            continue
        assert number in clause_ids("bc-midi"), value.path
        pair = (clause("bc-craps", value.clause), clause("bc-midi", number))
        here, there = (re.sub(r"\[[^\]]+\]", "", f"{each.heading} {each.text}") for each in pair)
        assert SequenceMatcher(None, here, there).ratio() > 0.8, (value.path, value.clause, number)
        twins += 1
    assert twins > 90
