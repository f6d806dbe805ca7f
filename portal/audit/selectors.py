"""What an actor may read of the audit trail."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django.db.models import Q, QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.audit.models import AuditEntry

# What an operator does in a draft is private to it; the regulator reads only what is submitted.
DRAFT_ACTIONS = (
    Q(action__startswith="draft.")
    | Q(action__startswith="example.")
    | Q(action__in=("document.attach", "document.remove", "submission.submit.turned_away"))
)

# Entries without an actor: attempts at accounts of the organisation, and files that the scanner refused.
BY_NOBODY = (
    "sign_in.failed",
    "sign_in.slowed",
    "second_factor.failed",
    "document.infected",
    "draft.infected",
)


def trail(actor: User) -> QuerySet[AuditEntry]:
    """The entries the actor may read, newest first.

    A site administrator reads everything; a regulator its own acts and those in its jurisdictions; an
    operator's administrator the acts of its own people, and failed sign-ins to their accounts.
    """
    entries = AuditEntry.objects.select_related("actor", "organisation").order_by("-pk")
    organisation = actor.organisation
    if not can(actor, "audit.view"):
        return entries.none()
    if actor.is_site_admin:
        return entries
    if organisation is None:
        return entries.none()
    if organisation.is_regulator:
        own = Q(organisation=organisation) | Q(actor__organisation=organisation)
        overseen = Q(jurisdiction__in=organisation.jurisdiction_codes) & ~DRAFT_ACTIONS
        return entries.filter(own | overseen)
    nobody = Q(organisation=organisation, action__in=BY_NOBODY)
    return entries.filter(Q(actor__organisation=organisation) | nobody)


def trail_of(actor: User, obj: Any) -> QuerySet[AuditEntry]:
    """The entries about one object."""
    return trail(actor).filter(object_type=obj._meta.label_lower, object_id=str(obj.pk))


def filtered_trail(
    actor: User,
    *,
    zone: tzinfo,
    person: str = "",
    action: str = "",
    thing: str = "",
    request_id: str = "",
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[AuditEntry]:
    """The entries that match every criterion given. Days begin and end in `zone`."""
    entries = trail(actor)
    for word in person.split():
        entries = entries.filter(actor_name__icontains=word)
    if action:
        entries = entries.filter(action=action)
    if thing:
        entries = entries.filter(Q(object_label__icontains=thing) | Q(object_id=thing))
    if request_id:
        entries = entries.filter(request_id=request_id)
    if since:
        entries = entries.filter(at__gte=datetime.combine(since, time.min, zone))
    if until:
        entries = entries.filter(at__lt=datetime.combine(until + timedelta(days=1), time.min, zone))
    return entries


def actions(actor: User) -> list[str]:
    """The kinds of action in the entries the actor may read."""
    return sorted(trail(actor).order_by().values_list("action", flat=True).distinct())
