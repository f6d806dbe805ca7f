"""The rulebooks as pages show them: text with its links, contents, the checks and examples of a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from craps import Step, rulebook, run_examples
from craps.edition import Edition
from craps.examples import Example, ExampleResult, event_words
from craps.money import Exact, amount_text
from craps.rulebook import Book, Clause, Rule
from portal.accounts.jurisdictions import JURISDICTIONS, jurisdiction_of_edition
from portal.editions import selectors as editions
from portal.errors import NotFound
from portal.pages.clauses import clause_html
from portal.pages.matrix import with_every_wager
from portal.pages.templatetags.rulebook import clause_url

# A clause with more below it than this shows its own checks and examples only; each item's page has its own.
WITH_ALL_BELOW = 25


@dataclass(frozen=True)
class Volume:
    """A book with the edition it belongs to; the books of other games belong to none."""

    book: Book
    edition: Edition | None

    @property
    def id(self) -> str:
        return self.book.id

    @property
    def title(self) -> str:
        return self.edition.title if self.edition else self.book.title

    @property
    def place(self) -> str:
        return JURISDICTIONS[jurisdiction_of_edition(self.id)].name

    @property
    def is_to_come(self) -> bool:
        """Published, and in force only from a later day there."""
        start = self.edition.in_force_from if self.edition else None
        return start is not None and start > JURISDICTIONS[jurisdiction_of_edition(self.id)].today()

    @property
    def game(self) -> str:
        return self.edition.game if self.edition else ", ".join(c.heading for c in self.book.chapters)


def volumes() -> list[Volume]:
    """Every book of a published edition, then those of other games; none before the editions are loaded."""
    found = [Volume(rulebook.book(edition), edition) for edition in editions.core_editions()]
    return [*found, *(Volume(book, None) for book in rulebook.other_books())] if found else []


def volume(book_id: str) -> Volume:
    """A book that may be read; one whose edition is not published, or not any more, is not there."""
    for found in volumes():
        if found.id == book_id:
            return found
    raise NotFound(f"There is no rulebook named {book_id}.")


def clause_of(book: Book, clause_id: str) -> Clause:
    """The clause of an address. Letters may be small or large: clause numbers get typed by hand."""
    found = book.find(clause_id) or next(
        (clause for clause in book.clauses if clause.id.lower() == clause_id.lower()), None
    )
    if found is None:
        raise NotFound(f"{book.title} has no clause {clause_id}.")
    return found


def close_to(book: Book, clause_id: str) -> list[Clause]:
    """Clauses whose numbers look like one that is not there: the one around it first, then near misses."""
    by_id = {clause.id: clause for clause in book.clauses}
    around = [start for end in range(len(clause_id), 0, -1) if (start := clause_id[:end]) in by_id][:1]
    return [
        by_id[near]
        for near in dict.fromkeys([*around, *get_close_matches(clause_id, by_id, n=4, cutoff=0.6)])
    ]


# Items ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """A clause as a page shows it; `level` is that of its heading."""

    clause: Clause
    href: str
    html: SafeString
    level: int
    indent: int


def items(
    book: Book,
    clauses: tuple[Clause, ...],
    *,
    top: int,
    level: int,
    to_html: Callable[[str, str], SafeString] = clause_html,
) -> list[Item]:
    """Clauses of depth `top` and below as items, the first of them with headings of this level."""
    found, last = [], level - 1
    for clause in clauses:
        # A clause without a heading leaves a level out; the next heading must not skip it.
        here = min(level + clause.depth - top, last + 1, 6)
        last = here if clause.heading else last
        href, html = clause_url(book.id, clause.id), to_html(book.id, clause.text)
        found.append(Item(clause, href, html, here, max(clause.depth - top, 0)))
    return found


def below(book: Book, clause: Clause) -> tuple[Clause, ...]:
    """Everything that stands under a clause, in document order."""
    at = book.clauses.index(clause) + 1
    end = next(
        (n for n in range(at, len(book.clauses)) if book.clauses[n].depth <= clause.depth), len(book.clauses)
    )
    return book.clauses[at:end]


# Contents ------------------------------------------------------------------------------------------------


def contents(book: Book, current: Clause | None = None) -> SafeString:
    """The chapters as list items, with everything open on the way to the current clause and a step below."""
    path = {clause.id for clause in book.path(current.id)} if current else set()

    def entry(clause: Clause) -> SafeString:
        inner = book.children(clause.id) if clause.id in path else ()
        return format_html(
            '<li><a href="{}"{}>{}</a>{}</li>',
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
    """Each chapter with the clauses right below it that have a heading."""
    return [
        (chapter, tuple(clause for clause in book.children(chapter.id) if clause.heading))
        for chapter in book.chapters
    ]


# What enforces and shows a clause ------------------------------------------------------------------------


def covered(book: Book, clause: Clause) -> tuple[Clause, ...]:
    """The clauses a clause's page speaks for: itself, with all below it unless that is too much."""
    inner = below(book, clause)
    return (clause, *inner) if len(inner) <= WITH_ALL_BELOW else (clause,)


