"""Withdraws a published edition before its day: one asks, another confirms, and it is a draft again."""

from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.editions import events
from portal.editions.models import Edition, EditionState
from portal.editions.publishing import locked_for, move_made, words


@transaction.atomic
def ask_withdrawal(*, actor: User, edition_id: str, reason: str) -> Edition:
    """Ask to withdraw an edition. It stays published until a second person confirms."""
    row = locked_for("ask_withdrawal", actor, edition_id)
    reason = words(reason, field="reason", missing="Enter why it should not come into force.")
    _set_request(row, actor, reason)
    scheduled = EditionState.SCHEDULED
    return move_made(
        row, "ask_withdrawal", actor=actor, from_state=scheduled, after={"reason": reason}, text=reason
    )


@transaction.atomic
def drop_withdrawal(*, actor: User, edition_id: str) -> Edition:
    """Take one's request to withdraw it back."""
    row = locked_for("drop_withdrawal", actor, edition_id)
    _set_request(row, None, "")
    return move_made(row, "drop_withdrawal", actor=actor, from_state=EditionState.SCHEDULED)


@transaction.atomic
def confirm_withdrawal(*, actor: User, edition_id: str) -> Edition:
    """Withdraw an edition that another person asked to withdraw."""
    row = locked_for("confirm_withdrawal", actor, edition_id)
    asker, reason = row.withdrawal_asked_by, row.withdrawal_reason
    row.state, row.withdrawn_by, row.withdrawn_at = EditionState.DRAFT, actor, timezone.now()
    row.published_by, row.published_at = None, None
    row.proposed_by, row.proposed_at, row.proposed_digest = None, None, ""
    row.save()
    events.unpublished.send(Edition, edition=row)
    return move_made(
        row,
        "confirm_withdrawal",
        actor=actor,
        from_state=EditionState.SCHEDULED,
        after={"asked_by": str(asker), "reason": reason},
        asker=asker,
    )


def _set_request(row: Edition, asker: User | None, reason: str) -> None:
    row.withdrawal_asked_by, row.withdrawal_reason = asker, reason
    row.withdrawal_asked_at = timezone.now() if asker else None
    row.save(update_fields=["withdrawal_asked_by", "withdrawal_asked_at", "withdrawal_reason"])
