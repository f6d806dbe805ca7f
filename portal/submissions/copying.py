"""Copies an approval's documents and the operator's examples into a draft that is made from it."""

from dataclasses import dataclass

from django.db import transaction

from craps import BadInput
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions.selectors import core_edition
from portal.submissions.examples import own_examples, parse_example
from portal.submissions.models import OwnExample, Submission, Upload


@dataclass(frozen=True)
class CopiedAttachments:
    """The names of what was copied, and of the examples that the draft's edition cannot read."""

    documents: list[str]
    examples: list[str]
    left_out: list[str]


@transaction.atomic
def copy_attachments(*, actor: User, approval: Submission, draft: Submission) -> CopiedAttachments:
    """Copies the documents submitted with the approved version, and its examples, into a new draft.

    A copied document is another row for the same stored file, so either can be removed without the other.
    """
    require(actor, "submission.edit")
    documents = list(Upload.objects.filter(frozen_rows__version=approval.submitted_version).order_by("pk"))
    Upload.objects.bulk_create(_again(row, draft) for row in documents)
    edition = core_edition(draft.edition_id)
    examples: list[OwnExample] = []
    left_out = []
    for row in own_examples(approval):
        again = OwnExample(
            submission=draft, title=row.title, events=row.events, author=row.author, saved_at=row.saved_at
        )
        try:
            parse_example(edition, again)
        except BadInput:
            left_out.append(row.title)
        else:
            examples.append(again)
    OwnExample.objects.bulk_create(examples)
    carried = CopiedAttachments(
        [row.filename for row in documents], [row.title for row in examples], left_out
    )
    if documents or examples or left_out:
        facts = {
            "from": approval.reference,
            "documents": carried.documents,
            "examples": carried.examples,
            "left_out": carried.left_out,
        }
        record(actor=actor, action="draft.carry_over", obj=draft, after=facts)
    return carried


def _again(row: Upload, draft: Submission) -> Upload:
    """The same document beside another draft, still as it was added and by whom."""
    return Upload(
        submission=draft,
        kind=row.kind,
        confidential=row.confidential,
        filename=row.filename,
        content_type=row.content_type,
        size=row.size,
        sha256=row.sha256,
        file=row.file,
        added_by=row.added_by,
        added_at=row.added_at,
    )
