"""The glossary, and where a text uses its terms."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from craps.messages import ENGLISH, cached, fill, spoken, words

_REFERENCE = re.compile(r"\[([^\]]+)\]")


@dataclass(frozen=True)
class Term:
    """A word of the game: ``also`` are the other ways the rulebooks write it.

    ``searched`` are words that people look for it by; ``of_pages``: pages have it and no rulebook does.
    """

    id: str
    name: str
    text: str
    also: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    of_pages: bool = False

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to say it: its name, as documents write it, as people search for it."""
        return (self.name, *self.also, *self.searched)

    @property
    def letter(self) -> str:
        """The letter under which it stands."""
        return _without_accents(self.name)[:1].upper()


@cached(None)
def glossary() -> Mapping[str, Term]:
    """Every term by its id, in alphabetical order of names.

    In another language than English, the names that the rulebooks have stand first in ``also``.
    """
    terms = _english()
    if spoken() != ENGLISH:
        said = words("glossary.TERMS")
        terms = [
            replace(term, name=name, text=fill(text), also=(term.name, *term.also))
            for term in terms
            for name, text in (said[term.id],)
        ]
    return {term.id: term for term in sorted(terms, key=lambda term: _without_accents(term.name))}


def _english() -> list[Term]:
    data = tomllib.loads((files(__package__) / "glossary.toml").read_text(encoding="utf-8"))
    return [
        Term(
            entry["id"],
            entry["name"],
            entry["text"].strip(),
            tuple(entry.get("also", ())),
            tuple(entry.get("searched", ())),
            entry.get("of_pages", False),
        )
        for entry in data["term"]
    ]


def _without_accents(text: str) -> str:
    return unicodedata.normalize("NFD", text.casefold()).encode("ascii", "ignore").decode()


def terms_in(text: str) -> tuple[str, ...]:
    """Ids of the terms a text uses, each once, in the order they come.

    >>> terms_in("The shooter rolls; a shooter who sevens out passes the dice.")
    ('shooter', 'seven-out')
    """
    return tuple(dict.fromkeys(_id_of(match[0]) for match in _spellings().finditer(text)))


def references_in(text: str) -> tuple[str, ...]:
    """Ids of the clauses a text points to.

    >>> references_in("Off on a come-out roll, see [4.10(a)].")
    ('4.10(a)',)
    """
    return tuple(_REFERENCE.findall(text))


def linked(text: str, *, term_url: Callable[[str], str], clause_url: Callable[[str], str]) -> str:
    """A text as Markdown with its references and the first use of each term turned into links.

    >>> linked("A puck, see [4.2]; a puck.", term_url=lambda t: f"/terms/#{t}", clause_url=lambda c: f"/{c}/")
    'A [puck](</terms/#puck>), see [4.2](</4.2/>); a puck.'
    """
    seen: set[str] = set()

    def term(match: re.Match[str]) -> str:
        term_id = _id_of(match[0])
        if term_id in seen:
            return match[0]
        seen.add(term_id)
        return f"[{match[0]}](<{term_url(term_id)}>)"

    parts = _REFERENCE.split(text)  # text and clause ids in turn
    return "".join(
        f"[{part}](<{clause_url(part)}>)" if at % 2 else _spellings().sub(term, part)
        for at, part in enumerate(parts)
    )


def _id_of(words: str) -> str:
    known, plain = _by_spelling(), _plain(words)
    return known[plain] if plain in known else known[plain.removesuffix("s")]


@cache
def _by_spelling() -> Mapping[str, str]:
    return {_plain(spelling): term.id for term in _english() for spelling in (term.name, *term.also)}


@cache
def _spellings() -> re.Pattern[str]:
    """The longest spelling first, so that a come-out roll is not read as a roll."""
    longest = sorted(_by_spelling(), key=len, reverse=True)
    words = "|".join(re.escape(spelling).replace(r"\ ", r"\s+").replace("'", "['’]") for spelling in longest)
    return re.compile(rf"(?<![\w-])(?:{words})s?(?![\w-])", re.IGNORECASE)


def _plain(words: str) -> str:
    return " ".join(words.lower().replace("’", "'").split())
