"""From row to file, whatever crashes on the way (portal/outbox.py says how rows are claimed).

Finishing is one transaction that stores the file too: each document has one place for its file, and a
worker that lost its claim never writes there.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal import files
from portal.accounts.jurisdictions import jurisdiction
from portal.audit.services import record
from portal.documents import events, pdf, signing
from portal.documents.limited_process import LimitReached, WorkFailed, run_limited
from portal.documents.models import Document, DocumentState, SigningCertificate
from portal.editions.selectors import core_edition
from portal.outbox import Outbox
from portal.register import services as register

logger = logging.getLogger(__name__)

RENDER_LIMIT = settings.RENDER_TIME_LIMIT  # seconds, enforced by the worker
LEASE = timedelta(seconds=RENDER_LIMIT + 15)
TYPESET_LIMIT = RENDER_LIMIT - 12  # leaves time to sign and store before the worker's own limit
MEMORY_LIMIT = settings.RENDER_MEMORY_LIMIT  # megabytes
MAX_FAILURES = 5
# A worker that dies says little about the document: typesetting has a process of its own with its own limits.
MAX_ATTEMPTS = 25
FIRST_PAUSE = timedelta(seconds=10)
DOCUMENTS = Outbox(
    model=Document,
    waiting=DocumentState.WAITING,
    in_work=(DocumentState.RENDERING, DocumentState.SIGNING),
    lease=LEASE,
    max_attempts=MAX_ATTEMPTS,
)


class Signed(NamedTuple):
    """A finished document that is not stored yet."""

    data: bytes
    certificate: signing.Signer


def produce(document_id: int) -> bool:
    """Makes the document if it is there to be made. True if this call made it."""
    document = claim(document_id)
    if document is None:
        return False
    try:
        return finish(document, _make(document))
    except (signing.SigningProblem, LimitReached, WorkFailed) as problem:
        logger.error("Document %s, attempt %s: %s", document.pk, document.attempts, problem)
        record_failure(document, str(problem))
    except Exception as error:
        logger.exception("Document %s, attempt %s", document.pk, document.attempts)
        record_failure(document, f"{type(error).__name__}: {error}")
    return False


def claim(document_id: int) -> Document | None:
    """Takes the row for this worker, or None if it is done, failed, not due or held by another."""
    return DOCUMENTS.claim(document_id)


@transaction.atomic
def finish(document: Document, signed: Signed) -> bool:
    """File, hash, register entry and state in one step; False if another worker has taken the row over."""
    now = timezone.now()
    name = f"documents/{document.pk}/{document.filename}"
    issued = {
        "sha256": hashlib.sha256(signed.data).hexdigest(),
        "size": len(signed.data),
        "signed_by": signed.certificate.sha256,
    }
    done = DOCUMENTS.claimed(document).update(
        state=DocumentState.READY, file=name, ready_at=now, claim="", lease_until=None, failure="", **issued
    )
    if not done:
        logger.warning("Document %s was taken over by another worker.", document.pk)
        return False
    # The row is ours until the commit, so nobody else writes to this place meanwhile.
    files.put(name, signed.data)
    document.refresh_from_db()
    submission = document.submission
    SigningCertificate.objects.get_or_create(
        sha256=signed.certificate.sha256,
        defaults={"subject": signed.certificate.subject, "chain": signed.certificate.chain},
    )
    if document.is_public:
        register.enter_document(
            submission=submission,
            document=document.kind,
            sha256=document.sha256,
            ruleset_digest=document.snapshot["ruleset_digest"],
            issued_on=now.astimezone(jurisdiction(submission.jurisdiction).zone).date(),
        )
    record(actor=None, action="document.issue", obj=document, after=issued)
    events.issued.send(sender=Document, document=document)
    return True


@transaction.atomic
def record_failure(document: Document, reason: str) -> None:
    """Puts the row back with a pause that grows, or ends it as failed after the last attempt."""
    failures = document.failures + 1
    last = failures >= MAX_FAILURES or document.attempts >= MAX_ATTEMPTS
    pause = FIRST_PAUSE * 2 ** (failures - 1)
    given_up = DOCUMENTS.claimed(document).update(
        state=DocumentState.FAILED if last else DocumentState.WAITING,
        failures=failures,
        failure=reason[:1000],
        next_attempt_at=timezone.now() + pause,
        claim="",
        lease_until=None,
    )
    if given_up and last:
        document.refresh_from_db()
        record(actor=None, action="document.fail", obj=document, after={"reason": document.failure})
        events.failed.send(sender=Document, document=document)


def overdue() -> QuerySet[Document]:
    """Rows that should be in a worker's hands and are not."""
    return DOCUMENTS.due().order_by("pk")


def fail_exhausted() -> None:
    """Ends rows whose worker died on the last attempt: nobody is left to say so."""
    for document in DOCUMENTS.exhausted():
        record_failure(document, "The worker stopped in the middle of each attempt.")


def _make(document: Document) -> Signed:
    """Typeset in a child process, then signed. Nothing leaves here that is not signed.

    The child takes its edition along: the connection to the database is its parent's.
    """
    snapshot = document.snapshot
    edition = core_edition(snapshot["ruleset"]["edition"])
    typeset = run_limited(
        pdf.render, document.kind, snapshot, edition, seconds=TYPESET_LIMIT, megabytes=MEMORY_LIMIT
    )
    DOCUMENTS.claimed(document).update(state=DocumentState.SIGNING)
    data, certificate = signing.sign(
        typeset,
        reason=f"{document.get_kind_display()} {snapshot['reference']}",
        location=snapshot["jurisdiction_name"],
    )
    return Signed(data, certificate)
