"""How many invitations go to one mailbox, and from one sender, in a day."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from portal.accounts.models import Invitation, User
from portal.accounts.same_person import mailbox
from portal.errors import NotPossible

A_DAY = timedelta(days=1)
MOST_TO_A_MAILBOX = 5  # from all organisations together, those sent again included
MOST_FROM_A_SENDER = 50


def refuse_flood(*, actor: User, email: str) -> None:
    """NotPossible if this mailbox had, or this sender sent, enough invitations in the last 24 hours."""
    lately = Invitation.objects.filter(sent_at__gt=timezone.now() - A_DAY)
    if _sent(lately.filter(invited_by=actor)) >= MOST_FROM_A_SENDER:
        raise NotPossible(
            f"You have sent {MOST_FROM_A_SENDER} invitations in the last 24 hours, which is the limit. "
            "Continue tomorrow, or ask another administrator."
        )
    at_host = lately.filter(email__iendswith=f"@{email.rpartition('@')[2]}")
    if _sent(row for row in at_host if mailbox(row.email) == mailbox(email)) >= MOST_TO_A_MAILBOX:
        raise NotPossible(
            f"{email} has been sent {MOST_TO_A_MAILBOX} invitations in the last 24 hours, which is the "
            "limit. Ask them to check their spam folder, or try again tomorrow."
        )


def _sent(rows: Iterable[Invitation]) -> int:
    return sum(row.times_sent for row in rows)
