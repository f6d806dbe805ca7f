"""Finds people in what is about to be published: names and e-mail addresses, and words of internal notes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q

from portal.accounts.models import User
from portal.experts.models import ExpertRequest
from portal.review.models import Comment, Declaration, Tick
from portal.submissions.models import Submission

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TITLES = r"(?:mr|mrs|ms|miss|mx|dr|prof)\.?"
_SHORTEST_NOTE = 20  # characters; shorter ones are words that stand anywhere


@dataclass(frozen=True)
class People:
    """Everybody who could be named in a case, and the notes that nobody outside may read."""

    names: frozenset[str]
    emails: frozenset[str]
    notes: frozenset[str]

    def found_in(self, text: str) -> list[str]:
        """What stands in the text: each name, e-mail address or note, described for an officer."""
        folded = _folded(text)
        descriptions = (
            {f"the name “{match[0]}”" for match in self._pattern.finditer(folded)} if self.names else set()
        )
        descriptions |= {f"the e-mail address {match[0]}" for match in _EMAIL.finditer(text)}
        descriptions |= {f"the e-mail address {email}" for email in self.emails if email in folded}
        descriptions |= {f"an internal note (“{note[:60]}”)" for note in self.notes if note in folded}
        return sorted(descriptions)

    def places(self, value: Any, place: str = "") -> Iterator[str]:
        """Every place in JSON where something is found: “conditions.0.text has the name …”."""
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from self.places(inner, f"{place}.{key}" if place else str(key))
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                yield from self.places(inner, f"{place}.{number}" if place else str(number))
        elif isinstance(value, str):
            for description in self.found_in(value):
                yield f"{place or 'the text'} has {description}"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Whole names; and a surname behind a title or an initial, as people are written to."""
        whole = [re.escape(name) for name in self.names]
        surnames = {re.escape(name.split()[-1]) for name in self.names if " " in name}
        behind = rf"(?:{_TITLES}|\b\w\.) (?:{'|'.join(sorted(surnames))})" if surnames else ""
        return re.compile(rf"(?<!\w)(?:{'|'.join([*sorted(whole), *filter(None, [behind])])})(?!\w)")


def people_of(submission: Submission) -> People:
    """The people of the operator, of its regulators and of experts that were asked, and who declared it."""
    users = User.objects.filter(
        Q(organisation=submission.organisation_id)
        | Q(organisation__oversights__jurisdiction=submission.jurisdiction)
        | Q(organisation__expert_requests__submission=submission)
        | Q(pk__in=_actors(submission)),
        is_machine=False,
    ).values_list("name", "email")
    rows = set(users)
    declared = Declaration.objects.filter(version__submission=submission).values_list("name", flat=True)
    comments = Comment.objects.filter(submission=submission, shown_to_operator=False)
    ticks = Tick.objects.filter(version__submission=submission)
    notes = {*comments.values_list("text", flat=True), *ticks.values_list("note", flat=True)}
    for asked in ExpertRequest.objects.filter(submission=submission):
        notes |= {asked.question, asked.answer}
    return People(
        names=frozenset(_folded(name) for name in {*(name for name, _ in rows), *declared} if name.strip()),
        emails=frozenset(_folded(email) for _, email in rows),
        notes=frozenset(folded for note in notes if len(folded := _folded(note)) >= _SHORTEST_NOTE),
    )


def _actors(submission: Submission) -> set[int]:
    moved = submission.moves.values_list("actor", flat=True)
    wrote = submission.versions.values_list("author", flat=True)
    return {pk for pk in (*moved, *wrote) if pk is not None}


def _folded(text: str) -> str:
    """Without regard to case and line breaks, as a reader would find it."""
    return " ".join(text.casefold().split())
