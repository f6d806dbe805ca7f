"""Verifies a document by its file, its hash or its reference: is it genuine, and is the approval in force?

A file is examined by scripts/verify_document.py, the program anyone can run offline, in its own process with
limits on time and memory. A web process never parses an upload, and nothing is stored.
"""

import contextlib
import hashlib
import json
import logging
import re
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from portal.documents import signing
from portal.documents.models import PUBLIC_KINDS, Document, SigningCertificate
from portal.errors import BadValue, NotPossible
from portal.register import selectors as register
from portal.submissions.models import HOLDS_FORCE, State, Submission
from portal.submissions.tables import held_elsewhere, tables_of

logger = logging.getLogger(__name__)

PROGRAM = settings.BASE_DIR / "scripts" / "verify_document.py"
MAX_BYTES = 10 * 1024 * 1024
TIME_LIMIT = 60  # seconds, on a machine that has much else to do
WORK_LIMIT = 6  # seconds of a processor; a document of ours takes one
MEMORY_LIMIT = 512  # megabytes
MAX_CONCURRENT = 2  # in each web process

GENUINE, ALTERED, UNKNOWN = "genuine", "altered", "unknown"
_slots = BoundedSemaphore(MAX_CONCURRENT)
_REFERENCE = re.compile(r"\b([A-Z]{2,4}-\d{4}-\d{4,})\b")


@dataclass(frozen=True)
class Verification:
    """The result. `standing` is the state of the submission, for a genuine public document."""

    verdict: str
    why: str = ""
    reference: str = ""
    kind_label: str = ""
    standing: str = ""
    effective_on: str = ""  # ISO date of the decision
    superseded_by: str = ""
    signer: str = ""
    key: str = ""
    signed_at: datetime | None = None
    signed_for: str = ""
    sha256: str = ""
    ruleset_digest: str = ""
    is_letter: bool = False
    is_file: bool = True
    documents: tuple[Document, ...] = field(default=())

    @property
    def in_force(self) -> bool:
        return self.standing == State.IN_FORCE

    @property
    def tone(self) -> str:
        if self.verdict == ALTERED:
            return "breach"
        if self.verdict == UNKNOWN or (self.standing and not self.in_force):
            return "refer"
        return "ok"


def verify_file(data: bytes) -> Verification:
    """Examine the bytes, then look them up in our records. The file is not stored."""
    if not data:
        raise BadValue(_("The file is empty. Choose a PDF."), field="document")
    if len(data) > MAX_BYTES:
        raise BadValue(
            _("The file is larger than {limit} MB. No Baize document is that large.").format(
                limit=MAX_BYTES // 1024 // 1024
            ),
            field="document",
        )
    sha256 = hashlib.sha256(data).hexdigest()
    report = _examine(data)
    signature: dict[str, Any] = {
        "sha256": sha256,
        "signer": report.get("signer", ""),
        "key": report.get("key", ""),
        "signed_for": report.get("signed_for", ""),
        "signed_at": datetime.fromisoformat(report["signed_at"]) if report.get("signed_at") else None,
    }
    document = Document.objects.filter(sha256=sha256).select_related("submission").first()
    if document is not None:  # byte for byte the file we issued
        return _issued(document, signature)
    if report["verdict"] == ALTERED:
        reference = _registered_reference(signature["signed_for"])
        return Verification(ALTERED, why=report["why"], reference=reference, **signature)
    if report["verdict"] == GENUINE:
        return Verification(
            UNKNOWN,
            why=_(
                "The signature is ours, but we did not issue this file. Do not rely on it; tell the "
                "regulator."
            ),
            **signature,
        )
    return Verification(UNKNOWN, why=report["why"], **signature)


def verify_hash(sha256: str) -> Verification:
    """Look up a file by its SHA-256, without uploading it."""
    document = Document.objects.filter(sha256=sha256).exclude(sha256="").select_related("submission").first()
    if document is None:
        return Verification(UNKNOWN, why=_("We did not issue a file with this hash."), sha256=sha256)
    return _issued(document, {"sha256": sha256})


