"""Is this document genuine, and does it still hold? For a file, or for a reference typed in.

A file is examined by scripts/verify_document.py, the program anybody can run offline, in a process of its own
with little time and memory: what strangers upload is never parsed by a web process, and nothing is stored.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import resource
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

logger = logging.getLogger(__name__)

PROGRAM = settings.BASE_DIR / "scripts" / "verify_document.py"
LARGEST = 10 * 1024 * 1024
SECONDS = 20
MEGABYTES = 512
AT_ONCE = 2  # in each web process

GENUINE, ALTERED, UNKNOWN = "genuine", "altered", "unknown"
_room = BoundedSemaphore(AT_ONCE)
_REFERENCE = re.compile(r"\b([A-Z]{2}-\d{4}-\d{4,})\b")


@dataclass(frozen=True)
class Verification:
    """What is known of a document. `standing` is a submission's state, for a genuine public document."""

    verdict: str
    why: str = ""
    reference: str = ""
    kind_label: str = ""
    standing: str = ""
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
    """Examines the bytes, then asks our own records about them. Nothing is kept."""
    if not data:
        raise BadValue(_("The file is empty. Choose the PDF you want checked."), field="document")
    if len(data) > LARGEST:
        raise BadValue(
            _("The file is larger than {most} MB; no document of ours is.").format(
                most=LARGEST // 1024 // 1024
            ),
            field="document",
        )
    sha256 = hashlib.sha256(data).hexdigest()
    found = _examine(data)
    said: dict[str, Any] = {
        "sha256": sha256,
        "signer": found.get("signer", ""),
        "key": found.get("key", ""),
        "signed_for": found.get("signed_for", ""),
        "signed_at": datetime.fromisoformat(found["signed_at"]) if found.get("signed_at") else None,
    }
    document = Document.objects.filter(sha256=sha256).select_related("submission").first()
    if document is not None:  # byte for byte the file we issued
        return _issued(document, said)
    if found["verdict"] == ALTERED:
        return Verification(ALTERED, why=found["why"], reference=_entry_named_in(said["signed_for"]), **said)
    if found["verdict"] == GENUINE:
        return Verification(
            UNKNOWN,
            why=_(
                "The signature is ours, but we issued no such file. Do not rely on it; tell the regulator."
            ),
            **said,
        )
    return Verification(UNKNOWN, why=found["why"], **said)


def verify_hash(sha256: str) -> Verification:
    """What is known of the file with this SHA-256, for those who would rather not send it."""
    document = Document.objects.filter(sha256=sha256).exclude(sha256="").select_related("submission").first()
    if document is None:
        return Verification(UNKNOWN, why=_("We issued no file with this hash."), sha256=sha256)
    return _issued(document, {"sha256": sha256})


def verify_reference(reference: str) -> Verification:
    """What was issued under a reference, and where it stands. Only what the register shows is said."""
    wanted = reference.strip().upper()
    if not _REFERENCE.fullmatch(wanted):
        raise BadValue(_("A reference looks like MD-2026-0042. It stands on every page."), field="reference")
    entry = register.entries().filter(reference=wanted).first()
    if entry is None:
        why = _("The register has no entry {reference}.").format(reference=wanted)
        return Verification(UNKNOWN, why=why, reference=wanted, is_file=False)
    issued = Document.objects.filter(submission__reference=wanted, kind__in=PUBLIC_KINDS, state="ready")
    return Verification(
        GENUINE,
        reference=wanted,
        standing=entry.standing,
        superseded_by=_successor(entry.submission_id),
        ruleset_digest=entry.leaf.get("ruleset_digest", ""),
        documents=tuple(issued.order_by("pk")),
        is_file=False,
    )


def known_certificates() -> str:
    """Every certificate that signed here and the one that would sign now, PEM, for the offline check."""
    chains = list(SigningCertificate.objects.values_list("chain", flat=True))
    try:
        present = signing.present_signer().chain
    except signing.SigningProblem:
        present = ""
    pieces = dict.fromkeys(
        piece.strip() + "\n-----END CERTIFICATE-----\n"
        for chain in [*chains, present]
        for piece in chain.split("-----END CERTIFICATE-----")
        if piece.strip()
    )
    return "".join(pieces)


def _issued(document: Document, said: dict[str, Any]) -> Verification:
    submission = document.submission
    letter = not document.is_public
    return Verification(
        GENUINE,
        reference=submission.reference,
        kind_label=_(document.get_kind_display()),
        # A letter says what was so on its day; a certificate says what holds.
        standing="" if letter else submission.state,
        superseded_by="" if letter else _successor(submission.pk),
        ruleset_digest=document.snapshot["ruleset_digest"],
        is_letter=letter,
        **said,
    )


def _successor(submission_id: int) -> str:
    """The reference of the approval that holds at the property today, if it is another one."""
    this = Submission.objects.get(pk=submission_id)
    if this.state != State.SUPERSEDED:
        return ""
    after = Submission.objects.filter(
        property_id=this.property_id, game=this.game, state__in=HOLDS_FORCE
    ).exclude(pk=this.pk)
    return after.values_list("reference", flat=True).first() or ""


def _examine(data: bytes) -> dict[str, Any]:
    if not _room.acquire(timeout=5):
        raise NotPossible(_("Several documents are being checked at this moment. Please try again shortly."))
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as certificates:
            certificates.write(known_certificates())
            certificates.flush()
            done = subprocess.run(  # noqa: S603  # our own program, fixed arguments
                [sys.executable, "-I", str(PROGRAM), "-", "--json", "--certificate", certificates.name],
                input=data,
                capture_output=True,
                timeout=SECONDS,
                preexec_fn=_limits,
                check=False,
            )
    except subprocess.TimeoutExpired:
        return {"verdict": UNKNOWN, "why": _("It takes too long to read. No document of ours does.")}
    finally:
        _room.release()
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        logger.error("Verification ended with %s: %s", done.returncode, done.stderr[-500:])
        return {"verdict": UNKNOWN, "why": _("It cannot be read. Every document of ours can.")}
    return answer


def _limits() -> None:
    most = MEGABYTES * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _entry_named_in(text: str) -> str:
    """The reference in what was signed, if the register has it: there the file as issued can be had."""
    found = _REFERENCE.search(text)
    return found[1] if found and register.entries().filter(reference=found[1]).exists() else ""
