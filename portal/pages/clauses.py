"""The text of a clause as HTML, with links to the glossary and to other clauses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from craps import rulebook
from craps.rulebook import Book, Clause
from portal.editions.selectors import rulebook_of
from portal.pages.templatetags.rulebook import clause_url

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def clause_html(book_id: str, text: str) -> SafeString:
    """Return a clause's text for a page. HTML in the text is escaped."""
    return _clause_html(book_id, text, get_language())


@lru_cache(maxsize=4096)
def _clause_html(book_id: str, text: str, language: str | None) -> SafeString:
    """Cached by language: links lead to pages in the language of the page."""
    linked = rulebook.linked(text, term_url=term_url, clause_url=lambda clause: clause_url(book_id, clause))
    return _rendered(linked)


def clause_html_with(text: str, clause_link: Callable[[str], str]) -> SafeString:
    """Return the text of a draft's clause, which has no public page, with references that lead elsewhere."""
    return _rendered(rulebook.linked(text, term_url=term_url, clause_url=clause_link))


def clause_html_for_pdf(book_id: str, text: str) -> SafeString:
    """Return a clause's text for a PDF: references link inside the document, terms to the site."""
    linked = rulebook.linked(
        text,
        term_url=lambda term: f"{settings.SITE_URL}{term_url(term)}",
        clause_url=lambda clause: f"#{clause}",
    )
    return _rendered(linked)


@dataclass(frozen=True)
class ClauseItem:
    """A clause as a page shows it; `level` is that of its heading."""

    clause: Clause
    href: str
    html: SafeString
    note: SafeString | str  # our explanation as HTML, empty if there is none
    level: int
    indent: int


def clause_items(
    book: Book,
    clauses: tuple[Clause, ...],
    *,
    top: int,
    level: int,
    to_html: Callable[[str, str], SafeString] = clause_html,
    to_url: Callable[[str, str], str] = clause_url,
) -> list[ClauseItem]:
    """Return clauses of depth `top` and below as items; headings start at `level`."""
    items, last = [], level - 1
    for clause in clauses:
        # A clause without a heading leaves a level out; the next heading must not skip it.
        here = min(level + clause.depth - top, last + 1, 6)
        last = here if clause.heading else last
        href, html = to_url(book.id, clause.id), to_html(book.id, clause.text)
        note = to_html(book.id, clause.note) if clause.note else ""
        items.append(ClauseItem(clause, href, html, note, here, max(clause.depth - top, 0)))
    return items


def _rendered(text: str) -> SafeString:
    return mark_safe(str(_markdown.render(text)))  # noqa: S308 - our own text, HTML switched off


def term_url(term_id: str) -> str:
    return f"{reverse('public:glossary')}#{term_id}"


def cited_clauses(book_id: str, citation: str) -> list[tuple[Clause, SafeString]]:
    """Return the clauses that a citation names, each with its text; unknown clauses are left out."""
    book = rulebook_of(book_id)
    if book is None:
        return []
    names = [name for part in citation.split(", ") for name in rulebook.cited(part)]
    clauses = [clause for name in dict.fromkeys(names) if (clause := book.find(name)) is not None]
    return [(clause, clause_html(book_id, clause.text)) for clause in clauses]
