"""Comments beside the rule, finding or clause they are about: `{% comments_on "field" row.path %}`."""

from typing import Any

from django import template

from portal.editions.selectors import core_edition
from portal.pages import comments as page_places
from portal.review.models import Comment
from portal.submissions.row_groups import RowGroup

register = template.Library()


@register.inclusion_tag("regulator/_comments.html", takes_context=True)
def comments_on(context: dict[str, Any], kind: str, about: str) -> dict[str, Any]:
    """The comments on one place, and a link to add one. The page provides `comments` and `may_comment`."""
    return {
        "submission": context["submission"],
        "kind": kind,
        "about": about,
        "anchor": page_places.anchor(kind, about),
        "words": page_places.place_words(kind, about, core_edition(context["submission"].edition_id)),
        "rows": [row for place in _names(kind, about) for row in context["comments"].get((kind, place), [])],
        "may_comment": context["may_comment"],
    }


def _names(kind: str, about: str) -> list[str]:
    """How comments name a place; older ones name a finding by its rule and path alone."""
    return list(dict.fromkeys((about.partition("#")[0], about))) if kind == Comment.About.FINDING else [about]


@register.inclusion_tag("regulator/_group_comments.html", takes_context=True)
def comments_on_group(context: dict[str, Any], group: RowGroup) -> dict[str, Any]:
    """The comments on each rule of a row that stands for several."""
    places = [
        (name, comments_on(context, "field", row["path"]))
        for name, row in zip(group.names, group.rows, strict=True)
    ]
    return {
        "places": places,
        "has_comments": any(place["rows"] for _, place in places),
        "may_comment": context["may_comment"],
    }
