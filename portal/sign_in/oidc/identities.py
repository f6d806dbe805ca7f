"""Which identity at a provider belongs to which account: linking, unlinking, and invitations accepted by it.

The rows are allauth's `SocialAccount`: its `uid` stands for issuer and subject. Nothing of what a provider
says gives a role, and an address alone never opens an account that is there already.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.accounts import services
from portal.accounts.events import send_changed
from portal.accounts.models import Invitation, User
from portal.accounts.permissions import require_second_factor
from portal.accounts.selectors import open_invitation, open_invitation_of
from portal.errors import NotFound, NotPossible
from portal.oidc_providers import Provider
from portal.sign_in import events
from portal.sign_in.factors import PASSKEY
from portal.sign_in.oidc import providers
from portal.sign_in.oidc.protocol import Identity
from portal.sign_in.oidc.refusals import ProviderRefused

MOST = 5  # identities of one account


def person_of(identity: Identity) -> User:
    """Whose account it is; ProviderRefused if it signs nobody in."""
    row = SocialAccount.objects.filter(provider=identity.provider.id, uid=identity.uid).first()
    if row is None:
        raise ProviderRefused(identity.provider, "unlinked")
    person = User.objects.get(pk=row.user_id)
    if not providers.serves(identity.provider, person):
        raise ProviderRefused(identity.provider, "organisation", person=person)
    if not person.has_access:
        reason = "deactivated" if person.is_active else "closed"
        raise ProviderRefused(identity.provider, reason, person=person)
    row.last_login = timezone.now()
    row.save(update_fields=["last_login"])
    return person


def linked(actor: User) -> list[SocialAccount]:
    return list(SocialAccount.objects.filter(user=actor).order_by("pk"))


def has_linked(user: User) -> bool:
    """Whether the person can sign in through a provider that serves their organisation now."""
    names = [each.id for each in providers.providers_of(user.organisation)]
    return bool(names and SocialAccount.objects.filter(user=user, provider__in=names).exists())


def require_linking(*, actor: User, provider: Provider) -> None:
    """Before a signed-in person leaves for the provider to link an identity."""
    if not providers.serves(provider, actor):
        raise NotFound("Your organisation has no such provider.")
    require_second_factor(actor)
    if SocialAccount.objects.filter(user=actor).count() >= MOST:
        raise NotPossible(
            f"Your account has {MOST} linked identities, the most there can be. Unlink one first."
        )


def link(*, actor: User, identity: Identity) -> SocialAccount:
    """Let this identity sign in to the actor's account, which has shown before that it wants to."""
    if not providers.serves(identity.provider, actor):
        raise ProviderRefused(identity.provider, "organisation", person=actor)
    try:
        with transaction.atomic():
            row = SocialAccount.objects.create(
                user=actor,
                provider=identity.provider.id,
                uid=identity.uid,
                extra_data={
                    "issuer": identity.provider.issuer,
                    "subject": identity.subject,
                    "email": identity.email,
                },
            )
            send_changed(actor, "sign_in.link", actor, after=_told(row))
            events.identity_changed.send(
                sender=User,
                user=actor,
                text=f"An identity of {identity.provider.name} was linked to your account.",
            )
    except IntegrityError:
        raise ProviderRefused(identity.provider, "taken", person=actor) from None
    return row


@transaction.atomic
def unlink(*, actor: User, identity_id: int) -> str:
    """Let the identity sign in no more, unless there is no other way in. Return its provider's name."""
    require_second_factor(actor)
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=actor.pk)
    row = SocialAccount.objects.filter(user=actor, pk=identity_id).first()
    if row is None:
        raise NotFound("You have no such linked identity.")
    found = providers.find_provider(row.provider)
    name = found.name if found else row.provider
    others = SocialAccount.objects.filter(user=actor).exclude(pk=row.pk)
    if providers.is_required(actor.organisation):
        if not others.exists():
            raise NotPossible(
                f"{actor.organisation} signs in through its provider only. Link another identity first."
            )
    elif not (others.exists() or actor.has_usable_password() or _has_passkey(actor)):
        raise NotPossible("This is your only way to sign in. Add a passkey or set a password first.")
    told = _told(row)
    row.delete()
    send_changed(actor, "sign_in.unlink", actor, before=told)
    events.identity_changed.send(
        sender=User,
        user=actor,
        text=f"An identity of {name} was unlinked from your account.",
    )
    return name


def accept_invitation(*, token: str, name: str, password: str) -> User:
    """Create the account of an invitation with a password, where people of the organisation may have one."""
    organisation = open_invitation(token).organisation
    if providers.is_required(organisation):
        raise NotPossible(
            f"{organisation} signs in through its provider only. Accept the invitation with it."
        )
    return services.accept_invitation(token=token, name=name, password=password)


def require_accepting(*, invitation: Invitation, provider: Provider) -> None:
    """Before an invited person leaves for the provider."""
    if invitation.organisation.name not in provider.organisations:
        raise NotFound(f"{invitation.organisation} has no such provider.")


@transaction.atomic
def accept_with_identity(*, token_hash: str, name: str, identity: Identity) -> User:
    """Create the account of an invitation for the person with its verified address, and link the identity."""
    invitation = open_invitation_of(token_hash)
    require_accepting(invitation=invitation, provider=identity.provider)
    if not identity.email:
        raise ProviderRefused(identity.provider, "unverified")
    if identity.email != invitation.email.strip().lower():
        raise ProviderRefused(identity.provider, "email")
    user = services.accept_without_password(token_hash=token_hash, name=name)
    link(actor=user, identity=identity)
    return user


def _has_passkey(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=PASSKEY).exists())


def _told(row: SocialAccount) -> dict[str, Any]:
    return {"provider": row.provider, "issuer": row.extra_data.get("issuer", "")}
