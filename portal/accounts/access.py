"""What ends at once with an account or its password: tokens, sessions, and the address of the calendar.

Opening an account again brings none of it back.
"""

from django.utils import timezone

from portal.accounts import events
from portal.accounts.absence_ends import end_with_account
from portal.accounts.events import send_changed
from portal.accounts.models import RoleChange, Token, User


def end_tokens(*, actor: User, user: User) -> int:
    """Part of a change of password and of closing an account. Return how many have ended."""
    ended = Token.objects.live().filter(user=user)
    names = list(ended.values_list("name", flat=True))
    if names:
        ended.update(revoked_at=timezone.now(), revoked_by=actor)
        send_changed(actor, "token.end", user, before={"tokens": names})
    return len(names)


def end_access(*, actor: User, user: User) -> None:
    """Part of closing an account: whatever lets somebody in, or would let them decide, ends for good."""
    now = timezone.now()
    end_tokens(actor=actor, user=user)
    end_with_account(actor=actor, user=user)
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])
    RoleChange.objects.filter(user=user, closed_at=None).update(closed_at=now, closed_by=actor)
    events.access_ended.send(sender=User, user=user)
