from celery import shared_task
from django.utils import timezone


@shared_task
def deliver(mail_id: int) -> None:
    from portal.notices import services

    services.deliver(mail_id)


@shared_task
def sweep() -> int:
    """Queues e-mails again whose message was lost or whose mail server was away."""
    from portal.notices.models import Mail
    from portal.notices.services import MAX_ATTEMPTS

    waiting = Mail.objects.filter(
        sent_at=None, next_attempt_at__lte=timezone.now(), attempts__lt=MAX_ATTEMPTS
    )
    overdue = list(waiting.order_by("pk").values_list("pk", flat=True)[:100])
    for mail_id in overdue:
        deliver.apply_async((mail_id,), expires=60)
    return len(overdue)
