"""`{% load remarks %}`, then `{{ comment|place }}`"""

from django import template

from portal.pages.remarks import place_words
from portal.review.models import Comment

register = template.Library()


@register.filter
def place(comment: Comment) -> str:
    """What a remark is about."""
    return place_words(comment.about_kind, comment.about)
