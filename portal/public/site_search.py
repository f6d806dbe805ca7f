"""One search over everything public: ready pages, bets, terms, rulebooks, casinos, decisions and clauses."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from craps.edition import Edition
from craps.rulebook import glossary
from portal.accounts.jurisdictions import all_jurisdictions, jurisdiction_of_edition
from portal.editions import search as index
from portal.editions.models import ClauseText
from portal.editions.search_words import Query, Ways, plain_words, read_query
from portal.editions.selectors import core_editions, in_force
from portal.pages.clauses import term_url
from portal.pages.page_cache import cached_page
from portal.pages.templatetags.rulebook import clause_url
from portal.public import rulebook, search_views
from portal.public.ready_pages import pages_for
from portal.public.site_search_bets import NamedBet, bets_for
from portal.register import selectors as register
from portal.register.selectors import DecidedEntry
from portal.review import table_rules

_MOST = 5  # of each group
_IN_MANY_NAMES = frozenset(("casino", "hotel", "resort", "club", "the", "and", "new"))


class Link(NamedTuple):
    text: str
    href: str


@dataclass(frozen=True)
class Found:
    """One result: where it leads, and what else can be done with it. `in_english` are the core's words."""

    title: str
    href: str
    tells: str = ""
    links: Sequence[Link] = ()
    in_english: bool = False
    entry: DecidedEntry | None = None  # whose state is shown


@dataclass(frozen=True)
class Group:
    slug: str
    title: str
    results: Sequence[Found]
    more: Link | None = None


class Question(NamedTuple):
    """What was typed; `places` are the codes of the jurisdictions it names, `query` is about the rest."""

    text: str
    words: frozenset[str]
    places: tuple[str, ...]
    query: Query

    @property
    def sought(self) -> tuple[Ways, ...]:
        return self.query.sought


@cached_page("q", max_age=0)
def search(request: HttpRequest) -> HttpResponse:
    """The results by what they are, the most direct answers first."""
    text = " ".join(request.GET.get("q", "").split())[:200]
    question = read_question(text)
    groups = [group for group in _groups(question) if group.results] if text else []
    context = {
        "query_text": text,
        "groups": groups,
        "spellings": search_views.spellings(text),
        "is_filled": index.is_filled(),
    }
    response = render(request, "public/site_search.html", context)
    if text:  # too many possible searches to keep
        response["Cache-Control"] = "no-store"
    return response


def read_question(text: str) -> Question:
    """Tell the jurisdictions that a question names, by name or code, from the rest of it."""
    query = read_query(text)
    places, rest = [], f" {' '.join(folded(' '.join(query.included)))} "
    for each in all_jurisdictions():
        for name in (" ".join(folded(each.name)), each.code):
            if f" {name} " in rest:
                places.append(each.code)
                rest = rest.replace(f" {name} ", " ")
    left = set(rest.split())
    included = tuple(each for each in query.included if each in query.exact or left & set(folded(each)))
    about = Query(included, query.excluded, query.exact)
    return Question(text, frozenset(folded(text)), tuple(dict.fromkeys(places)), about)


def folded(text: str) -> list[str]:
    """The words of a text in small letters and without marks: Kowhai finds Kōwhai.

    >>> folded("Kōwhai Point")
    ['kowhai', 'point']
    """
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return plain_words(bare).lower().split()


def _groups(question: Question) -> list[Group]:
    editions = _editions(question)
    slugs = _casinos(question)
    pages = [Found(str(page.title), page.href, str(page.tells)) for page in pages_for(question.sought)]
    bets = [_bet(bet) for bet in bets_for(question.text, editions)[:_MOST]]
    named = editions if question.places else []
    terms = Group("terms", _("Glossary"), _terms(question))
    answers = [Group("pages", _("Answers"), pages), Group("bets", _("Bets"), bets)]
    # What is vigorish: the term, and nothing else is asked.
    only_terms = len(question.sought) == 1 and bool(terms.results)
    return [
        Group("numbered", _("Clauses with this number"), _numbered(question)),
        *([terms, *answers] if only_terms else [*answers, terms]),
        Group("rulebooks", _("Rulebooks that apply today"), [_book(each) for each in named]),
        Group("casinos", _("Casinos and tables"), [*slugs, *_tables(question)][: 2 * _MOST]),
        _decisions(question),
        _rules(question),
    ]


def _editions(question: Question) -> list[Edition]:
    """The editions in force where the question is about, those whose title it has words of first."""
    current = set(in_force().values_list("pk", flat=True))
    known = [edition for edition in core_editions() if edition.id in current]
    places = question.places or tuple(each.code for each in all_jurisdictions())

    def rank(edition: Edition) -> tuple[int, int]:
        where = places.index(jurisdiction_of_edition(edition.id))
        return -len(question.words & set(folded(edition.title)) - _IN_MANY_NAMES), where

    rows = [edition for edition in known if jurisdiction_of_edition(edition.id) in places]
    if len(places) > 1:  # one of each place before a second one
        firsts = {jurisdiction_of_edition(edition.id): edition for edition in sorted(rows, key=rank)[::-1]}
        order = [firsts[place] for place in places if place in firsts]
        return [*order, *(edition for edition in rows if edition not in order)]
    return sorted(rows, key=rank)


def _bet(bet: NamedBet) -> Found:
    links = [Link(_("What it costs in money"), bet.calculator)] if bet.calculator else []
    links += [Link(_("Meaning"), bet.term)] if bet.term else []
    return Found(bet.name, bet.everywhere, bet.tells, links)


