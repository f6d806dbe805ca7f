"""Celery tasks: each one calls a service."""

from celery import shared_task
from django.utils import timezone


@shared_task
def deliver(mail_id: int) -> None:
    from portal.notices import services

    services.deliver(mail_id)


@shared_task
def send_reset(email: str) -> int:
    """Send the link for a new password, if the address has an account."""
    from portal.notices import resets

    return resets.send_reset(email)


@shared_task
def sweep() -> int:
    """Queue e-mails again whose task was lost or whose mail server was unreachable."""
    from portal.notices.models import Mail
    from portal.notices.services import MAX_ATTEMPTS

    waiting = Mail.objects.filter(
        sent_at=None, next_attempt_at__lte=timezone.now(), attempts__lt=MAX_ATTEMPTS
    )
    overdue = list(waiting.order_by("pk").values_list("pk", flat=True)[:100])
    for mail_id in overdue:
        deliver.apply_async((mail_id,), expires=60)
    return len(overdue)


@shared_task
def send_digests() -> int:
    """Write the daily and weekly e-mails whose morning has come."""
    from portal.notices import digests

    return digests.send_digests()


# The time limit must be below the lease in portal/notices/webhooks/outbox.py (tested).
@shared_task(time_limit=30, soft_time_limit=25)
def deliver_webhook(delivery_id: int) -> None:
    from portal.notices.webhooks import outbox

    outbox.deliver(delivery_id)


@shared_task
def sweep_webhooks() -> int:
    from portal.notices.webhooks import outbox

    return outbox.sweep()


@shared_task
def warn_of_expiry() -> int:
    """Notify the owners of tokens that expire within a week."""
    from portal.accounts import tokens

    return tokens.warn_of_expiry()
