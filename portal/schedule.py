"""What Celery beat starts, and how often in seconds."""

from typing import Any

WORKER_SEEN_EVERY = 15


def every(seconds: int, task: str) -> dict[str, Any]:
    """A schedule whose message expires before the next one is due."""
    return {
        "task": task,
        "schedule": float(seconds),
        "options": {"expires": seconds, "queue": "housekeeping"},
    }


SCHEDULE = {
    "sweep-documents": every(15, "portal.documents.tasks.sweep"),
    "sweep-bundles": every(15, "portal.bundles.tasks.sweep"),
    "delete-expired-bundles": every(3600, "portal.bundles.tasks.delete_expired"),
    "sweep-sheets": every(15, "portal.sheets.tasks.sweep"),
    "sweep-mail": every(60, "portal.notices.tasks.sweep"),
    "sweep-webhooks": every(15, "portal.notices.tasks.sweep_webhooks"),
    "warn-of-expiry": every(3600, "portal.notices.tasks.warn_of_expiry"),
    "keep-dates": every(60, "portal.review.tasks.keep_dates"),
    "keep-edition-dates": every(60, "portal.editions.tasks.keep_dates"),
    "sign-checkpoint": every(60, "portal.register.tasks.sign_checkpoint"),
    "remind": every(600, "portal.review.tasks.remind"),
    "remind-of-findings": every(600, "portal.inspections.tasks.remind"),
    "recount-due-days": every(3600, "portal.review.tasks.recount_due_days"),
    "delete-expired-answers": every(3600, "portal.api.tasks.delete_expired_answers"),
    "repeat-checks": every(300, "portal.validation.tasks.repeat_outdated"),
    "worker-seen": every(WORKER_SEEN_EVERY, "portal.tasks.worker_seen"),
}
