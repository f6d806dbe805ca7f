"""What the core says to people: each message by its id, with its text in a table for every language.

>>> say("settlement.lose", name="Field Bet", stake="5", roll="3-4", counted="")
'Field Bet loses its 5 on 3-4.'
>>> with language("fr"):
...     say("settlement.lose", name="Field Bet", stake="5", roll="3-4", counted="")
'Field Bet perd ses 5 sur 3-4.'

Everything is said in English unless ``with language("fr"):`` asks for something else. The tables of a
subject are a module for each language, which is loaded when the subject first comes up:
``craps/messages/fr/settlement.py``, for a game ``craps/games/war/fr.py``. Its ``SAID`` has the messages by
the last part of their id; other tables in it are keyed words (`Words`). A text is a string with named
parameters, or a function of them where a language needs more than that: a plural, an article.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar, Token
from importlib import import_module
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
ENGLISH = "en"
_GAMES = "games."

_spoken: ContextVar[str] = ContextVar("craps_language", default=ENGLISH)
_tables: dict[tuple[str, str], Mapping[str, Any]] = {}


class language:  # noqa: N801 - used as ``with language("fr"):``
    """The language of everything that the core says inside of the block; ValueError for one it has not."""

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"{code!r} is not a language of the core; there are {', '.join(LANGUAGES)}")
        self.code = code

    def __enter__(self) -> None:
        self._before: Token[str] = _spoken.set(self.code)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before)


def spoken() -> str:
    """The language in which the core speaks now."""
    return _spoken.get()


def say(message: str, /, **filled: object) -> str:
    """A message in the language that is spoken now."""
    subject, _, name = message.rpartition(".")
    code = _spoken.get()
    return fill((_tables.get((code, subject)) or _load(code, subject))["SAID"][name], **filled)


def template(message: str) -> str:
    """A message as it stands in its table, for what fills it in by other means. What has spaces is no id but
    the text itself, of a game that speaks one language."""
    if " " in message:
        return message
    subject, _, name = message.rpartition(".")
    code = _spoken.get()
    text: str = (_tables.get((code, subject)) or _load(code, subject))["SAID"][name]
    return text if code == ENGLISH else LANGUAGES[code].finish(text)


def fill(text: str | Callable[..., str], /, **filled: object) -> str:
    """A text of a table with its parameters."""
    said = text.format_map(filled) if isinstance(text, str) else text(**filled)
    code = _spoken.get()
    return said if code == ENGLISH else LANGUAGES[code].finish(said)


class Words(Mapping[K, V]):
    """A table of words by key, such as ``Words("vocabulary.COLLECT")``: always those of the language that is
    spoken when one is looked up. ``made`` makes an entry of its key and what the table has, where that is no
    text."""

    def __init__(self, table: str, made: Callable[[K, Any], V] | None = None) -> None:
        self._subject, _, self._name = table.rpartition(".")
        self._made = made

    def __getitem__(self, key: K) -> V:
        code = _spoken.get()
        found = (_tables.get((code, self._subject)) or _load(code, self._subject))[self._name][key]
        if code != ENGLISH:
            found = _each(LANGUAGES[code].finish, found)
        return self._made(key, found) if self._made else found

    def __iter__(self) -> Iterator[K]:
        return iter((_tables.get((ENGLISH, self._subject)) or _load(ENGLISH, self._subject))[self._name])

    def __len__(self) -> int:
        return sum(1 for _ in self)


def words(table: str) -> Mapping[Any, Any]:
    """A whole table in the language that is spoken now, for what needs many of its entries at once."""
    subject, _, name = table.rpartition(".")
    code = _spoken.get()
    found: Mapping[Any, Any] = (_tables.get((code, subject)) or _load(code, subject))[name]
    return found


class Said:
    """A message as an attribute of a class: ``name: str = said("games.wheel.name")``."""

    def __init__(self, message: str) -> None:
        self.message = message

    def __get__(self, instance: object, owner: type | None = None) -> str:
        return say(self.message)


def said(message: str) -> Any:
    """`Said` for an attribute that is declared as a str."""
    return Said(message)


# The languages -------------------------------------------------------------------------------------------


class Tables:
    """Where a language has its tables, and what makes its texts fit to print."""

    def __init__(self, code: str) -> None:
        self.code = code

    def load(self, subject: str) -> Mapping[str, Any]:
        if subject.startswith(_GAMES):
            return vars(import_module(f"craps.{subject}.{self.code}"))
        return vars(import_module(f"craps.messages.{self.code}.{subject}"))

    def finish(self, text: str) -> str:
        return text


class French(Tables):
    """Texts are written with ordinary spaces; those that may not break, as before « : », are put in here."""

    def finish(self, text: str) -> str:
        from craps.messages.fr.forms import typeset

        return typeset(text)


LANGUAGES: dict[str, Tables] = {ENGLISH: Tables(ENGLISH), "fr": French("fr")}


def _load(code: str, subject: str) -> Mapping[str, Any]:
    found = _tables[code, subject] = LANGUAGES[code].load(subject)
    return found


def _each(finish: Callable[[str], str], found: Any) -> Any:
    if isinstance(found, str):
        return finish(found)
    if isinstance(found, dict):
        return {key: _each(finish, part) for key, part in found.items()}
    return type(found)(_each(finish, part) for part in found) if isinstance(found, tuple | list) else found


# Caches --------------------------------------------------------------------------------------------------

F = TypeVar("F", bound=Callable[..., Any])


def cached(size: int | None) -> Callable[[F], F]:
    """``functools.lru_cache`` for a function that says something: it keeps its answers by language."""

    def decorate(function: F) -> F:
        from functools import lru_cache, wraps

        @lru_cache(maxsize=size)
        def answer(code: str, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        @wraps(function)
        def kept(*args: Any, **kwargs: Any) -> Any:
            return answer(_spoken.get(), *args, **kwargs)

        kept.cache_clear = answer.cache_clear  # type: ignore[attr-defined]
        return kept  # type: ignore[return-value]

    return decorate
