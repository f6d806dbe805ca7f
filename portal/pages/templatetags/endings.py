"""What suspends or ends an approval. `{% load endings %}`, then `{% case_endings submission %}`"""

from typing import Any

from django import template

from portal.accounts.models import User
from portal.accounts.selectors import regulators_gone
from portal.review import selectors, variation
from portal.review.endings import ends_of, notices_of
from portal.submissions.models import Submission

register = template.Library()


@register.inclusion_tag("_components/endings.html", takes_context=True)
def case_endings(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """Suspensions, notices of intent with replies, and ends on a later day; empty if there are none."""
    user = context["user"]
    ends = ends_of(submission)
    for end in ends:
        end.decided_label = selectors.label_of(user, end.decided_by)
    return {
        "submission": submission,
        "user": user,
        "operator_gone": user.is_regulator and not submission.organisation.is_active,
        "regulators_gone": regulators_gone(submission.jurisdiction),
        "notices": notices_of(submission),
        "ends": ends,
        "suspensions": selectors.suspensions_of(submission, user),
        "period": variation.period_of_renewal(submission),
        "unchanged": variation.renews_unchanged(submission),
    }


@register.filter
def can_renew(submission: Submission, user: User) -> bool:
    return variation.can_renew(user, submission)
