"""Copies documents and the operator's examples into a draft made from an approval or another draft."""

from copy import copy
from typing import TypeVar

from django.db import transaction

from craps import BadInput
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions.selectors import core_edition
from portal.submissions.examples import own_examples, parse_example
from portal.submissions.models import OwnExample, Submission, Upload

T = TypeVar("T", Upload, OwnExample)


@transaction.atomic
def copy_attachments(*, actor: User, source: Submission, draft: Submission) -> None:
    """Copies the documents submitted with an approval, or attached to a draft, and the examples.

    A copied document is another row for the same stored file, so either can be removed without the other.
    Examples that the draft's edition cannot read are left out; the audit trail names them.
    """
    require(actor, "submission.edit")
    rows = Upload.objects.filter(submission=source, removed_at=None)
    if source.submitted_version_id is not None:
        rows = Upload.objects.filter(frozen_rows__version=source.submitted_version_id)
    documents = [_copy(row, draft) for row in rows.order_by("pk")]
    for document in documents:
        document.removed_by = document.removed_at = None
    edition = core_edition(draft.edition_id)
    examples, left_out = [], []
    for row in own_examples(source):
        try:
            parse_example(edition, row)
        except BadInput:
            left_out.append(row.title)
        else:
            examples.append(_copy(row, draft))
    Upload.objects.bulk_create(documents)
    OwnExample.objects.bulk_create(examples)
    if documents or examples or left_out:
        facts = {
            "from": source.reference,
            "documents": [document.filename for document in documents],
            "examples": [example.title for example in examples],
            "left_out": left_out,
        }
        record(actor=actor, action="draft.carry_over", obj=draft, after=facts)


def _copy(row: T, draft: Submission) -> T:
    """The same row for another draft, not saved yet."""
    copied = copy(row)
    copied.pk, copied.submission = None, draft
    return copied
