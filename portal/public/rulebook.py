"""The rulebooks as pages show them: text with its links, contents, the checks and examples of a clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from craps import rulebook, run_examples
from craps.checks.finding import Rule
from craps.edition import Edition
from craps.examples import Example, ExampleResult, event_words
from craps.games import game_words
from craps.rulebook import Book, Clause
from craps.ruleset import with_every_wager
from portal.accounts.jurisdictions import (
    Jurisdiction,
    all_jurisdictions,
    currency_symbol,
    jurisdiction,
    jurisdiction_name,
    jurisdiction_of_edition,
)
from portal.editions import selectors as editions
from portal.errors import NotFound
from portal.pages.run_words import end_words, signed_money, step_outcome
from portal.pages.templatetags.rulebook import clause_url
from portal.text import and_list

# A clause with more below it than this shows its own checks and examples only.
MAX_COVERED = 25
# With more jurisdictions than this a sentence says how many there are.
MOST_NAMED = 8


@dataclass(frozen=True)
class Volume:
    """A book with its edition."""

    book: Book
    edition: Edition

    @property
    def id(self) -> str:
        return self.book.id

    @property
    def title(self) -> str:
        return self.edition.title

    @property
    def jurisdiction(self) -> Jurisdiction:
        return jurisdiction(jurisdiction_of_edition(self.id))

    @property
    def game(self) -> str:
        return game_words(self.edition.game)


def places_in_words() -> str:
    """Return "New Zealand, Singapore and Maryland": where there are rules; how many if the list is long."""
    codes = set(editions.published().values_list("jurisdiction", flat=True))
    names = [jurisdiction_name(each.code) for each in all_jurisdictions() if each.code in codes]
    if len(names) > MOST_NAMED:
        return _("{n} jurisdictions").format(n=len(names))
    return and_list(names) or _("every jurisdiction that uses it")


def volumes() -> list[Volume]:
    """Every book of a published edition; none before the editions are loaded."""
    return [Volume(rulebook.book(edition), edition) for edition in editions.core_editions()]


def volume(book_id: str) -> Volume:
    """Return a public book; NotFound if its edition is not published."""
    for each in volumes():
        if each.id == book_id:
            return each
    raise NotFound(f"There is no rulebook named {book_id}.")


def find_clause(book: Book, clause_id: str) -> Clause:
    """Return the clause with this number, in upper or lower case: clause numbers get typed by hand."""
    clause = book.find(clause_id) or next(
        (each for each in book.clauses if each.id.lower() == clause_id.lower()), None
    )
    if clause is None:
        raise NotFound(f"{book.title} has no clause {clause_id}.")
    return clause


def similar_clauses(book: Book, clause_id: str) -> list[Clause]:
    """Return clauses whose numbers look like one that does not exist: the one around it, then near misses."""
    by_id = {clause.id: clause for clause in book.clauses}
    around = [start for end in range(len(clause_id), 0, -1) if (start := clause_id[:end]) in by_id][:1]
    similar = dict.fromkeys([*around, *get_close_matches(clause_id, by_id, n=4, cutoff=0.6)])
    return [by_id[each] for each in similar]


# Clauses on a page ---------------------------------------------------------------------------------------


def descendants(book: Book, clause: Clause) -> tuple[Clause, ...]:
    """Return everything below a clause, in document order."""
    start = book.clauses.index(clause) + 1
    end = next(
        (n for n in range(start, len(book.clauses)) if book.clauses[n].depth <= clause.depth),
        len(book.clauses),
    )
    return book.clauses[start:end]


# Contents ------------------------------------------------------------------------------------------------


def contents(book: Book, current: Clause | None = None) -> SafeString:
    """Return the chapters as list items, open on the path to the current clause and one step below it; a
    book's only chapter is always open."""
    path = {clause.id for clause in book.path(current.id)} if current else set()
    path |= {chapter.id for chapter in book.chapters} if len(book.chapters) == 1 else set()

    def entry(clause: Clause) -> SafeString:
        inner = book.children(clause.id) if clause.id in path else ()
        return format_html(
            '<li lang="en"><a href="{}"{}>{}</a>{}</li>',
            clause_url(book.id, clause.id),
            mark_safe(' aria-current="page"') if clause == current else "",
            format_html('<span class="at">{}</span> {}', clause.number, clause.heading)
            if clause.number and clause.heading
            else clause.label,
            format_html("<ul>{}</ul>", entries(inner)) if inner else "",
        )

    def entries(clauses: tuple[Clause, ...]) -> SafeString:
        return format_html_join("", "{}", ((entry(clause),) for clause in clauses))

    return entries(book.chapters)


