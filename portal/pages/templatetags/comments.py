"""`{% load comments %}`, then `{{ comment|place }}`"""

from django import template

from portal.pages.comments import place_words
from portal.review.models import Comment

register = template.Library()


@register.filter
def place(comment: Comment) -> str:
    """What a comment is about."""
    return place_words(comment.about_kind, comment.about)
