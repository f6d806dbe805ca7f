"""The words a case is found by, stored so that a search reads one short text of each case.

They are written again with each move that adds to what people wrote about a case: its rules, the operator's
explanations, questions and answers. Internal remarks stay out of it.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from portal.accounts.models import Property
from portal.review.models import Explanation, Move, Query
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import CaseWords, Submission
from portal.submissions.tables import covered_rows
from portal.submissions.wording import describe_choices

_WORD = re.compile(r"[\w×%$/.-]+")
_MOST_WORDS = 8


def find(rows: QuerySet[Submission], query: str) -> QuerySet[Submission]:
    """The cases that contain every word of the query, also inside a longer word."""
    for word in _words([query])[:_MOST_WORDS]:
        rows = rows.filter(case_words__words__contains=word)
    return rows


def keep(submission: Submission) -> None:
    """Writes the words of one case."""
    CaseWords.objects.update_or_create(
        submission=submission, defaults={"words": " ".join(_words(_texts(submission)))}
    )


def keep_missing() -> int:
    """Writes them for cases that have none yet, as after an upgrade. Returns how many."""
    missing = Submission.objects.filter(case_words=None, submitted_at__isnull=False)
    rows = missing.select_related("organisation", "property", "edition", "submitted_version")
    count = 0
    for count, submission in enumerate(rows.iterator(chunk_size=200), 1):  # noqa: B007
        keep(submission)
    return count


def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    if TRANSITIONS[move.name].adds_text:
        keep(submission)


def property_changed(*, obj: Any, **_: Any) -> None:
    """A casino that is renamed is found by its new name."""
    if isinstance(obj, Property):
        for submission in obj.submissions.filter(submitted_at__isnull=False):
            keep(submission)


def _texts(submission: Submission) -> Iterable[str]:
    yield from (submission.reference, submission.organisation.name, submission.property.name)
    yield from (submission.property.address, submission.edition_id, submission.edition.title)
    yield from (row.table.label for row in covered_rows(submission))
    version = submission.submitted_version
    if version is not None:
        for row in describe_choices(version.rules):
            yield from (row["label"], row["value"], row["clause"])
        for explanation in Explanation.objects.filter(version=version):
            yield from (explanation.clause, explanation.message, explanation.text)
    for query in Query.objects.filter(submission=submission):
        yield from (query.text, query.answer)


def _words(texts: Iterable[str]) -> list[str]:
    """Each word once, in order: without capitals and accents, so that Kowhai finds Kōwhai."""
    words: dict[str, None] = {}
    for text in texts:
        plain = text.casefold()
        if not plain.isascii():
            plain = "".join(
                sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign)
            )
        words |= dict.fromkeys(word.strip(".-/") for word in _WORD.findall(plain))
    return [word for word in words if word]
