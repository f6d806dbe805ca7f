"""The bundles of a case. `{% load bundles %}`, then `{% case_bundles submission %}`"""

from typing import Any

from django import template

from portal.accounts.models import User
from portal.bundles import selectors
from portal.submissions.models import Submission

register = template.Library()


@register.inclusion_tag("_components/bundles.html", takes_context=True)
def case_bundles(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """What can be ordered, its progress, and the finished file."""
    return bundle_context(context["user"], submission) | {"csrf_token": context.get("csrf_token")}


def bundle_context(user: User, submission: Submission) -> dict[str, Any]:
    offers = selectors.offers(user, submission)
    return {
        "submission": submission,
        "user": user,
        "offers": offers,
        "pending": any(offer.bundle is not None and offer.bundle.is_pending for offer in offers),
    }
