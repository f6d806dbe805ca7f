"""Machine accounts: programs that act for an organisation, with tokens and without a password."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from portal.accounts.active import hold_active
from portal.accounts.events import send_changed
from portal.accounts.models import User, UserRole
from portal.accounts.permissions import require
from portal.accounts.selectors import own_organisation
from portal.accounts.services import clean_roles, required_text
from portal.errors import BadValue

# Reserved by RFC 2606, so that no mail can reach a machine account.
DOMAIN = "machine.invalid"


@transaction.atomic
def create_machine(*, actor: User, name: str, roles: Iterable[str]) -> User:
    """Create a machine account of the actor's organisation, with any role but the administrator's."""
    require(actor, "team.manage")
    organisation = hold_active(own_organisation(actor))
    name = required_text(name, "name", "Enter a name for the account, such as the system that uses it.")
    if organisation.users.filter(name__iexact=name).exists():
        raise BadValue(f"Your team already has a {name}. Choose another name.", field="name")
    roles = clean_roles(organisation, roles, machine=True)
    machine = User.objects.create_user(
        f"{slugify(name)[:40] or 'machine'}-{secrets.token_hex(4)}@{DOMAIN}",
        password=None,
        name=name,
        organisation=organisation,
        is_machine=True,
    )
    UserRole.objects.bulk_create(UserRole(user=machine, role=role) for role in roles)
    send_changed(actor, "machine.create", machine, after={"name": name, "roles": roles})
    return machine


def machines(actor: User) -> QuerySet[User]:
    """The machine accounts of the actor's organisation, with `live_tokens` and when one was `last_used`."""
    live = Q(tokens__revoked_at=None, tokens__expires_at__gt=timezone.now())
    rows = User.objects.filter(is_machine=True, organisation_id=actor.organisation_id or 0)
    return rows.annotate(
        live_tokens=Count("tokens", filter=live), last_used=Max("tokens__last_used_at")
    ).prefetch_related("role_rows")
