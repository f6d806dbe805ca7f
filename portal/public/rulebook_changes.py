"""Two editions of the same document, clause by clause: what was added, dropped and reworded."""

import re
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from craps.comparing import reading_differences
from craps.edition import Edition
from craps.readings import Reading
from craps.rulebook import Book, Clause
from portal.editions.changes import clause_pairs, clause_words

SAME, CHANGED, ADDED, DROPPED = "same", "reworded", "added", "dropped"
AMENDED = "value changed"  # the clause reads as before, with a note on what a later edition changed
LABELS = {
    SAME: gettext_lazy("same"),
    CHANGED: gettext_lazy("reworded"),
    ADDED: gettext_lazy("added"),
    DROPPED: gettext_lazy("dropped"),
    AMENDED: gettext_lazy("value changed"),
}


@dataclass(frozen=True)
class ClauseChange:
    """One clause before and after, as HTML with the differences marked."""

    clause: Clause
    kind: str
    before: SafeString
    after: SafeString

    @property
    def label(self) -> str:
        return str(LABELS[self.kind])

    @property
    def number(self) -> str:
        """The clause's number with that of its chapter, or its heading where it has no number."""
        return self.clause.id if self.clause.number else self.clause.heading


def changes(before: Book, after: Book) -> list[ClauseChange]:
    """Return every clause of either book in document order, including unchanged ones."""
    return [_change(was, now) for was, now in clause_pairs(before, after)]


class ReadingChange(NamedTuple):
    """An open question that two editions read differently; None where one does not leave it open."""

    question: str
    before: Reading | None
    after: Reading | None


def reading_changes(before: Edition, after: Edition) -> list[ReadingChange]:
    """Return every question that the later edition reads otherwise, leaves open anew or no longer."""
    rows = reading_differences(before, after)
    return [ReadingChange(row.question, _reading(before, row.id), _reading(after, row.id)) for row in rows]


def _reading(edition: Edition, name: str) -> Reading | None:
    """Find a reading by its name without the jurisdiction."""
    return edition.readings.get(name) or edition.readings.get(f"{edition.jurisdiction}.{name}")


def _change(was: Clause | None, now: Clause | None) -> ClauseChange:
    clause = now or was
    assert clause is not None  # noqa: S101 - an id comes from one of the two books
    if was is None:
        return ClauseChange(clause, ADDED, SafeString(), _paragraphs(escape(clause_words(clause))))
    if now is None:
        return ClauseChange(clause, DROPPED, _paragraphs(escape(clause_words(clause))), SafeString())
    old, new = clause_words(was), clause_words(now)
    if old == new:
        text = _paragraphs(escape(old))
        return ClauseChange(clause, SAME, text, text)
    if now.changed and old == clause_words(replace(now, text=now.text.removesuffix(f"\n\n{now.changed}"))):
        note = escape(new.removeprefix(old).strip())
        return ClauseChange(clause, AMENDED, _paragraphs(escape(old)), _paragraphs(f"<ins>{note}</ins>"))
    return ClauseChange(clause, CHANGED, *marked(old, new))


def marked(old: str, new: str) -> tuple[SafeString, SafeString]:
    """Both texts with <del> and <ins> around the words that differ.

    >>> marked("at least 15 mm", "at least 16 mm")[1]
    'at least <ins>16</ins> mm'
    """
    left, right = (re.findall(r"\s+|[^\s]+", text) for text in (old, new))
    sides: tuple[list[str], list[str]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for side, words, name in ((sides[0], left[a:b], "del"), (sides[1], right[c:d], "ins")):
            text = escape("".join(words))
            side.append(text if tag == "equal" or not text.strip() else f"<{name}>{text}</{name}>")
    return _paragraphs("".join(sides[0])), _paragraphs("".join(sides[1]))


def _paragraphs(html: str) -> SafeString:
    return mark_safe(html.replace("\n", "<br>"))  # noqa: S308 - every word was escaped on its way here
