"""Which rules were in force on a day, as far as the documents say, and the time line of the editions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from portal.editions.models import Edition as StoredEdition
from portal.editions.models import EditionState
from portal.editions.selectors import scheduled_successor, successor
from portal.text import format_day

IN_FORCE, NOT_YET, REPLACED, UNKNOWN = "in force", "not yet in force", "replaced", "not known"
LABELS = {
    IN_FORCE: gettext_lazy("in force"),
    NOT_YET: gettext_lazy("not yet in force"),
    REPLACED: gettext_lazy("replaced"),
    UNKNOWN: gettext_lazy("not known"),
}
TONES = {IN_FORCE: "ok", UNKNOWN: "refer"}

# Pages that take `?on=`: a book, a search in the books, the casinos. The PDF of a book has no day.
_DATED_LINK = re.compile(
    r'href="(/(?:rulebook|register/property)/(?![^"]*book\.pdf)[^"?#]*)(\?[^"#]*)?(#[^"]*)?"'
)


def keep_day_in_links(page: HttpResponse, on: date | None) -> HttpResponse:
    """Add `?on=` to every link to a page that takes a day.

    On the finished page, because links are in text, contents, breadcrumbs and citations alike.
    """

    def with_day(link: re.Match[str]) -> str:
        query = f"{link[2]}&amp;on={on}" if link[2] else f"?on={on}"
        return f'href="{link[1]}{query}{link[3] or ""}"'

    if on is not None:
        page.content = _DATED_LINK.sub(with_day, page.content.decode())
    return page


@dataclass(frozen=True)
class EditionStatus:
    """Whether an edition was in force on a day: in a word, and in a sentence that says how we know."""

    edition: Edition
    status: str
    sentence: str

    @property
    def label(self) -> str:
        return str(LABELS[self.status])

    @property
    def tone(self) -> str:
        return TONES.get(self.status, "")


@dataclass(frozen=True)
class TodayStatus:
    """Whether an edition applies to new rules today, in a word; what replaced it or is going to."""

    label: str
    tone: str
    since: date | None
    successor: StoredEdition | None = None
    coming: StoredEdition | None = None

    @property
    def applies(self) -> bool:
        return self.tone == "ok"


def today_status(edition: Edition) -> TodayStatus:
    """Return an edition's status today: what operators may submit under, which the documents do not say."""
    row = StoredEdition.objects.get(pk=edition.id)
    later = successor(edition.id)
    if later is not None:
        return TodayStatus(_("Replaced"), "refer", edition.in_force_from, successor=later)
    if row.state == EditionState.SCHEDULED:
        return TodayStatus(_("Not yet in force"), "info", edition.in_force_from)
    coming = scheduled_successor(edition.id)
    return TodayStatus(_("Applies today"), "ok", edition.in_force_from, coming=coming)


def edition_status(edition: Edition, on: date, others: Iterable[Edition]) -> EditionStatus:
    """Return an edition's status on a day, among the editions of the same game in the same jurisdiction."""
    family = [e for e in others if (e.jurisdiction, e.game) == (edition.jurisdiction, edition.game)]
    status, sentence = _status(edition, on, family)
    return EditionStatus(edition, status, sentence)


def _status(edition: Edition, on: date, family: list[Edition]) -> tuple[str, str]:
    start = edition.in_force_from
    before = next((e for e in family if e.id == edition.supersedes), None)
    after = next((e for e in family if e.supersedes == edition.id), None)
    if after is not None and after.in_force_from is not None and after.in_force_from <= on:
        text = _("“{later}” replaced it on {day}.")
        return REPLACED, text.format(later=after.title, day=format_day(after.in_force_from))
    if start is None:
        if before is None or before.in_force_from is None:
            text = _("The document gives no date, so it does not show whether it was in force on {day}.")
            return UNKNOWN, text.format(day=format_day(on))
        earlier, day = before.title, format_day(before.in_force_from)
        if on < before.in_force_from:
            text = _("It follows “{earlier}”, which was itself in force only from {day}.")
            return NOT_YET, text.format(earlier=earlier, day=day)
        text = _(
            "It replaced “{earlier}” on a day that its text does not give. From {day} on, one of the two was "
            "in force."
        )
        return UNKNOWN, text.format(earlier=earlier, day=day)
    if on < start:
        is_past = start <= timezone.localdate()
        text = _("It came into force on {day}.") if is_past else _("It comes into force on {day}.")
        return NOT_YET, text.format(day=format_day(start))
    if after is not None and after.in_force_from is None:
        text = _("In force from {day}, unless “{later}”, which gives no date, had already replaced it.")
        return IN_FORCE, text.format(day=format_day(start), later=after.title)
    return IN_FORCE, _("In force from {day}.").format(day=format_day(start))


def time_line(editions: Iterable[Edition]) -> list[list[Edition]]:
    """Return dated editions in order of their days, each followed by an undated one that replaced it; then,
    together, the editions whose documents give no date."""
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
    undated = [edition for edition in known if edition not in line]
    return [*([edition] for edition in line), *([undated] if undated else [])]
