"""A regulator's editions: the list, one edition, its values by subject, and whom it affects."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from craps import game_of
from craps.edition import Edition as CoreEdition
from craps.edition_values import READING, Difference, Value, values
from craps.edition_words import change_texts, subject_of, subjects_of, value_label, value_text
from craps.finding_words import report_sentence
from portal.accounts.permissions import can
from portal.audit import serializers
from portal.audit.selectors import trail_of
from portal.editions import drafting
from portal.editions.models import EditionState
from portal.editions.selectors import core_edition_for, edition_visible_to, editions_visible_to, in_force
from portal.http import UserRequest
from portal.pages.csv_download import csv_response
from portal.pages.guards import regulator_page
from portal.regulator.edition_readings import reading_groups
from portal.regulator.templatetags.impact import bet_words, end_words
from portal.review.impact import Impact, concerned, impact


@dataclass(frozen=True)
class ValueRow:
    """A value of an edition; `was` is the parent's value."""

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
        """The label without the name of the wager, for use below a heading with that name."""
        _, colon, rest = self.label.partition(": ")
        return f"{rest[:1].upper()}{rest[1:]}" if colon else self.label


@regulator_page
def edition_list(request: UserRequest) -> HttpResponse:
    rows = list(editions_visible_to(request.user))
    current = set(in_force().values_list("pk", flat=True))
    context = {
        "drafts": [row for row in rows if row.is_draft],
        "published": [(row, row.pk in current) for row in rows if not row.is_draft],
        "manages": can(request.user, "edition.manage"),
    }
    return render(request, "regulator/editions.html", context)


@regulator_page
def edition(request: UserRequest, edition_id: str) -> HttpResponse:
    """An edition and its changes; for a draft, what has to be done before it can be published."""
    row = edition_visible_to(request.user, edition_id)
    core = core_edition_for(row)
    changes = drafting.changes(row)
    context = {
        "edition": row,
        "book": row.book_id,
        "changes": [_change_row(core, change) for change in changes],
        "subjects": _subjects(core, _value_rows(core, changes)),
        "obstacles": drafting.obstacles(row) if row.is_draft else [],
        "manages": can(request.user, "edition.manage"),
        "concerned": concerned(row).count() if row.parent_id else 0,
        "follower": row.followers.exclude(state=EditionState.DRAFT).first(),
        "trail": [(entry, serializers.changes(entry)) for entry in trail_of(request.user, row)[:30]],
    }
    return render(request, "regulator/edition.html", context)


@regulator_page
def subject_values(request: UserRequest, edition_id: str, slug: str) -> HttpResponse:
    """Every value of one subject with its clause and the parent's value."""
    row = edition_visible_to(request.user, edition_id)
    core, changes = core_edition_for(row), drafting.changes(row)
    titles = subjects_of(core)
    if slug not in titles:
        raise Http404
    rows = _value_rows(core, changes)
    editable = row.is_draft and can(request.user, "edition.manage")
    context = {
        "edition": row,
        "book": row.book_id,
        "slug": slug,
        "subject": titles[slug],
        "subjects": _subjects(core, rows),
        "editable": editable,
    }
    if slug == "readings":
        context["groups"] = reading_groups(core, changes, editable=editable)
        return render(request, "regulator/edition_readings.html", context)
    groups: dict[str, list[ValueRow]] = {}
    for each in rows:
        if subject_of(each.value) == slug:
            groups.setdefault(_part_of(each.value), []).append(each)
    context["groups"] = [
        (part, _group_title(core, part), _group_label(core, part, group) or titles[slug], group)
        for part, group in groups.items()
    ]
    return render(request, "regulator/edition_values.html", context)


@regulator_page
def edition_impact(request: UserRequest, edition_id: str) -> HttpResponse:
    """Which approvals under the parent would be judged, settled or priced otherwise under this edition."""
    row = edition_visible_to(request.user, edition_id)
    if row.parent is None:
        raise Http404
    core = core_edition_for(row)
    context = {
        "edition": row,
        "book": row.book_id,
        "changes": [_change_row(core, change) for change in drafting.changes(row)],
        "impact": impact(row),
    }
    return render(request, "regulator/edition_impact.html", context)


