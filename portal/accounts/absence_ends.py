"""The end of an absence before its last day, and what the trail has of one."""

from django.db.models import Q
from django.utils import timezone

from portal.accounts import events
from portal.accounts.absence_models import Absence
from portal.accounts.events import send_changed
from portal.accounts.models import User


def end(absence: Absence, actor: User) -> None:
    """Part of a service, which says what follows."""
    absence.ended_at, absence.ended_by = timezone.now(), actor
    absence.save(update_fields=["ended_at", "ended_by"])
    send_changed(actor, "user.back", absence.person, before=told(absence))


def end_with_account(*, actor: User, user: User) -> None:
    """Part of closing an account: nobody stands in for it, and it stands in for nobody."""
    rows = Absence.objects.filter(Q(person=user) | Q(deputy=user), ended_at=None)
    for absence in rows.select_related("person__organisation", "deputy__organisation"):
        end(absence, actor)
        if absence.deputy_id == user.pk and absence.until >= timezone.now().date():
            events.deputy_away.send(sender=Absence, absence=absence)


def told(absence: Absence) -> dict[str, str]:
    return {"until": absence.until.isoformat(), "deputy": absence.deputy.name}
