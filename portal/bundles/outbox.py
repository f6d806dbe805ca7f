"""Makes bundles from their outbox rows, across crashes (portal/outbox.py explains claims).

The zip is written to an unnamed temporary file, so a killed worker leaves nothing behind, and stored under a
name of its own. Finishing is one short transaction; a worker that lost its claim removes what it stored.
"""

import hashlib
import logging
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from portal import files
from portal.audit.services import record
from portal.bundles import archive, checking, contents, publication
from portal.bundles.archive import Part
from portal.bundles.models import Bundle, BundleKind, BundleState
from portal.bundles.stamps import stamp_for
from portal.errors import DomainError
from portal.outbox import Outbox
from portal.scanning import quarantine
from portal.submissions.models import Submission
from portal.submissions.selectors import submission as visible_submission

logger = logging.getLogger(__name__)

MAX_FAILURES, MAX_ATTEMPTS = 5, 25
FIRST_PAUSE = timedelta(seconds=10)
KEEP = timedelta(days=settings.BUNDLE_KEEP_DAYS)
# How long a bundle waits for documents that are being made and for the checkpoint over a new entry.
DOCUMENTS_PATIENCE, CHECKPOINT_PATIENCE = timedelta(hours=1), timedelta(minutes=3)
LOOK_AGAIN = timedelta(seconds=5)
TRIES = 3  # to read a case that does not change meanwhile
PROGRESS_EVERY = 0.5  # seconds
BUNDLES = Outbox(
    model=Bundle,
    waiting=BundleState.WAITING,
    in_work=(BundleState.MAKING,),
    lease=timedelta(seconds=settings.BUNDLE_TIME_LIMIT + 15),
    max_attempts=MAX_ATTEMPTS,
)


class KeepsChanging(Exception):
    """The case was changed each time while it was read."""


def make(bundle_id: int) -> bool:
    """Make the bundle if it is due. Return True if this call finished it."""
    bundle: Bundle | None = BUNDLES.claim(bundle_id)
    if bundle is None:
        return False
    try:
        # As the person who ordered it: what they may no longer see is not made for them.
        submission = visible_submission(bundle.ordered_by, bundle.submission.reference)
        if _has_to_wait(bundle, submission):
            _look_again(bundle)
            return False
        folder = Path(settings.DATA) / "unfinished"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as target:
            stamp = _write(bundle, submission, target)
            return _finish(bundle, target, stamp)
    except publication.NotReleased as refusal:
        _close(bundle, BundleState.REFUSED, str(refusal), "bundle.refuse")
    except (DomainError, files.FileProblem, KeepsChanging) as problem:
        logger.error("Bundle %s, attempt %s: %s", bundle.pk, bundle.attempts, problem)
        _record_failure(bundle, str(problem))
    except Exception as error:
        logger.exception("Bundle %s, attempt %s", bundle.pk, bundle.attempts)
        _record_failure(bundle, f"{type(error).__name__}: {error}")
    return False


def write(
    bundle: Bundle, submission: Submission, target: IO[bytes], on_file: Callable[[int, int], None]
) -> None:
    """Write the whole zip. `on_file` is told how many files are written, and of how many."""
    left_out: list[dict[str, str]] = []
    parts: list[Part]
    if bundle.kind == BundleKind.PUBLICATION:
        copy = publication.publication(submission)
        parts, left_out = copy.parts, copy.left_out
    else:
        parts = list(contents.parts(bundle.ordered_by, submission))
        held = quarantine.held([part.file for part in parts if part.file])
        left_out = [{"path": part.path, "why": held[part.file]} for part in parts if part.file in held]
        parts = [part for part in parts if part.file not in held]
    readme = checking.readme(
        title=bundle.get_kind_display(),
        reference=submission.reference,
        paths=[part.path for part in parts],
    )
    about: dict[str, Any] = {"kind": bundle.kind, "reference": submission.reference, "left_out": left_out}
    if bundle.kind == BundleKind.CASE_FILE:
        about["for"] = "regulator" if bundle.ordered_by.is_regulator else "operator"
    parts = [Part("README.txt", lambda: readme), *parts]
    archive.write(target, parts, about, lambda done: on_file(done, len(parts)))


def overdue() -> QuerySet[Bundle]:
    return BUNDLES.due().order_by("pk")


