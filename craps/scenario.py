"""Reading a scenario: a rule set, the events played under it, and readings to see them under."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any

from craps.codec import Json, Number, kind, parse
from craps.edition import Edition
from craps.errors import BadInput, nearest, path_key, quoted
from craps.games import game_of
from craps.money import Exact
from craps.record import record
from craps.ruleset import RuleSet, ruleset_within
from craps.wagers import CATALOGUE, Spot


@record
class Event:
    """One thing that happens at a craps table. ``verb`` is bet, remove, turn, roll or pass_dice."""

    verb: str
    wager: str = ""
    spot: Spot = None
    amount: Exact | None = None
    stay: bool | None = None
    state: str = ""
    roll: tuple[int, int] = (0, 0)
    only: bool = False  # a turn that speaks for no other bet of its kind

    def to_json(self) -> dict[str, Json]:
        """As the contract writes it, amounts in lowest terms."""
        if self.verb == "roll":
            return {"roll": list(self.roll)}
        if self.verb == "pass_dice":
            return {"pass_dice": True}
        event: dict[str, Json] = {"turn": self.state} if self.verb == "turn" else {}
        event["remove" if self.verb == "remove" else "bet"] = self.wager
        if isinstance(self.spot, tuple):
            event["dice"] = list(self.spot)
        elif self.spot is not None:
            event["number"] = self.spot
        if self.amount is not None:
            event["amount"] = str(self.amount)
        if self.stay is not None:
            event["stay"] = self.stay
        if self.only:
            event["only"] = True
        return event


def read_scenario(
    scenario: Mapping[str, Json] | str | bytes, edition: Edition | None = None
) -> tuple[RuleSet, list[Any]]:
    """Read contract JSON; BadInput names the place (``events[3].amount: …``). The game reads the events."""
    if isinstance(scenario, str | bytes):
        scenario = parse(scenario)
    if not isinstance(scenario, dict):
        raise BadInput("", f"should be an object with ruleset and events, not {kind(scenario)}")
    for key in scenario:
        if key not in _FIELDS:
            raise BadInput(path_key(key), f"is not a known field{nearest(key, _FIELDS)}")
    for key in ("ruleset", "events"):
        if key not in scenario:
            raise BadInput(key, "is missing")
    ruleset = ruleset_within(scenario, edition)
    if "readings" in scenario:
        ruleset = ruleset.with_readings(scenario["readings"])
    events = scenario["events"]
    if not isinstance(events, list):
        raise BadInput("events", f"should be a list, not {kind(events)}")
    return ruleset, game_of(ruleset.edition).read_events(events, ruleset)


# Craps ---------------------------------------------------------------------------------------------------


def read_events(events: list[Json]) -> list[Event]:
    """Read every event. The same bets and rolls come again and again: each is read once.

    Bytes are the key because 1, 1.0 and true are equal to Python, and only the first is an amount.
    """
    known: dict[bytes, Event] = {}
    result: list[Event] = []
    for index, event in enumerate(events):
        try:
            key = marshal.dumps(event, 0)
        except ValueError:  # a float, or not plain JSON: read_event says what is wrong
            result.append(read_event(event, index))
            continue
        read = known.get(key)
        if read is None:
            read = known[key] = read_event(event, index)
        result.append(read)
    return result


def read_event(event: Json, index: int) -> Event:
    """Read one event; BadInput names its place in the list."""
    try:
        if not isinstance(event, dict):
            raise BadInput("", f"should be an object, not {kind(event)}")
        for verb, read, known in _READERS:
            if verb in event:
                if not event.keys() <= known:
                    key = next(key for key in event if key not in known)
                    raise BadInput(path_key(key), f"does not belong here{nearest(str(key), known)}")
                return read(event)
        raise BadInput("", "names no event; it should have one of bet, remove, turn, roll, pass_dice")
    except BadInput as error:
        place = f"events[{index}]"
        raise BadInput(f"{place}.{error.path}" if error.path else place, error.message) from None


def _read_roll(event: Mapping[str, Json]) -> Event:
    return Event("roll", roll=_faces(event["roll"], "roll"))


def _read_bet(event: Mapping[str, Json]) -> Event:
    wager, spot = _wager(event, "bet")
    if "amount" not in event:
        raise BadInput("amount", "is missing")
    stay = event.get("stay")
    if "stay" in event:
        if not isinstance(stay, bool):
            raise BadInput("stay", f"should be true or false, not {kind(stay)}")
        if not CATALOGUE[wager].stays:
            raise BadInput("stay", f"{wager} cannot be left up after a win")
    return Event("bet", wager, spot, _AMOUNT.read(event["amount"], "amount"), stay)


def _read_remove(event: Mapping[str, Json]) -> Event:
    wager, spot = _wager(event, "remove")
    amount = _AMOUNT.read(event["amount"], "amount") if "amount" in event else None
    return Event("remove", wager, spot, amount)


def _read_turn(event: Mapping[str, Json]) -> Event:
    state = event["turn"]
    if state not in ("on", "off"):
        raise BadInput("turn", f'should be "on" or "off", not {kind(state)}')
    if "bet" not in event:
        raise BadInput("bet", "is missing: which bet is turned")
    wager, spot = _wager(event, "bet")
    only = event.get("only", False)
    if not isinstance(only, bool):
        raise BadInput("only", f"should be true or false, not {kind(only)}")
    return Event("turn", wager, spot, state=state, only=only)


def _read_pass(event: Mapping[str, Json]) -> Event:
    if event["pass_dice"] is not True:
        raise BadInput("pass_dice", f"should be true, not {kind(event['pass_dice'])}")
    return Event("pass_dice")


def _wager(event: Mapping[str, Json], key: str) -> tuple[str, Spot]:
    wager = event[key]
    if not isinstance(wager, str):
        raise BadInput(key, f"should be the name of a wager, not {kind(wager)}")
    item = CATALOGUE.get(wager)
    if item is None:
        raise BadInput(key, f"{quoted(wager)} is not a known wager{nearest(wager, CATALOGUE)}")
    if "dice" in event and not item.pairs:
        raise BadInput("dice", f"does not belong to {wager}")
    if "number" in event and not item.numbers:
        raise BadInput("number", f"does not belong to {wager}")
    if item.pairs:
        if "dice" not in event:
            raise BadInput("dice", f"is missing: {wager} is bet on two faces, such as [2, 5]")
        first, second = _faces(event["dice"], "dice")
        return wager, (min(first, second), max(first, second))
    if "number" not in event:
        if item.numbers and not item.moves:
            raise BadInput("number", f"is missing: {wager} is bet on one of {_list(item.numbers)}")
        return wager, None
    if not item.numbers:
        return wager, None
    number = event["number"]
    if isinstance(number, bool) or not isinstance(number, int) or number not in item.numbers:
        raise BadInput("number", f"should be one of {_list(item.numbers)}, not {kind(number)}")
    return wager, number


def _faces(value: Json, path: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(path, f"should be the faces of two dice, such as [3, 4], not {kind(value)}")
    for place, face in enumerate(value):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise BadInput(f"{path}[{place}]", f"should be a face from 1 to 6, not {kind(face)}")
    return value[0], value[1]


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in numbers)


_FIELDS = ("ruleset", "events", "readings")
_AMOUNT = Number(above=0)
_READERS = (
    ("roll", _read_roll, frozenset({"roll"})),
    ("turn", _read_turn, frozenset({"turn", "bet", "number", "dice", "only"})),
    ("bet", _read_bet, frozenset({"bet", "number", "dice", "amount", "stay"})),
    ("remove", _read_remove, frozenset({"remove", "number", "dice", "amount"})),
    ("pass_dice", _read_pass, frozenset({"pass_dice"})),
)
