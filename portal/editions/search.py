"""The full-text index of the rulebooks, of how they are read, and of the glossary.

`rebuild` fills it from the core and the published editions, `update_index` follows each publication and
unpublication, `find` searches it. SQLite uses FTS5, PostgreSQL its own full-text search; both stem English
words, rank the results and cut a snippet. A quoted phrase is searched as a phrase; a word after a minus sign
excludes the clauses that contain it; any other also finds what says the same in other words
(search_words.py).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from craps import all_edition_ids, load_edition
from craps.edition import Edition as CoreEdition
from craps.readings import APPROVAL, Reading
from craps.rulebook import Clause, book, glossary, same_text
from portal.editions import selectors
from portal.editions.models import ClauseText, Edition
from portal.editions.search_words import Query, Ways

# Around a matching word in a snippet: characters no text contains, so a page can escape first, then mark.
MARK, UNMARK = "\x02", "\x03"
# The clause of a text that is a reading: this, then the reading's id.
READING = "reading:"
Text = tuple[str, str, str, str]  # book, clause, heading and the words


@dataclass(frozen=True)
class Hit:
    """One matching clause. `also` lists other books with the same text: (book, clause) each."""

    book: str
    clause: str
    heading: str
    snippet: str
    also: tuple[tuple[str, str], ...]


def rebuild() -> int:
    """Rewrite the index if it differs from the core. Return how many texts it has."""
    rows = _texts()
    if set(ClauseText.objects.values_list("book", "clause", "heading", "text")) != set(rows):
        with transaction.atomic():
            ClauseText.objects.all().delete()
            _write(rows)
    return len(rows)


@transaction.atomic
def update_index(*, edition: Edition, **_: Any) -> None:
    """Add or remove the clauses an edition changes, after it was published or withdrawn."""
    if is_filled():
        ClauseText.objects.filter(book=edition.pk).delete()
        _write(_own_texts(selectors.core_edition_for(edition)) if edition.is_published else [])


def is_filled() -> bool:
    return ClauseText.objects.exists()


def find(query: Query, *, book_id: str = "", any_word: bool = False) -> list[Hit]:
    """Clauses with every word of the query (or any), best first; clauses with the same text are one hit."""
    sought = query.sought
    if not sought:
        return []
    search = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite
    by_text: dict[str, list[tuple[str, str, str, str]]] = {}
    changed = _changed_in(book_id)
    for row in search(sought, query.excluded, any_word, book_id, _indexed(book_id)):
        if row[0] != book_id and row[1] in changed:
            continue  # the book has its own text for this clause
        # Readings of different questions may have the same words.
        words = f"{row[2]} {row[3]}" if row[1].startswith(READING) else row[3]
        by_text.setdefault(words, []).append(row[:3] + row[4:])
    hits = []
    for (first_book, clause, heading, snippet), *rest in by_text.values():
        also = tuple((other, its) for other, its, _, _ in rest)
        hits.append(Hit(book_id or first_book, clause, heading, snippet, also))
    return hits


def clauses_numbered(number: str, *, book_id: str = "") -> list[tuple[str, str]]:
    """The clauses with exactly this number: (book, clause) each. Case does not matter."""
    rows = ClauseText.objects.filter(clause__iexact=number.strip()).exclude(book=ClauseText.GLOSSARY)
    rows = rows.exclude(clause__startswith=READING)
    if book_id:
        rows = rows.filter(book__in=(_indexed(book_id), book_id))
    return list(dict.fromkeys((book_id or row.book, row.clause) for row in rows))


def plain(text: str) -> str:
    """Return a clause's Markdown as plain words.

    >>> plain("The **come point**, see [4.2].")
    'The come point, see 4.2.'
    """
    bare = re.sub(r"^\|[-|]+\|$", "", text, flags=re.MULTILINE)
    bare = re.sub(r"\*\*|[\[\]]", "", bare)
    bare = re.sub(r"^- |^\|\s*|\s*\|$", "", bare, flags=re.MULTILINE)
    return " ".join(bare.replace(" | ", ": ").split())


def _texts() -> list[Text]:
    """All texts to index. A book that shares its text with another is indexed only where it differs."""
    texts = [text for edition in map(load_edition, all_edition_ids()) for text in _own_texts(edition)]
    terms = [(ClauseText.GLOSSARY, term.id, term.name, plain(term.text)) for term in glossary().values()]
    drafted = [edition for edition in selectors.core_editions() if edition.id not in all_edition_ids()]
    return [*texts, *terms, *(text for edition in drafted for text in _own_texts(edition))]


def _own_texts(edition: CoreEdition) -> list[Text]:
    """All texts of an edition with a book of its own; else those in which it differs from the one whose book
    it shares."""
    base = same_text(edition)
    if base == edition.id:
        return _all_of(edition)
    shared = load_edition(base) if base in all_edition_ids() else selectors.core_edition(base)
    theirs = {text[1]: text[2:] for text in _all_of(shared)}
    return [text for text in _all_of(edition) if text[2:] != theirs.get(text[1])]


def _all_of(edition: CoreEdition) -> list[Text]:
    """Every clause of an edition's book, then how it reads what they leave open."""
    clauses = (_text(edition.id, clause) for clause in book(edition).clauses)
    return [*clauses, *(_reading(edition.id, reading) for reading in edition.readings.values())]


