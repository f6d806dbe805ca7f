"""`{% load comments %}`, then `{{ comment|place:submission.edition_id }}`"""

from django import template

from portal.editions.selectors import core_edition
from portal.pages.comments import place_words
from portal.review.models import Comment

register = template.Library()


@register.filter
def place(comment: Comment, edition_id: str) -> str:
    """What a comment is about; wagers are named as the edition of the case does."""
    return place_words(comment.about_kind, comment.about, core_edition(edition_id))
