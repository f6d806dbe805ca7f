"""The worker's heartbeat."""

from celery import shared_task

from portal import health


@shared_task
def worker_seen() -> None:
    health.record_heartbeat()