def _changed_in(book_id: str) -> set[str]:
    if not book_id or book_id == _indexed(book_id):
        return set()
    return set(ClauseText.objects.filter(book=book_id).values_list("clause", flat=True))


def _text(book_id: str, clause: Clause) -> Text:
    return book_id, clause.id, clause.heading, plain(clause.text)


def _reading(book_id: str, reading: Reading) -> Text:
    """The words of a reading; the options of an approval are the same for all of them and left out."""
    options = () if reading.kind == APPROVAL else reading.options.values()
    return book_id, f"{READING}{reading.id}", reading.question, " ".join([*options, reading.why])


def _write(rows: list[Text]) -> None:
    ClauseText.objects.bulk_create(
        (ClauseText(book=b, clause=c, heading=h, text=t) for b, c, h, t in rows), batch_size=500
    )
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO editions_clausetext_words(editions_clausetext_words) VALUES ('rebuild')"
            )


def _indexed(book_id: str) -> str:
    edition = None if not book_id or book_id in all_edition_ids() else selectors.published_edition(book_id)
    return same_text(edition or book_id)


# A row is book, clause, heading, text, snippet. For a book, the texts of `book_id` and of `own` are searched.
Sought = Sequence[Ways]
Rows = Sequence[tuple[str, str, str, str, str]]


def _on_sqlite(sought: Sought, excluded: Sequence[str], any_word: bool, book_id: str, own: str) -> Rows:
    def way(phrases: Sequence[str]) -> str:
        return " AND ".join(f'"{words}"' for words in phrases)

    def ways(alternatives: Ways) -> str:
        return "(" + " OR ".join(f"({way(each)})" for each in alternatives) + ")"

    match = "(" + (" OR " if any_word else " AND ").join(map(ways, sought)) + ")"
    match += "".join(f' NOT "{words}"' for words in excluded)
    sql = f"""
        SELECT c.book, c.clause, c.heading, c.text,
               snippet(editions_clausetext_words, 1, '{MARK}', '{UNMARK}', '…', 40)
        FROM editions_clausetext_words JOIN editions_clausetext c ON c.id = editions_clausetext_words.rowid
        WHERE editions_clausetext_words MATCH %s AND (%s = '' OR c.book IN (%s, %s))
        ORDER BY bm25(editions_clausetext_words, 4.0, 1.0), c.id
    """  # noqa: S608 - the marks are constants of this module
    return _rows(sql, [match, book_id, book_id, own])


def _on_postgresql(sought: Sought, excluded: Sequence[str], any_word: bool, book_id: str, own: str) -> Rows:
    """Write each thing to find in PostgreSQL's web search syntax, which accepts any text."""
    asked = [
        " or ".join(" ".join(f'"{words}"' for words in way) for way in alternatives)
        for alternatives in sought
    ]
    query = (" || " if any_word else " && ").join(["websearch_to_tsquery('english', %s)"] * len(asked))
    without = " or ".join(f'"{words}"' for words in excluded)
    words = "setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', text), 'B')"
    sql = f"""
        WITH query AS (
            SELECT CASE WHEN %s = '' THEN asked ELSE asked && !! websearch_to_tsquery('english', %s) END AS q
            FROM (SELECT {query} AS asked) AS wanted
        )
        SELECT book, clause, heading, text,
               ts_headline('english', text, q,
                           'StartSel={MARK}, StopSel={UNMARK}, MaxWords=40, MinWords=25, MaxFragments=1')
        FROM editions_clausetext, query
        WHERE ({words}) @@ q AND (%s = '' OR book IN (%s, %s))
        ORDER BY ts_rank(({words}), q) DESC, id
    """  # noqa: S608 - the marks and expressions are constants of this module
    return _rows(sql, [without, without, *asked, book_id, book_id, own])


def _rows(sql: str, parameters: list[str]) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: Rows = cursor.fetchall()
    return rows
