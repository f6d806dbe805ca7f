"""A language that has letters of its own, to see what is not translated: what it says has none of ours."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from craps import messages
from craps.rulebook import glossary

CODE = "eo"
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
_FILLED = re.compile(r"(\{\w*\})")


def widened(text: str) -> str:
    """A text in the letters of that language; what is filled in stays."""
    return "".join(part if _FILLED.fullmatch(part) else part.translate(_WIDE) for part in _FILLED.split(text))


@contextmanager
def invented_language() -> Iterator[None]:
    """The core speaks it inside of the block."""
    messages.LANGUAGES[CODE] = _Invented(CODE)
    try:
        with messages.language(CODE):
            yield
    finally:
        del messages.LANGUAGES[CODE]
        for key in [key for key in messages._tables if key[0] == CODE]:
            del messages._tables[key]


class _Invented(messages.Tables):
    def load(self, subject: str) -> Mapping[str, Any]:
        if subject == "glossary":  # in English it is data
            with messages.language(messages.ENGLISH):
                terms = glossary().values()
            return {"TERMS": {term.id: (widened(term.name), widened(term.text)) for term in terms}}
        english = messages.LANGUAGES[messages.ENGLISH].load(subject)
        return {
            name: _each(table) for name, table in english.items() if name.isupper() and name != "SIGNS"
        } | {"SIGNS": {}}


def _each(value: Any) -> Any:
    if isinstance(value, str):
        return widened(value)
    if isinstance(value, Mapping):
        return {key: _each(each) for key, each in value.items()}
    if callable(value):
        return _spoken(value)
    return type(value)(_each(each) for each in value) if isinstance(value, tuple | list) else value


def _spoken(text: Callable[..., str]) -> Callable[..., str]:
    """A text that is a function: what it is given is not its own."""

    def spoken(**filled: object) -> str:
        said = text(**filled)
        given = [value for value in filled.values() if isinstance(value, str) and len(value) > 2]
        for place, value in enumerate(sorted(given, key=len, reverse=True)):
            said = said.replace(value, chr(0xE000 + place))
        said = said.translate(_WIDE)
        for place, value in enumerate(sorted(given, key=len, reverse=True)):
            said = said.replace(chr(0xE000 + place), value)
        return said

    return spoken
