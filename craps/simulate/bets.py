"""Read what to simulate: a rule set and the bets made under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from craps.codec import Json, kind, parse
from craps.dice import POINTS
from craps.edge import edge_spots
from craps.edition import Edition
from craps.errors import BadInput, nearest, quoted
from craps.games import game_of
from craps.money import Exact
from craps.record import replace
from craps.ruleset import RuleSet, ruleset_within
from craps.scenario import Event, read_event
from craps.settlement import settle_events
from craps.wagers import CATALOGUE, NEW_SHOOTER, POINT_ON, Spot

FIELDS = ("ruleset", "bets")
BET_FIELDS = ("bet", "number", "dice", "amount")
EVERY = "all"
UNIT = 30  # a correct unit on every number: a multiple of 5 and of 6


class SimulatedBet(NamedTuple):
    """A bet that is made again and again; odds have a spot for each point they may be on."""

    wager: str
    spots: tuple[Spot, ...]
    amount: Exact


def read_bets(
    request: Mapping[str, Json] | str | bytes, edition: Edition | None = None
) -> tuple[RuleSet, Sequence[Any]]:
    """Read ``{"ruleset": …, "bets": […]}``; BadInput names the place, also of a bet the rules never allow.

    ``"bets": "all"`` means every wager on offer. The game reads the bets.
    """
    if isinstance(request, str | bytes):
        request = parse(request)
    if not isinstance(request, dict):
        raise BadInput("", f"should be an object with ruleset and bets, not {kind(request)}")
    for key in request:
        if key not in FIELDS:
            raise BadInput(quoted(key)[1:-1], f"is not a known field{nearest(key, FIELDS)}")
    for key in FIELDS:
        if key not in request:
            raise BadInput(key, "is missing")
    ruleset = ruleset_within(request, edition)
    bets = request["bets"]
    if bets != EVERY and not isinstance(bets, list):
        raise BadInput("bets", f'should be a list, or "{EVERY}" for every wager, not {kind(bets)}')
    return ruleset, game_of(ruleset.edition).read_bets(bets, ruleset)


def craps_bets(bets: Json, ruleset: RuleSet) -> list[SimulatedBet]:
    """The bets of craps."""
    if bets == EVERY:
        return every_bet(ruleset)
    read = [_read_bet(bet, place) for place, bet in enumerate(bets)]
    _no_bet_twice(read)
    return _allowed(ruleset, read)


def every_bet(ruleset: RuleSet) -> list[SimulatedBet]:
    """One bet on each wager on offer, on every number or pair; limits are left aside."""
    wagers = (wager for wager in CATALOGUE if wager in ruleset.offered)
    return [
        SimulatedBet(wager, (spot,), UNIT)
        for wager in wagers
        for spot in edge_spots(wager)
        if ruleset.offers(wager, spot)
    ]


def _read_bet(bet: Json, place: int) -> Event:
    """A bet as scenarios write it; odds may name a point and need not."""
    if isinstance(bet, dict):
        for key in bet:
            if key not in BET_FIELDS:
                where = quoted(key)[1:-1]
                raise BadInput(f"bets[{place}].{where}", f"does not belong here{nearest(key, BET_FIELDS)}")
        if "bet" not in bet:
            raise BadInput(f"bets[{place}].bet", "is missing: which wager is bet")
    item = CATALOGUE.get(bet["bet"]) if isinstance(bet, dict) and isinstance(bet["bet"], str) else None
    try:
        if item is None or not item.flat:
            event = read_event(bet, place)
            if item and item.moves and event.spot is not None:
                raise BadInput(f"events[{place}].number", f"does not belong to {item.id} before it has moved")
            return event
        numbered = bet | {"bet": "come_odds"} if "number" in bet else bet | {"bet": "come_odds", "number": 4}
        event = read_event(numbered, place)
        return replace(event, wager=item.id, spot=event.spot if "number" in bet else None)
    except BadInput as error:
        raise BadInput(error.path.replace("events", "bets", 1), error.message) from None


def _no_bet_twice(bets: list[Event]) -> None:
    for place, bet in enumerate(bets):
        for other in bets[:place]:
            every_point = CATALOGUE[bet.wager].flat and None in (bet.spot, other.spot)
            if bet.wager == other.wager and (bet.spot == other.spot or every_point):
                raise BadInput(f"bets[{place}]", f"{bet.wager} appears twice; give it one amount")


def _allowed(ruleset: RuleSet, bets: list[Event]) -> list[SimulatedBet]:
    """Each bet tried once at a table, so that one the rules would always refuse is named here."""
    allowed: dict[int, SimulatedBet] = {}
    # Flat bets first: what is wrong with them should not be said of their odds or of a side bet.
    for place in sorted(range(len(bets)), key=lambda place: _leans_on_another(bets[place])):
        bet = bets[place]
        flat = CATALOGUE[bet.wager].flat
        if not flat:
            refusal = _refusal(ruleset, _before(bets, bet), bet)
            if refusal:
                raise BadInput(f"bets[{place}]", refusal)
            allowed[place] = SimulatedBet(bet.wager, (bet.spot,), bet.amount or 0)
            continue
        support = next((other for other in bets if other.wager == flat), None)
        if support is None:
            raise BadInput(
                f"bets[{place}]", f"{bet.wager} follows a {flat} bet, and there is none among the bets"
            )
        points = (bet.spot,) if isinstance(bet.spot, int) else POINTS
        refusals = {point: _odds_refusal(ruleset, support, bet, point) for point in points}
        open_points = tuple(point for point in points if not refusals[point])
        if not open_points:
            raise BadInput(f"bets[{place}]", str(next(iter(refusals.values()))))
        allowed[place] = SimulatedBet(bet.wager, open_points, bet.amount or 0)
    return [allowed[place] for place in range(len(bets))]


def _leans_on_another(bet: Event) -> bool:
    item = CATALOGUE[bet.wager]
    return item.flat is not None or item.when == NEW_SHOOTER


def _before(bets: list[Event], bet: Event) -> list[Event]:
    """The events needed before a bet can be made."""
    when = CATALOGUE[bet.wager].when
    if when == POINT_ON:
        return [_roll(4)]
    if when == NEW_SHOOTER:
        return [other for other in bets if other.wager in ("pass_line", "dont_pass")]
    return []


def _odds_refusal(ruleset: RuleSet, flat: Event, odds: Event, point: int) -> str | None:
    numbered = CATALOGUE[odds.wager].numbers
    before = [_roll(4)] if CATALOGUE[flat.wager].when == POINT_ON else []
    return _refusal(ruleset, [*before, flat, _roll(point)], replace(odds, spot=point if numbered else None))


def _refusal(ruleset: RuleSet, before: list[Event], bet: Event) -> str | None:
    error = settle_events(ruleset, [*before, bet]).steps[-1].error
    return f"{error.message} ({error.clause})" if error else None


def _roll(total: int) -> Event:
    return Event("roll", roll=(1, total - 1) if total < 7 else (6, total - 6))
