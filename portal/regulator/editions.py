"""A regulator's editions: the list, one edition, its values by subject."""

from collections import Counter
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render

from craps import game_of
from craps.edition import Edition as CoreEdition
from craps.edition_values import Difference, Value, values
from craps.edition_words import subject_of, subjects_of, value_label, value_text
from portal.accounts.permissions import can
from portal.audit import serializers
from portal.audit.selectors import trail_of
from portal.consultations.selectors import consultations_of
from portal.editions import clauses, draft_store, examples, moves, publishing
from portal.editions.changes import changed_value
from portal.editions.models import PUBLISHED
from portal.editions.selectors import core_edition_for, edition_visible_to, editions_visible_to, in_force
from portal.http import UserRequest
from portal.pages.guards import regulator_page
from portal.regulator.edition_readings import reading_groups
from portal.regulator.edition_tests import tests_state
from portal.review.impact_selectors import impact_of


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
        "drafts": [row for row in rows if not row.is_published],
        "published": [(row, row.pk in current) for row in rows if row.is_published],
        "manages": can(request.user, "edition.manage"),
    }
    return render(request, "regulator/editions.html", context)


@regulator_page
def edition(request: UserRequest, edition_id: str) -> HttpResponse:
    """An edition and its changes; for a draft, what has to be done before it can be published."""
    row = edition_visible_to(request.user, edition_id)
    core = core_edition_for(row)
    changes = draft_store.changes(row)
    clause_changes = clauses.clause_differences(row)
    consultations = list(consultations_of(row.pk))
    context = {
        "edition": row,
        "book": row.book_id,
        "changes": [change_row(core, change) for change in changes],
        "clause_changes": clause_changes,
        "clause_count": len(clauses.book_of(row)["clause"]),
        "example_count": len(examples.entries_of(core)),
        "has_changes": bool(changes or clause_changes) or row.parent_id is None,
        "subjects": _subjects(core, _value_rows(core, changes)),
        "obstacles": [] if row.is_published else publishing.obstacles(row),
        "manages": can(request.user, "edition.manage"),
        "moves": moves.moves_for(request.user, row),
        "drafters": moves.drafters_of(row),
        "impact": impact_of(row) if row.parent_id else None,
        **(tests_state(row) if row.is_draft else {}),
        "follower": row.followers.filter(state__in=PUBLISHED).first(),
        "consultations": consultations,
        "is_consulted": any(each.is_open for each in consultations),
        "trail": [(entry, serializers.changes(entry)) for entry in trail_of(request.user, row)[:30]],
    }
    return render(request, "regulator/edition.html", context)


@regulator_page
def subject_values(request: UserRequest, edition_id: str, slug: str) -> HttpResponse:
    """Every value of one subject with its clause and the parent's value."""
    row = edition_visible_to(request.user, edition_id)
    core, changes = core_edition_for(row), draft_store.changes(row)
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


def _value_rows(core: CoreEdition, changes: list[Difference]) -> list[ValueRow]:
    """Every value of an edition, and those it removed."""
    by_path = {change.path: change for change in changes}
    removed = [change.value for change in changes if change.now is None]
    return [
        change_row(core, by_path[value.path]) if value.path in by_path else _unchanged_row(core, value)
        for value in (*values(core.data), *removed)
    ]


def _unchanged_row(core: CoreEdition, value: Value) -> ValueRow:
    text = value_text(core, value)
    return ValueRow(value, value_label(core, value), text, text, value.clause, changed=False)


def change_row(core: CoreEdition, change: Difference) -> ValueRow:
    words = changed_value(core, change)
    return ValueRow(change.value, words.label, words.was, words.now, words.clause, changed=True)


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
