"""What follows for sign-in when a password changes or an account is closed."""

from typing import Any

from django.utils import timezone

from portal.accounts.models import User
from portal.sign_in import sessions, trusted
from portal.sign_in.models import FactorReset


def password_changed(*, user: User, **_: Any) -> None:
    """Browsers signed in or trusted with the former password have to start anew.

    The page that changed it notes its own browser again.
    """
    trusted.forget_trusted(user)
    sessions.forget_all(user)


def access_ended(*, user: User, **_: Any) -> None:
    """Nothing of it comes back if the account is opened again."""
    trusted.forget_trusted(user)
    sessions.end_sessions_of(user)
    FactorReset.objects.filter(person=user, ended_at=None).update(ended_at=timezone.now())
