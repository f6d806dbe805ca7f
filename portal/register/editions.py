"""Enters what becomes of editions: loaded, published, withdrawn, in force; and the readings they change.

The signals of editions are received here, inside the transaction of the act.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.editions.slips import published_explanations
from portal.register.models import Entry, Kind
from portal.register.services import enter_edition, enter_reading


def published(*, edition: Edition, **_: Any) -> None:
    _enter(edition, "published", edition.published_at)
    for facts in _changed_readings(edition):
        enter_reading(facts=facts)


def withdrawn(*, edition: Edition, **_: Any) -> None:
    _enter(edition, "withdrawn")


def came_into_force(*, edition: Edition, **_: Any) -> None:
    _enter(edition, "came_into_force")


@transaction.atomic
def enter_built_in() -> int:
    """Enter each edition of the program that is new or changed since it was entered. Return how many."""
    entered = last_digests()
    fresh = [
        row for row in Edition.objects.filter(built_in=True) if entered.get(row.pk) != row.contents_digest
    ]
    for row in fresh:
        _enter(row, "loaded")
    return len(fresh)


def last_digests() -> dict[str, str]:
    """The digest of document, clauses and examples of each edition as it was last entered."""
    last = Entry.objects.filter(kind=Kind.EDITION).order_by().values("edition_id")
    positions = last.annotate(last=Max("position")).values("last")
    rows = Entry.objects.filter(position__in=positions)
    return {row.edition_id: row.leaf["contents_digest"] for row in rows if row.outcome != "withdrawn"}


def _enter(edition: Edition, event: str, at: datetime | None = None) -> Entry:
    core = core_edition_for(edition)
    facts: dict[str, Any] = {
        "event": event,
        "edition": edition.pk,
        "edition_title": edition.title,
        "jurisdiction": edition.jurisdiction,
        "game": edition.game,
        "digest": edition.digest,
        "contents_digest": edition.contents_digest,
        "on": _day(edition, at),
        "in_force_from": edition.in_force_from.isoformat() if edition.in_force_from else None,
    }
    if edition.parent_id:
        facts["parent"] = edition.parent_id
    if event in ("published", "loaded"):
        facts["readings"] = {reading.id: reading.chosen for reading in core.readings.values()}
    if event == "published" and (explained := published_explanations(edition.pk)):
        facts["explanations"] = [each._asdict() for each in explained]
    return enter_edition(facts=facts)


def _changed_readings(edition: Edition) -> list[dict[str, Any]]:
    if edition.parent is None:
        return []
    before, now = (core_edition_for(row).readings for row in (edition.parent, edition))
    return [
        {
            "jurisdiction": edition.jurisdiction,
            "edition": edition.pk,
            "edition_title": edition.title,
            "reading": reading.id,
            "clauses": list(reading.clauses),
            "question": reading.question,
            "option": reading.chosen,
            "effect": reading.effect,
            "was": before[reading.id].chosen if reading.id in before else None,
            "why": reading.why,
            "on": _day(edition, edition.published_at),
        }
        for reading in now.values()
        if reading.id not in before or before[reading.id].chosen != reading.chosen
    ]


def _day(edition: Edition, at: datetime | None) -> str:
    zone = jurisdiction(edition.jurisdiction).zone
    return (at or timezone.now()).astimezone(zone).date().isoformat()
