"""Clauses as links. `{% load rulebook %}`, then `{{ finding.clause|clause_links:edition.id }}`"""

from __future__ import annotations

from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from craps import BadInput
from craps.rulebook import book, cited

register = template.Library()


@cache
def clause_url(book_id: str, clause_id: str) -> str:
    """The permanent address of a clause."""
    return reverse("public:clause", args=[book_id, clause_id])


register.simple_tag(clause_url)


@register.filter
def clause_links(citation: str, book_id: str) -> SafeString:
    """Each clause that a citation names as a link to its page; what is not a clause stays text."""
    return format_html_join(", ", "{}", ((_link(part, book_id),) for part in str(citation or "").split(", ")))


def _link(citation: str, book_id: str) -> SafeString | str:
    first = cited(citation)[0]
    try:
        known = book(book_id).find(first)
    except BadInput:  # a book that is not published, or a table that cites none
        known = None
    if known is None:
        return citation
    return format_html('<a href="{}">{}</a>', clause_url(book_id, first), citation)
