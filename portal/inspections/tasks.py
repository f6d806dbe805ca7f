"""What inspections do by the clock."""

from celery import shared_task

from portal.inspections import reminders


@shared_task
def remind() -> int:
    """Reminds of findings to be remedied soon and tells of those overdue."""
    return reminders.remind()
