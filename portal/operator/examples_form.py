"""The form for an operator's own worked example: one line for each bet, roll or call, or contract JSON."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from django.http import QueryDict

from craps import BadInput
from craps.codec import parse
from craps.edition import Edition
from craps.money import amount_text
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE
from portal.errors import BadValue
from portal.operator.fields import amount
from portal.submissions.models import OwnExample

Event = dict[str, Any]

ACTIONS = (
    ("", "Nothing"),
    ("bet", "Bet"),
    ("stay", "Bet, left up after a win"),
    ("roll", "Roll the dice"),
    ("remove", "Take down or reduce"),
    ("on", "Turn on"),
    ("off", "Turn off"),
    ("pass_dice", "Pass the dice"),
)
COLUMNS = ("what", "bet", "amount", "dice")
EMPTY_FORM_LINES = 8
MAX_LINES = 200
_FACES = re.compile(r"\s*([1-6])\s*[-,/ ]\s*([1-6])\s*|\s*([1-6])([1-6])\s*")
_EVENT_PATH = re.compile(r"events\[(\d+)\](?:\.(\w+))?")


@dataclass
class Line:
    """One line of the form, with its error."""

    what: str = ""
    bet: str = ""
    amount: str = ""
    dice: str = ""
    error: str = ""
    error_column: str = ""


class LineError(Exception):
    """A line is not valid: the message, and the column it belongs to."""

    def __init__(self, message: str, column: str) -> None:
        super().__init__(message)
        self.message, self.column = message, column


@dataclass
class ExampleForm:
    """Title, lines and pasted JSON, with the errors of a save."""

    title: str = ""
    json: str = ""
    lines: list[Line] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)  # by title, rows, json

    @classmethod
    def from_example(cls, example: OwnExample | None) -> Self:
        if example is None:
            return cls()
        return cls(title=example.title, lines=[_line(event) for event in example.events])

    @classmethod
    def from_post(cls, posted: QueryDict) -> Self:
        columns = [posted.getlist(name)[:MAX_LINES] for name in COLUMNS]
        if len({len(column) for column in columns}) > 1:
            raise BadValue("The lines are incomplete. Reload the page and try again.")
        lines = [Line(*(value.strip() for value in values)) for values in zip(*columns, strict=True)]
        return cls(posted.get("title", ""), posted.get("json", ""), lines)

    def read_events(self) -> list[Any]:
        """Return the contract events of the JSON if there is any, else of the lines that say something."""
        if self.json.strip():
            title, events = _parse_json(self.json)
            self.title = self.title.strip() or title
            return events
        events = []
        for line in self.lines:
            try:
                events += _events(line)
            except LineError as error:
                line.error, line.error_column = error.message, error.column
        return events

    def reject(self, error: BadValue) -> None:
        """Put a service's refusal at its line, at the JSON or at the title."""
        path = _EVENT_PATH.match(error.field)
        if error.field == "title":
            self.errors["title"] = error.message
        elif self.json.strip():
            place = f"{error.field}: " if path else ""
            self.errors["json"] = f"{place}{error.message}"
        elif path:
            line = [line for line in self.lines if line.what][int(path[1])]
            columns = {"amount": "amount", "roll": "dice", "dice": "dice", "stay": "what"}
            line.error, line.error_column = _sentence(error.message), columns.get(path[2] or "", "bet")
        else:
            self.errors["rows"] = error.message

    def add_spare_lines(self, at_least: int) -> None:
        spare = max(EMPTY_FORM_LINES - len(self.lines), at_least)
        self.lines += [Line() for _ in range(min(spare, MAX_LINES - len(self.lines)))]

    def error_summary(self) -> list[tuple[str, str]]:
        """The id of the control and the message of each error."""
        return [(f"example-{name}", message) for name, message in self.errors.items()] + [
            (f"line-{number}-{line.error_column}", f"Line {number + 1}: {line.error}")
            for number, line in enumerate(self.lines)
            if line.error
        ]

    def bets(self, edition: Edition, offered: Iterable[str]) -> list[tuple[str, list[tuple[str, str]]]]:
        """The wagers to choose from, by group, each with its numbers."""
        wagers = {*offered, *(line.bet.partition(":")[0] for line in self.lines)}
        groups = []
        for group, title in WAGER_GROUPS.items():
            choices: list[tuple[str, str]] = []
            for wager, item in CATALOGUE.items():
                if wager not in wagers or item.group != group:
                    continue
                name = edition.name_of(wager)
                if item.moves or not item.numbers:
                    choices.append((wager, f"{name}, two faces" if item.pairs else name))
                choices += [(f"{wager}:{number}", f"{name} {number}") for number in item.numbers]
            if choices:
                groups.append((title, choices))
        return groups


def _parse_json(text: str) -> tuple[str, list[Any]]:
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


def _events(line: Line) -> list[Event]:
    """The line as one contract event; none if it is empty."""
    if not line.what:
        if line.bet or line.amount or line.dice:
            raise LineError("Choose what happens: a bet, a roll or a call.", "what")
        return []
    if line.what == "roll":
        return [{"roll": _faces(line.dice)}]
    if line.what == "pass_dice":
        return [{"pass_dice": True}]
    wager, _, number = line.bet.partition(":")
    if not wager:
        raise LineError("Choose the wager.", "bet")
    spot: Event = {"number": int(number)} if number.isdigit() else {}
    if wager in CATALOGUE and CATALOGUE[wager].pairs:
        spot = {"dice": _faces(line.dice)}
    if line.what in {"on", "off"}:
        return [{"turn": line.what, "bet": wager, **spot}]
    try:
        money = {"amount": amount(line.amount)} if line.amount else {}
    except ValueError as error:
        raise LineError(str(error), "amount") from None
    if line.what == "remove":
        return [{"remove": wager, **spot, **money}]
    if not money:
        raise LineError("Enter the amount of the bet.", "amount")
    return [{"bet": wager, **spot, **money} | ({"stay": True} if line.what == "stay" else {})]


def _faces(text: str) -> list[int]:
    match = _FACES.fullmatch(text)
    if not match:
        raise LineError("Enter the faces of the two dice, such as 3-4.", "dice")
    return [int(face) for face in match.groups() if face]


def _line(event: Event) -> Line:
    """A stored event as a line of the form."""
    if "roll" in event:
        return Line("roll", dice="-".join(map(str, event["roll"])))
    if "pass_dice" in event:
        return Line("pass_dice")
    what = event.get("turn") or ("remove" if "remove" in event else "stay" if event.get("stay") else "bet")
    wager = event.get("remove") or event.get("bet", "")
    bet = f"{wager}:{event['number']}" if "number" in event else wager
    amount = amount_text(Fraction(event["amount"])) if "amount" in event else ""
    return Line(what, bet, amount, "-".join(map(str, event.get("dice", []))))


def _sentence(message: str) -> str:
    """The core's message without its path, as a sentence."""
    return f"This {message}." if message.startswith(("is ", "should ", "does ")) else f"{message}."
