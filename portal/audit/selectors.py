"""What an actor may read of the trail."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.audit.models import Entry


def trail(actor: User) -> QuerySet[Entry]:
    """Newest first. A site administrator reads all of it, a regulator its own acts and those in its
    jurisdictions, an operator's administrator what its own people did."""
    rows = Entry.objects.select_related("actor", "organisation").order_by("-pk")
    organisation = actor.organisation
    if not can(actor, "audit.view"):
        return rows.none()
    if actor.is_site_admin:
        return rows
    if organisation is None:
        return rows.none()
    if organisation.is_regulator:
        # A draft is the operator's own business until it is submitted.
        seen = Q(organisation=organisation) | Q(actor__organisation=organisation)
        judged = Q(jurisdiction__in=organisation.jurisdiction_codes) & ~Q(action__startswith="draft.")
        return rows.filter(seen | judged)
    return rows.filter(actor__organisation=organisation)


def trail_of(actor: User, obj: Any) -> QuerySet[Entry]:
    """The part of the trail that is about one thing."""
    return trail(actor).filter(object_type=obj._meta.label_lower, object_id=str(obj.pk))
