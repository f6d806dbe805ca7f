"""Which rules stood on a given day, as far as the documents say, and the time line of the editions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from portal.text import format_day

IN_FORCE, NOT_YET, REPLACED, UNKNOWN = "in force", "not yet in force", "replaced", "not known"
WORDS = {
    IN_FORCE: gettext_lazy("in force"),
    NOT_YET: gettext_lazy("not yet in force"),
    REPLACED: gettext_lazy("replaced"),
    UNKNOWN: gettext_lazy("not known"),
}
TONES = {IN_FORCE: "ok", NOT_YET: "", REPLACED: "", UNKNOWN: "refer"}


# A book, a search in the books, the casinos: what answers for a day. A PDF is of the book as it is.
_ANSWERS_FOR_A_DAY = re.compile(
    r'href="(/(?:rulebook|register/property)/(?![^"]*book\.pdf)[^"?#]*)(\?[^"#]*)?(#[^"]*)?"'
)


def with_day(page: HttpResponse, on: date | None) -> HttpResponse:
    """The page with the day asked for kept in each link to a page that answers for a day.

    On the finished page, because links stand in text, contents, crumbs and citations alike.
    """

    def kept(found: re.Match[str]) -> str:
        query = f"{found[2]}&amp;on={on}" if found[2] else f"?on={on}"
        return f'href="{found[1]}{query}{found[3] or ""}"'

    if on is not None:
        page.content = _ANSWERS_FOR_A_DAY.sub(kept, page.content.decode())
    return page


@dataclass(frozen=True)
class Standing:
    """Whether an edition was in force on a day: in a word, and in a sentence that says how we know."""

    edition: Edition
    word: str
    sentence: str

    @property
    def label(self) -> str:
        return str(WORDS[self.word])

    @property
    def tone(self) -> str:
        return TONES[self.word]


def standing(edition: Edition, on: date, others: Iterable[Edition]) -> Standing:
    """How an edition stood on a day, among the editions of the same game in the same place."""
    family = [e for e in others if (e.jurisdiction, e.game) == (edition.jurisdiction, edition.game)]
    word, sentence = _standing(edition, on, family)
    return Standing(edition, word, sentence)


def _standing(edition: Edition, on: date, family: list[Edition]) -> tuple[str, str]:
    start = edition.in_force_from
    before = next((e for e in family if e.id == edition.supersedes), None)
    after = next((e for e in family if e.supersedes == edition.id), None)
    if after is not None and after.in_force_from is not None and after.in_force_from <= on:
        text = _("“{later}” took its place on {day}.")
        return REPLACED, text.format(later=after.title, day=format_day(after.in_force_from))
    if start is None:
        if before is None or before.in_force_from is None:
            text = _("The document gives no date, so it does not show whether it stood on {day}.")
            return UNKNOWN, text.format(day=format_day(on))
        if on < before.in_force_from:
            word, text = NOT_YET, _("It follows on “{earlier}”, which itself was in force only from {day}.")
        else:
            word, text = (
                UNKNOWN,
                _(
                    "It took the place of “{earlier}” on a day that its text does not give. From {day} on, "
                    "one of the two was in force."
                ),
            )
        return word, text.format(earlier=before.title, day=format_day(before.in_force_from))
    if on < start:
        is_past = start <= timezone.localdate()
        text = _("It came into force on {day}.") if is_past else _("It comes into force on {day}.")
        return NOT_YET, text.format(day=format_day(start))
    if after is not None and after.in_force_from is None:
        text = _("In force from {day}, unless “{later}”, which gives no date, had already taken its place.")
        return IN_FORCE, text.format(day=format_day(start), later=after.title)
    return IN_FORCE, _("In force from {day}.").format(day=format_day(start))


def time_line(editions: Iterable[Edition]) -> list[Edition]:
    """Dated editions in order of their days, each followed by an undated one that took its place; then the
    editions whose documents give no date."""
    known = list(editions)
    line: list[Edition] = []

    def add(edition: Edition) -> None:
        if edition not in line:
            line.append(edition)
            for later in known:
                if later.supersedes == edition.id and later.in_force_from is None:
                    add(later)

    for edition in sorted((e for e in known if e.in_force_from), key=lambda e: e.in_force_from or date.max):
        add(edition)
    for edition in known:
        if not any(edition.supersedes == other.id for other in known):
            add(edition)
    return line
