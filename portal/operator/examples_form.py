"""The small form for an own worked example: a row for each bet, roll or call, or contract JSON instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from craps import BadInput
from craps.codec import parse
from craps.edition import Edition
from craps.money import amount_text
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE
from portal.errors import BadValue

Event = dict[str, Any]

WHAT = (
    ("", "Nothing"),
    ("bet", "Bet"),
    ("stay", "Bet, left up after a win"),
    ("roll", "Roll the dice"),
    ("remove", "Take down or reduce"),
    ("on", "Call on"),
    ("off", "Call off"),
    ("pass_dice", "Pass the dice"),
)
COLUMNS = ("what", "bet", "amount", "dice")
ROWS = 8  # on an empty form
MOST_ROWS = 200
_FACES = re.compile(r"\s*([1-6])\s*[-,/ ]\s*([1-6])\s*|\s*([1-6])([1-6])\s*")
_PLACE = re.compile(r"events\[(\d+)\](?:\.(\w+))?")


@dataclass(frozen=True)
class Row:
    """One line of the form, with what is wrong in it."""

    what: str = ""
    bet: str = ""
    amount: str = ""
    dice: str = ""
    error: str = ""
    wrong: str = ""  # the column that the error speaks of


class NotReadable(Exception):
    """Something in a line cannot be read: what, and in which column."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.message, self.field = message, field


def bets(edition: Edition, offered: Iterable[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The wagers to choose from, by group, each with its numbers."""
    offered = [wager for wager in CATALOGUE if wager in set(offered)]
    found = []
    for group, title in WAGER_GROUPS.items():
        choices: list[tuple[str, str]] = []
        for wager in (wager for wager in offered if CATALOGUE[wager].group == group):
            item, name = CATALOGUE[wager], edition.name_of(wager)
            if item.moves or not item.numbers:
                choices.append((wager, f"{name}, two faces" if item.pairs else name))
            choices += [(f"{wager}:{number}", f"{name} {number}") for number in item.numbers]
        if choices:
            found.append((title, choices))
    return found


def rows_posted(posted: QueryDict) -> list[Row]:
    columns = [posted.getlist(name)[:MOST_ROWS] for name in COLUMNS]
    if len({len(column) for column in columns}) > 1:
        raise BadValue("The rows came incomplete. Reload the page and try again.")
    return [Row(*(value.strip() for value in values)) for values in zip(*columns, strict=True)]


def rows_of(events: Iterable[Event]) -> list[Row]:
    """Stored events back in the form."""
    return [_row_of(event) for event in events]


def with_spare(rows: list[Row], *, more: int = 0) -> list[Row]:
    """Never fewer lines than an empty form has, and always some to write in."""
    spare = max(ROWS - len(rows), 2, more)
    return rows + [Row()] * min(spare, max(MOST_ROWS - len(rows), 0))


def events_of(rows: list[Row]) -> tuple[list[Event], dict[int, tuple[str, str]]]:
    """Contract events of the lines that say something, and what is wrong: line to column and message."""
    events: list[Event] = []
    errors: dict[int, tuple[str, str]] = {}
    for place, row in enumerate(rows):
        if not row.what:
            if row.bet or row.amount or row.dice:
                errors[place] = ("what", "Say what happens: a bet, a roll, or a call.")
            continue
        try:
            events.append(_event(row))
        except NotReadable as problem:
            errors[place] = (problem.field, problem.message)
    return events, errors


def row_of_place(rows: list[Row], path: str) -> tuple[int, str] | None:
    """The line and column of a place the core names, such as `events[3].amount`."""
    found = _PLACE.match(path)
    if not found:
        return None
    used = [place for place, row in enumerate(rows) if row.what]
    column = {"amount": "amount", "roll": "dice", "dice": "dice", "stay": "what"}.get(found[2] or "", "bet")
    return used[int(found[1])], column


def pasted(text: str) -> tuple[str, list[Any]]:
    """Title and events of contract JSON: a scenario, an example, or the list of events alone."""
    try:
        data = parse(text)
    except BadInput as error:
        raise BadValue(str(error), field="json") from None
    if isinstance(data, list):
        return "", data
    if not isinstance(data, Mapping) or not isinstance(data.get("events"), list):
        raise BadValue("The JSON should have a list of events, as a scenario has.", field="json")
    title = data.get("title", "")
    return title if isinstance(title, str) else "", data["events"]


def _event(row: Row) -> Event:
    if row.what == "roll":
        return {"roll": _faces(row.dice)}
    if row.what == "pass_dice":
        return {"pass_dice": True}
    wager, _, number = row.bet.partition(":")
    if not wager:
        raise NotReadable("Choose the wager.", "bet")
    spot: Event = {"number": int(number)} if number.isdigit() else {}
    if wager in CATALOGUE and CATALOGUE[wager].pairs:
        spot = {"dice": _faces(row.dice)}
    if row.what in {"on", "off"}:
        return {"turn": row.what, "bet": wager, **spot}
    amount = {"amount": row.amount.replace(",", "")} if row.amount else {}
    if row.what == "remove":
        return {"remove": wager, **spot, **amount}
    if not amount:
        raise NotReadable("Give the amount of the bet.", "amount")
    return {"bet": wager, **spot, **amount} | ({"stay": True} if row.what == "stay" else {})


def _faces(text: str) -> list[int]:
    found = _FACES.fullmatch(text)
    if not found:
        raise NotReadable("Write the faces of the two dice, such as 3-4.", "dice")
    return [int(face) for face in found.groups() if face]


def _row_of(event: Event) -> Row:
    if "roll" in event:
        return Row("roll", dice="-".join(map(str, event["roll"])))
    if "pass_dice" in event:
        return Row("pass_dice")
    what = event.get("turn") or ("remove" if "remove" in event else "stay" if event.get("stay") else "bet")
    wager = event.get("remove") or event.get("bet", "")
    bet = f"{wager}:{event['number']}" if "number" in event else wager
    amount = amount_text(Fraction(event["amount"])) if "amount" in event else ""
    return Row(what, bet, amount, "-".join(map(str, event.get("dice", []))))
