"""Periodic tasks of the API."""

from celery import shared_task

from portal.api import idempotency


@shared_task
def delete_expired_answers() -> None:
    idempotency.delete_expired()
