"""Notices to people about their own access, and to those who run the site."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.dispatch import receiver

from portal.accounts import events
from portal.accounts.models import Absence, Invitation, Role, RoleChange, Token, User
from portal.accounts.names import greeting
from portal.accounts.selectors import people_with
from portal.accounts.waiting import WAITING_TIME
from portal.notices.models import Topic
from portal.notices.services import notify, queue_mail
from portal.register.events import log_stopped as register_log_stopped
from portal.text import and_list, format_day

QUEUE = "/regulator/queue/?officer=me"
_ADMINISTRATORS = (Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN, Role.EXPERT_ADMIN)


@receiver(events.invited)
def invited(*, invitation: Invitation, token: str, **_: Any) -> None:
    link = f"{settings.SITE_URL}/invitation/{token}/"
    name = greeting(invitation.name)
    hello = f"Hello {name}," if name else "Hello,"
    sender = greeting(invitation.invited_by.name) or "An administrator"
    queue_mail(
        to=invitation.email,
        subject=f"{invitation.organisation} invites you to Baize",
        body=(
            f"{hello}\n\n{sender} invites you to join {invitation.organisation} "
            f"on Baize as {', '.join(invitation.role_names).lower()}.\n\nOpen this link to set a password. "
            f"It works once, until {format_day(invitation.expires_at)}:\n\n{link}\n\nIf you did not expect "
            "this, you can ignore this e-mail.\n\nBaize\n"
        ),
        confidential=True,
    )


@receiver(events.invited)
def administrator_invited(*, invitation: Invitation, **_: Any) -> None:
    """To an organisation's administrators, if the site administrator alone invites another one to it."""
    if invitation.invited_by.organisation_id == invitation.organisation_id:
        return
    organisation = invitation.organisation
    roles = and_list([name.lower() for name in invitation.role_names])
    text = (
        f"{invitation.invited_by.name}, who runs the site, invited {invitation.email} to {organisation} as "
        f"{roles}. If you did not ask for this, withdraw the invitation on the page of your team."
    )
    people = people_with(*_ADMINISTRATORS, organisation_id=organisation.pk)
    subject = f"Somebody was invited to {organisation}"
    notify(people=people, subject=subject, text=text, topic=Topic.ACCESS, url="/team/")


@receiver(events.confirmation_asked)
def confirmation_asked(*, change: RoleChange | Invitation, people: list[User], **_: Any) -> None:
    """To those who may confirm it."""
    roles = and_list([name.lower() for name in change.role_names])
    if isinstance(change, RoleChange):
        by, whom, organisation = change.proposed_by, change.user.name, change.user.organisation
    else:
        by, whom, organisation = change.invited_by, change.email, change.organisation
    text = f"{by.name} proposes to make {whom} {roles} at {organisation}. Your confirmation is needed."
    for person in people:
        url = f"/organisations/{organisation.pk}/" if organisation and person.is_site_admin else "/team/"
        notify(people=[person], subject="A role to confirm", text=text, topic=Topic.WORK, url=url)


@receiver(events.confirmation_given)
def confirmation_given(*, change: RoleChange, actor: User, **_: Any) -> None:
    roles = and_list([name.lower() for name in change.role_names])
    text = (
        f"{actor.name} confirmed that {change.user.name} is {roles}. A new role cannot be used to decide "
        f"for the first {WAITING_TIME // timedelta(hours=1)} hours."
    )
    people = [change.proposed_by, change.user]
    notify(people=people, subject="A role was confirmed", text=text, topic=Topic.ACCESS, url="/team/")


@receiver(events.confirmation_declined)
def confirmation_declined(*, change: RoleChange, actor: User, **_: Any) -> None:
    roles = and_list([name.lower() for name in change.role_names])
    text = f"{actor.name} declined to make {change.user.name} {roles}."
    people = [change.proposed_by]
    notify(people=people, subject="A role was declined", text=text, topic=Topic.ACCESS, url="/team/")


