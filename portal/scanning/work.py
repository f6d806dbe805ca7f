"""The worker's part: ask the scanner, then let the file out of quarantine or refuse it."""

import logging
from datetime import timedelta

from django.apps import apps
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal import files
from portal.audit.services import record
from portal.outbox import Outbox
from portal.scanning import clamd, events
from portal.scanning.models import Scan, ScanState
from portal.scanning.quarantine import quarantined

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 15, 600  # seconds between two tries
SCANS = Outbox(
    model=Scan,
    waiting=ScanState.WAITING,
    in_work=(ScanState.SCANNING,),
    lease=timedelta(minutes=3),
    max_attempts=1_000_000,  # a file is never let out unscanned, nor given up
)


def scan(scan_id: int) -> bool:
    """Scan a file if it is due. Return whether there is a verdict."""
    row: Scan | None = SCANS.claim(scan_id)
    if row is None:
        return False
    try:
        data = files.get(quarantined(row.file), row.sha256)
        found = clamd.signature_in(data)
    except (clamd.ScannerProblem, files.FileProblem) as problem:
        logger.warning("File %s stays in quarantine: %s", row.file, problem)
        _try_again(row, str(problem))
        return False
    if found:
        _refuse(row, found)
    else:
        files.put(row.file, data)
        done = {"state": ScanState.CLEAN, "claim": "", "lease_until": None, "problem": ""}
        if not SCANS.claimed(row).update(**done) and not Scan.objects.filter(pk=row.pk).exists():
            files.delete(row.file)  # taken out of its draft meanwhile
        files.delete(quarantined(row.file))
    return True


def overdue() -> QuerySet[Scan]:
    return SCANS.due()


@transaction.atomic
def _refuse(row: Scan, signature: str) -> None:
    """The content is deleted; its name, hash and what was found stay."""
    done = {"state": ScanState.INFECTED, "signature": signature, "claim": "", "lease_until": None}
    if not SCANS.claimed(row).update(**done):
        return
    row.refresh_from_db()
    after = {"file": row.filename, "sha256": row.sha256, "found": signature, "by": row.uploaded_by.name}
    record(
        actor=None,
        action="draft.infected" if row.in_draft else "document.infected",
        obj=apps.get_model(row.about_type).objects.get(pk=row.about_id),
        after=after,
        organisation=row.organisation,
    )
    events.infected.send(sender=Scan, scan=row)
    transaction.on_commit(lambda: files.delete(quarantined(row.file)))


def _try_again(row: Scan, problem: str) -> None:
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts - 1, 10), LONGEST_PAUSE)
    SCANS.claimed(row).update(
        state=ScanState.WAITING,
        problem=problem[:300],
        next_attempt_at=timezone.now() + timedelta(seconds=pause),
        claim="",
        lease_until=None,
    )
