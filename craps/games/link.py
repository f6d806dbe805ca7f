"""The events of a game played in rounds as parts of a link (craps/run_link.py).

A bet is its wager, the space it stands on and its amount; ``x`` takes it back; a call is its name, cards and
spaces follow theirs. A name that an operator chose keeps letters and digits; any other sign is its code.

>>> event_part({"bet": "space", "space": "big joker", "amount": "5"}, 0)
'space.big_20_joker-5'
>>> event_part({"deal": {"player": "8", "dealer": "K"}}, 1)
'deal.8.K'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from craps.codec import Json
from craps.errors import BadInput, quoted
from craps.games.reading import BETS, Forms
from craps.run_link import amount_of, decimal

_SIGN = re.compile(r"[^A-Za-z0-9]")
_CODED = re.compile(r"(?:[A-Za-z0-9]|_[0-9a-f]{1,6}_)+")
_CODE = re.compile(r"_([0-9a-f]+)_")


def event_part(event: Mapping[str, Any], index: int) -> str:
    """An event as a part of a link."""
    if "bet" in event:
        amount = amount_of(decimal(event["amount"]), f"events[{index}].amount")
        return f"{spot_text(event['bet'], event.get('space', ''))}-{amount}"
    if "remove" in event:
        return f"x-{spot_text(event['remove'], event.get('space', ''))}"
    ((verb, value),) = event.items()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    return verb if value is True else ".".join([verb, *map(_coded, parts)])


def part_event(forms: Forms, part: str, index: int) -> dict[str, Json]:
    """The other way, by the forms of a game's events; BadInput names the place."""
    place = f"events[{index}]"
    head, dash, rest = part.partition("-")
    if dash and head == "x":
        wager, space = read_spot(rest, place)
        return {"remove": wager, **space}
    if dash:
        wager, space = read_spot(head, place)
        return {"bet": wager, **space, "amount": amount_of(rest, f"{place}.amount")}
    verb, *values = part.split(".")
    form = forms.get(verb)
    if form is None or verb in BETS:
        calls = ", ".join(name for name in forms if name not in BETS)
        raise BadInput(place, f"{quoted(part)} is neither a bet nor a call of this game, which has {calls}")
    if len(values) != len(form.parts):
        raise BadInput(place, f"{quoted(part)} should have {len(form.parts) or 'nothing'} after {verb}")
    return form.of_parts([_decoded(value, place) for value in values])


def spot_text(wager: str, space: str) -> str:
    """A wager with the space it stands on: ``space.joker``, ``tie``."""
    return f"{wager}.{_coded(space)}" if space else wager


def read_spot(text: str, path: str) -> tuple[str, dict[str, Json]]:
    """The other way: the wager, and its space as an event has it."""
    wager, dot, space = text.partition(".")
    return wager, {"space": _decoded(space, path)} if dot else {}


def _coded(name: str) -> str:
    return _SIGN.sub(lambda sign: f"_{ord(sign[0]):x}_", name)


def _decoded(text: str, path: str) -> str:
    if _CODED.fullmatch(text):
        codes = [int(code, 16) for code in _CODE.findall(text)]
        if all(code < 0xD800 or 0xDFFF < code <= 0x10FFFF for code in codes):
            return _CODE.sub(lambda code: chr(int(code[1], 16)), text)
    raise BadInput(path, f"{quoted(text)} is neither a card nor a space")
