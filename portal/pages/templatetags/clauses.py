"""Clauses with their text where they are cited: `{% load clauses %}`, `{% cited row.clause edition_id %}`."""

from typing import Any

from django import template

from portal.pages.clauses import cited_clauses
from portal.submissions.row_groups import RowGroup, group_equal_rows

register = template.Library()


@register.inclusion_tag("_components/cited.html")
def cited(citation: str, book_id: str, before: str = "") -> dict[str, Any]:
    """A citation that opens to the text of its clauses, each with a link to its page; plain text if none is
    known. `before` is a word in front of it: "clause"."""
    return {
        "citation": citation,
        "before": before,
        "book_id": book_id,
        "clauses": cited_clauses(book_id, citation) if citation else [],
    }


@register.filter
def equal_rows(rows: list[dict[str, Any]]) -> list[RowGroup]:
    """The rules of a list, those that say the same of several wagers in one row."""
    return group_equal_rows(rows, alike=("value", "clause", "standing"))


@register.filter
def equal_changes(rows: list[dict[str, Any]]) -> list[RowGroup]:
    """The same for what changed from one value to another."""
    return group_equal_rows(rows, alike=("was", "now", "clause"))


@register.filter
def any_marked(rows: list[dict[str, Any]]) -> bool:
    """Whether a row departs from the rulebook or was chosen where it leaves a choice."""
    return any(row["standing"] in ("departs", "chosen") for row in rows)
