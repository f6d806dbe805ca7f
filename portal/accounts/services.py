"""Changes to people, organisations, properties and tables."""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from portal.accounts import access, events, role_changes, selectors
from portal.accounts.active import hold_active
from portal.accounts.events import send_changed
from portal.accounts.invitation_limits import refuse_flood
from portal.accounts.jurisdictions import find_jurisdiction, known_codes
from portal.accounts.last_administrator import keep_an_administrator
from portal.accounts.models import (
    DECIDING_ROLES,
    MACHINE_ROLES_OF_KIND,
    ROLES_OF_KIND,
    Invitation,
    Kind,
    Organisation,
    Oversight,
    Property,
    Role,
    Table,
    User,
    UserRole,
)
from portal.accounts.names import refuse_address
from portal.accounts.permissions import require
from portal.accounts.property_facts import property_facts, refuse_name_of_another
from portal.accounts.same_person import refuse_second_account
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.names import refuse_hidden

INVITATION_LASTS = timedelta(days=7)
ENTER_YOUR_NAME = "Enter your name. It appears beside everything you do here."


@transaction.atomic
def create_organisation(
    *, actor: User | None, name: str, kind: str, jurisdictions: Iterable[str] = ()
) -> Organisation:
    """Create an operator or regulator. `actor=None` is Baize itself: first set-up and demo data."""
    if actor is not None:
        require(actor, "site.manage")
    name = required_text(name, "name", "Enter the organisation's name.")
    if kind not in Kind.values:
        raise BadValue("Choose what kind of organisation it is.", field="kind")
    codes = sorted(set(jurisdictions))
    unknown = [code for code in codes if find_jurisdiction(code) is None]
    if unknown:
        raise BadValue(
            f"Unknown jurisdiction: {', '.join(unknown)}. Choose from {', '.join(known_codes())}.",
            field="jurisdictions",
        )
    if kind == Kind.REGULATOR and not codes:
        raise BadValue("Choose the jurisdictions the regulator is responsible for.", field="jurisdictions")
    if kind != Kind.REGULATOR and codes:
        raise BadValue("Only a regulator is responsible for a jurisdiction.", field="jurisdictions")
    if Organisation.objects.filter(name__iexact=name).exists():
        raise BadValue(f"There is already an organisation named {name}.", field="name")
    organisation = Organisation.objects.create(name=name, kind=kind)
    Oversight.objects.bulk_create(Oversight(organisation=organisation, jurisdiction=code) for code in codes)
    send_changed(
        actor,
        "organisation.create",
        organisation,
        after={"name": name, "kind": kind, "jurisdictions": codes},
        organisation=organisation,
    )
    return organisation


@transaction.atomic
def create_user(
    *,
    actor: User | None,
    email: str,
    name: str,
    roles: Iterable[str],
    organisation: Organisation | None = None,
    password: str | None = None,
    invitation: Invitation | None = None,
) -> User:
    """Create an account directly: for set-up, demo data and accepted invitations."""
    email = _clean_email(email)
    roles = clean_roles(organisation, roles)
    if User.objects.filter(email__iexact=email).exists():
        raise BadValue(f"{email} already has an account. Sign in with it instead.", field="email")
    user = User.objects.create_user(
        email,
        password,
        name=required_text(name, "name", "Enter the person's name."),
        organisation=organisation,
    )
    given_by = invitation.invited_by if invitation else None
    confirmed_by = invitation.confirmed_by if invitation else None
    UserRole.objects.bulk_create(
        UserRole(user=user, role=role, given_by=given_by, confirmed_by=confirmed_by) for role in roles
    )
    send_changed(actor or user, "user.create", user, after={"email": email, "roles": roles})
    return user


@transaction.atomic
def invite(
    *, actor: User, email: str, roles: Iterable[str], name: str = "", organisation: Organisation | None = None
) -> Invitation:
    """Invite someone to the actor's organisation, or to the one a site administrator names.

    The e-mail with the link is sent on commit; for a role that decides, when another administrator confirms
    (role_changes.py). It replaces an open invitation to the same address.
    """
    if actor.is_site_admin and organisation is not None:
        require(actor, "site.manage")
        target = organisation
    else:
        require(actor, "team.manage")
        if organisation is not None and organisation.pk != actor.organisation_id:
            raise NotFound("There is no such organisation.")
        target = selectors.own_organisation(actor)
    target = hold_active(target)
    email = _clean_email(email)
    roles = clean_roles(target, roles)
    if target.users.filter(email__iexact=email).exists():
        raise BadValue(f"{email} is already in your team. Change their roles instead.", field="email")
    refuse_second_account(target, email=email, name=name)
    refuse_flood(actor=actor, email=email)
    now = timezone.now()
    target.invitations.filter(email__iexact=email, accepted_at=None, cancelled_at=None).update(
        cancelled_at=now
    )
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        email=email,
        name=refuse_address(" ".join(name.split())),
        organisation=target,
        roles=roles,
        token_hash=selectors.hash_token(token),
        invited_by=actor,
        waits=role_changes.takes_two(actor, target, roles),
        expires_at=now + INVITATION_LASTS,
    )
    send_changed(
        actor, "invitation.create", invitation, after={"email": email, "roles": roles}, organisation=target
    )
    if invitation.waits:
        people = list(role_changes.confirmers(invitation))
        events.confirmation_asked.send(sender=Invitation, change=invitation, people=people)
        return invitation
    events.invited.send(sender=Invitation, invitation=invitation, token=token)
    return invitation


