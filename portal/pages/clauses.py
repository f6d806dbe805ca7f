"""The words of a clause as HTML: its terms lead to the glossary, its references to their clauses."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from craps import rulebook
from craps.rulebook import Clause
from portal.editions.selectors import rulebook_of
from portal.pages.templatetags.rulebook import clause_url

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=4096)
def clause_html(book_id: str, text: str) -> SafeString:
    """A clause's text as a page shows it. HTML is not read."""
    linked = rulebook.linked(text, term_url=term_url, clause_url=lambda clause: clause_url(book_id, clause))
    return mark_safe(_markdown.render(linked))  # noqa: S308 - rendered from our own text, HTML switched off


def clause_html_for_pdf(book_id: str, text: str) -> SafeString:
    """The same on paper: references lead to their place in the same document, terms to the site."""
    linked = rulebook.linked(
        text,
        term_url=lambda term: f"{settings.SITE_URL}{term_url(term)}",
        clause_url=lambda clause: f"#{clause}",
    )
    return mark_safe(_markdown.render(linked))  # noqa: S308 - as above


def term_url(term_id: str) -> str:
    return f"{reverse('public:glossary')}#{term_id}"


def cited_clauses(book_id: str, citation: str) -> list[tuple[Clause, SafeString]]:
    """The clauses that a citation names, each with its text; what is no clause of the book is left out."""
    book = rulebook_of(book_id)
    if book is None:
        return []
    names = [name for part in citation.split(", ") for name in rulebook.cited(part)]
    found = [clause for name in dict.fromkeys(names) if (clause := book.find(name)) is not None]
    return [(clause, clause_html(book_id, clause.text)) for clause in found]
