"""Sends an invitation again: a new link, which ends the one before."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from portal.accounts import events, selectors
from portal.accounts.events import send_changed
from portal.accounts.invitation_limits import refuse_flood
from portal.accounts.models import Invitation, User
from portal.accounts.permissions import require
from portal.accounts.services import INVITATION_LASTS
from portal.errors import NotFound, NotPossible

# So that nobody's mailbox is filled from here.
SENT_AGAIN_AFTER = timedelta(minutes=5)
MOST_TIMES_SENT = 10


@transaction.atomic
def resend_invitation(*, actor: User, invitation_id: int) -> Invitation:
    """Send a new link for an open or expired invitation. The link sent before stops working."""
    require(actor, "site.manage" if actor.is_site_admin else "team.manage")
    visible = selectors.sent_invitations(actor).filter(pk=invitation_id, accepted_at=None).exists()
    rows = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation_id) if visible else None
    invitation = rows.first() if rows is not None else None
    if invitation is None or invitation.accepted_at or invitation.cancelled_at:
        raise NotFound("There is no such open invitation.")
    if invitation.waits:
        raise NotPossible("Another administrator has to confirm this invitation before it is sent.")
    now = timezone.now()
    if now < invitation.sent_at + SENT_AGAIN_AFTER:
        raise NotPossible(
            f"The invitation to {invitation.email} was sent less than five minutes ago. Wait a little, and "
            "ask them to check their spam folder."
        )
    if invitation.times_sent >= MOST_TIMES_SENT:
        raise NotPossible(
            f"The invitation to {invitation.email} has been sent {MOST_TIMES_SENT} times. Check the address, "
            "withdraw the invitation and send a new one."
        )
    refuse_flood(actor=actor, email=invitation.email)
    before = {"expires_at": invitation.expires_at.isoformat(), "times_sent": invitation.times_sent}
    token = secrets.token_urlsafe(32)
    invitation.token_hash = selectors.hash_token(token)
    invitation.sent_at, invitation.expires_at = now, now + INVITATION_LASTS
    invitation.times_sent += 1
    invitation.save(update_fields=["token_hash", "sent_at", "expires_at", "times_sent"])
    send_changed(
        actor,
        "invitation.resend",
        invitation,
        before=before,
        after={"expires_at": invitation.expires_at.isoformat(), "times_sent": invitation.times_sent},
    )
    events.invited.send(sender=Invitation, invitation=invitation, token=token)
    return invitation
