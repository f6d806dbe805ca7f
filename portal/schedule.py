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
    "sweep-impact": every(15, "portal.review.tasks.sweep_impact"),
    "sweep-edition-tests": every(15, "portal.editions.tasks.sweep_tests"),
    "sweep-scans": every(15, "portal.scanning.tasks.sweep"),
    "sweep-mail": every(60, "portal.notices.tasks.sweep"),
    "send-digests": every(300, "portal.notices.tasks.send_digests"),
    "sweep-webhooks": every(15, "portal.notices.tasks.sweep_webhooks"),
    "warn-of-expiry": every(3600, "portal.notices.tasks.warn_of_expiry"),
    "keep-dates": every(60, "portal.review.tasks.keep_dates"),
    "keep-edition-dates": every(60, "portal.editions.tasks.keep_dates"),
    "sign-checkpoint": every(60, "portal.register.tasks.sign_checkpoint"),
    "check-log": every(600, "portal.register.tasks.check_log"),
    "remind": every(600, "portal.review.tasks.remind"),
    "keep-consultation-dates": every(60, "portal.consultations.tasks.keep_dates"),
    "erase-comment-addresses": every(3600, "portal.consultations.tasks.erase"),
    "remind-of-findings": every(600, "portal.inspections.tasks.remind"),
    "remind-experts": every(600, "portal.experts.tasks.remind"),
    "recount-due-days": every(3600, "portal.review.tasks.recount_due_days"),
    "delete-expired-answers": every(3600, "portal.api.tasks.delete_expired_answers"),
    "repeat-checks": every(300, "portal.validation.tasks.repeat_outdated"),
    "seal-audit": every(60, "portal.audit.tasks.seal"),
    "delete-old-sign-ins": every(3600, "portal.audit.tasks.delete_old_sign_ins"),
    "worker-seen": every(WORKER_SEEN_EVERY, "portal.tasks.worker_seen"),
}
