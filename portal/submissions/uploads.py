"""Files beside a rule set: added and removed while it is a draft, and frozen with the submitted version."""

import uuid
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from portal import files
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPossible
from portal.scanning import quarantine
from portal.submissions import selectors
from portal.submissions.models import FrozenUpload, Submission, Upload, UploadKind, Version
from portal.submissions.upload_types import checked

MOST = 40  # files beside one submission


class Stored(Protocol):
    """A row for a stored file."""

    filename: Any
    file: Any
    sha256: Any


def uploads(actor: User, submission: Submission) -> QuerySet[Upload]:
    """For the operator those attached now; for the regulator those submitted with the version it reads."""
    rows = Upload.objects.filter(submission=submission).select_related("added_by").order_by("kind", "pk")
    if actor.is_regulator:
        return rows.filter(frozen_rows__version=submission.submitted_version_id)
    return rows.filter(removed_at=None)


def earlier_uploads(submission: Submission) -> QuerySet[Upload]:
    """Those submitted with earlier versions and not with the last, for the regulator."""
    rows = Upload.objects.filter(submission=submission, frozen_rows__isnull=False).select_related("added_by")
    last = FrozenUpload.objects.filter(version=submission.submitted_version_id)
    return rows.exclude(pk__in=last.values("upload")).distinct().order_by("kind", "pk")


def submitted_with(version: Version) -> QuerySet[Upload]:
    """The files that were submitted with a version."""
    rows = Upload.objects.filter(frozen_rows__version=version).select_related("added_by")
    return rows.order_by("kind", "pk")


def upload(actor: User, upload_id: int) -> Upload:
    """One file the actor may read. What it may not read does not exist for it.

    What was submitted with any version stays readable for both, also after the operator took it out.
    """
    row = Upload.objects.select_related("submission").filter(pk=upload_id).first()
    if row is not None:
        seen = selectors.submissions(actor).filter(pk=row.submission_id).first()
        submitted = row.frozen_rows.exists()
        if seen is not None and (submitted or uploads(actor, seen).filter(pk=upload_id).exists()):
            return row
    raise NotFound(f"There is no document {upload_id}.")


def read(found: Stored) -> bytes:
    """The bytes of a file beside a rule set, or beside the answer to a query."""
    try:
        return files.get(found.file, found.sha256)
    except files.FileProblem:
        raise quarantine.not_served(found.filename, found.file) or NotPossible(
            f"{found.filename} is missing or was altered, so it cannot be downloaded. "
            "Tell the people who run this portal."
        ) from None


def add(*, actor: User, reference: str, kind: str, confidential: bool, filename: str, data: bytes) -> Upload:
    """Attaches a file to a draft. Its type is found from its content."""
    require(actor, "submission.edit")
    selectors.submission(actor, reference)
    if kind not in UploadKind.values:
        labels = ", ".join(label.lower() for label in UploadKind.labels)
        raise BadValue(f"Choose the kind of document: {labels}.", field="kind")
    if len(data) > settings.UPLOAD_MAX_MB * 1024 * 1024:
        raise too_large()
    file = checked(data, filename)
    name = f"uploads/{uuid.uuid4().hex}"
    try:
        with transaction.atomic():
            submission = _editable(reference)
            row = Upload(
                submission=submission,
                kind=kind,
                confidential=confidential,
                filename=file.filename,
                content_type=file.content_type,
                size=len(file.data),
                file=name,
                added_by=actor,
            )
            row.sha256 = quarantine.store(
                name, file.data, filename=file.filename, actor=actor, about=submission, in_draft=True
            )
            _refuse_repetition(row)
            row.save()
            record(actor=actor, action="document.attach", obj=submission, after=_facts(row))
    except BaseException:
        quarantine.discard(name)
        raise
    return row


@transaction.atomic
def remove(*, actor: User, reference: str, upload_id: int) -> Upload:
    """Removes a file from a draft. One that was submitted, here or with the varied approval, stays stored."""
    require(actor, "submission.edit")
    row = upload(actor, upload_id)
    if row.submission.reference != reference or row.removed_at is not None:
        raise NotFound(f"There is no document {upload_id} with {reference}.")
    submission = _editable(reference)
    row.removed_at, row.removed_by = timezone.now(), actor
    row.save(update_fields=["removed_at", "removed_by"])
    record(actor=actor, action="document.remove", obj=submission, before=_facts(row))
    if not _needed(row.file):
        transaction.on_commit(lambda: quarantine.discard(row.file))
    return row


def freeze(*, version: Version) -> None:
    """Binds what is attached now to a version that is submitted. Called in that transaction."""
    attached = Upload.objects.filter(submission=version.submission_id, removed_at=None)
    FrozenUpload.objects.bulk_create(FrozenUpload(version=version, upload=row) for row in attached)


def too_large() -> BadValue:
    return BadValue(
        f"The file is larger than the limit of {settings.UPLOAD_MAX_MB} MB. Make it smaller, or split it.",
        field="file",
    )


def _editable(reference: str) -> Submission:
    submission = Submission.objects.select_for_update(no_key=True).get(reference=reference)
    if not submission.is_editable:
        raise NotPossible(
            f"{reference} is {submission.get_state_display().lower()}: its documents are frozen with it. "
            "They can be changed in a draft, or when it is returned for amendment."
        )
    return submission


def _needed(file: str) -> bool:
    """Whether the stored file was submitted with any version, or is attached to any draft."""
    rows = Upload.objects.filter(file=file)
    return rows.filter(Q(removed_at=None) | Q(frozen_rows__isnull=False)).exists()


def _refuse_repetition(row: Upload) -> None:
    attached = Upload.objects.filter(submission=row.submission, removed_at=None)
    same = attached.filter(sha256=row.sha256).first()
    if same:
        raise BadValue(f"This file is attached already, as {same.filename}.", field="file")
    if attached.count() >= MOST:
        raise BadValue(f"There are already {MOST} documents attached, which is the limit.", field="file")


def _facts(row: Upload) -> dict[str, object]:
    return {
        "file": row.filename,
        "kind": row.kind,
        "confidential": row.confidential,
        "size": row.size,
        "sha256": row.sha256,
    }
