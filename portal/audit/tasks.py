"""Celery tasks of the audit trail."""

from celery import shared_task


@shared_task
def seal() -> None:
    from portal.audit import chain

    chain.seal()
