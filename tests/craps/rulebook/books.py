"""What the tests of the rulebooks share."""

from functools import cache
from pathlib import Path

from craps.rulebook import SAME_BOOK

CLAUSES = Path(__file__).parents[2] / "data" / "clauses"


@cache
def printed(book_id: str) -> list[str]:
    """The clause numbers of the source document, typed from it, in its order."""
    return (CLAUSES / f"{SAME_BOOK.get(book_id, book_id)}.txt").read_text(encoding="utf-8").split()