def verify_reference(reference: str) -> Verification:
    """Look up what was issued under a reference. The result has only what the register shows."""
    reference = reference.strip().upper()
    if not _REFERENCE.fullmatch(reference):
        message = _("Enter a reference such as MD-2026-0042. It is printed on every page of the document.")
        raise BadValue(message, field="reference")
    entry = register.entries().filter(reference=reference).first()
    if entry is None:
        why = _("The register has no entry {reference}.").format(reference=reference)
        return Verification(UNKNOWN, why=why, reference=reference, is_file=False)
    issued = Document.objects.filter(submission__reference=reference, kind__in=PUBLIC_KINDS, state="ready")
    return Verification(
        GENUINE,
        reference=reference,
        standing=entry.standing,
        effective_on=entry.leaf.get("effective_on") or "",
        superseded_by=successor_of_case(register.case_of(entry).pk),
        ruleset_digest=entry.leaf.get("ruleset_digest", ""),
        documents=tuple(issued.order_by("pk")),
        is_file=False,
    )


def known_certificates() -> str:
    """Every certificate that ever signed here, including the current one, as PEM for the offline check."""
    chains = list(SigningCertificate.objects.values_list("chain", flat=True))
    with contextlib.suppress(signing.SigningProblem):
        chains.append(signing.current_signer().chain)
    end = "-----END CERTIFICATE-----"
    certificates = dict.fromkeys(
        f"{part.strip()}\n{end}\n" for chain in chains for part in chain.split(end) if part.strip()
    )
    return "".join(certificates)


def _issued(document: Document, signature: dict[str, Any]) -> Verification:
    submission = document.submission
    letter = not document.is_public
    return Verification(
        GENUINE,
        reference=submission.reference,
        kind_label=_(document.get_kind_display()),
        # A letter is about one day; a certificate is about rules in force.
        standing="" if letter else register.entry(submission.reference).standing,
        effective_on=document.snapshot.get("effective_on") or "",
        superseded_by="" if letter else successor_of_case(submission.pk),
        ruleset_digest=document.snapshot["ruleset_digest"],
        is_letter=letter,
        **signature,
    )


def successor_of_case(submission_id: int) -> str:
    """The reference of an approval that is in its place now, or an empty string."""
    this = Submission.objects.get(pk=submission_id)
    if this.state != State.SUPERSEDED:
        return ""
    at_its_tables = held_elsewhere(this, tables_of(this))
    if at_its_tables:
        return at_its_tables[0][0].reference
    after = Submission.objects.filter(
        property_id=this.property_id, game=this.game, state__in=HOLDS_FORCE
    ).exclude(pk=this.pk)
    return after.values_list("reference", flat=True).first() or ""


def _examine(data: bytes) -> dict[str, Any]:
    if not _slots.acquire(timeout=5):
        raise NotPossible(_("Several documents are being checked right now. Try again shortly."))
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as certificates:
            certificates.write(known_certificates())
            certificates.flush()
            process = subprocess.run(  # noqa: S603  # our own program, fixed arguments
                [sys.executable, "-I", str(PROGRAM), "-", "--json", "--certificate", certificates.name],
                input=data,
                capture_output=True,
                timeout=TIME_LIMIT,
                preexec_fn=_limits,
                check=False,
            )
    except subprocess.TimeoutExpired:
        return _too_long()
    finally:
        _slots.release()
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return _too_long()
    try:
        report: dict[str, Any] = json.loads(process.stdout)
    except ValueError:
        logger.error("Verification ended with %s: %s", process.returncode, process.stderr[-500:])
        return {"verdict": UNKNOWN, "why": _("The file cannot be read. A genuine Baize document always can.")}
    return report


def _too_long() -> dict[str, Any]:
    why = _("The file takes too long to read. A genuine Baize document does not.")
    return {"verdict": UNKNOWN, "why": why}


def _limits() -> None:
    memory = MEMORY_LIMIT * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (WORK_LIMIT, WORK_LIMIT + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _registered_reference(text: str) -> str:
    """The reference in the signed text if the register has it, to link to the file as issued."""
    match = _REFERENCE.search(text)
    return match[1] if match and register.entries().filter(reference=match[1]).exists() else ""
