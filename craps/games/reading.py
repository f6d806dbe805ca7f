"""Reading the events of a game played in rounds: a form for each, named by the key that tells it apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from craps.codec import Codec, Fields, Flag, Json, Number, OneOf, Text, kind
from craps.errors import BadInput, nearest, path_key, quoted
from craps.games.rounds import Event, bet_event, call_event, remove_event
from craps.record import record
from craps.ruleset import RuleSet

BETS = ("bet", "remove")  # the events of every game; the others are its own
AMOUNT = Number(above=0)
SPACE = Text(40)


@record
class EventForm:
    """An event with its key: the JSON Schema of all that belongs to it, and how it is read."""

    schema: Mapping[str, Json]
    read: Callable[[Mapping[str, Json], RuleSet], Event]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.schema["properties"])

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of an event that is no bet: the cards of a deal, the space of a spin; none of a call."""
        (verb, shape), *_ = self.schema["properties"].items()
        if shape.get("type") == "boolean":
            return ()
        if shape.get("type") == "object":
            return tuple(shape["properties"])
        return tuple(map(str, range(shape["minItems"]))) if shape.get("type") == "array" else (verb,)

    def of_parts(self, values: Sequence[str]) -> dict[str, Json]:
        """The event, as contract JSON, that has these parts, as many as ``parts``."""
        (verb, shape), *_ = self.schema["properties"].items()
        if shape.get("type") == "object":
            return {verb: dict(zip(shape["properties"], values, strict=True))}
        if shape.get("type") == "array":
            return {verb: list(values)}
        return {verb: values[0] if values else True}


Forms = Mapping[str, EventForm]


def read_event(forms: Forms, event: Json, index: int, ruleset: RuleSet) -> Event:
    """Read one event; BadInput names its place in the list."""
    try:
        if not isinstance(event, dict):
            raise BadInput("", f"should be an object, not {kind(event)}")
        for verb, form in forms.items():
            if verb in event:
                for key in event:
                    if key not in form.keys:
                        raise BadInput(path_key(key), f"does not belong here{nearest(str(key), form.keys)}")
                return form.read(event, ruleset)
        raise BadInput("", f"names no event of this game; it should have one of {', '.join(forms)}")
    except BadInput as error:
        place = f"events[{index}]"
        raise BadInput(f"{place}.{error.path}" if error.path else place, error.message) from None


def bet_form(wagers: tuple[str, ...], space: Callable[[RuleSet], Codec] | None = None) -> EventForm:
    """``{"bet": …, "amount": …}``, with ``space`` where bets stand on one."""

    def read(event: Mapping[str, Json], ruleset: RuleSet) -> Event:
        wager, on = _wager(event, "bet", wagers), _space(event, ruleset, space)
        if "amount" not in event:
            raise BadInput("amount", "is missing")
        amount = AMOUNT.read(event["amount"], "amount")
        return bet_event(wager, amount, on)

    fields: dict[str, Codec] = {"bet": OneOf(wagers), **({"space": SPACE} if space else {}), "amount": AMOUNT}
    return EventForm(Fields(fields, tuple(fields)).schema(), read)


def remove_form(wagers: tuple[str, ...], space: Callable[[RuleSet], Codec] | None = None) -> EventForm:
    """``{"remove": …}``: a whole bet."""

    def read(event: Mapping[str, Json], ruleset: RuleSet) -> Event:
        wager, on = _wager(event, "remove", wagers), _space(event, ruleset, space)
        return remove_event(wager, on)

    fields: dict[str, Codec] = {"remove": OneOf(wagers), **({"space": SPACE} if space else {})}
    return EventForm(Fields(fields, tuple(fields)).schema(), read)


def call_form(verb: str) -> EventForm:
    """``{"surrender": true}``: something that is said."""

    def read(event: Mapping[str, Json], ruleset: RuleSet) -> Event:
        if event[verb] is not True:
            raise BadInput(verb, f"should be true, not {kind(event[verb])}")
        return call_event(verb)

    said: dict[str, Json] = {"type": "boolean", "enum": [True]}
    return EventForm(Fields({verb: Flag()}, (verb,)).schema() | {"properties": {verb: said}}, read)


def value_form(
    verb: str, codec: Callable[[RuleSet], Codec], event: Callable[[Any], Event], form: Codec
) -> EventForm:
    """``{"spin": "joker"}``: something with a value of its own; ``event`` makes the event of it, ``form`` is
    what the value looks like under any rule set."""

    def read(data: Mapping[str, Json], ruleset: RuleSet) -> Event:
        return event(codec(ruleset).read(data[verb], verb))

    return EventForm(Fields({verb: form}, (verb,)).schema(), read)


def _wager(event: Mapping[str, Json], key: str, wagers: tuple[str, ...]) -> str:
    wager = event[key]
    if not isinstance(wager, str):
        raise BadInput(key, f"should be the name of a wager, not {kind(wager)}")
    if wager not in wagers:
        raise BadInput(key, f"{quoted(wager)} is not a wager of this game; it has {', '.join(wagers)}")
    return wager


def _space(event: Mapping[str, Json], ruleset: RuleSet, space: Callable[[RuleSet], Codec] | None) -> str:
    if space is None:
        return ""
    if "space" not in event:
        raise BadInput("space", "is missing: which space is bet on")
    on: str = space(ruleset).read(event["space"], "space")
    return on
