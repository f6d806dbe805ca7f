"""What an actor may see of people, organisations and properties."""

import hashlib
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import Jurisdiction
from portal.accounts.models import Invitation, Organisation, Property, Role, Table, User
from portal.errors import NotFound, NotPermitted

ACCEPTED_SHOWN_FOR = timedelta(days=30)
# People as `User.has_access` describes them.
WITH_ACCESS = Q(is_active=True, organisation__deactivated_at=None)


def own_organisation(actor: User) -> Organisation:
    """The organisation the actor acts for."""
    if actor.organisation is None:
        raise NotPermitted("Your account belongs to no organisation, so it cannot act for one.")
    return actor.organisation


def team(actor: User) -> QuerySet[User]:
    """The people of the actor's organisation; everyone for a site administrator."""
    users = User.objects.select_related("organisation").prefetch_related("role_rows")
    if actor.is_site_admin:
        return users
    if actor.organisation_id is None:
        return users.none()
    return users.filter(organisation_id=actor.organisation_id)


def team_member(actor: User, user_id: int) -> User:
    try:
        return team(actor).get(pk=user_id)
    except User.DoesNotExist:
        raise NotFound("There is no such person in your team.") from None


def invitations(actor: User) -> QuerySet[Invitation]:
    """Open invitations, newest first."""
    rows = Invitation.objects.select_related("organisation", "invited_by").filter(
        waits=False, accepted_at__isnull=True, cancelled_at__isnull=True, expires_at__gt=timezone.now()
    )
    return rows if actor.is_site_admin else rows.filter(organisation_id=actor.organisation_id or 0)


def sent_invitations(actor: User) -> QuerySet[Invitation]:
    """Those not withdrawn, newest first: open and expired ones, and what was accepted in the last 30 days."""
    lately = timezone.now() - ACCEPTED_SHOWN_FOR
    rows = Invitation.objects.select_related("organisation", "invited_by", "accepted_by").filter(
        Q(accepted_at=None) | Q(accepted_at__gt=lately), cancelled_at=None
    )
    rows = rows if actor.is_site_admin else rows.filter(organisation_id=actor.organisation_id or 0)
    return rows.order_by("-sent_at", "-pk")


def jurisdictions(actor: User) -> QuerySet[Jurisdiction]:
    """Those a regulator is responsible for; all for a site administrator. Read from the database itself."""
    rows = Jurisdiction.objects.prefetch_related("holidays")
    if actor.is_site_admin:
        return rows
    return rows.filter(code__in=actor.organisation.jurisdiction_codes if actor.organisation else ())


def jurisdiction_row(actor: User, code: str) -> Jurisdiction:
    """The jurisdiction with its own days, as it is stored now."""
    row = jurisdictions(actor).filter(code=code).first()
    if row is None:
        raise NotFound("There is no such jurisdiction.")
    row.set_own_days(list(row.holidays.all()))
    return row


def regulators_of(code: str) -> QuerySet[Organisation]:
    """The regulators that are responsible for a jurisdiction."""
    return Organisation.objects.filter(oversights__jurisdiction=code)


def regulators_gone(code: str) -> list[Organisation]:
    """The deactivated regulators of a jurisdiction, where no other is left."""
    found = list(regulators_of(code))
    return [] if any(regulator.is_active for regulator in found) else found


def organisations(actor: User) -> QuerySet[Organisation]:
    """Every organisation, for the site administrator; their own for others."""
    rows = Organisation.objects.prefetch_related("oversights")
    return rows if actor.is_site_admin else rows.filter(pk=actor.organisation_id or 0)


def organisation(actor: User, organisation_id: int) -> Organisation:
    found = organisations(actor).filter(pk=organisation_id).first()
    if found is None:
        raise NotFound("There is no such organisation.")
    return found


def properties(actor: User) -> QuerySet[Property]:
    """An operator's own casinos; for a regulator those in its jurisdictions."""
    rows = Property.objects.select_related("organisation").prefetch_related("tables")
    organisation = actor.organisation
    if actor.is_site_admin:
        return rows
    if organisation is None:
        return rows.none()
    if organisation.is_operator:
        return rows.filter(organisation=organisation)
    return rows.filter(jurisdiction__in=organisation.jurisdiction_codes)


def own_property(actor: User, property_id: int) -> Property:
    """A casino of the actor's own organisation."""
    try:
        return properties(actor).get(pk=property_id, organisation_id=actor.organisation_id or 0)
    except Property.DoesNotExist:
        raise NotFound("Your organisation has no such casino.", field="property") from None


def tables(actor: User) -> QuerySet[Table]:
    return Table.objects.select_related("property").filter(property__in=properties(actor))


def open_invitation(token: str) -> Invitation:
    """The invitation of a link, if it can still be accepted."""
    return open_invitation_of(hash_token(token))


def open_invitation_of(token_hash: str) -> Invitation:
    """The invitation whose link has this hash, if it can still be accepted."""
    try:
        invitation = Invitation.objects.select_related("organisation", "invited_by").get(
            token_hash=token_hash
        )
    except Invitation.DoesNotExist:
        raise NotFound("This invitation link is unknown. Ask for a new invitation.") from None
    if invitation.accepted_at:
        raise NotFound("This invitation has already been used. Sign in with your account.")
    if invitation.cancelled_at:
        raise NotFound("This invitation has been withdrawn. Ask for a new one.")
    if invitation.waits:
        raise NotFound("This invitation is not confirmed yet.")
    if not invitation.is_open:
        raise NotFound("This invitation has expired. Ask for a new one.")
    if not invitation.organisation.is_active:
        raise NotFound(f"{invitation.organisation} was deactivated. Nobody can join it.")
    return invitation


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def people_with(*roles: str, organisation_id: int | None = None, jurisdiction: str = "") -> QuerySet[User]:
    """People with access and one of the roles, in one organisation or overseeing one jurisdiction.

    Machine accounts are left out: they read no notices and take no cases.
    """
    people = User.objects.filter(WITH_ACCESS, is_machine=False, role_rows__role__in=roles)
    if organisation_id is not None:
        people = people.filter(organisation_id=organisation_id)
    if jurisdiction:
        people = people.filter(organisation__oversights__jurisdiction=jurisdiction)
    return people.distinct()


def demo_accounts() -> list[dict[str, Any]]:
    """The accounts the sign-in page offers in demo mode; empty outside it."""
    if not getattr(settings, "DEMO", False):
        return []
    people = (
        User.objects.filter(WITH_ACCESS, is_machine=False, email__endswith=f"@{DEMO_DOMAIN}")
        .select_related("organisation")
        .prefetch_related("role_rows")
        .order_by("organisation__kind", "organisation__name", "pk")
    )
    return [
        {
            "email": person.email,
            "name": person.name,
            "organisation": str(person.organisation or "Baize"),
            "kind": person.organisation.kind if person.organisation else "",
            "roles": [Role(row.role).label for row in person.role_rows.all()],
        }
        for person in people
    ]


DEMO_DOMAIN = "demo.baize.example"