def checks_of(volume: Volume, clauses: tuple[Clause, ...]) -> list[Rule]:
    """The checks that hold a rule set to any of these clauses, each once."""
    of = volume.edition or volume.id
    rules = (rule for clause in clauses for rule in rulebook.enforced_by(of, clause.id))
    return list({rule.id: rule for rule in rules}.values())


@dataclass(frozen=True)
class Told:
    """One step of an example: what happens, what comes of it, and what the player has won or lost so far."""

    what: str
    outcome: tuple[str, ...]
    clauses: str
    balance: str


@dataclass(frozen=True)
class Shown:
    """A worked example settled under the edition."""

    example: Example
    steps: tuple[Told, ...]
    end: str
    choices: tuple[str, ...]


def examples_of(volume: Volume, clauses: tuple[Clause, ...]) -> list[Shown]:
    """The worked examples that show any of these clauses, each once, with their money."""
    edition = volume.edition
    if edition is None:
        return []
    ids = dict.fromkeys(example.id for clause in clauses for example in rulebook.shown_by(edition, clause.id))
    results = _results(edition) if ids else {}
    return [_told(results[example_id]) for example_id in ids]


@lru_cache(maxsize=64)
def _results(edition: Edition) -> dict[str, ExampleResult]:
    return {result.example.id: result for result in run_examples(with_every_wager(edition))}


def _told(result: ExampleResult) -> Shown:
    run, currency = result.edition_run, result.currency
    steps = tuple(
        Told(event_words(run.ruleset, event), tuple(said), clauses, _signed(currency, step.balance))
        for event, step in zip(result.example.read, run.steps, strict=True)
        for said, clauses in [_outcome(step, currency)]
    )
    return Shown(result.example, steps, _end(currency, run.balance, run.on_table), result.choices)


def _outcome(step: Step, currency: str) -> tuple[list[str], str]:
    if step.error:
        return [_("Refused: {why}").format(why=step.error.message)], step.error.clause
    settled = step.settlements or ()
    said = [done.message for done in settled]
    if step.vig:
        text = (
            _("Vigorish of {amount} is taken.") if step.vig > 0 else _("Vigorish of {amount} is given back.")
        )
        said.append(text.format(amount=f"{currency} {amount_text(abs(step.vig))}"))
    return said, ", ".join(dict.fromkeys(done.clause for done in settled if done.clause))


def _signed(currency: str, balance: Exact) -> str:
    """+ or − and the amount, so that the column reads without colour."""
    sign = "+" if balance > 0 else "−" if balance < 0 else ""
    return f"{sign}{currency} {amount_text(abs(balance))}"


def _end(currency: str, balance: Exact, on_table: Exact) -> str:
    if on_table:
        ahead = _("The player ends {amount} ahead, with {left} still on the table.")
        behind = _("The player ends {amount} behind, with {left} still on the table.")
        even = _("The player ends even, with {left} still on the table.")
    else:
        ahead, behind = _("The player ends {amount} ahead."), _("The player ends {amount} behind.")
        even = _("The player ends even.")
    text = ahead if balance > 0 else behind if balance < 0 else even
    amount, left = (f"{currency} {amount_text(abs(value))}" for value in (balance, on_table))
    return text.format(amount=amount, left=left)


# The same clause in the edition before or after ----------------------------------------------------------


@dataclass(frozen=True)
class Counterpart:
    """How a clause stands in an edition that this one follows on, or that follows on it."""

    edition: Edition
    clause: Clause | None
    same: bool
    later: bool


def related(edition: Edition) -> Iterator[tuple[Edition, bool]]:
    """The editions this one follows on or is followed by, and whether they are the later ones."""
    for other in editions.core_editions():
        if edition.supersedes == other.id:
            yield other, False
        elif other.supersedes == edition.id:
            yield other, True


def counterparts(edition: Edition | None, clause: Clause) -> list[Counterpart]:
    found = []
    for other, later in related(edition) if edition else ():
        theirs = rulebook.book(other).find(clause.id)
        same = theirs is not None and (theirs.text, theirs.heading) == (clause.text, clause.heading)
        found.append(Counterpart(other, theirs, same, later))
    return found