@transaction.atomic
def cancel_invitation(*, actor: User, invitation_id: int) -> Invitation:
    require(actor, "site.manage" if actor.is_site_admin else "team.manage")
    invitation = (
        selectors.sent_invitations(actor)
        .select_for_update(of=("self",), no_key=True)
        .filter(pk=invitation_id, accepted_at=None)
        .first()
    )
    if invitation is None:
        raise NotFound("There is no such open invitation.")
    invitation.cancelled_at = timezone.now()
    invitation.save(update_fields=["cancelled_at"])
    send_changed(actor, "invitation.cancel", invitation, before={"email": invitation.email})
    return invitation


def accept_invitation(*, token: str, name: str, password: str) -> User:
    """Create the account of an invitation. A link works once."""
    return _accept(selectors.hash_token(token), name, password)


def accept_without_password(*, token_hash: str, name: str) -> User:
    """The same for somebody who signs in in another way, by the hash of the link."""
    return _accept(token_hash, name, None)


@transaction.atomic
def _accept(token_hash: str, name: str, password: str | None) -> User:
    invitation = selectors.open_invitation_of(token_hash)
    hold_active(invitation.organisation)
    name = refuse_address(required_text(name, "name", ENTER_YOUR_NAME))
    refuse_second_account(invitation.organisation, email=invitation.email, name=name)
    if password is not None:
        _check_password(password, User(email=invitation.email, name=name))
    # Accepted by a conditional update, so that two clicks at once create one account.
    now = timezone.now()
    user = create_user(
        actor=None,
        email=invitation.email,
        name=name,
        roles=invitation.roles,
        organisation=invitation.organisation,
        password=password,
        invitation=invitation,
    )
    claimed = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, cancelled_at=None).update(
        accepted_at=now, accepted_by=user
    )
    if not claimed:
        raise NotFound("This invitation has already been used. Sign in with your account.")
    send_changed(
        user, "invitation.accept", invitation, after={"email": user.email}, organisation=user.organisation
    )
    return user


@transaction.atomic
def set_roles(*, actor: User, user_id: int, roles: Iterable[str]) -> User:
    """Change a person's roles. Roles that decide are proposed: another administrator confirms them."""
    user = manageable(actor, user_id)
    before = sorted(user.roles)
    roles = clean_roles(user.organisation, roles, machine=user.is_machine)
    role_changes.refuse_own_roles(actor, user, roles)
    added = [role for role in roles if role not in before]
    takes_two = not user.is_machine and role_changes.takes_two(actor, user.organisation, added)
    proposed = [role for role in added if takes_two and role in DECIDING_ROLES]
    roles = [role for role in roles if role not in proposed]
    if proposed:
        role_changes.propose_roles(actor=actor, user=user, roles=proposed)
    if sorted(roles) == before:
        return user
    keep_an_administrator(user, after=set(roles))
    user.role_rows.exclude(role__in=roles).delete()
    UserRole.objects.bulk_create(
        UserRole(user=user, role=role, given_by=actor) for role in roles if role in added
    )
    user.__dict__.pop("roles", None)
    send_changed(actor, "user.roles", user, before={"roles": before}, after={"roles": roles})
    return user


@transaction.atomic
def change_name(*, actor: User, name: str) -> User:
    before = actor.name
    name = refuse_address(required_text(name, "name", ENTER_YOUR_NAME))
    refuse_second_account(actor.organisation, name=name, without=[actor.pk])
    actor.name = name
    actor.save(update_fields=["name"])
    send_changed(actor, "user.rename", actor, before={"name": before}, after={"name": actor.name})
    return actor


@transaction.atomic
def set_password(*, actor: User, password: str) -> User:
    """Set the actor's own password. Every device signed in with the old one is signed out, tokens end."""
    _check_password(password, actor)
    actor.set_password(password)
    actor.save(update_fields=["password"])
    send_changed(actor, "user.password", actor)
    access.end_tokens(actor=actor, user=actor)
    events.password_changed.send(sender=User, user=actor)
    return actor


@transaction.atomic
def add_property(*, actor: User, name: str, jurisdiction: str, address: str = "") -> Property:
    require(actor, "property.manage")
    organisation = selectors.own_organisation(actor)
    return create_property(
        actor=actor, organisation=organisation, name=name, jurisdiction=jurisdiction, address=address
    )


