"""The register as the public reads it. Nothing here takes an actor: all of it is for everybody."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Case, F, Max, OuterRef, Q, QuerySet, Subquery, When

from portal.errors import NotFound
from portal.register import public_fields
from portal.register.models import Checkpoint, Entry, Kind, LogState, Place
from portal.submissions.models import FrozenUpload, Submission, Upload, Version

# An approval that is in force is so until one of these is entered for it.
_ENDS_OR_PAUSES = ("suspended", "superseded", "surrendered", "revoked", "expired")
_APPROVED = ("approved", "approved_with_conditions")
_SHOWN = sorted({state for states in public_fields.STATES_BY_OUTCOME.values() for state in states})


def entries(
    *,
    jurisdiction: str = "",
    query: str = "",
    edition: str = "",
    outcome: str = "",
    standing: str = "",
    operator: str = "",
    place: str = "",
    year: int | None = None,
    on: date | None = None,
) -> QuerySet[Entry]:
    """One row for each decided case, newest first, with where it stands today in `standing`.

    `on` leaves what was in force at the end of that day; it is a day that has come. A refusal shows neither
    operator nor casino, so it is never found by them.
    """
    rows = _decided()
    if jurisdiction:
        rows = rows.filter(jurisdiction=jurisdiction)
    if edition:
        rows = rows.filter(edition_id=edition)
    if outcome:
        rows = rows.filter(outcome=outcome)
    if standing:
        rows = rows.filter(standing=standing)
    if operator:
        rows = rows.filter(operator=operator)
    if place:
        rows = rows.filter(submission__property__place__slug=place, outcome__in=_APPROVED)
    if year is not None:
        rows = rows.filter(Q(decided_on__year=year) | Q(decided_on=None, entered_at__year=year))
    if on is not None:
        rows = _in_force_on(rows, on)
    for word in query.split():
        rows = rows.filter(
            Q(reference__icontains=word) | Q(operator__icontains=word) | Q(property__icontains=word)
        )
    return rows


def operators() -> list[str]:
    """Every operator that was ever given an approval, by name."""
    names = Entry.objects.exclude(operator="").order_by("operator").values_list("operator", flat=True)
    return list(names.distinct())


def years() -> list[int]:
    """The years in which something was decided, the latest first."""
    return [day.year for day in Entry.objects.dates("entered_at", "year", order="DESC")]


def place(slug: str) -> Place:
    """A casino's address; there is one as soon as rules were approved there."""
    found = Place.objects.select_related("property__organisation").filter(slug=slug).first()
    if found is None:
        raise NotFound(f"The register knows no casino at {slug}.")
    return found


def places() -> QuerySet[Place]:
    return Place.objects.order_by("slug")


def public_uploads(entry: Entry) -> QuerySet[Upload]:
    """What the operator handed in with approved rules and marked as public. Of anything else, nothing."""
    handed_in = FrozenUpload.objects.filter(
        version__submission=entry.submission_id, version__digest=entry.leaf.get("ruleset_digest", "")
    )
    rows = Upload.objects.filter(confidential=False, frozen_rows__in=handed_in)
    return rows.order_by("kind", "pk") if entry.outcome in _APPROVED else rows.none()


def approved_ruleset(entry: Entry) -> dict[str, Any]:
    """The rule set that the decision binds by its digest. NotFound for a refusal, which shows no rules."""
    digest = entry.leaf.get("ruleset_digest")
    versions = Version.objects.filter(submission_id=entry.submission_id, digest=digest)
    version = versions.first() if digest else None
    if version is None:
        raise NotFound(f"The register shows no rules for {entry.reference}.")
    ruleset: dict[str, Any] = version.ruleset
    return ruleset


def stamp() -> str:
    """Changes whenever anything that the register shows does."""
    top = Entry.objects.aggregate(top=Max("position"))["top"]
    signed = Checkpoint.objects.aggregate(top=Max("size"))["top"]
    # An approval that comes into force on its day moves without an entry.
    moved = Submission.objects.filter(state__in=_SHOWN).aggregate(last=Max("state_since"))["last"]
    log = LogState.objects.values_list("examined_at", "problems").first()
    return f"{top} {signed} {moved} {log}"


def entry(reference: str) -> Entry:
    found = _decided().filter(reference=reference).first()
    if found is None:
        raise NotFound(f"The register has no entry {reference}.")
    return found


def history(reference: str) -> QuerySet[Entry]:
    """Everything entered for a case, oldest first."""
    return Entry.objects.filter(reference=reference).order_by("position")


def outcome_label(entry: Entry) -> str:
    return public_fields.OUTCOME_LABELS.get(entry.outcome, "")


def _decided() -> QuerySet[Entry]:
    # Of the submission only its standing, its dates and its casino's address are read: no more is public.
    return (
        Entry.objects.filter(kind=Kind.DECISION, outcome__in=public_fields.DECISION_OUTCOMES)
        .annotate(
            standing=F("submission__state"),
            in_force_from=F("submission__in_force_from"),
            in_force_to=F("submission__in_force_to"),
            place=Case(When(outcome__in=_APPROVED, then=F("submission__property__place__slug"))),
        )
        .order_by("-position")
    )


def _in_force_on(rows: QuerySet[Entry], day: date) -> QuerySet[Entry]:
    """By the day it took effect, its last day if it had one, and what was entered since up to that day."""
    since = Entry.objects.filter(
        submission=OuterRef("submission"),
        position__gt=OuterRef("position"),
        kind=Kind.DECISION,
        decided_on__lte=day,
    )
    return rows.annotate(last=Subquery(since.order_by("-position").values("outcome")[:1])).filter(
        Q(last=None) | ~Q(last__in=_ENDS_OR_PAUSES),
        Q(in_force_to=None) | Q(in_force_to__gte=day),
        outcome__in=_APPROVED,
        in_force_from__lte=day,
    )
