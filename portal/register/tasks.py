"""Celery task of the register."""

from celery import shared_task


@shared_task
def sign_checkpoint() -> None:
    from portal.register import checkpoints

    checkpoints.sign_if_due()
