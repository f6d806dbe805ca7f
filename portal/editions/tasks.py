"""Celery task of editions."""

import logging

from celery import shared_task

from portal.editions import drafting
from portal.errors import DomainError

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Bring due editions into force. A failure of one does not stop the others."""
    for edition in drafting.due():
        try:
            drafting.come_into_force(edition_id=edition.pk)
        except DomainError as error:
            logger.info("%s: %s", edition.pk, error)
