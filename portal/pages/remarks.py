"""Remarks on a case by the place they speak of, and how such a place is named on a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from craps.vocabulary import path_words
from portal.review.models import Comment

Place = tuple[str, str]  # kind, about


def by_place(rows: Iterable[Comment]) -> dict[Place, list[Comment]]:
    found: dict[Place, list[Comment]] = {}
    for row in rows:
        found.setdefault((row.about_kind, row.about), []).append(row)
    return found


def anchor(kind: str, about: str) -> str:
    """An id for the place on a page: short, and the same every time."""
    return f"{kind}-{hashlib.sha256(about.encode()).hexdigest()[:10]}"


def finding_anchor(key: str) -> str:
    return anchor("found", key)


def place_words(kind: str, about: str) -> str:
    """What a remark is about, in words.

    >>> place_words("field", "odds.pass_line"), place_words("clause", "4.7"), place_words("case", "")
    ('Pass line odds', 'Clause 4.7', 'The case')
    """
    if kind == Comment.About.FIELD:
        return path_words(about)
    if kind == Comment.About.FINDING:
        return f"Finding: {path_words(about.rpartition('@')[2]).lower()}"
    return f"Clause {about}" if kind == Comment.About.CLAUSE else "The case"
