"""A run as one short line of text: what a link can carry.

``write_run`` and ``read_run`` go between contract events and the line. It starts with the number of its form;
events follow, a tilde between them. A roll is its two faces, a bet its wager, spot and amount. The events of
the other games are in craps/games/link.py; the table that a link belongs to says which game it is.

>>> write_run([{"bet": "place", "number": 6, "amount": "12"}, {"roll": [3, 1]}, {"pass_dice": True}])
'1~place.6-12~31~next'
>>> read_run("1~hop.25-5~x-buy.10")
[{'bet': 'hop', 'dice': [2, 5], 'amount': '5'}, {'remove': 'buy', 'number': 10}]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from craps.codec import Json
from craps.errors import BadInput, nearest, quoted
from craps.games import HOME, game_named, game_of
from craps.scenario import read_event
from craps.wagers import CATALOGUE, Spot

if TYPE_CHECKING:
    from craps.ruleset import RuleSet

FORM = "1"
MOST_EVENTS = 150
MOST_CHARACTERS = 3000  # an address longer than 4,000 is cut or refused on its way
LARGEST = 1_000_000

_ROLL = re.compile(r"[1-6]{2}")
_AMOUNT = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,2})?")
_SPOT = re.compile(r"[0-9]{1,2}")
_STAYS = {True: "stay", False: "down"}  # whether a bet is left up after a win

ContractEvent = dict[str, Any]


def write_run(events: Iterable[Mapping[str, Json]], ruleset: RuleSet | None = None) -> str:
    """The line of events at a table, of craps if none is given. BadInput for one that no link can carry,
    such as an amount of 35/3."""
    game = game_of(ruleset.edition) if ruleset else game_named(HOME)
    return "~".join([FORM, *(game.link_part(event, index) for index, event in enumerate(events))])


def read_run(text: str, ruleset: RuleSet | None = None) -> list[ContractEvent]:
    """The events of a line; nothing for an empty one. BadInput says which part cannot be read."""
    if not text:
        return []
    if len(text) > MOST_CHARACTERS:
        raise BadInput("", f"is longer than the {MOST_CHARACTERS} characters a run may have")
    form, *parts = text.split("~")
    if form != FORM:
        raise BadInput("", f"is of form {quoted(form)}; only form {FORM} can be read")
    if len(parts) > MOST_EVENTS:
        raise BadInput("", f"has {len(parts)} events; the limit is {MOST_EVENTS}")
    game = game_of(ruleset.edition) if ruleset else game_named(HOME)
    events = []
    for index, part in enumerate(parts):
        events.append(game.linked_event(part, index))
        if ruleset:
            game.read_event(events[-1], index, ruleset)
        else:
            read_event(events[-1], index)
    return events


def amount_of(text: str, path: str) -> str:
    """An amount as a link carries it; BadInput if it has more than cents or is more than a million."""
    if not _AMOUNT.fullmatch(text):
        raise BadInput(path, f"{quoted(text)} is not an amount; write it as 10 or 2.50")
    whole, _, cents = text.partition(".")
    amount = f"{int(whole)}" + (f".{cents:0<2}" if int(cents or 0) else "")
    if int(whole) > LARGEST or (int(whole) == LARGEST and int(cents or 0)):
        raise BadInput(path, f"is more than {LARGEST:,}, the largest amount allowed")
    if amount == "0":
        raise BadInput(path, "should be more than 0")
    return amount


def spot_text(wager: str, spot: Spot) -> str:
    """A wager with the number or pair it stands on: ``place.6``, ``hop.25``, ``field``."""
    if isinstance(spot, tuple):
        return f"{wager}.{spot[0]}{spot[1]}"
    return wager if spot is None else f"{wager}.{spot}"


def read_spot(text: str, path: str) -> tuple[str, ContractEvent]:
    """The other way: the wager, and its number or dice as an event has them."""
    wager, dot, spot = text.partition(".")
    if wager not in CATALOGUE:
        raise BadInput(path, f"{quoted(wager)} is not a known wager{nearest(wager, CATALOGUE)}")
    if not dot:
        return wager, {}
    if not _SPOT.fullmatch(spot):
        raise BadInput(path, f"{quoted(spot)} is neither a number nor two faces")
    if CATALOGUE[wager].pairs:
        return wager, {"dice": [int(face) for face in spot]}
    return wager, {"number": int(spot)}


def decimal(amount: Json) -> str:
    """An amount of the contract in dollars and cents: 3/2 is 1.50."""
    whole, bar, parts = str(amount).partition("/")
    cents, rest = divmod(100 * int(whole), int(parts)) if bar else (0, 1)
    return str(amount) if rest else f"{cents // 100}.{cents % 100:02d}"


def event_part(event: Mapping[str, Any], index: int) -> str:
    """An event of craps as a part of the line."""
    place = f"events[{index}].amount"
    amount = f"-{amount_of(decimal(event['amount']), place)}" if "amount" in event else ""
    if "roll" in event:
        return "".join(map(str, event["roll"]))
    if "pass_dice" in event:
        return "next"
    on = tuple(event["dice"]) if "dice" in event else event.get("number")
    if "remove" in event:
        return f"x-{spot_text(event['remove'], on)}{amount}"
    spot = spot_text(event["bet"], on)
    if "turn" in event:
        return f"{event['turn']}-{spot}" + ("-only" if event.get("only") else "")
    return f"{spot}{amount}" + (f"-{_STAYS[event['stay']]}" if "stay" in event else "")


def part_event(part: str, index: int) -> ContractEvent:
    """The other way; BadInput names the place."""
    place = f"events[{index}]"
    if _ROLL.fullmatch(part):
        return {"roll": [int(face) for face in part]}
    if part == "next":
        return {"pass_dice": True}
    first, *rest = part.split("-")
    if first in ("on", "off", "x") and rest:
        wager, spot = read_spot(rest[0], place)
        if first != "x" and rest[1:] in ([], ["only"]):
            only = {"only": True} if rest[1:] else {}
            return {"turn": first, "bet": wager, **spot, **only}
        if first == "x" and len(rest) <= 2:
            amount = {"amount": amount_of(rest[1], f"{place}.amount")} if rest[1:] else {}
            return {"remove": wager, **spot, **amount}
    elif rest and (rest[1:] == [] or rest[1:] in ([word] for word in _STAYS.values())):
        wager, spot = read_spot(first, place)
        stay = {"stay": rest[1] == _STAYS[True]} if rest[1:] else {}
        return {"bet": wager, **spot, "amount": amount_of(rest[0], f"{place}.amount"), **stay}
    raise BadInput(place, f"{quoted(part)} is neither a bet nor a roll nor a call")
