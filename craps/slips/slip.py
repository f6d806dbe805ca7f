"""What every kind of slip is made of: the draft with all it is compared with, and the slip itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from craps.codec import Json, canonical_bytes, digest_of
from craps.edition import Edition
from craps.edition_values import Difference, Value, differences, values
from craps.edition_words import value_label, value_text
from craps.rulebook import Book


class Beside(NamedTuple):
    """What another edition has in the same place."""

    edition: str  # its id
    title: str
    value: str


@dataclass(frozen=True)
class Slip:
    """Something in a draft that looks like an error of writing: explained or mended before publication.

    ``path`` is where it stands, ``mend`` the value to change (the same, but for an edge), ``clause`` the
    clause that the value cites.
    """

    kind: str
    path: str
    label: str
    was: str
    now: str
    sentence: str
    clause: str = ""
    mend: str = ""
    beside: tuple[Beside, ...] = ()

    @property
    def id(self) -> str:
        """Stable as long as the same thing is wrong in the same place."""
        return f"{self.kind}:{self.path}"

    @property
    def digest(self) -> str:
        """Changes with what it was and what it is: an explanation is about one digest."""
        return digest_of(canonical_bytes([self.kind, self.path, self.was, self.now]))

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "kind": self.kind,
            "path": self.path,
            "label": self.label,
            "was": self.was,
            "now": self.now,
            "sentence": self.sentence,
            "clause": self.clause,
            "beside": [each._asdict() for each in self.beside],
        }


@dataclass(frozen=True, eq=False)
class Draft:
    """The edition looked at, the one it follows on, the other editions of its game, and its rulebook.

    ``before`` is the rulebook of the parent. Both are texts of clauses, without notes about changes.
    """

    edition: Edition
    parent: Edition | None
    others: tuple[Edition, ...]
    book: Book
    before: Book | None
    today: date | None = None

    @cached_property
    def changes(self) -> tuple[Difference, ...]:
        """The values that differ from the parent's; nothing for an edition that follows on none."""
        return tuple(differences(self.parent.data, self.edition.data)) if self.parent else ()

    @cached_property
    def values(self) -> Mapping[str, Value]:
        return values_by_path(self.edition)

    @property
    def same_game(self) -> bool:
        """Whether it replaces its parent. An edition of another game under the same document (mini-craps)
        may differ without a word of the document being different."""
        return self.parent is not None and self.parent.game == self.edition.game

    @property
    def compared(self) -> tuple[Edition, ...]:
        """Its parent, then the others."""
        return ((self.parent,) if self.parent else ()) + self.others

    def was(self, path: str) -> Value | None:
        return values_by_path(self.parent).get(path) if self.parent else None

    def slip(self, kind: str, value: Value, sentence: str, *, was: str | None = None, now: str = "") -> Slip:
        """A slip at one value, with the parent's and the other editions' values beside it."""
        old = self.was(value.path)
        if was is None:
            was = value_text(self.parent or self.edition, old)
        return Slip(
            kind=kind,
            path=value.path,
            label=value_label(self.edition, value),
            was=was,
            now=now or value_text(self.edition, self.values.get(value.path)),
            sentence=sentence,
            clause=value.clause,
            mend=value.path,
            beside=tuple(self.beside(value.path)),
        )

    def beside(self, path: str) -> Iterator[Beside]:
        for each in self.compared:
            if (value := values_by_path(each).get(path)) is not None:
                yield Beside(each.id, each.title, value_text(each, value))


Find = Callable[[Draft], Iterable[Slip]]


@lru_cache(maxsize=128)
def values_by_path(edition: Edition) -> Mapping[str, Value]:
    """The values of an edition by their path. By digest, so that the built-in ones are walked once."""
    return {value.path: value for value in values(edition.data)}