@regulator_page
def impact_csv(request: UserRequest, edition_id: str) -> StreamingHttpResponse:
    """The impact as CSV: a line for each finding that would appear or vanish, each example and edge."""
    row = edition_visible_to(request.user, edition_id)
    if row.parent is None:
        raise Http404
    return csv_response(f"impact-{row.pk}", _impact_rows(impact(row)))


def _impact_rows(impact: Impact) -> Iterable[list[Any]]:
    yield [
        "reference", "operator", "casino", "state", "verdict_before", "verdict_after", "change",
        "severity", "rule", "clause", "path", "message", "submitted", "allowed", "nearest",
        "before", "after",
    ]  # fmt: skip
    for each in impact.affected:
        case = each.submission
        head = [case.reference, case.organisation.name, case.property.name, case.get_state_display()]
        head += each.verdicts
        if each.unreadable:
            yield [*head, "appears", "breach", "", "", "", each.unreadable, *[""] * 5]
        for change, findings, edition in (
            ("appears", each.appears, impact.now),
            ("vanishes", each.vanishes, impact.was),
        ):
            for f in findings:
                sentence = report_sentence(f, edition)
                details = [f.severity, f.rule, f.clause, f.path, sentence, f.submitted, f.allowed, f.nearest]
                yield [*head, change, *("" if value is None else str(value) for value in details), "", ""]
        for example in each.examples:
            ends = (end_words(end, impact.was) for end in (example.was, example.now))
            yield [*head, "example", *[""] * 4, example.title, *[""] * 3, *ends]
        for edge in each.edges:
            bet = bet_words(edge, impact.was)
            yield [*head, "edge", *[""] * 4, bet, *[""] * 3, str(edge.was), str(edge.now)]


def _value_rows(core: CoreEdition, changes: list[Difference]) -> list[ValueRow]:
    """Every value of an edition, and those it removed."""
    by_path = {change.path: change for change in changes}
    removed = [change.value for change in changes if change.now is None]
    return [
        _change_row(core, by_path[value.path]) if value.path in by_path else _unchanged_row(core, value)
        for value in (*values(core.data), *removed)
    ]


def _unchanged_row(core: CoreEdition, value: Value) -> ValueRow:
    text = value_text(core, value)
    return ValueRow(value, value_label(core, value), text, text, value.clause, changed=False)


def _change_row(core: CoreEdition, change: Difference) -> ValueRow:
    was, now = _option_effects(change) or change_texts(core, change)
    return ValueRow(change.value, value_label(core, change.value), was, now, change.clause, changed=True)


def _option_effects(change: Difference) -> tuple[str, str] | None:
    """What the options of a changed reading do: their names alone ("kind", "one") say too little."""
    if change.was is None or change.now is None or change.now.kind != READING:
        return None
    options = change.now.json.get("options", {})  # none where a person judges, or the edition has decided
    was, now = (options.get(value.json["chosen"]) for value in (change.was, change.now))
    return (was, now) if was and now and was != now else None


def _subjects(core: CoreEdition, rows: list[ValueRow]) -> list[tuple[str, str, int, int]]:
    """Slug and title of each subject, how many values it has, and how many differ from the parent."""
    total = Counter(subject_of(row.value) for row in rows)
    changed = Counter(subject_of(row.value) for row in rows if row.changed)
    return [
        (slug, title, total[slug], changed[slug]) for slug, title in subjects_of(core).items() if total[slug]
    ]


def _part_of(value: Value) -> str:
    """The path of the section or entry that the value belongs to, which can be edited as JSON."""
    section, *rest = value.keys
    return (
        f"{section}.{rest[0]}"
        if rest and section in ("wagers", "odds", "vig", "come_out", "paytables")
        else section
    )


def _group_title(core: CoreEdition, part: str) -> str:
    section, _, entry = part.partition(".")
    if not entry:
        return game_of(core).section_titles.get(section, "")
    if section == "paytables":
        return f"Paytables of {entry}"
    return core.name_of(entry)


def _group_label(core: CoreEdition, part: str, rows: list[ValueRow]) -> str:
    """What tells a group from the others on its page; "" for the one that the page is about."""
    return _group_title(core, part) or (rows[0].label if rows[0].path == part else "")
