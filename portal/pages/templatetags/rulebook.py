"""Clauses as links. `{% load rulebook %}`, then `{{ finding.clause|clause_links:edition.id }}`"""

from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from craps.rulebook import Book, cited
from portal.editions.selectors import rulebook_of

register = template.Library()


@cache
def clause_url(book_id: str, clause_id: str) -> str:
    """The permanent address of a clause."""
    return reverse("public:clause", args=[book_id, clause_id])


register.simple_tag(clause_url)


@register.filter
def clause_links(citation: str, book_id: str) -> SafeString:
    """Each clause of a citation as a link to its page; anything else stays text."""
    book = rulebook_of(book_id)  # None where it is not published
    return format_html_join(", ", "{}", ((_link(part, book),) for part in str(citation or "").split(", ")))


def _link(citation: str, book: Book | None) -> SafeString | str:
    first = cited(citation)[0]
    if book is None or book.find(first) is None:
        return citation
    return format_html('<a href="{}">{}</a>', clause_url(book.id, first), citation)
