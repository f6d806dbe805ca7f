"""Clauses as links. `{% load rulebook %}`, then `{{ finding.clause|clause_links:edition.id }}`"""

from collections.abc import Iterable
from functools import cache, partial
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from craps.rulebook import Book, cited
from portal.editions.readings import reading_behind
from portal.editions.selectors import published_edition, rulebook_of

register = template.Library()


def clause_url(book_id: str, clause_id: str) -> str:
    """The permanent address of a clause, in the language of the page."""
    return _clause_url(book_id, clause_id, get_language())


@cache
def _clause_url(book_id: str, clause_id: str, language: str | None) -> str:
    with override(language):
        return reverse("public:clause", args=[book_id, clause_id])


def listed_reading_url(book_id: str, reading_id: str) -> str:
    """The address of a reading on its edition's page of readings."""
    return f"{reverse('public:rulebook-readings', args=[book_id])}#reading-{reading_id}"


register.simple_tag(clause_url)
register.simple_tag(listed_reading_url)


@register.filter
def clause_links(citation: str, book_id: str) -> SafeString:
    """Each clause of a citation as a link to its page; anything else stays text."""
    book = rulebook_of(book_id)  # None where it is not published
    return format_html_join(", ", "{}", ((_link(part, book),) for part in str(citation or "").split(", ")))


@register.inclusion_tag("_components/rests_on.html")
def rests_on(finding: Any, edition_id: str) -> dict[str, Any]:
    """The reading behind a finding, stored or not; nothing where it rests on none."""
    get = finding.get if isinstance(finding, dict) else partial(getattr, finding)
    reading_id, severity = str(get("reading") or ""), str(get("severity"))
    if not reading_id:
        return {}
    behind = reading_behind(published_edition(edition_id), reading_id, severity)
    clauses = behind.reading.clauses if behind and behind.reading else ()
    return {"behind": behind, "url": reading_url(edition_id, clauses, reading_id)}


def reading_url(book_id: str, clauses: Iterable[str], reading_id: str) -> str:
    """Where a reading stands on the page of its first clause that the rulebook has; "" if it has none."""
    book = rulebook_of(book_id)
    names = (name for clause in clauses for name in cited(clause))
    first = next((name for name in names if book and book.find(name)), "")
    return f"{clause_url(book_id, first)}#reading-{reading_id}" if first else ""


def _link(citation: str, book: Book | None) -> SafeString | str:
    first = cited(citation)[0]
    if book is None or book.find(first) is None:
        return citation
    return format_html('<a href="{}">{}</a>', clause_url(book.id, first), citation)
