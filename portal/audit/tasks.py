"""Celery tasks of the audit trail."""

from celery import shared_task


@shared_task
def seal() -> None:
    from portal.audit import chain

    chain.seal()


@shared_task
def delete_old_sign_ins() -> None:
    from portal.audit import sign_in_records

    sign_in_records.delete_old()
