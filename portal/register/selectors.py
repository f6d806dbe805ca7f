"""The register as the public reads it. Nothing here takes an actor: all of it is for everybody."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from portal.errors import NotFound
from portal.register import public
from portal.register.models import Entry, Kind
from portal.submissions.models import State


def entries(
    *, jurisdiction: str = "", query: str = "", edition: str = "", outcome: str = "", standing: str = ""
) -> QuerySet[Entry]:
    """One row for each decided case, newest first, with where it stands today in `standing`."""
    rows = _decided()
    if jurisdiction:
        rows = rows.filter(jurisdiction=jurisdiction)
    if edition:
        rows = rows.filter(edition_id=edition)
    if outcome:
        rows = rows.filter(outcome=outcome)
    if standing:
        rows = rows.filter(standing=standing)
    for word in query.split():
        rows = rows.filter(
            Q(reference__icontains=word) | Q(operator__icontains=word) | Q(property__icontains=word)
        )
    return rows


def entry(reference: str) -> Entry:
    found = _decided().filter(reference=reference).first()
    if found is None:
        raise NotFound(f"The register has no entry {reference}.")
    return found


def history(reference: str) -> QuerySet[Entry]:
    """Everything entered for a case, oldest first."""
    return Entry.objects.filter(reference=reference).order_by("position")


def standing_label(entry: Entry) -> str:
    """Where the case stands today, in words fit for the public."""
    standing = getattr(entry, "standing", "")
    return State(standing).label if standing in State.values else ""


def outcome_label(entry: Entry) -> str:
    return public.OUTCOME_LABELS.get(entry.outcome, "")


def _decided() -> QuerySet[Entry]:
    # Of the submission only its standing and dates are read: no other column of it is public.
    return (
        Entry.objects.filter(kind=Kind.DECISION, outcome__in=public.DECIDING)
        .annotate(
            standing=F("submission__state"),
            in_force_from=F("submission__in_force_from"),
            in_force_to=F("submission__in_force_to"),
        )
        .order_by("-position")
    )
