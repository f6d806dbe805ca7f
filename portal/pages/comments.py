"""Comments on a case by the place they are about, and the words and page anchor of a place."""

import hashlib
from collections.abc import Iterable

from craps import Edition
from craps.vocabulary import path_in_sentence, path_words
from portal.review.models import Comment

Place = tuple[str, str]  # kind, about


def by_place(comments: Iterable[Comment]) -> dict[Place, list[Comment]]:
    places: dict[Place, list[Comment]] = {}
    for comment in comments:
        places.setdefault((comment.about_kind, comment.about), []).append(comment)
    return places


def anchor(kind: str, about: str) -> str:
    """A short, stable id for the place on a page."""
    return f"{kind}-{hashlib.sha256(about.encode()).hexdigest()[:10]}"


def finding_anchor(key: str) -> str:
    return anchor("found", key)


def place_words(kind: str, about: str, edition: Edition | None = None) -> str:
    """What a comment is about, in words; wagers are named as the edition of the case does.

    >>> place_words("field", "odds.pass_line"), place_words("clause", "4.7"), place_words("case", "")
    ('Odds on Pass line', 'Clause 4.7', 'The case')
    """
    if kind == Comment.About.FIELD:
        return path_words(about, edition)
    if kind == Comment.About.FINDING:
        return f"Finding: {path_in_sentence(about.rpartition('@')[2].partition('#')[0], edition)}"
    return f"Clause {about}" if kind == Comment.About.CLAUSE else "The case"
