"""The search over all rulebooks, how they are read, and the glossary."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from craps.rulebook import glossary
from craps.rulebook.terms import terms_in
from portal.editions import search as index
from portal.editions.models import ClauseText
from portal.editions.search import MARK, UNMARK, Hit
from portal.editions.search_words import read_query
from portal.pages.clauses import term_url
from portal.pages.page_cache import cached_page
from portal.pages.paging import page_of
from portal.pages.templatetags.rulebook import clause_url, listed_reading_url
from portal.public import rulebook
from portal.public.responses import day_of
from portal.public.rulebook_dates import keep_day_in_links


@dataclass(frozen=True)
class SearchResult:
    """A clause, reading or term as the page lists it."""

    title: str
    book: str
    href: str
    snippet: SafeString
    also: list[tuple[str, str]]  # title and address of clauses that read the same


@cached_page("q", "book", "page", "on")
def search(request: HttpRequest) -> HttpResponse:
    """Clauses, readings and terms with all the words of the query; if there are none, with any of them."""
    text = " ".join(request.GET.get("q", "").replace("\x00", "").split())
    titles = {volume.id: volume.title for volume in rulebook.volumes()}
    book_id = request.GET.get("book", "")
    book_id = book_id if book_id in titles else ""
    on, _error = day_of(request)  # a day that is not valid was reported on the page before
    query = read_query(text)
    hits = index.find(query, book_id=book_id)
    loosely = not hits and len(query.sought) > 1
    if loosely:
        hits = index.find(query, book_id=book_id, any_word=True)
    numbered = index.clauses_numbered(text, book_id=book_id) if text else []
    known = [hit for hit in hits if hit.book in titles or hit.book == ClauseText.GLOSSARY]
    paged = page_of(request, known, parameters=("q", "book", "on"))
    context = {
        "query_text": text,
        "on": on,
        "book_id": book_id,
        "titles": titles,
        "loosely": loosely and hits,
        "results": [result(hit, titles) for hit in paged["page"].object_list],
        "spellings": spellings(text),
        "numbered": [
            (f"{titles[book]}, {clause}", clause_url(book, clause))
            for book, clause in numbered
            if book in titles
        ],
        "is_filled": bool(hits) or index.is_filled(),
        **paged,
    }
    return keep_day_in_links(render(request, "public/search.html", context), on)


def spellings(text: str) -> list[str]:
    """Return other spellings of the glossary terms in the query."""
    terms = [glossary()[term_id] for term_id in terms_in(text)]
    ways = (way for term in terms for way in (term.name, *term.also))
    return [way for way in dict.fromkeys(ways) if way.lower() != text.strip('"').lower()][:6]


def result(hit: Hit, titles: dict[str, str]) -> SearchResult:
    if hit.book == ClauseText.GLOSSARY:
        name = glossary()[hit.clause].name if hit.clause in glossary() else hit.heading
        return SearchResult(name, _("Glossary"), term_url(hit.clause), _mark_words(hit.snippet), [])
    if hit.clause.startswith(index.READING):
        reading = hit.clause.removeprefix(index.READING)
        also = [
            (titles[book], listed_reading_url(book, reading)) for book, _clause in hit.also if book in titles
        ]
        where = _("How {title} is read").format(title=titles[hit.book])
        href = listed_reading_url(hit.book, reading)
        return SearchResult(hit.heading, where, href, _mark_words(hit.snippet), also)
    also = [
        (f"{titles[book]}, {clause}", clause_url(book, clause)) for book, clause in hit.also if book in titles
    ]
    title = " ".join(filter(None, (hit.clause, hit.heading)))
    return SearchResult(
        title, titles[hit.book], clause_url(hit.book, hit.clause), _mark_words(hit.snippet), also
    )


def _mark_words(snippet: str) -> SafeString:
    """Escape the snippet, then mark the matching words.

    >>> _mark_words(f"a < {MARK}b{UNMARK}")
    'a &lt; <mark>b</mark>'
    """
    return mark_safe(escape(snippet).replace(MARK, "<mark>").replace(UNMARK, "</mark>"))  # noqa: S308
