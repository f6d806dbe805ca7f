"""What an actor may read of the trail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django.db.models import Q, QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.audit.models import AuditEntry


@dataclass(frozen=True)
class Filter:
    """What is looked for in the trail; what is empty is not looked at. Days are those of `zone`."""

    person: str = ""
    action: str = ""
    thing: str = ""
    since: date | None = None
    until: date | None = None
    request_id: str = ""
    zone: tzinfo | None = None

    @property
    def told(self) -> dict[str, str]:
        """Only what is looked for."""
        given = {
            "person": self.person,
            "action": self.action,
            "thing": self.thing,
            "since": self.since,
            "until": self.until,
            "request_id": self.request_id,
        }
        return {name: str(value) for name, value in given.items() if value}


# What an operator does in a draft is its own business; the regulator reads what is handed in.
IN_DRAFTS = (
    Q(action__startswith="draft.")
    | Q(action__startswith="example.")
    | Q(action__in=("document.attach", "document.remove", "submission.submit.turned_away"))
)


def trail(actor: User) -> QuerySet[AuditEntry]:
    """Newest first. A site administrator reads all of it, a regulator its own acts and those in its
    jurisdictions, an operator's administrator what its own people did, and failed sign-ins as one of them."""
    rows = AuditEntry.objects.select_related("actor", "organisation").order_by("-pk")
    organisation = actor.organisation
    if not can(actor, "audit.view"):
        return rows.none()
    if actor.is_site_admin:
        return rows
    if organisation is None:
        return rows.none()
    if organisation.is_regulator:
        seen = Q(organisation=organisation) | Q(actor__organisation=organisation)
        judged = Q(jurisdiction__in=organisation.jurisdiction_codes) & ~IN_DRAFTS
        return rows.filter(seen | judged)
    tried = Q(organisation=organisation, action="sign_in.failed")  # by nobody known, on one of its accounts
    return rows.filter(Q(actor__organisation=organisation) | tried)


def trail_of(actor: User, obj: Any) -> QuerySet[AuditEntry]:
    """The part of the trail that is about one thing."""
    return trail(actor).filter(object_type=obj._meta.label_lower, object_id=str(obj.pk))


def found(actor: User, wanted: Filter) -> QuerySet[AuditEntry]:
    """The part of the trail that a filter lets through."""
    rows = trail(actor)
    for word in wanted.person.split():
        rows = rows.filter(actor_name__icontains=word)
    if wanted.action:
        rows = rows.filter(action=wanted.action)
    if wanted.thing:
        rows = rows.filter(Q(object_label__icontains=wanted.thing) | Q(object_id=wanted.thing))
    if wanted.request_id:
        rows = rows.filter(request_id=wanted.request_id)
    if wanted.since:
        rows = rows.filter(at__gte=datetime.combine(wanted.since, time.min, wanted.zone))
    if wanted.until:
        rows = rows.filter(at__lt=datetime.combine(wanted.until + timedelta(days=1), time.min, wanted.zone))
    return rows


def actions(actor: User) -> list[str]:
    """The kinds of act that the actor's part of the trail holds."""
    return sorted(trail(actor).order_by().values_list("action", flat=True).distinct())
