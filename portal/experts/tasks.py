"""What experts do by the clock."""

from celery import shared_task

from portal.experts import reminders


@shared_task
def remind() -> int:
    """Reminds experts of answers due soon and tells of those overdue."""
    return reminders.remind()
