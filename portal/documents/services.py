"""Orders, reads and retries documents. outbox.py produces them."""

import hashlib
import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from craps.codec import canonical_bytes
from portal import files
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.documents import tasks
from portal.documents.models import Document, DocumentKind, DocumentState
from portal.errors import NotFound, NotPossible
from portal.queueing import queue_on_commit
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission, Version

logger = logging.getLogger(__name__)


def order(
    *, kind: str, submission: Submission, version: Version, snapshot: dict[str, Any], occasion: str = ""
) -> Document:
    """Create the outbox row in the transaction of the decision; the task is queued on commit."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("Order a document inside the transaction of its decision.")
    document = Document.objects.create(
        kind=DocumentKind(kind),
        submission=submission,
        version=version,
        occasion=occasion,
        snapshot=snapshot,
        snapshot_digest=hashlib.sha256(canonical_bytes(snapshot)).hexdigest(),
    )
    record(actor=None, action="document.order", obj=document, after={"kind": document.kind})
    queue_on_commit(tasks.produce, document.pk)
    return document


def read(document: Document) -> bytes:
    """Return the document's bytes after checking their hash. An altered file is never served."""
    if not document.is_ready:
        raise NotPossible(f"{document} is not ready yet: {document.state_label.lower()}.")
    try:
        return files.get(document.file, document.sha256)
    except files.FileProblem as problem:
        logger.error("Document %s: %s", document.pk, problem)
        raise NotPossible(
            f"The stored file of {document} is missing or was altered, so it cannot be downloaded. "
            "The site administrator has to restore it."
        ) from None


@transaction.atomic
def retry(*, actor: User, document_id: int) -> Document:
    """Queue a failed document again, with all its attempts."""
    document = Document.objects.select_for_update(no_key=True).filter(pk=document_id).first()
    if document is None or not submissions.submissions(actor).filter(pk=document.submission_id).exists():
        raise NotFound("Document not found.")
    require(actor, "document.retry")
    if document.state != DocumentState.FAILED:
        raise NotPossible(f"Only a failed document can be retried. This one: {document.state_label.lower()}.")
    before = {"state": document.state, "failure": document.failure, "attempts": document.attempts}
    document.state = DocumentState.WAITING
    document.attempts = document.failures = 0
    document.failure = ""
    document.next_attempt_at = timezone.now()
    document.save(update_fields=["state", "attempts", "failures", "failure", "next_attempt_at"])
    record(actor=actor, action="document.retry", obj=document, before=before, after={"state": document.state})
    queue_on_commit(tasks.produce, document.pk)
    return document
