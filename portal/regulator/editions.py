"""A regulator's editions: those published, its drafts, every value of one, and whom a draft would affect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from craps.edition import Edition as CoreEdition
from craps.edition_values import Difference, Value, values
from craps.edition_words import SUBJECTS, subject_of, value_label, value_text
from portal.accounts.permissions import can
from portal.audit import serializers
from portal.audit.selectors import trail_of
from portal.editions import drafting
from portal.editions.models import EditionState
from portal.editions.selectors import core_edition_for, edition_visible_to, editions_visible_to, in_force
from portal.pages.csv_download import csv_response
from portal.pages.guards import regulator_page
from portal.review.impact import Impact, concerned, impact


@dataclass(frozen=True)
class Row:
    """A value as a page lists it; `was` is what the parent says."""

    value: Value
    label: str
    was: str
    now: str
    clause: str
    changed: bool

    @property
    def path(self) -> str:
        return self.value.path

    @property
    def short(self) -> str:
        """The label below a heading that names the wager already."""
        _, found, rest = self.label.partition(": ")
        return f"{rest[:1].upper()}{rest[1:]}" if found else self.label


@regulator_page
def shelf(request: HttpRequest) -> HttpResponse:
    rows = list(editions_visible_to(request.user))
    current = set(in_force().values_list("pk", flat=True))
    context = {
        "drafts": [row for row in rows if row.is_draft],
        "published": [(row, row.pk in current) for row in rows if not row.is_draft],
        "manages": can(request.user, "edition.manage"),
    }
    return render(request, "regulator/editions.html", context)


@regulator_page
def edition(request: HttpRequest, edition_id: str) -> HttpResponse:
    """What an edition is and what it changes; of a draft, what stands between it and its publication."""
    row = edition_visible_to(request.user, edition_id)
    core = core_edition_for(row)
    changes = drafting.changes(row)
    counted = _counted(core, changes)
    context = {
        "edition": row,
        "book": row.book_id,
        "changes": [_change_row(core, change) for change in changes],
        "subjects": [(slug, SUBJECTS[slug], *counted[slug]) for slug in SUBJECTS if counted[slug][0]],
        "obstacles": drafting.obstacles(row) if row.is_draft else [],
        "manages": can(request.user, "edition.manage"),
        "concerned": concerned(row).count() if row.parent_id else 0,
        "follower": row.followers.exclude(state=EditionState.DRAFT).first(),
        "trail": [(entry, serializers.changes(entry)) for entry in trail_of(request.user, row)[:30]],
    }
    return render(request, "regulator/edition.html", context)


@regulator_page
def subject_values(request: HttpRequest, edition_id: str, slug: str) -> HttpResponse:
    """Every value of one subject with its clause, what the parent says beside it."""
    row = edition_visible_to(request.user, edition_id)
    if slug not in SUBJECTS:
        raise Http404
    core = core_edition_for(row)
    changes = drafting.changes(row)
    rows = [each for each in _rows(core, changes) if subject_of(each.value) == slug]
    groups: dict[str, list[Row]] = {}
    for each in rows:
        groups.setdefault(_part_of(each.value), []).append(each)
    counted = _counted(core, changes)
    context = {
        "edition": row,
        "book": row.book_id,
        "slug": slug,
        "subject": SUBJECTS[slug],
        "groups": [(part, _group_title(core, part), group) for part, group in groups.items()],
        "subjects": [(each, SUBJECTS[each], *counted[each]) for each in SUBJECTS if counted[each][0]],
        "editable": row.is_draft and can(request.user, "edition.manage"),
    }
    return render(request, "regulator/edition_values.html", context)


@regulator_page
def edition_impact(request: HttpRequest, edition_id: str) -> HttpResponse:
    """Which approvals under the parent would breach this edition, and by which finding."""
    row = edition_visible_to(request.user, edition_id)
    if row.parent is None:
        raise Http404
    context = {"edition": row, "book": row.book_id, "impact": impact(row)}
    return render(request, "regulator/edition_impact.html", context)


@regulator_page
def impact_sheet(request: HttpRequest, edition_id: str) -> StreamingHttpResponse:
    """The impact list for a spreadsheet, a line for each finding that would appear or vanish."""
    row = edition_visible_to(request.user, edition_id)
    if row.parent is None:
        raise Http404
    return csv_response(f"impact-{row.pk}", _impact_lines(impact(row)))


def _impact_lines(found: Impact) -> Iterable[list[Any]]:
    yield [
        "reference", "operator", "casino", "state", "change", "severity",
        "rule", "clause", "path", "message", "submitted", "allowed", "nearest",
    ]  # fmt: skip
    for each in found.affected:
        case = each.submission
        head = [case.reference, case.organisation.name, case.property.name, case.get_state_display()]
        if each.unreadable:
            yield [*head, "appears", "breach", "", "", "", each.unreadable, "", "", ""]
        for change, findings in (("appears", each.appears), ("vanishes", each.vanishes)):
            for f in findings:
                told = [f.severity, f.rule, f.clause, f.path, f.message, f.submitted, f.allowed, f.nearest]
                yield [*head, change, *("" if value is None else str(value) for value in told)]


def _rows(core: CoreEdition, changes: list[Difference]) -> list[Row]:
    """Every value of an edition, and those it dropped."""
    by_path = {change.path: change for change in changes}
    found = [*values(core.data), *(change.value for change in changes if change.now is None)]
    return [_row(core, value, by_path.get(value.path)) for value in found]


def _row(core: CoreEdition, value: Value, change: Difference | None) -> Row:
    if change is None:
        text = value_text(core, value)
        return Row(value, value_label(core, value), text, text, value.clause, changed=False)
    return _change_row(core, change)


def _change_row(core: CoreEdition, change: Difference) -> Row:
    was, now = value_text(core, change.was), value_text(core, change.now)
    if was == now and change.was and change.now:
        was, now = f"{was} ({change.was.clause})", f"{now} ({change.now.clause})"
    return Row(change.value, value_label(core, change.value), was, now, change.clause, changed=True)


def _counted(core: CoreEdition, changes: list[Difference]) -> dict[str, tuple[int, int]]:
    """How many values each subject has, and how many of them differ from the parent."""
    rows = _rows(core, changes)
    return {
        slug: (len(own), sum(row.changed for row in own))
        for slug in SUBJECTS
        for own in [[row for row in rows if subject_of(row.value) == slug]]
    }


def _part_of(value: Value) -> str:
    """The part that is edited as a whole where one value at a time will not do."""
    section, *rest = value.keys
    return (
        f"{section}.{rest[0]}"
        if rest and section in ("wagers", "odds", "vig", "come_out", "paytables")
        else section
    )


def _group_title(core: CoreEdition, part: str) -> str:
    section, _, entry = part.partition(".")
    if not entry:
        return ""
    if section == "paytables":
        return f"Paytables of {entry}"
    return core.name_of(entry)