@transaction.atomic
def create_property(
    *, actor: User | None, organisation: Organisation, name: str, jurisdiction: str, address: str = ""
) -> Property:
    """Add a casino to an operator. Pages use `add_property`, which checks the actor's role."""
    name = required_text(name, "name", "Enter the casino's name.")
    if find_jurisdiction(jurisdiction) is None:
        raise BadValue("Choose the casino's jurisdiction.", field="jurisdiction")
    if not organisation.is_operator:
        raise NotPossible("Only an operator can have casinos.")
    if organisation.properties.filter(name__iexact=name).exists():
        raise BadValue(f"You already have a casino named {name}.", field="name")
    refuse_name_of_another(name, organisation, jurisdiction)
    prop = Property.objects.create(
        organisation=organisation, name=name, jurisdiction=jurisdiction, address=address.strip()
    )
    send_changed(actor, "property.create", prop, after=property_facts(prop))
    return prop


@transaction.atomic
def change_property(*, actor: User, property_id: int, name: str, address: str = "") -> Property:
    """Change name and address. The jurisdiction stays, because submissions were decided under it."""
    require(actor, "property.manage")
    prop = selectors.own_property(actor, property_id)
    name = required_text(name, "name", "Enter the casino's name.")
    if prop.organisation.properties.filter(name__iexact=name).exclude(pk=prop.pk).exists():
        raise BadValue(f"You already have a casino named {name}.", field="name")
    if name != prop.name:
        refuse_name_of_another(name, prop.organisation, prop.jurisdiction)
    before = property_facts(prop)
    prop.name, prop.address = name, address.strip()
    prop.save(update_fields=["name", "address"])
    send_changed(
        actor,
        "property.change",
        prop,
        before=before,
        after=property_facts(prop),
        organisation=prop.organisation,
    )
    return prop


@transaction.atomic
def add_table(*, actor: User, property_id: int, label: str, game: str = "craps") -> Table:
    require(actor, "property.manage")
    return create_table(actor=actor, prop=selectors.own_property(actor, property_id), label=label, game=game)


@transaction.atomic
def create_table(*, actor: User | None, prop: Property, label: str, game: str = "craps") -> Table:
    label = required_text(label, "label", "Enter the table's label, as your floor staff call it.")
    if prop.tables.filter(label__iexact=label).exists():
        raise BadValue(f"{prop.name} has a table {label} already.", field="label")
    table = Table.objects.create(property=prop, label=label, game=game.strip() or "craps")
    send_changed(
        actor,
        "table.create",
        table,
        after={"label": label, "game": table.game, "property": prop.name},
        organisation=prop.organisation,
    )
    return table


@transaction.atomic
def set_table_active(*, actor: User, table_id: int, active: bool) -> Table:
    """Take a table out of use, or bring it back. Its history stays."""
    require(actor, "property.manage")
    table = Table.objects.filter(pk=table_id, property__organisation_id=actor.organisation_id or 0).first()
    if table is None:
        raise NotFound("There is no such table in your organisation.")
    if table.active == active:
        return table
    table.active = active
    table.save(update_fields=["active"])
    send_changed(
        actor,
        "table.active",
        table,
        before={"active": not active},
        after={"active": active},
        organisation=actor.organisation,
    )
    return table


def clean_roles(
    organisation: Organisation | None, roles: Iterable[str], *, machine: bool = False
) -> list[str]:
    """The roles in the order of the list; BadValue unless the organisation's kind has them all."""
    if organisation is None:
        allowed: tuple[Role, ...] = (Role.SITE_ADMIN,)
    else:
        allowed = (MACHINE_ROLES_OF_KIND if machine else ROLES_OF_KIND)[organisation.kind]
    chosen = set(roles)
    if not chosen:
        raise BadValue("Choose at least one role.", field="roles")
    if not chosen <= set(allowed):
        names = ", ".join(role.label.lower() for role in allowed)
        raise BadValue(f"Choose from these roles: {names}.", field="roles")
    return [role.value for role in allowed if role in chosen]


def manageable(actor: User, user_id: int) -> User:
    """A person whose account the actor may change."""
    require(actor, "site.manage" if actor.is_site_admin else "team.manage")
    user = selectors.team_member(actor, user_id)
    if user.has_role(Role.SITE_ADMIN) and not actor.is_site_admin:
        raise NotPermitted("Only a site administrator can change a site administrator's account.")
    return user


def _clean_email(email: str) -> str:
    email = email.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        raise BadValue("Enter an e-mail address such as name@example.org.", field="email") from None
    return email


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise BadValue(" ".join(error.messages), field="password") from None


def required_text(text: str, field: str, message: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise BadValue(message, field=field)
    if len(text) > 120:
        raise BadValue("Use at most 120 characters.", field=field)
    return refuse_hidden(text, field)
