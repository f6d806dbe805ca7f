"""Reminds experts of questions to answer, and tells both sides of those overdue."""

from portal.experts import events
from portal.experts.models import UNDER_REVIEW, ExpertRequest
from portal.review.reminders import remind_of


def remind() -> int:
    """Sends every reminder whose time has come. How many there were."""
    still_open = {"answered_at": None, "withdrawn_at": None}
    rows = ExpertRequest.objects.filter(submission__state__in=UNDER_REVIEW, **still_open)
    return remind_of(rows.select_related("submission", "organisation"), still_open, _itself, _announce)


def _itself(row: ExpertRequest) -> ExpertRequest:
    """The trail files it under the request: the operator's side learns nothing of it."""
    return row


def _announce(row: ExpertRequest, _: ExpertRequest, overdue: bool) -> None:
    events.due.send(sender=ExpertRequest, request=row, overdue=overdue)