@receiver(events.deputy_named)
def deputy_named(*, absence: Absence, actor: User, **_: Any) -> None:
    person, deputy = absence.person, absence.deputy
    if deputy != actor:
        text = (
            f"You stand in for {person.name}, {absence.words}: you see their cases with yours and get their "
            "notices. You act in your own name and with your own roles."
        )
        subject = f"You stand in for {person.name}"
        notify(people=[deputy], subject=subject, text=text, topic=Topic.WORK, url=QUEUE)
    if person != actor:
        text = f"{actor.name} entered that you are {absence.words}. {deputy.name} stands in for you."
        notify(
            people=[person], subject="You have a deputy", text=text, topic=Topic.WORK, url="/account/away/"
        )


@receiver(events.deputy_released)
def deputy_released(*, absence: Absence, actor: User, **_: Any) -> None:
    people = [each for each in (absence.person, absence.deputy) if each != actor]
    text = f"{absence.person.name} is back. {absence.deputy.name} no longer stands in."
    subject = f"{absence.person.name} is back"
    notify(people=people, subject=subject, text=text, topic=Topic.PROGRESS, url="/account/away/")


@receiver(events.deputy_away)
def deputy_away(*, absence: Absence, **_: Any) -> None:
    """To the person and to the administrators, because the person may be too ill to read it."""
    person = absence.person
    text = (
        f"{absence.deputy.name} can no longer stand in for {person.name}, who is {absence.words}. Name "
        "another deputy."
    )
    admins = people_with(Role.REGULATOR_ADMIN, organisation_id=person.organisation_id or 0)
    subject = f"{person.name} needs another deputy"
    for each in {person, *admins}:
        url = "/account/away/" if each == person else f"/team/{person.pk}/away/"
        notify(people=[each], subject=subject, text=text, topic=Topic.WORK, url=url)


@receiver(events.password_changed)
def password_changed(*, user: User, **_: Any) -> None:
    notify(
        people=[user],
        subject="Your password was changed",
        text="Your password for Baize was changed, other devices were signed out, and your tokens ended. If "
        "it was not you, set a new one at once and tell your organisation’s administrator.",
        topic=Topic.ACCESS,
        url="/password/reset/",
    )


@receiver(events.token_created)
def token_created(*, token: Token, **_: Any) -> None:
    text = (
        f"A token named {token.name} was created for {_owner(token)}. It works until "
        f"{format_day(token.expires_at)}. If you did not expect this, revoke it."
    )
    _notify_about_token(token, f"A new token: {token.name}", text)


@receiver(events.token_expiring)
def token_expiring(*, token: Token, **_: Any) -> None:
    text = (
        f"The token {token.name} of {_owner(token)} stops working on {format_day(token.expires_at)}. "
        "Create a new one and give it to the program before then."
    )
    _notify_about_token(token, f"A token expires soon: {token.name}", text)


@receiver(register_log_stopped)
def log_stopped(*, problems: list[str], **_: Any) -> None:
    """To site administrators. The topic is WORK, so the e-mail is always sent."""
    more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
    notify(
        people=people_with(Role.SITE_ADMIN),
        subject="The register’s log has stopped",
        text=f"No checkpoint of the register’s log is signed until this is fixed: {problems[0]}{more}",
        topic=Topic.WORK,
        url="/register/log/",
    )


def _owner(token: Token) -> str:
    return f"the machine account {token.user.name}" if token.user.is_machine else "your account"


def _notify_about_token(token: Token, subject: str, text: str) -> None:
    """Notify the owner; for a machine account, the administrators of its organisation."""
    people = [token.user]
    if token.user.is_machine:
        admins = (Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN)
        people = list(people_with(*admins, organisation_id=token.user.organisation_id))
    notify(people=people, subject=subject, text=text, topic=Topic.ACCESS, url="/account/tokens/")
