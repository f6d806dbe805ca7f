"""The count of a draft's possible errors, for the pages from which it is proposed and published."""

from typing import Any

from django import template

from portal.editions.models import Edition
from portal.editions.slips import slips_of

register = template.Library()


@register.inclusion_tag("regulator/_edition_slips_count.html")
def possible_errors(edition: Edition) -> dict[str, Any]:
    slips = [] if edition.is_published else slips_of(edition)
    return {
        "edition": edition,
        "count": len(slips),
        "open_count": sum(each.explanation is None for each in slips),
    }
