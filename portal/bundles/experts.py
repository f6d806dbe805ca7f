"""Questions to experts in a regulator's case file; the operator's and the published copy have none."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from portal.accounts.models import User
from portal.bundles.archive import Part, json_part
from portal.experts.models import ExpertRequest
from portal.experts.selectors import requests_of
from portal.submissions.models import Submission


def expert_parts(reader: User, submission: Submission) -> Iterator[Part]:
    """What was asked and answered, and the files that came with the answers."""
    rows = list(requests_of(reader, submission))
    files = [file for row in rows for file in row.files.all()]
    paths = {
        file.pk: f"review/experts/{number:02d}{PurePosixPath(file.filename).suffix}"
        for number, file in enumerate(files, 1)
    }
    yield json_part("review/experts.json", lambda: [_facts(row, paths) for row in rows])
    for file in files:
        yield Part(paths[file.pk], file=file.file, sha256=file.sha256, size=file.size)


def _facts(row: ExpertRequest, paths: dict[int, str]) -> dict[str, Any]:
    return {
        "expert": row.organisation.name,
        "version": row.version.number,
        "question": row.question,
        "documents": [
            {"filename": each.upload.filename, "sha256": each.upload.sha256} for each in row.shared.all()
        ],
        "asked_at": row.asked_at,
        "asked_by": row.asked_by.name,
        "due_on": row.due_on,
        "state": row.state,
        "answer": row.answer,
        "answered_at": row.answered_at,
        "answered_by": row.answered_by.name if row.answered_by else None,
        "withdrawn_at": row.withdrawn_at,
        "withdrawal_reason": row.withdrawal_reason,
        "files": [
            {"filename": file.filename, "path": paths[file.pk], "sha256": file.sha256}
            for file in row.files.all()
        ],
    }
