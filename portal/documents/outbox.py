"""From row to file, whatever crashes on the way.

A worker claims a row by a conditional UPDATE and holds it for a lease that outlives the task's time limit.
Only the holder of the claim can finish the row, and finishing is one transaction. A row whose lease ran out,
or whose message was lost, is found by the sweeper and queued again.
"""

from __future__ import annotations

import logging
import uuid
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.services import record
from portal.documents import events, pdf, signing, storage
from portal.documents.models import Document, DocumentState
from portal.register import services as register

logger = logging.getLogger(__name__)

RENDER_LIMIT = getattr(settings, "RENDER_TIME_LIMIT", 60)  # seconds, enforced by the worker
LEASE = timedelta(seconds=RENDER_LIMIT + 15)
MAX_ATTEMPTS = 5
FIRST_PAUSE = timedelta(seconds=10)
IN_WORK = (DocumentState.RENDERING, DocumentState.SIGNING)


class Made(NamedTuple):
    """A document that is finished and stored, with what is known of it."""

    file: str
    sha256: str
    size: int
    signed_by: str


def produce(document_id: int) -> bool:
    """Makes the document if it is there to be made. True if this call made it."""
    document = claim(document_id)
    if document is None:
        return False
    try:
        made = _make(document)
    except signing.SigningProblem as problem:
        logger.error("Document %s, attempt %s: %s", document.pk, document.attempts, problem)
        give_up_attempt(document, str(problem))
        return False
    except Exception as error:
        logger.exception("Document %s, attempt %s", document.pk, document.attempts)
        give_up_attempt(document, f"{type(error).__name__}: {error}")
        return False
    return finish(document, made)


def claim(document_id: int) -> Document | None:
    """Takes the row for this worker, or None if it is done, failed, not due or held by another."""
    now = timezone.now()
    token = uuid.uuid4().hex
    taken = (
        _due(now)
        .filter(pk=document_id)
        .update(
            state=DocumentState.RENDERING,
            claim=token,
            lease_until=now + LEASE,
            attempts=F("attempts") + 1,
        )
    )
    if not taken:
        return None
    return Document.objects.select_related("submission").get(pk=document_id, claim=token)


@transaction.atomic
def finish(document: Document, made: Made) -> bool:
    """File, hash, register entry and state in one step; False if another worker has taken the row over."""
    now = timezone.now()
    done = Document.objects.filter(pk=document.pk, claim=document.claim, state__in=IN_WORK).update(
        state=DocumentState.READY,
        file=made.file,
        sha256=made.sha256,
        size=made.size,
        signed_by=made.signed_by,
        ready_at=now,
        claim="",
        lease_until=None,
        failure="",
    )
    if not done:
        logger.warning("Document %s was finished by another worker.", document.pk)
        return False
    document.refresh_from_db()
    submission = document.submission
    register.enter_document(
        submission=submission,
        document=document.kind,
        sha256=made.sha256,
        ruleset_digest=document.snapshot["ruleset_digest"],
        issued_on=now.astimezone(jurisdiction(submission.jurisdiction).zone).date(),
    )
    issued = {"sha256": made.sha256, "size": made.size, "signed_by": made.signed_by}
    record(actor=None, action="document.issue", obj=document, after=issued)
    events.issued.send(sender=Document, document=document)
    return True


@transaction.atomic
def give_up_attempt(document: Document, reason: str) -> None:
    """Puts the row back with a pause that grows, or ends it as failed after the last attempt."""
    last = document.attempts >= MAX_ATTEMPTS
    pause = FIRST_PAUSE * 2 ** (document.attempts - 1)
    given_up = Document.objects.filter(pk=document.pk, claim=document.claim, state__in=IN_WORK).update(
        state=DocumentState.FAILED if last else DocumentState.WAITING,
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
    return _due(timezone.now()).order_by("pk")


def abandon_spent() -> None:
    """Ends rows whose worker died on the last attempt: nobody is left to say so."""
    spent = Document.objects.filter(
        state__in=IN_WORK, lease_until__lt=timezone.now(), attempts__gte=MAX_ATTEMPTS
    )
    for document in spent:
        give_up_attempt(document, "The worker stopped in the middle of each attempt.")


def _due(now: datetime) -> QuerySet[Document]:
    waiting = Q(state=DocumentState.WAITING, next_attempt_at__lte=now)
    dropped = Q(state__in=IN_WORK, lease_until__lt=now, attempts__lt=MAX_ATTEMPTS)
    return Document.objects.filter(waiting | dropped)


def _make(document: Document) -> Made:
    """Typeset, signed and stored. Nothing is stored that is not signed."""
    typeset = pdf.render(document.snapshot)
    Document.objects.filter(pk=document.pk, claim=document.claim, state=DocumentState.RENDERING).update(
        state=DocumentState.SIGNING
    )
    signed, signed_by = signing.sign(
        typeset,
        reason=f"Approval {document.snapshot['reference']}",
        location=document.snapshot["jurisdiction_name"],
    )
    name, sha256 = storage.put(signed)
    return Made(name, sha256, len(signed), signed_by)
