"""Every wager, on every number, in every state of the point, against all 36 rolls, in every edition.

One table holds every wager of an edition at once; what each roll does to each of them is compared with the
tables of printed.py.
"""

from copy import copy
from fractions import Fraction
from typing import Any

import pytest

from craps import load_ruleset
from craps.scenario import Event
from craps.settlement import apply, settle_events
from craps.table import Table
from tests.craps import printed
from tests.craps.oracle import Expected, Up, expected
from tests.craps.play import EASY, EDITIONS, FAMILY, POINTS, ROLLS

STAKE = Fraction(60)  # a multiple of every unit any edition asks for
STATES = (None, *POINTS)
SIDE = {"fire", "sharpshooter", *printed.BONUS}


def roll(total: int) -> Event:
    return Event("roll", roll=EASY[total])


def bet(wager: str, spot: Any = None, stake: Fraction = STAKE, stay: bool | None = None) -> Event:
    return Event("bet", wager, spot, int(stake), stay)


def full_table(edition: str, point: int | None, stay: bool, call: str | None) -> tuple[list[Event], list[Up]]:
    """Events that put every wager up with this point on, and the bets that are then up.

    A come bet cannot stand on the point itself: the come-out roll that sets the point decides it.
    """
    events = [roll(4)]
    for number in (5, 6, 8, 9, 10, 4):  # the last one makes the point: a come-out follows
        events += [bet("come"), bet("dont_come"), roll(number)]
    events += [bet("pass_line"), bet("dont_pass")]
    if point is not None:
        events += [roll(point), bet("come"), bet("dont_come")]
    up = [Up("pass_line", point, STAKE), Up("dont_pass", point, STAKE)]
    if point is not None:
        up += [Up("come", None, STAKE), Up("dont_come", None, STAKE)]
        up += [Up("pass_odds", point, STAKE), Up("dont_pass_odds", point, STAKE)]
        events += [bet("pass_odds"), bet("dont_pass_odds")]
    for number in (n for n in POINTS if n != point):
        events += [bet("come_odds", number), bet("dont_come_odds", number)]
        up += [Up(wager, number, STAKE) for wager in ("come", "dont_come", "come_odds", "dont_come_odds")]
    for wager in sorted(printed.authorised(edition) - SIDE - {*printed.LINE, *printed.ODDS}):
        for spot in spots(wager):
            stays = stay and wager in printed.MAY_STAY
            events.append(bet(wager, spot, stay=stays or None))
            up.append(Up(wager, spot, STAKE, stays))
    if call:
        events += [Event("turn", b.wager, spot_of(b), state=call) for b in up]
        up = [marked(edition, b, call) for b in up]
    return events, up


def spots(wager: str) -> tuple[Any, ...]:
    if wager in printed.NUMBERED:
        return tuple(printed.NUMBERED[wager])
    if wager == "horn_high":
        return tuple(printed.HORN_HIGH)
    return tuple(pair for pair, _ in printed.HOPS) if wager == "hop" else (None,)


def spot_of(up: Up) -> Any:
    return None if up.wager in ("pass_line", "dont_pass", "pass_odds", "dont_pass_odds") else up.number


def marked(edition: str, up: Up, call: str) -> Up:
    may = call in printed.CALLS[FAMILY[edition]].get(up.wager, set())
    return Up(up.wager, up.number, up.stake, up.stay, call) if may else up


def twin(table: Table) -> Table:
    """The same table again, so that each of the 36 rolls starts from it."""
    same = copy(table)
    same.bets = {key: copy(bet) for key, bet in table.bets.items()}
    return same


def check(edition: str, point: int | None, stay: bool, call: str | None) -> None:
    rules = load_ruleset({"edition": edition})
    events, up = full_table(edition, point, stay, call)
    table = Table(rules)
    before = [apply(table, 0, event) for event in events]
    refused = {s.error.code for s in before if s.error}
    assert refused <= ({"fixed_state"} if call else set()), refused
    assert table.on_table == STAKE * len(up)
    for dice in ROLLS:
        last = apply(twin(table), 0, Event("roll", roll=dice))
        wanted = {(b.wager, spot_of(b)): e for b in up if (e := expected(edition, b, point is None, dice))}
        found = {
            (s.bet, s.terms.spot): Expected(
                s.outcome, Fraction(s.paid), Fraction(s.returned), Fraction(s.vig or 0)
            )
            for s in last.settlements or ()
        }
        assert found == wanted, (
            dice,
            {k: (found.get(k), wanted.get(k)) for k in found.keys() ^ wanted.keys()},
        )
        gained = sum((e.paid + e.returned for e in wanted.values()), Fraction(0))
        if FAMILY[edition] != "bc":  # where vig is taken out of what is paid
            gained -= sum(e.vig for e in wanted.values())
        assert last.balance - table.balance == gained
        moved = {s.number for s in last.settlements or () if s.outcome == "point"}
        assert moved <= {sum(dice)}


@pytest.mark.parametrize("point", STATES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_wager_on_every_roll(edition: str, point: int | None) -> None:
    check(edition, point, stay=False, call=None)


@pytest.mark.parametrize("point", [None, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_bets_that_stay_up(edition: str, point: int | None) -> None:
    check(edition, point, stay=True, call=None)


@pytest.mark.parametrize("call", ["on", "off"])
@pytest.mark.parametrize("point", [None, 9])
@pytest.mark.parametrize("edition", EDITIONS)
def test_bets_called_on_or_off(edition: str, point: int | None, call: str) -> None:
    check(edition, point, stay=False, call=call)


@pytest.mark.parametrize("edition", EDITIONS)
def test_vig_of_every_number(edition: str) -> None:
    """What buy and lay cost when they are made: 5%, of the wager or of what it would win."""
    rules = load_ruleset({"edition": edition})
    for wager in ("buy", "lay"):
        for number in POINTS:
            for stake in (Fraction(20), Fraction(60), Fraction(7)):
                run = settle_events(rules, [bet(wager, number, stake)])
                taken = printed.vig(edition, wager, number, stake)
                assert (run.vig_paid, run.balance) == (taken, -stake - taken)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_wager_of_the_documents_is_offered_and_no_other(edition: str) -> None:
    assert load_ruleset({"edition": edition}).offered == printed.authorised(edition)
