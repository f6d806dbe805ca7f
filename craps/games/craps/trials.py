"""Every wager of craps at each of the 36 rolls, in each state of the table in which it can be up."""

from __future__ import annotations

from collections.abc import Iterator

from craps.dice import POINTS, ROLLS
from craps.errors import Refused
from craps.games.playing import AMOUNTS
from craps.money import Exact
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.settlement import settle_events
from craps.table import name_of
from craps.wagers import ANY_TIME, CATALOGUE, COME_OUT, POINT_ON, WITH_FLAT, Spot, spots

_TRIED = (60, 30, 120, 10, 5, 20, 300, 1)  # amounts in the order in which they are tried
_DICE = {total: next(dice for dice in ROLLS if sum(dice) == total) for total in range(2, 13)}


def unsettled(ruleset: RuleSet, wager: str) -> Iterator[str]:
    """What is wrong with a wager, in words: a spot on which it is never taken, a win that pays nothing."""
    item = CATALOGUE[wager]
    for spot in (None,) if item.moves else spots(wager) if not item.flat else POINTS:
        if not ruleset.offers(wager, spot):
            continue
        refused: Refused | None = None
        taken = 0
        for before in _states(ruleset, wager, spot):
            own = spot if item.flat is None or item.numbers else None
            bet, refusal = _accepted(ruleset, before, wager, own)
            refused = refusal or refused
            if bet is None:
                continue
            taken += 1
            for dice in ROLLS:
                run = settle_events(ruleset, [*before, bet, Event("roll", roll=dice)])
                for settled in run.steps[-1].settlements or ():
                    if settled.bet == wager and settled.outcome == "win" and settled.paid <= 0:
                        name = name_of(ruleset, wager, spot)
                        yield f"{name} wins on {dice[0]}-{dice[1]} and is paid nothing."
                        return
        if not taken:
            why = f": {refused.message}" if refused else "."
            yield f"{name_of(ruleset, wager, spot)} is never taken{why}"


def _states(ruleset: RuleSet, wager: str, spot: Spot) -> Iterator[list[Event]]:
    """What happened before the bet: nothing, or a point, and the bets that it needs."""
    item, rule = CATALOGUE[wager], ruleset.rule(wager)
    needed = [Event("bet", name, None, amount=60) for name in (rule.needs.value[:1] if rule.needs else ())]
    if item.when == WITH_FLAT and item.flat:
        flat, _ = _accepted(ruleset, _point_for(item.flat, spot), item.flat, None)
        if flat and isinstance(spot, int):
            yield [*_point_for(item.flat, spot), flat, _rolled(spot)]
        return
    if item.when in (COME_OUT, ANY_TIME) or item.when not in (POINT_ON,):
        yield needed
    if item.when in (POINT_ON, ANY_TIME):
        for point in POINTS:
            yield [*needed, _rolled(point)]


def _point_for(flat: str, spot: Spot) -> list[Event]:
    """A come bet is made with a point on, another one than the number that it moves to."""
    if CATALOGUE[flat].when != POINT_ON:
        return []
    return [_rolled(6 if spot != 6 else 8)]


def _rolled(total: int) -> Event:
    return Event("roll", roll=_DICE[total])


def _accepted(
    ruleset: RuleSet, before: list[Event], wager: str, spot: Spot
) -> tuple[Event | None, Refused | None]:
    """The bet with an amount that is taken, or why it is refused."""
    refused: Refused | None = None
    for amount in _amounts(ruleset, wager):
        bet = Event("bet", wager, spot, amount)
        refused = settle_events(ruleset, [*before, bet]).steps[-1].error
        if refused is None:
            return bet, None
        if refused.code not in AMOUNTS:
            break
    return None, refused


def _amounts(ruleset: RuleSet, wager: str) -> Iterator[Exact]:
    rule = ruleset.rule(wager)
    yield from _TRIED
    for bound in (rule.min, rule.max, rule.increment):
        if bound:
            yield bound.value
    yield ruleset.chip_unit
