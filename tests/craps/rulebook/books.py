"""What the tests of the rulebooks share."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from craps.rulebook import SAME_BOOK, book_ids

CLAUSES = Path(__file__).parents[2] / "data" / "clauses"


def written() -> list[str]:
    """The books whose text is there."""
    here = files("craps.rulebook")
    return [name for name in book_ids() if (here / f"{SAME_BOOK.get(name, name)}.toml").is_file()]


@cache
def printed(book_id: str) -> list[str]:
    """The clause numbers of the source document, typed from it, in its order."""
    return (CLAUSES / f"{SAME_BOOK.get(book_id, book_id)}.txt").read_text(encoding="utf-8").split()
