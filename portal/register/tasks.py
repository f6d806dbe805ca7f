"""Work for the worker: keeping the log signed and examined."""

from celery import shared_task


@shared_task
def sign_checkpoint() -> None:
    from portal.register import checkpoints

    checkpoints.sign_if_due()
