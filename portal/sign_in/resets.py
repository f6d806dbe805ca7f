"""A lost second factor without recovery codes: one administrator asks for its removal, another one confirms.

The person then signs in with the password and has to set up a new one at once.
"""

from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts import selectors
from portal.accounts.events import send_changed
from portal.accounts.models import Role, User
from portal.accounts.permissions import require
from portal.accounts.services import manageable
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.sign_in import events, sessions, trusted
from portal.sign_in.factors import has_second_factor
from portal.sign_in.models import EnrolmentDue, FactorReset
from portal.sign_in.requirements import AT_ONCE


def open_resets(actor: User) -> QuerySet[FactorReset]:
    """Those asked for in the actor's organisation, or among those who run the site."""
    rows = FactorReset.objects.filter(ended_at=None, person__organisation=actor.organisation)
    return rows.select_related("person", "asked_by")


@transaction.atomic
def ask_reset(*, actor: User, user_id: int, reason: str) -> FactorReset:
    """Ask another administrator to remove somebody's lost second factor."""
    person = _colleague(actor, user_id)
    if not has_second_factor(person):
        raise NotPossible(f"{person.name} has no second factor that could be lost.")
    reason = " ".join(reason.split())
    if not reason:
        raise BadValue(
            "Enter how you know that it is lost, and how you checked who is asking.", field="reason"
        )
    if len(reason) > 500:
        raise BadValue("Use at most 500 characters.", field="reason")
    try:
        with transaction.atomic():
            reset = FactorReset.objects.create(person=person, asked_by=actor, reason=reason)
    except IntegrityError:
        raise NotPossible("This has been requested already. Another administrator can confirm it.") from None
    send_changed(actor, "second_factor.ask_reset", person, after={"person": person.name, "reason": reason})
    events.reset_asked.send(sender=FactorReset, reset=reset)
    return reset


@transaction.atomic
def confirm_reset(*, actor: User, reset_id: int) -> FactorReset:
    """Remove all second factors of the person, end their sessions, and let them set up a new one."""
    reset = _open(actor, reset_id)
    if actor.pk == reset.asked_by_id:
        raise NotPermitted("You asked for this yourself. Another administrator has to confirm it.")
    if actor.pk == reset.person_id:
        raise NotPermitted("This is about your own second factor. Another administrator has to confirm it.")
    person = reset.person
    Authenticator.objects.filter(user=person).delete()
    trusted.forget_trusted(person)
    sessions.end_sessions_of(person)
    now = timezone.now()
    EnrolmentDue.objects.update_or_create(user=person, defaults={"by": now})
    reset.confirmed_by, reset.ended_at = actor, now
    reset.save(update_fields=["confirmed_by", "ended_at"])
    after = {"person": person.name, "asked_by": reset.asked_by.name, "reason": reset.reason}
    send_changed(actor, "second_factor.reset", person, after=after)
    events.reset_confirmed.send(sender=FactorReset, reset=reset)
    return reset


@transaction.atomic
def drop_reset(*, actor: User, reset_id: int) -> FactorReset:
    """By either administrator: nothing is removed."""
    reset = _open(actor, reset_id)
    reset.ended_at = timezone.now()
    reset.save(update_fields=["ended_at"])
    send_changed(actor, "second_factor.drop_reset", reset.person, before={"person": reset.person.name})
    return reset


def can_confirm(actor: User, reset: FactorReset) -> bool:
    return actor.pk not in (reset.asked_by_id, reset.person_id)


def _colleague(actor: User, user_id: int) -> User:
    person = manageable(actor, user_id)
    if person.organisation_id != actor.organisation_id:
        raise NotPermitted("Two administrators of the person’s own organisation do this.")
    if person.is_machine or not person.is_active:
        raise NotPossible(f"{person.name} does not sign in.")
    if person.pk == actor.pk:
        raise NotPossible("Two other administrators do this for you. Or use one of your recovery codes.")
    return person


def _open(actor: User, reset_id: int) -> FactorReset:
    require(actor, "site.manage" if actor.is_site_admin else "team.manage")
    rows = FactorReset.objects.filter(pk=reset_id, ended_at=None, person__organisation=actor.organisation)
    held = rows.select_for_update(no_key=True, of=("self",))
    reset = held.select_related("person", "asked_by").first()
    if reset is None:
        raise NotFound("There is no such open request.")
    return reset


def administrators(person: User) -> list[User]:
    """Who can ask or confirm for this person."""
    roles = [Role.REGULATOR_ADMIN, *AT_ONCE]
    found = selectors.people_with(*roles).filter(organisation=person.organisation)
    return [each for each in found if each.pk != person.pk]
