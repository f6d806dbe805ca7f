"""Comments beside the rule, finding or clause they are about: `{% comments_on "field" row.path %}`."""

from typing import Any

from django import template

from portal.pages import comments as places

register = template.Library()


@register.inclusion_tag("regulator/_comments.html", takes_context=True)
def comments_on(context: dict[str, Any], kind: str, about: str) -> dict[str, Any]:
    """The comments on one place, and a link to add one. The page provides `comments` and `may_comment`."""
    return {
        "submission": context["submission"],
        "kind": kind,
        "about": about,
        "anchor": places.anchor(kind, about),
        "words": places.place_words(kind, about),
        "rows": context["comments"].get((kind, about), []),
        "may_comment": context["may_comment"],
    }
