"""What casinos have chosen under a rulebook: each choice with its casinos, or some casinos side by side."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.editions.selectors import published
from portal.pages.page_cache import cached_page
from portal.register import selectors as register
from portal.submissions.models import State

Row = dict[str, Any]
MOST_COLUMNS = 6


class NamedEntry(NamedTuple):
    """An approval in force: `name` of its casino, `place` in addresses, what was chosen by path."""

    name: str
    reference: str
    place: str
    rows: dict[str, Row]


@dataclass(frozen=True)
class ChosenValue:
    """A value, "" for what the rulebook says, and the approvals that have it."""

    value: str
    entries: list[NamedEntry]


@dataclass(frozen=True)
class Choice:
    """A rule that casinos chose on; `path` is its field in a rule set."""

    path: str
    label: str
    clause: str
    values: list[ChosenValue]

    def under(self, entries: Iterable[NamedEntry]) -> list[str]:
        """What each of these approvals has."""
        by_reference = {entry.reference: each.value for each in self.values for entry in each.entries}
        return [by_reference.get(entry.reference, "") for entry in entries]

    @property
    def differs(self) -> bool:
        return len(self.values) > 1


@cached_page("edition", "rule", "casino", "show", max_age=0)
def casino_choices(request: HttpRequest) -> HttpResponse:
    """The casinos with rules in force under one rulebook. An unknown filter value is ignored."""
    counts = _counts()
    titles = {row.pk: row.title for row in published().only("pk", "title") if row.pk in counts}
    edition = request.GET.get("edition", "")
    if edition not in titles:
        edition = max(titles, key=lambda each: counts[each], default="")
    entries = _entries(edition) if edition else []
    every = _choices(entries)
    slugs = request.GET.getlist("casino")
    chosen = [entry for entry in entries if entry.place in slugs][:MOST_COLUMNS]
    rule = request.GET.get("rule", "")
    shown = [choice for choice in every if choice.path == rule] or every
    side_by_side = _choices(chosen) if len(chosen) > 1 else []
    differences_only = request.GET.get("show") != "all"
    context = {
        "titles": [(key, title, counts[key]) for key, title in titles.items()],
        "edition": edition,
        "title": titles.get(edition, ""),
        "entries": entries,
        "chosen": chosen,
        "rules": [(choice.path, choice.label) for choice in every],
        "rule": rule if any(choice.path == rule for choice in every) else "",
        "choices": shown,
        "lines": [
            (choice, [*zip(chosen, choice.under(chosen), strict=True)])
            for choice in side_by_side
            if choice.differs or not differences_only
        ],
        "alike": sum(not choice.differs for choice in side_by_side),
        "differences_only": differences_only,
        "slugs": list(dict.fromkeys(entry.place for entry in chosen)),
    }
    return render(request, "public/casino_choices.html", context)


def _counts() -> dict[str, int]:
    """How many approvals are in force under each edition."""
    counts: dict[str, int] = {}
    rows = register.entries(standing=State.IN_FORCE).exclude(place=None).order_by()
    for edition_id in rows.values_list("edition_id", flat=True):
        counts[edition_id] = counts.get(edition_id, 0) + 1
    return counts


def _entries(edition: str) -> list[NamedEntry]:
    """The approvals by casino; one of several at a casino is named with its reference."""
    rows = register.entries(standing=State.IN_FORCE, edition=edition).exclude(place=None)
    ordered = sorted(rows, key=lambda entry: (entry.property, entry.reference))
    often = Counter(entry.place for entry in ordered)
    return [
        NamedEntry(
            f"{entry.property} ({entry.reference})" if often[entry.place] > 1 else entry.property,
            entry.reference,
            str(entry.place),
            {row["path"]: row for row in entry.leaf.get("chosen", [])},
        )
        for entry in ordered
    ]


def _choices(entries: list[NamedEntry]) -> list[Choice]:
    """Every rule that any of the approvals states, with its values, the most frequent first."""
    first: dict[str, Row] = {}
    for entry in entries:
        for path, row in entry.rows.items():
            first.setdefault(path, row)
    choices = []
    for path, row in first.items():
        by_value: dict[str, list[NamedEntry]] = {}
        for entry in entries:
            value = entry.rows[path]["value"] if path in entry.rows else ""
            by_value.setdefault(value, []).append(entry)
        values = [ChosenValue(value, those) for value, those in by_value.items()]
        values.sort(key=lambda each: (-len(each.entries), each.value))
        choices.append(Choice(path, row["label"], row["clause"], values))
    return choices
