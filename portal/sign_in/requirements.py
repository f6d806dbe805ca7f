"""Who needs a second factor, from when, and what an organisation demands beyond that."""

import time
from datetime import timedelta

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal.accounts.events import send_changed
from portal.accounts.models import Role, User
from portal.accounts.permissions import require
from portal.accounts.selectors import DEMO_DOMAIN, own_organisation
from portal.sign_in.factors import APP, PASSKEY
from portal.sign_in.models import EnrolmentDue, SecondFactorPolicy

# Whoever decides, or decides who may: from their next sign-in, without grace. So do all people of regulators.
AT_ONCE = (Role.OPERATOR_ADMIN, Role.EXPERT_ADMIN, Role.SITE_ADMIN)


def enrol_by(user: User) -> int:
    """When somebody without a second factor needs one, in seconds since 1970; 0 for never.

    For those who have time it is counted from their first sign-in.
    """
    if is_demo_account(user):
        return 0
    if is_needed_at_once(user):
        return int(time.time())
    by = timezone.now() + timedelta(days=settings.SECOND_FACTOR_GRACE_DAYS)
    row, _ = EnrolmentDue.objects.get_or_create(user=user, defaults={"by": by})
    return int(row.by.timestamp())


def is_needed_at_once(user: User) -> bool:
    return user.is_regulator or user.has_role(*AT_ONCE) or policy_of(user).everybody_at_once


def is_demo_account(user: User) -> bool:
    """One of the demonstration's own accounts, while the demonstration runs."""
    return bool(settings.DEMO) and user.email.endswith(f"@{DEMO_DOMAIN}")


def policy_of(user: User) -> SecondFactorPolicy:
    found = SecondFactorPolicy.objects.filter(organisation=user.organisation_id or 0).first()
    return found or SecondFactorPolicy()


@transaction.atomic
def set_policy(*, actor: User, everybody_at_once: bool, no_trusted_browsers: bool) -> SecondFactorPolicy:
    """What the actor's organisation demands of all its people. It can only demand more."""
    require(actor, "team.manage")
    organisation = own_organisation(actor)
    before = policy_of(actor)
    wanted = {"everybody_at_once": everybody_at_once, "no_trusted_browsers": no_trusted_browsers}
    row, _ = SecondFactorPolicy.objects.update_or_create(organisation=organisation, defaults=wanted)
    send_changed(
        actor,
        "organisation.second_factor",
        organisation,
        before={name: getattr(before, name) for name in wanted},
        after=wanted,
        organisation=organisation,
    )
    return row


def people_with_state(actor: User) -> list[tuple[User, bool]]:
    """The active people of the actor's organisation, each with whether a second factor is set up."""
    people = User.objects.filter(organisation=actor.organisation, is_active=True, is_machine=False)
    if actor.organisation_id is None:
        people = people.filter(role_rows__role=Role.SITE_ADMIN).distinct()
    with_one = set(
        Authenticator.objects.filter(user__in=people, type__in=(PASSKEY, APP)).values_list(
            "user_id", flat=True
        )
    )
    return [(person, person.pk in with_one) for person in people.order_by("name", "pk")]
