"""The form for a worked example: one line for each thing that happens, or contract JSON."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from django.http import QueryDict

from craps import BadInput, game_of
from craps.codec import parse
from craps.games.round_game import RoundGame
from craps.ruleset import RuleSet
from portal.errors import BadValue
from portal.pages.example_lines import CrapsLines, ExampleLine, LineError, LineForm
from portal.pages.round_lines import RoundLines

EMPTY_FORM_LINES = 8
MAX_LINES = 200
_EVENT_PATH = re.compile(r"events\[(\d+)\](?:\.(\w+))?(.*)")


def lines_of(ruleset: RuleSet) -> LineForm:
    """What a line of the form is in the game of a rule set."""
    game = game_of(ruleset.edition)
    return RoundLines(game, ruleset) if isinstance(game, RoundGame) else CrapsLines(ruleset)


@dataclass
class ExampleForm:
    """Title, lines and pasted JSON, with the errors of a save."""

    kind: LineForm
    title: str = ""
    json: str = ""
    lines: list[ExampleLine] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)  # by title, rows, json

    @classmethod
    def from_example(cls, kind: LineForm, title: str = "", events: Iterable[Any] = ()) -> Self:
        return cls(kind, title=title, lines=[kind.line(event) for event in events])

    @classmethod
    def from_post(cls, kind: LineForm, posted: QueryDict) -> Self:
        columns = [posted.getlist(name)[:MAX_LINES] for name in kind.names]
        if len({len(column) for column in columns}) > 1:
            raise BadValue("The lines are incomplete. Reload the page and try again.")
        lines = [
            ExampleLine(what, bet, amount, values)
            for what, bet, amount, *values in (map(str.strip, line) for line in zip(*columns, strict=True))
        ]
        return cls(kind, posted.get("title", ""), posted.get("json", ""), lines)

    def read_events(self) -> list[Any]:
        """Return the contract events of the JSON if there is any, else of the lines that say something."""
        if self.json.strip():
            title, events = _parse_json(self.json)
            self.title = self.title.strip() or title
            return events
        events = []
        for line in self.lines:
            try:
                events += self.kind.events(line)
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
            line.error, line.error_column = (
                _sentence(error.message),
                self.kind.column_of(path[2] or "", path[3]),
            )
        else:
            self.errors["rows"] = error.message

    def add_spare_lines(self, at_least: int) -> None:
        spare = max(EMPTY_FORM_LINES - len(self.lines), at_least)
        self.lines += [self._empty() for _ in range(min(spare, MAX_LINES - len(self.lines)))]

    def _empty(self) -> ExampleLine:
        return ExampleLine(values=[""] * len(self.kind.columns))

    def error_summary(self) -> list[tuple[str, str]]:
        """The id of the control and the message of each error."""
        return [(f"example-{name}", message) for name, message in self.errors.items()] + [
            (f"line-{number}-{line.error_column}", f"Line {number + 1}: {line.error}")
            for number, line in enumerate(self.lines)
            if line.error
        ]

    @property
    def rows(self) -> list[tuple[ExampleLine, list[tuple[Any, str]]]]:
        """Each line with its columns after the amount, and what is in them."""
        return [(line, list(zip(self.kind.columns, line.values, strict=True))) for line in self.lines]


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


def _sentence(message: str) -> str:
    """The core's message without its path, as a sentence."""
    return f"This {message}." if message.startswith(("is ", "should ", "does ")) else f"{message}."
