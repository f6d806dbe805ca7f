"""Remarks beside what they speak of. `{% load case %}`, then `{% comments "field" row.path %}`"""

from __future__ import annotations

from typing import Any

from django import template

from portal.pages import comments as places

register = template.Library()


@register.inclusion_tag("regulator/_comments.html", takes_context=True)
def comments_on(context: dict[str, Any], kind: str, about: str) -> dict[str, Any]:
    """What was remarked on one place, and the way to add to it. A page gives `remarks` and `may_comment`."""
    return {
        "submission": context["submission"],
        "kind": kind,
        "about": about,
        "anchor": places.anchor(kind, about),
        "words": places.place_words(kind, about),
        "rows": context["remarks"].get((kind, about), []),
        "may_comment": context["may_comment"],
    }
