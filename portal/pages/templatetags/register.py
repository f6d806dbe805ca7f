"""Register entries in words. `{% load register %}`"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.codec import canonical_bytes
from craps.games import HOME, game_words
from portal.pages.templatetags.baize import day, outcome_word
from portal.register.models import Entry, Kind
from portal.register.public_fields import EDITION_EVENTS, INSPECTION_RESULTS
from portal.text import and_list

register = template.Library()

_DOCUMENTS = {
    "certificate": gettext_lazy("Certificate issued"),
    "guide": gettext_lazy("Player’s guide issued"),
    "sign": gettext_lazy("Table sign issued"),
}


@register.filter
def iso_day(text: str) -> str:
    """A day as an entry stores it, 2026-11-15, in words."""
    try:
        return day(date.fromisoformat(text))
    except (TypeError, ValueError):
        return str(text)


@register.filter
def entered_words(entry: Entry, labels: Mapping[str, str] | None = None) -> str:
    """The kind of entry: Approved, Suspended at C-101, Certificate issued.

    A sign is entered with its table's code alone; `labels` are the labels of tables by code.
    """
    if entry.kind == Kind.DOCUMENT and entry.leaf.get("table"):
        code = entry.leaf["table"]
        return _("Table sign issued for table {code}").format(code=(labels or {}).get(code, code))
    if entry.kind == Kind.DOCUMENT:
        return str(_DOCUMENTS.get(entry.leaf.get("document", ""), _("Document issued")))
    if entry.kind == Kind.EDITION:
        return _(EDITION_EVENTS.get(entry.outcome, ""))
    if entry.kind == Kind.READING:
        return _("Clause {clauses} read differently").format(clauses=and_list(entry.leaf.get("clauses", [])))
    if entry.kind == Kind.LIMITS:
        return _("Limits changed by notice at {table}").format(table=entry.leaf["table"]["label"])
    if entry.kind == Kind.INSPECTION:
        inspected = _(INSPECTION_RESULTS.get(entry.outcome, ""))
        return _("{inspected}, table {table}").format(inspected=inspected, table=entry.leaf["table"]["label"])
    words = outcome_word(entry.outcome)
    if "standing" in entry.leaf:  # it concerns some tables only
        tables = and_list([table["label"] for table in entry.leaf.get("tables", [])])
        words = _("{outcome} at {tables}").format(outcome=words, tables=tables)
    if "last_day" in entry.leaf:
        words = _("{outcome}, last day {day}").format(outcome=words, day=iso_day(entry.leaf["last_day"]))
    return words


@register.filter
def hashed_text(leaf: dict[str, Any]) -> str:
    """The exact text that is hashed."""
    return canonical_bytes(leaf).decode()


@register.filter(name="game_words")
def game_in_words(game: str | None) -> str:
    """A game as an entry stores it, in a sentence. The first entries stored none: there was only one game."""
    return game_words(game or HOME)
