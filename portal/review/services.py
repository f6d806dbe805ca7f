"""What people write about a case without moving it."""

from portal.accounts.models import User
from portal.review.comments import comment
from portal.review.models import Comment


def add_note(*, actor: User, reference: str, text: str) -> Comment:
    """An internal note on the case. The operator never sees it."""
    return comment(actor=actor, reference=reference, text=text)