def outline(book: Book) -> list[tuple[Clause, tuple[Clause, ...]]]:
    """Return each chapter with the clauses directly below it that have a heading."""
    return [
        (chapter, tuple(clause for clause in book.children(chapter.id) if clause.heading))
        for chapter in book.chapters
    ]


# What enforces and shows a clause ------------------------------------------------------------------------


def covered_clauses(book: Book, clause: Clause) -> tuple[Clause, ...]:
    """Return the clauses whose checks and examples a clause's page shows: itself and, unless there are too
    many, everything below it."""
    inner = descendants(book, clause)
    return (clause, *inner) if len(inner) <= MAX_COVERED else (clause,)


def checks_of(volume: Volume, clauses: tuple[Clause, ...]) -> list[Rule]:
    """Return the checks that enforce any of these clauses, each once."""
    rules = (rule for clause in clauses for rule in rulebook.enforced_by(volume.edition, clause.id))
    return list({rule.id: rule for rule in rules}.values())


@dataclass(frozen=True)
class ExampleStep:
    """One step of an example: the event, its outcome, and what the player has won or lost so far."""

    event: str
    outcome: tuple[str, ...]
    clauses: str
    balance: str


@dataclass(frozen=True)
class SettledExample:
    """A worked example settled under the edition."""

    example: Example
    steps: tuple[ExampleStep, ...]
    end: str
    choices: tuple[str, ...]
    playable: bool  # on the edition's table, which offers the wagers that need no judgement


def settled_examples(volume: Volume, clauses: tuple[Clause, ...]) -> list[SettledExample]:
    """Return the worked examples that show any of these clauses, each once, with their money."""
    edition = volume.edition
    ids = dict.fromkeys(example.id for clause in clauses for example in rulebook.shown_by(edition, clause.id))
    results = _results(edition, get_language()) if ids else {}
    return [_settled(results[example_id]) for example_id in ids]


@lru_cache(maxsize=64)
def _results(edition: Edition, language: str | None) -> dict[str, ExampleResult]:
    return {result.example.id: result for result in run_examples(with_every_wager(edition))}


def _settled(result: ExampleResult) -> SettledExample:
    run, symbol = result.edition_run, currency_symbol(result.currency)
    steps = tuple(
        ExampleStep(
            event_words(run.ruleset, event), tuple(outcome), clauses, signed_money(step.balance, symbol)
        )
        for event, step in zip(result.example.read, run.steps, strict=True)
        for outcome, clauses in [step_outcome(step, symbol)]
    )
    playable = result.example.wagers <= frozenset(run.ruleset.edition.baseline_wagers)
    return SettledExample(result.example, steps, end_words(run, symbol), result.choices, playable)


# The same clause in the edition before or after ----------------------------------------------------------


@dataclass(frozen=True)
class Counterpart:
    """A clause in the edition that this one replaced, or that replaced this one."""

    edition: Edition
    clause: Clause | None
    same: bool
    later: bool


def related_editions(edition: Edition) -> Iterator[tuple[Edition, bool]]:
    """Yield the editions this one replaced or was replaced by, and whether they are later."""
    for other in editions.core_editions():
        if edition.supersedes == other.id:
            yield other, False
        elif other.supersedes == edition.id:
            yield other, True


def counterparts(edition: Edition, clause: Clause) -> list[Counterpart]:
    """Return the same clause in each related edition."""
    rows = []
    for other, later in related_editions(edition):
        theirs = rulebook.book(other).find(clause.id)
        same = theirs is not None and (theirs.text, theirs.heading) == (clause.text, clause.heading)
        rows.append(Counterpart(other, theirs, same, later))
    return rows
