"""Celery tasks of consultations: each one calls a service."""

import logging

from celery import shared_task

from portal.errors import DomainError

logger = logging.getLogger(__name__)


# As long as the impact on all approvals of a jurisdiction may take.
@shared_task(time_limit=960, soft_time_limit=900)
def count_affected(snapshot_id: int) -> None:
    from portal.consultations import services

    services.count_affected(snapshot_id=snapshot_id)


@shared_task
def keep_dates() -> None:
    """Close what is due, and count again what a lost worker did not. A failure of one stops no other."""
    from portal.consultations import services
    from portal.consultations.models import Consultation, ConsultationState, Snapshot

    for row in Consultation.objects.filter(state=ConsultationState.OPEN):
        if row.today > row.closes_on:
            try:
                services.close_due(consultation_id=row.pk)
            except DomainError as error:
                logger.info("%s: %s", row.slug, error)
    for snapshot_id in Snapshot.objects.filter(affected=None).values_list("pk", flat=True)[:20]:
        count_affected.apply_async((snapshot_id,), expires=60)


@shared_task
def erase() -> None:
    """Delete comments that nobody confirmed, and the addresses of consultations closed long ago."""
    from portal.consultations import comments

    comments.delete_unconfirmed()
    for row in comments.due_for_erasure():
        try:
            comments.erase_addresses(consultation_id=row.pk)
        except DomainError as error:
            logger.info("%s: %s", row.slug, error)
