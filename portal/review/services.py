"""What people write about a case without moving it."""

from __future__ import annotations

from django.db import transaction

from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.review.models import Note
from portal.review.statements import text_given
from portal.submissions import selectors


@transaction.atomic
def add_note(*, actor: User, reference: str, text: str) -> Note:
    """An internal note of the regulator. The operator never sees it."""
    submission = selectors.submission(actor, reference)
    require(actor, "review.note")
    note = Note.objects.create(
        submission=submission,
        text=text_given(text, "text", "Write the note.", longest=10_000),
        author=actor,
    )
    # Its text stays out of the trail, which the operator's side can partly read.
    record(actor=actor, action="review.note", obj=submission, organisation=actor.organisation)
    return note
