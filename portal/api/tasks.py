"""The API's housekeeping."""

from celery import shared_task

from portal.api import idempotency


@shared_task
def forget_answers() -> None:
    idempotency.forget_old()
