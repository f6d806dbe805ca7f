"""Produces documents from their outbox rows, across crashes (portal/outbox.py explains claims).

Finishing is one transaction that also stores the file. Each document has one path for its file, and a worker
that lost its claim never writes there.
"""

import hashlib
import logging
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal import files
from portal.accounts.jurisdictions import jurisdiction
from portal.audit.services import record
from portal.documents import events, pdf, signing
from portal.documents.limited_process import LimitReached, WorkFailed, run_limited
from portal.documents.models import Document, DocumentKind, DocumentState, SigningCertificate
from portal.editions.selectors import core_edition
from portal.outbox import Outbox
from portal.register import services as register
from portal.register import table_statements
from portal.register.table_statements import TableStatement

logger = logging.getLogger(__name__)

RENDER_LIMIT = settings.RENDER_TIME_LIMIT  # seconds, enforced by the worker
LEASE = timedelta(seconds=RENDER_LIMIT + 15)
TYPESETTING_LIMIT = RENDER_LIMIT - 12  # leaves time to sign and store before the task's own limit
MEMORY_LIMIT = settings.RENDER_MEMORY_LIMIT  # megabytes
MAX_FAILURES = 5
# A dead worker says little about the document: rendering has its own process with its own limits.
MAX_ATTEMPTS = 25
FIRST_PAUSE = timedelta(seconds=10)
DOCUMENTS = Outbox(
    model=Document,
    waiting=DocumentState.WAITING,
    in_work=(DocumentState.RENDERING, DocumentState.SIGNING),
    lease=LEASE,
    max_attempts=MAX_ATTEMPTS,
)


class SignedDocument(NamedTuple):
    """A finished document that is not stored yet."""

    data: bytes
    certificate: signing.Signer


def produce(document_id: int) -> bool:
    """Produce the document if it is due. Return True if this call finished it."""
    document = claim(document_id)
    if document is None:
        return False
    try:
        return finish(document, _render_and_sign(document))
    except (signing.SigningProblem, LimitReached, WorkFailed) as problem:
        logger.error("Document %s, attempt %s: %s", document.pk, document.attempts, problem)
        record_failure(document, str(problem))
    except Exception as error:
        logger.exception("Document %s, attempt %s", document.pk, document.attempts)
        record_failure(document, f"{type(error).__name__}: {error}")
    return False


def claim(document_id: int) -> Document | None:
    """Claim the row for this worker; None if it is finished, failed, not due or claimed by another."""
    document: Document | None = DOCUMENTS.claim(document_id)
    return document


@transaction.atomic
def finish(document: Document, signed: SignedDocument) -> bool:
    """Store file, hash, state and register entry in one step; False if another worker took over the row."""
    now = timezone.now()
    name = f"documents/{document.pk}/{document.filename}"
    issued = {
        "sha256": hashlib.sha256(signed.data).hexdigest(),
        "size": len(signed.data),
        "signed_by": signed.certificate.sha256,
    }
    updated = DOCUMENTS.claimed(document).update(
        state=DocumentState.READY, file=name, ready_at=now, claim="", lease_until=None, failure="", **issued
    )
    if not updated:
        logger.warning("Document %s was taken over by another worker.", document.pk)
        return False
    # The row stays locked until the commit, so no other worker writes to this path.
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
            table=document.table_code,
            sha256=document.sha256,
            ruleset_digest=document.snapshot["ruleset_digest"],
            issued_on=_day_of_issue(document),
        )
    record(actor=None, action="document.issue", obj=document, after=issued)
    events.issued.send(sender=Document, document=document)
    return True


@transaction.atomic
def record_failure(document: Document, reason: str) -> None:
    """Schedule the next attempt after a growing pause, or mark the row as failed after the last one."""
    failures = document.failures + 1
    last = failures >= MAX_FAILURES or document.attempts >= MAX_ATTEMPTS
    pause = FIRST_PAUSE * 2 ** (failures - 1)
    updated = DOCUMENTS.claimed(document).update(
        state=DocumentState.FAILED if last else DocumentState.WAITING,
        failures=failures,
        failure=reason[:1000],
        next_attempt_at=timezone.now() + pause,
        claim="",
        lease_until=None,
    )
    if updated and last:
        document.refresh_from_db()
        record(actor=None, action="document.fail", obj=document, after={"reason": document.failure})
        events.failed.send(sender=Document, document=document)


def overdue() -> QuerySet[Document]:
    """Rows that are due and that no worker holds."""
    return DOCUMENTS.due().order_by("pk")


def fail_exhausted() -> None:
    """Mark rows as failed whose worker died on the last attempt and could not do so itself."""
    for document in DOCUMENTS.exhausted():
        record_failure(document, "The worker stopped in the middle of each attempt.")


def _render_and_sign(document: Document) -> SignedDocument:
    """Render in a child process, then sign. Only a signed document is returned.

    The edition is loaded here, because the child must not use its parent's database connection.
    """
    snapshot = _with_statement(document)
    edition = core_edition(snapshot["ruleset"]["edition"])
    typeset = run_limited(
        pdf.render, document.kind, snapshot, edition, seconds=TYPESETTING_LIMIT, megabytes=MEMORY_LIMIT
    )
    DOCUMENTS.claimed(document).update(state=DocumentState.SIGNING)
    data, certificate = signing.sign(
        typeset,
        reason=", ".join(filter(None, (str(document), document.table_label))),
        location=snapshot["jurisdiction_name"],
    )
    return SignedDocument(data, certificate)


def _day_of_issue(document: Document) -> date:
    """The day it was ordered, which is that of its decision, whenever it is typeset and signed."""
    return document.created_at.astimezone(jurisdiction(document.jurisdiction).zone).date()


def _with_statement(document: Document) -> dict[str, Any]:
    """The snapshot; for a table's sign also the QR code with a statement that needs no network to check."""
    snapshot: dict[str, Any] = document.snapshot
    table = snapshot.get("table")
    if document.kind != DocumentKind.SIGN or not table:
        return snapshot
    ends_on = snapshot["ends_on"]
    statement = TableStatement(
        code=table["code"],
        reference=snapshot["reference"],
        digest=snapshot["ruleset_digest"],
        in_force_from=date.fromisoformat(table["from"]),
        in_force_to=date.fromisoformat(ends_on) if ends_on else None,
        issued_on=_day_of_issue(document),
    )
    return snapshot | {"qr_text": table_statements.qr_text(table["code"], table_statements.make(statement))}
