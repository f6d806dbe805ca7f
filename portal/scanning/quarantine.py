"""The one place through which uploaded files are stored.

Without FILE_SCANNER a file is stored as it is. With it the content is kept under a name of its own until the
scanner has found nothing in it: under the name that everybody reads there is no file, so no page, bundle or
copy can contain it, whatever it forgets to ask.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction

from portal import files
from portal.accounts.models import User
from portal.errors import BadValue, NotPossible
from portal.queueing import queue_on_commit
from portal.scanning import clamd, tasks
from portal.scanning.models import Scan, ScanState

WAITS = "is being checked for malware"
REFUSED = "was refused: malware was found in it"


def quarantined(name: str) -> str:
    return f"quarantine/{name}"


def store(name: str, data: bytes, *, filename: str, actor: User, about: Any, in_draft: bool = False) -> str:
    """Store an uploaded file under the name, at once or after the scanner. Return its SHA-256.

    `about`: the case, or whatever else the file belongs to. Called in the transaction that writes its row.
    """
    if not clamd.is_set():
        return files.put(name, data)
    sha256 = files.put(quarantined(name), data)
    scan = Scan.objects.create(
        file=name,
        sha256=sha256,
        filename=filename,
        about_type=about._meta.label_lower,
        about_id=str(about.pk),
        about_label=str(about)[:200],
        in_draft=in_draft,
        organisation=actor.organisation,
        uploaded_by=actor,
    )
    queue_on_commit(tasks.scan, scan.pk)
    return sha256


def discard(name: str) -> None:
    """Delete a stored file that nothing needs any more, scanned or not."""
    files.delete(name)
    files.delete(quarantined(name))
    if clamd.is_set() and not transaction.get_connection().needs_rollback:
        Scan.objects.filter(file=name).exclude(state=ScanState.INFECTED).delete()


def held(names: Collection[str]) -> dict[str, str]:
    """Which of these files nobody may read, and why, as the end of a sentence."""
    rows = Scan.objects.filter(file__in=names).exclude(state=ScanState.CLEAN)
    return {file: _why(state) for file, state in rows.values_list("file", "state")}


def held_of(about: Any) -> list[list[str]]:
    """The same of everything that belongs to a case, as facts that change with it."""
    if not clamd.is_set():
        return []
    rows = Scan.objects.filter(about_type=about._meta.label_lower, about_id=str(about.pk))
    return [
        list(row) for row in rows.exclude(state=ScanState.CLEAN).order_by("pk").values_list("file", "state")
    ]


def not_served(filename: str, name: str) -> NotPossible | None:
    """Why a file that is not there cannot be downloaded, if the scanner is why."""
    why = held([name]).get(name)
    if why is None:
        return None
    what = (
        "It will be here in a few minutes; try again then."
        if why == WAITS
        else "Nobody can download it. Ask for another copy of the document."
    )
    return NotPossible(f"{filename} {why}. {what}")


def refuse_malware(data: bytes) -> None:
    """For files that are read at once and not stored. Raise BadValue if the scanner finds something, and also
    if it gives no verdict."""
    if not clamd.is_set():
        return
    try:
        found = clamd.signature_in(data, seconds=15)
    except clamd.ScannerProblem:
        raise BadValue(
            "Files cannot be checked for malware just now, so this one was not read. Try again in a "
            "few minutes.",
            field="file",
        ) from None
    if found:
        raise BadValue("Malware was found in this file, so it was not read.", field="file")


def marks() -> Iterable[tuple[str, str, str]]:
    """File, state and signature of everything that is held, for the lists of pages."""
    if not clamd.is_set():
        return []
    rows = Scan.objects.exclude(state=ScanState.CLEAN)
    return rows.values_list("file", "state", "signature")


def _why(state: str) -> str:
    return REFUSED if state == ScanState.INFECTED else WAITS
