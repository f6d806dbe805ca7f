"""Notices to people about their second factor, and to administrators who are asked to confirm."""

from typing import Any

from django.dispatch import receiver

from portal.accounts.models import User
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.sign_in import events, guesses
from portal.sign_in.models import FactorReset
from portal.sign_in.resets import administrators

_NOT_YOU = "If it was not you, change your password at once and tell your organisation’s administrator."


_WHAT_IT_MEANS = {
    guesses.PASSWORD: "Your password was not guessed; keep it if it is long and used nowhere else.",
    guesses.PRESENT_PASSWORD: "It was typed where you are signed in: if it was not you, set a new password.",
    guesses.CODE: "Whoever it was knows your password: if it was not you, set a new one at once.",
}


@receiver(events.factor_changed)
def factor_changed(*, user: User, text: str, **_: Any) -> None:
    notify(
        people=[user],
        subject="Your second factor",
        text=f"{text} {_NOT_YOU}",
        topic=Topic.ACCESS,
        url="/account/second-factor/",
    )


@receiver(events.slowed)
def slowed(*, user: User, kind: str, **_: Any) -> None:
    """Once a day at most."""
    notify(
        people=[user],
        subject="Wrong passwords or codes for your account",
        text=f"A wrong {kind.replace('-', ' ')} was entered for your account more than {guesses.FREE} times "
        "since yesterday. Where you have not signed in before, tries now wait up to 15 minutes; a passkey or "
        f"a new password by e-mail does not. {_WHAT_IT_MEANS[kind]}",
        topic=Topic.ACCESS,
        url="/account/sessions/",
    )


@receiver(events.identity_changed)
def identity_changed(*, user: User, text: str, **_: Any) -> None:
    notify(
        people=[user],
        subject="Your sign-in through your organisation",
        text=f"{text} If it was not you, tell your organisation’s administrator at once.",
        topic=Topic.ACCESS,
        url="/account/providers/",
    )


@receiver(events.signed_out)
def signed_out(*, user: User, actor: User, **_: Any) -> None:
    notify(
        people=[user],
        subject="You were signed out everywhere",
        text=f"{actor.name} ended all your sessions, and your browsers are no longer trusted. Your password "
        "has not changed. If you do not know why, ask before you sign in again.",
        topic=Topic.ACCESS,
        url="/account/sessions/",
    )


@receiver(events.reset_asked)
def reset_asked(*, reset: FactorReset, **_: Any) -> None:
    person, asker = reset.person, reset.asked_by
    notify(
        people=[person],
        subject="A request to remove your second factor",
        text=f"{asker.name} says that your second factor is lost and asks another administrator to remove "
        "it. If you still have it, tell your organisation’s administrators at once.",
        topic=Topic.ACCESS,
        url="/account/second-factor/",
    )
    notify(
        people=[each for each in administrators(person) if each.pk != asker.pk],
        subject=f"Confirm the lost second factor of {person.name}",
        text=f"{asker.name} asks to remove the second factor of {person.name}. Confirm it only if you are "
        f"sure that {person.name} asked for it.",
        topic=Topic.WORK,
        url="/team/second-factors/",
    )


@receiver(events.reset_confirmed)
def reset_confirmed(*, reset: FactorReset, **_: Any) -> None:
    notify(
        people=[reset.person],
        subject="Your second factor was removed",
        text=f"{reset.asked_by.name} and {reset.confirmed_by} removed your second factor. You were signed "
        f"out everywhere. Set up a new one when you sign in. {_NOT_YOU}",
        topic=Topic.ACCESS,
        url="/account/second-factor/",
    )
