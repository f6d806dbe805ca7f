"""The lines of an operator's own example: what each column is called, and how a line becomes an event."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from craps.edition import Edition
from craps.money import amount_text
from craps.ruleset import RuleSet
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE
from portal.text import whole_number
from portal.typed_values import amount

Event = dict[str, Any]
Options = list[tuple[str, str]]  # value and words
WHAT, BET, AMOUNT = "what", "bet", "amount"
_STAYS = {"stay": True, "down": False}  # whether a bet is left up after a win, where the line says so
_FACES = re.compile(r"\s*([1-6])\s*[-,/ ]\s*([1-6])\s*|\s*([1-6])([1-6])\s*")


@dataclass
class ExampleLine:
    """One line of the form, with its error; `values` are the columns after the amount."""

    what: str = ""
    bet: str = ""
    amount: str = ""
    values: list[str] = field(default_factory=list)
    error: str = ""
    error_column: str = ""


class LineError(Exception):
    """A line is not valid: the message, and the column it belongs to."""

    def __init__(self, message: str, column: str) -> None:
        super().__init__(message)
        self.message, self.column = message, column


class ExampleColumn(NamedTuple):
    """A column after the amount: its name in the form, its heading, and what can be chosen, if not typed."""

    name: str
    title: str
    options: Options


class LineForm:
    """The lines of one game."""

    actions: Sequence[tuple[str, str]]
    hint: str
    title_hint: str
    something: str  # what a line can be about

    @property
    def columns(self) -> Sequence[ExampleColumn]:
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns in the form."""
        return (WHAT, BET, AMOUNT, *(column.name for column in self.columns))

    def events(self, line: ExampleLine) -> list[Event]:
        """The line as one contract event; none if it is empty. LineError where it is not valid."""
        if not line.what:
            if line.bet or line.amount or any(line.values):
                raise LineError(f"Choose what happens: {self.something}.", WHAT)
            return []
        return [self.event(line)]

    def event(self, line: ExampleLine) -> Event:
        raise NotImplementedError

    def line(self, event: Event) -> ExampleLine:
        """A stored event as a line of the form."""
        raise NotImplementedError

    def bets(self, lines: Iterable[ExampleLine]) -> list[tuple[str, Options]]:
        """The bets to choose from, by group: those on offer, and those of the lines."""
        raise NotImplementedError

    def column_of(self, key: str, rest: str) -> str:
        """The column of an event's field: `amount`, `deal` with `.player`."""
        raise NotImplementedError


class CrapsLines(LineForm):
    actions = (
        ("", "Nothing"),
        ("bet", "Bet"),
        ("stay", "Bet, left up after a win"),
        ("down", "Bet, taken down after a win"),
        ("roll", "Roll the dice"),
        ("remove", "Take down or reduce"),
        ("on", "Turn on"),
        ("off", "Turn off"),
        ("pass_dice", "Pass the dice"),
    )
    hint = "Dice are two faces, such as 3-4: for a roll, and for a hop bet."
    title_hint = "Odds on 6 are paid after the come-out."
    something = "a bet, a roll or a call"
    columns = (ExampleColumn("dice", "Dice", []),)

    def __init__(self, ruleset: RuleSet) -> None:
        self.edition: Edition = ruleset.edition
        self.offered = ruleset.offered

    def event(self, line: ExampleLine) -> Event:
        (dice,) = line.values
        if line.what == "roll":
            return {"roll": _faces(dice)}
        if line.what == "pass_dice":
            return {"pass_dice": True}
        wager, _, number = line.bet.partition(":")
        if not wager:
            raise LineError("Choose the wager.", BET)
        at = whole_number(number)
        spot: Event = {} if at is None else {"number": at}
        if wager in CATALOGUE and CATALOGUE[wager].pairs:
            spot = {"dice": _faces(dice)}
        if line.what in {"on", "off"}:
            return {"turn": line.what, "bet": wager, **spot}
        if line.what == "remove":
            return {"remove": wager, **spot, **money_of(line, needed=False)}
        stay = {"stay": _STAYS[line.what]} if line.what in _STAYS else {}
        return {"bet": wager, **spot, **money_of(line, needed=True), **stay}

    def line(self, event: Event) -> ExampleLine:
        if "roll" in event:
            return ExampleLine("roll", values=["-".join(map(str, event["roll"]))])
        if "pass_dice" in event:
            return ExampleLine("pass_dice", values=[""])
        bets = next((name for name, stays in _STAYS.items() if event.get("stay") is stays), "bet")
        what = event.get("turn") or ("remove" if "remove" in event else bets)
        wager = event.get("remove") or event.get("bet", "")
        bet = f"{wager}:{event['number']}" if "number" in event else wager
        return ExampleLine(what, bet, amount_in(event), ["-".join(map(str, event.get("dice", [])))])

    def bets(self, lines: Iterable[ExampleLine]) -> list[tuple[str, Options]]:
        wagers = {*self.offered, *(line.bet.partition(":")[0] for line in lines)}
        groups = []
        for group, title in WAGER_GROUPS.items():
            choices: Options = []
            for wager, item in CATALOGUE.items():
                if wager not in wagers or item.group != group:
                    continue
                name = self.edition.name_of(wager)
                if item.moves or not item.numbers:
                    choices.append((wager, f"{name}, two faces" if item.pairs else name))
                choices += [(f"{wager}:{number}", f"{name} {number}") for number in item.numbers]
            if choices:
                groups.append((title, choices))
        return groups

    def column_of(self, key: str, rest: str) -> str:
        return {"amount": AMOUNT, "roll": "dice", "dice": "dice", "stay": WHAT}.get(key, BET)


def money_of(line: ExampleLine, *, needed: bool) -> Event:
    """The amount of a bet, as a field of its event."""
    if not line.amount:
        if needed:
            raise LineError("Enter the amount of the bet.", AMOUNT)
        return {}
    try:
        return {"amount": amount(line.amount)}
    except ValueError as error:
        raise LineError(str(error), AMOUNT) from None


def amount_in(event: Event) -> str:
    """The amount as it can be typed: a fraction where cents cannot say it, 35/3."""
    if "amount" not in event:
        return ""
    value = Fraction(event["amount"])
    return amount_text(value) if (value * 100).denominator == 1 else str(value)


def _faces(text: str) -> list[int]:
    match = _FACES.fullmatch(text)
    if not match:
        raise LineError("Enter the faces of the two dice, such as 3-4.", "dice")
    return [int(face) for face in match.groups() if face]