def fail_exhausted() -> None:
    """Mark rows as failed whose worker died on the last attempt and could not do so itself."""
    for bundle in BUNDLES.exhausted():
        _record_failure(bundle, "The worker stopped in the middle of each attempt.")


def _write(bundle: Bundle, submission: Submission, target: IO[bytes]) -> str:
    """Write the zip from a case that stayed the same meanwhile; return its stamp."""
    shown = 0.0

    def on_file(done: int, total: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > PROGRESS_EVERY or done == total:
            BUNDLES.claimed(bundle).update(files_done=done, files_total=total)
            shown = time.monotonic()

    for _ in range(TRIES):
        before = stamp_for(bundle, submission)
        target.seek(0)
        target.truncate()
        write(bundle, submission, target, on_file)
        submission = visible_submission(bundle.ordered_by, submission.reference)
        if stamp_for(bundle, submission) == before:
            return before
    raise KeepsChanging("The case was changed each time while it was read.")


def _finish(bundle: Bundle, target: IO[bytes], stamp: str) -> bool:
    name = f"bundles/{bundle.claim}.zip"
    if bundle.unfinished:
        files.delete(bundle.unfinished)  # of a worker that died while it stored it
    if not BUNDLES.claimed(bundle).update(unfinished=name):
        return _taken_over(bundle)
    sha256, size = _hash(target)
    files.put_file(name, target)
    now = timezone.now()
    with transaction.atomic():
        updated = BUNDLES.claimed(bundle).update(
            state=BundleState.READY, file=name, unfinished="", sha256=sha256, size=size, stamp=stamp,
            ready_at=now, expires_at=now + KEEP, claim="", lease_until=None, failure="",
        )  # fmt: skip
        if updated:
            record(actor=None, action="bundle.ready", obj=bundle, after={"sha256": sha256, "size": size})
            if bundle.file:
                transaction.on_commit(lambda: files.delete(bundle.file))
    if not updated:
        files.delete(name)
        return _taken_over(bundle)
    return True


def _hash(target: IO[bytes]) -> tuple[str, int]:
    target.seek(0)
    digest = hashlib.sha256()
    while chunk := target.read(files.CHUNK):
        digest.update(chunk)
    return digest.hexdigest(), target.tell()


def _taken_over(bundle: Bundle) -> bool:
    logger.warning("Bundle %s was taken over by another worker.", bundle.pk)
    return False


def _has_to_wait(bundle: Bundle, submission: Submission) -> bool:
    if contents.checkpoint_pending(submission, CHECKPOINT_PATIENCE):
        return True
    waited = timezone.now() - bundle.ordered_at
    return waited < DOCUMENTS_PATIENCE and contents.documents_pending(submission)


def _look_again(bundle: Bundle) -> None:
    """Put it back for a moment. This attempt does not count."""
    BUNDLES.claimed(bundle).update(
        state=BundleState.WAITING,
        attempts=F("attempts") - 1,
        next_attempt_at=timezone.now() + LOOK_AGAIN,
        claim="",
        lease_until=None,
    )


def _record_failure(bundle: Bundle, reason: str) -> None:
    """Schedule the next attempt after a growing pause, or mark the row as failed after the last one."""
    failures = bundle.failures + 1
    if failures >= MAX_FAILURES or bundle.attempts >= MAX_ATTEMPTS:
        _close(bundle, BundleState.FAILED, reason, "bundle.fail")
        return
    BUNDLES.claimed(bundle).update(
        state=BundleState.WAITING,
        failures=failures,
        failure=reason[:1000],
        next_attempt_at=timezone.now() + FIRST_PAUSE * 2 ** (failures - 1),
        claim="",
        lease_until=None,
    )


@transaction.atomic
def _close(bundle: Bundle, state: BundleState, reason: str, action: str) -> None:
    """End the work without a file. What was made of an earlier state of the case is removed too."""
    updated = BUNDLES.claimed(bundle).update(
        state=state, failure=reason[:4000], claim="", lease_until=None, file="", unfinished="", stamp=""
    )
    if updated:
        for name in filter(None, (bundle.file, bundle.unfinished)):
            transaction.on_commit(partial(files.delete, name))
        record(actor=None, action=action, obj=bundle, after={"reason": reason[:1000]})
