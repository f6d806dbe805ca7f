"""What a person enters for one value of a draft, as the JSON of its place."""

from typing import Any

from craps import BadInput
from craps.codec import Json
from craps.edition_values import CITED, ONLY_CLAUSE, RATE, READING, Value
from craps.edition_words import reading_option
from craps.readings import JUDGEMENTS

LONGEST_WHY = 500


def entered_json(now: Value, parent: Value | None, *, value: Json, clause: str, why: str) -> Json:
    """Return the JSON to store; the parent's own if it means the same, so that 100 and "100" are no change.

    BadInput names the field that is wrong: clause, why, or "" for the value itself.
    """
    json = _reading(now, parent, value, why) if now.kind == READING else _value(now, value, clause)
    if parent is None or parent.kind != now.kind or _meaning(parent, parent.json) != _meaning(now, json):
        return json
    return parent.json


def _value(now: Value, value: Json, clause: str) -> Json:
    if now.kind in (CITED, RATE, ONLY_CLAUSE) and not clause:
        raise BadInput("clause", "Enter the clause of the value, such as 6/E.")
    if now.kind == ONLY_CLAUSE:
        return clause
    if now.kind == RATE:
        kind, rate = value
        return [kind, now.codec.write(now.codec.read(rate, "")), clause]
    written = now.codec.write(now.codec.read(value, ""))
    return [written, clause] if now.kind == CITED else written


def _reading(now: Value, parent: Value | None, option: Json, why: str) -> Json:
    """The reading with its option and reasons. Another option needs reasons of its own."""
    if len(now.json.get("options", JUDGEMENTS)) == 1:
        raise BadInput("", "Only one option is modelled so far, so there is nothing to choose.")
    chosen = now.codec.read(option, "")
    if len(why) > LONGEST_WHY:
        raise BadInput("why", f"Use at most {LONGEST_WHY} characters.")
    stale = why in ("", now.json["why"])
    if stale and parent is not None and chosen == parent.json["chosen"]:
        return parent.json
    if stale and chosen != now.json["chosen"]:
        before = reading_option(now.json["chosen"])
        reasons = f"The reasons so far are for “{before}”."
        raise BadInput("why", f"Enter why the edition reads it this way. {reasons}")
    if not why:
        raise BadInput("why", "Enter why the edition reads it this way.")
    return {**now.json, "chosen": chosen, "why": why}


def _meaning(value: Value, json: Json) -> Any:
    if value.kind == RATE:
        return json[0], value.codec.read(json[1], ""), json[2]
    if value.kind == CITED:
        return value.codec.read(json[0], ""), json[1]
    return json if value.kind == READING else value.codec.read(json, "")
