"""How the cells of a column are read and written: one class for each kind of value of the contract.

`read` takes what a person typed and returns contract JSON, or raises ValueError with what would be right;
`write` does the opposite. What is written is chosen so that a spreadsheet leaves it alone: 7:6 would become
a time and 1/20 a date, "7 to 6" and "5%" stay as they are.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from craps import BadInput
from craps.codec import Json, parse
from craps.money import exact, number_text, percent_text
from portal import typed_values

YES, NO, NONE = "yes", "no", "none"
_TRUTH = {YES: True, "true": True, NO: False, "false": False}


class Cell(Protocol):
    @property
    def hint(self) -> str:
        """What to enter, in a sentence."""
        ...

    @property
    def choices(self) -> Sequence[str]:
        """What a drop-down offers; nothing where the value is typed."""
        ...

    def read(self, text: str, *, semicolons: bool = False) -> Json: ...
    def write(self, value: Json) -> str: ...


@dataclass(frozen=True)
class NumberCell:
    """An amount, a count or a measure. `semicolons`: the file is separated by them, so that a comma may
    stand for a decimal point."""

    hint: str = "A number in figures, such as 25, 2.50 or 1,500."
    choices: Sequence[str] = ()
    money: bool = False

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        refuse_comma(text, semicolons)
        return typed_values.amount(text) if self.money else typed_values.number(text)

    def write(self, value: Json) -> str:
        return number_text(exact(str(value)))


@dataclass(frozen=True)
class RateCell:
    """A rate needs its sign: 0.05 could be five per cent or a twentieth of one."""

    hint: str = "A percentage with its sign, such as 5%."
    choices: Sequence[str] = ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        refuse_comma(text, semicolons)
        if not text.strip().endswith("%") and "/" not in text:
            raise ValueError("Enter the rate as a percentage with its sign, such as 5%.")
        return typed_values.rate(text.strip())

    def write(self, value: Json) -> str:
        return percent_text(exact(str(value)))


@dataclass(frozen=True)
class FlagCell:
    hint: str = "yes or no."
    choices: Sequence[str] = (YES, NO)

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        truth = _TRUTH.get(text.strip().casefold())
        if truth is None:
            raise ValueError("Enter yes or no.")
        return truth

    def write(self, value: Json) -> str:
        return YES if value else NO


@dataclass(frozen=True)
class PayoutCell:
    hint: str = "A payout such as 7 to 6, or 25 for 1 if it includes the stake."
    choices: Sequence[str] = ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        return typed_values.payout(text.strip(), "7 to 6")

    def write(self, value: Json) -> str:
        return str(value).replace(":", " to ")


@dataclass(frozen=True)
class TextCell:
    hint: str = "Text."
    choices: Sequence[str] = ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        return text

    def write(self, value: Json) -> str:
        return str(value)


@dataclass(frozen=True)
class ChoiceCell:
    """One of a few names, each with our words; both are read, the words are written."""

    words: Mapping[str, str]

    @property
    def hint(self) -> str:
        return f"One of: {'; '.join(self.choices)}."

    @property
    def choices(self) -> Sequence[str]:
        return tuple(self.words.values())

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        entered = " ".join(text.split()).casefold()
        for name, words in self.words.items():
            if entered in (name.casefold(), words.casefold()):
                return name
        raise ValueError(f"Enter one of: {'; '.join(self.choices)}.")

    def write(self, value: Json) -> str:
        return self.words[value]


@dataclass(frozen=True)
class ListCell:
    """Several values in one cell: one to a line, or separated by semicolons."""

    item: Cell

    @property
    def hint(self) -> str:
        of = f" {self.item.hint}" if self.item.choices else ""
        return f"Several, separated by semicolons or one to a line; “{NONE}” for an empty list.{of}"

    @property
    def choices(self) -> Sequence[str]:
        return ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        if text.strip().casefold() == NONE:
            return []
        return [self.item.read(entry, semicolons=semicolons) for entry in entries(text)]

    def write(self, value: Json) -> str:
        return joined([self.item.write(entry) for entry in value])


@dataclass(frozen=True)
class NamedCell:
    """Names that the operator chooses, each with a value: `20 = 20 to 1`."""

    value: Cell

    @property
    def hint(self) -> str:
        return (
            "A name and its value, joined by =, for each kind; one to a line or separated by semicolons. "
            f"Value: {self.value.hint}"
        )

    @property
    def choices(self) -> Sequence[str]:
        return ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        named: dict[str, Json] = {}
        for entry in entries(text):
            name, sign, value = (part.strip() for part in entry.rpartition("="))
            if not sign or not name:
                raise ValueError(f"“{entry[:40]}” has no name and value joined by =, such as 20 = 2.")
            if name in named:
                raise ValueError(f"“{name[:40]}” appears twice.")
            named[name] = self.value.read(value, semicolons=semicolons)
        return named

    def write(self, value: Json) -> str:
        return joined([f"{name} = {self.value.write(each)}" for name, each in value.items()])


@dataclass(frozen=True)
class JsonLinesCell:
    """A list of objects, such as the areas of a layout: contract JSON, one to a line."""

    hint: str = f"Contract JSON, one object to a line; “{NONE}” for an empty list."
    choices: Sequence[str] = ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        if text.strip().casefold() == NONE:
            return []
        return [read_json(line) for line in text.splitlines() if line.strip()]

    def write(self, value: Json) -> str:
        return "\n".join(map(write_json, value)) or NONE


@dataclass(frozen=True)
class JsonCell:
    """An object: what has no column of its own."""

    hint: str = "What has no column of its own, as contract JSON. Usually empty."
    choices: Sequence[str] = ()

    def read(self, text: str, *, semicolons: bool = False) -> Json:
        value = read_json(text)
        if not isinstance(value, dict):
            raise ValueError('Enter a JSON object, such as {"making": {"called_with_cash": true}}.')
        return value

    def write(self, value: Json) -> str:
        return write_json(value)


def refuse_comma(text: str, semicolons: bool) -> None:
    """Where semicolons separate the columns, 1,500 may be one and a half."""
    if semicolons and "," in text:
        raise ValueError(
            "In a file separated by semicolons a comma may be a decimal or a thousands separator. "
            "Write 1500 or 1.5."
        )


def entries(text: str) -> list[str]:
    """The entries of a list: its lines if it has several, else its parts between semicolons."""
    parts = text.splitlines() if "\n" in text or "\r" in text else text.split(";")
    return [part.strip() for part in parts if part.strip()]


def joined(parts: Sequence[str]) -> str:
    if not parts:
        return NONE
    return ("\n" if any(";" in part for part in parts) else "; ").join(parts)


def read_json(text: str) -> Any:
    try:
        return parse(text)
    except BadInput as error:
        raise ValueError(f"This is not JSON that can be read: {error}.") from None


def write_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
