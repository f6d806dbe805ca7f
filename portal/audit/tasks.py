"""Celery tasks of the audit trail."""

from celery import shared_task


@shared_task
def seal() -> None:
    from portal.audit import chain

    chain.seal()


@shared_task
def delete_old_sign_ins() -> None:
    from portal.audit import sign_in_records
    from portal.sign_in import sessions

    sign_in_records.delete_old()
    sessions.delete_old()
