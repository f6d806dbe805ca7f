"""Notices to the regulator's people about the moves of an edition: who has to act, and what became of it.

The sentences are in portal/editions/moves.py; what operators are told is in edition_receivers.py.
"""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from portal.accounts.models import User
from portal.editions import events
from portal.editions.models import Edition
from portal.editions.moves import MOVES, drafters_of, possible_confirmers, possible_publishers
from portal.notices.services import notify
from portal.text import format_day

LONGEST_TEXT = 140  # of remarks or a reason in a notice; the page has the rest


@receiver(events.moved)
def edition_moved(
    *, edition: Edition, move: str, actor: User | None, text: str, asker: User | None, **_: Any
) -> None:
    told = {actor.pk} if actor else set()
    words = {
        "actor": actor.name if actor else "Baize",
        "title": edition.title,
        "day": format_day(edition.in_force_from) if edition.in_force_from else "its day",
        "text": text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1].rstrip()}…",
    }
    for receivers, sentence in MOVES[move].notices.items():
        people = [person for person in _receivers(receivers, edition, asker) if person.pk not in told]
        told |= {person.pk for person in people}
        notify(
            people=people,
            subject=f"Editions: {edition.title}"[:200],
            text=sentence.format(**words),
            topic=MOVES[move].topic,
            url=reverse("regulator:edition", args=[edition.pk]),
        )


def _receivers(name: str, edition: Edition, asker: User | None) -> Iterable[User]:
    if name == "publishers":
        return possible_publishers(edition)
    if name == "confirmers":
        return possible_confirmers(edition)
    if name == "drafters":
        return [person for person in drafters_of(edition) if person.is_active]
    return [asker] if asker is not None else []  # "asker", and "lapsed" where a request did
