"""A submission on the operator's pages. `{% load submissions %}`"""

from typing import Any

from django import template

from portal.accounts.permissions import can
from portal.editions.selectors import scheduled_successor, successor
from portal.review import returns
from portal.review.selectors import days_of
from portal.submissions.models import CoveredTable, Submission
from portal.text import format_day

register = template.Library()


@register.inclusion_tag("operator/_draft_notes.html", takes_context=True)
def draft_notes(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """What stands on every step of a draft: the regulator's message, if it was returned, with a box for the
    reply; and that another edition replaces its own, if it was never submitted."""
    request = context["request"]
    returned = returns.open_return(submission)
    is_new = submission.is_editable and submission.submitted_at is None
    return {
        "submission": submission,
        "returned": returned,
        "reply": returns.saved_reply(submission) if returned else "",
        "may_reply": can(request.user, "submission.edit"),
        "replaced_by": successor(submission.edition_id) if is_new else None,
        "to_be_replaced_by": scheduled_successor(submission.edition_id) if is_new else None,
        "back": request.path,
        "csrf_token": context.get("csrf_token"),
    }


@register.filter
def force_days(row: Submission | CoveredTable) -> str:
    """When an approval, or an approval at one table, starts and ends: “from 3 November 2026”."""
    start, end = days_of(row) if isinstance(row, Submission) else (row.in_force_from, row.in_force_to)
    if start is None:
        return ""
    return f"{format_day(start)} to {format_day(end)}" if end else f"from {format_day(start)}"