def _book(edition: Edition) -> Found:
    home = reverse("public:rulebook", args=[edition.id])
    costs = (
        f"{reverse('public:matrix')}?{urlencode({'edition': edition.id, 'sort': edition.id, 'order': 'up'})}"
    )
    links = [Link(_("What every bet costs, the lowest edge first"), costs)]
    if edition.supersedes:
        links.append(Link(_("What changed"), reverse("public:rulebook-changes", args=[edition.id])))
    links.append(Link(_("How it is read"), reverse("public:rulebook-readings", args=[edition.id])))
    return Found(edition.title, home, links=links)


def _terms(question: Question) -> list[Found]:
    """The terms that the question names, or else those whose explanation has all its words."""
    said = {way[0] for ways in question.sought for way in ways if len(way) == 1}
    terms = [
        term for term in glossary().values() if said & {plain_words(each).lower() for each in term.spellings}
    ]
    if not terms and any(way[0].isalpha() for ways in question.sought for way in ways):
        hits = index.find(question.query)
        terms = [
            glossary()[hit.clause]
            for hit in hits
            if hit.book == ClauseText.GLOSSARY and hit.clause in glossary()
        ]
    return [
        Found(
            capfirst(term.name),
            term_url(term.id),
            term.text,
            [] if term.of_pages else [Link(_("Where the rules use it"), _in_rules(f'"{term.name}"'))],
        )
        for term in terms[:3]
    ]


def _numbered(question: Question) -> list[Found]:
    titles = {volume.id: volume.title for volume in rulebook.volumes()}
    numbers = [text for text in question.text.split() if any(each.isdigit() for each in text)]
    numbers = [text for text in numbers if "." in text or "/" in text]
    found = []
    for book, clause in dict.fromkeys(row for text in numbers for row in index.clauses_numbered(text)):
        if book in titles and (not question.places or jurisdiction_of_edition(book) in question.places):
            edition = rulebook.volume(book).edition
            changes = reverse("public:rulebook-changes", args=[book]) if edition.supersedes else ""
            links = [Link(_("What changed"), f"{changes}#{clause}")] if changes else []
            found.append(Found(f"{titles[book]}, {clause}", clause_url(book, clause), links=links))
    return found


def _casinos(question: Question) -> list[Found]:
    """The casinos with the most words of their name in the question."""
    scored = []
    for place in register.places().select_related("property__organisation"):
        own = set(folded(place.property.name)) - _IN_MANY_NAMES
        if common := len(own & question.words):
            scored.append((common, place))
    best = max((common for common, _place in scored), default=0)
    return [
        Found(
            place.property.name,
            reverse("public:casino", args=[place.slug]),
            place.property.organisation.name,
            [
                Link(_("Limits"), f"{reverse('public:casino', args=[place.slug])}#limits"),
                Link(_("On another day"), f"{reverse('public:casino', args=[place.slug])}#on"),
                Link(_("Decisions"), f"{reverse('public:register')}?{urlencode({'property': place.slug})}"),
            ],
        )
        for common, place in scored
        if common == best
    ][:_MOST]


def _tables(question: Question) -> list[Found]:
    return [
        Found(f"{table.label}, {table.property.name}", reverse("public:table", args=[table.code]), table.code)
        for table in table_rules.find_tables(question.text)
    ]


def _decisions(question: Question) -> Group:
    """Decisions with all the words in reference, operator or casino; their documents are on their pages."""
    rows = list(register.entries(query=question.text).defer("leaf")[: _MOST + 1])
    results = [
        Found(entry.reference, page, entry.property, [Link(_("Documents"), f"{page}#document")], entry=entry)
        for entry in rows[:_MOST]
        for page in [reverse("public:entry", args=[entry.reference])]
    ]
    more = f"{reverse('public:register')}?{urlencode({'q': question.text})}"
    return Group(
        "decisions",
        _("Decisions and documents"),
        results,
        Link(_("All decisions found"), more) if len(rows) > _MOST else None,
    )


def _rules(question: Question) -> Group:
    """The clauses and readings, those of the places that the question names alone."""
    query = question.query
    hits = index.find(query)
    if not hits:
        words = tuple(each for each in query.included if not each.replace(" ", "").isdigit())
        hits = index.find(Query(words, query.excluded, query.exact), any_word=True)
    titles = {
        volume.id: volume.title
        for volume in rulebook.volumes()
        if not question.places or jurisdiction_of_edition(volume.id) in question.places
    }
    in_places = [
        replaced
        for hit in hits
        for rows in [((hit.book, hit.clause), *hit.also)]
        if (own := next(((book, clause) for book, clause in rows if book in titles), None))
        for replaced in [replace(hit, book=own[0], clause=own[1], also=())]
    ]
    results = [search_views.result(hit, titles) for hit in in_places[:_MOST]]
    text = _("All {n} results in the rules").format(n=len(in_places))
    more = Link(text, _in_rules(question.text))
    return Group(
        "rules",
        _("Rules"),
        [
            Found(each.title, each.href, each.snippet, [Link(each.book, each.href)], in_english=True)
            for each in results
        ],
        more if len(in_places) > _MOST else None,
    )


def _in_rules(text: str) -> str:
    """The address that searches the rules alone."""
    return f"{reverse('public:search')}?{urlencode({'q': text})}"
