"""Celery tasks of the register."""

from celery import shared_task


@shared_task
def sign_checkpoint() -> None:
    from portal.register import checkpoints

    checkpoints.sign_if_due()
    ask_witnesses.delay()


@shared_task
def ask_witnesses() -> None:
    """Ask each witness in a task of its own: one that does not answer keeps no other waiting."""
    from portal.register import witnesses

    for key in witnesses.due():
        ask_witness.delay(key)


@shared_task
def ask_witness(key: str) -> None:
    from portal.register import witnesses

    witnesses.ask(key)


@shared_task
def check_log() -> None:
    from portal.register import checkpoints

    checkpoints.check_if_due()
