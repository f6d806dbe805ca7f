"""Questions to experts about a case. `{% load experts %}`, then `{% case_experts submission %}`"""

from typing import Any

from django import template

from portal.accounts.permissions import can
from portal.experts.selectors import requests_of
from portal.experts.services import ASKED_WHILE
from portal.submissions.models import Submission

register = template.Library()


@register.inclusion_tag("regulator/_experts.html", takes_context=True)
def case_experts(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """Every question to an expert with its answer, and what the person may do about it."""
    user = context["user"]
    asks = can(user, "expert.ask")
    requests = list(requests_of(user, submission))
    return {
        "submission": submission,
        "requests": requests,
        "waiting": sum(row.state == "open" for row in requests),
        "open_all": context.get("open_all", False),
        "asks": asks,
        "may_ask": asks and submission.state in ASKED_WHILE,
    }
