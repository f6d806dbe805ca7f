"""The error the core raises for bad input, with helpers for its message, and what a table refuses."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """Input that cannot be read. ``path`` names the place, ``message`` says what would be right."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        self.message = message
        super().__init__(f"{path}: {message}" if path else message)

    def to_json(self) -> dict[str, str]:
        return {"path": self.path, "message": self.message}


class Refused(Exception):
    """An event the rules do not allow."""

    def __init__(
        self, code: str, clause: str, message: str, reading: str = "", *, chosen: bool = False
    ) -> None:
        self.code, self.clause, self.message = code, clause, message
        self.reading = reading  # the reading that the refusal rests on, if any
        self.chosen = chosen  # whether the casino chose what refuses it, as the clause lets it
        super().__init__(message)

    def to_json(self) -> dict[str, str]:
        row = {"code": self.code, "message": self.message, "clause": self.clause}
        return row | {"reading": self.reading} if self.reading else row


def quoted(value: object) -> str:
    """A value as a message can quote it: short, on one line, printable everywhere."""
    try:
        text = ascii(value) if isinstance(value, str) else repr(value)
    except RecursionError:
        return "a value nested too deeply to show"
    return text if len(text) <= 60 else text[:57] + "..."


def path_key(key: object) -> str:
    """A key as part of a path: as written, on one line, without terminal control characters."""
    text = ascii(str(key))[1:-1]
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` where a known name is close, else nothing."""
    from difflib import get_close_matches  # slow to import, and only needed for a mistake

    close = get_close_matches(name, list(known), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
