"""Inspections under the rules of a case: all of them for the regulator, findings for the operator."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.bundles.archive import Part, json_part
from portal.inspections import selectors
from portal.inspections.models import ChecklistItem, Inspection, InspectionFinding, Photo
from portal.review.selectors import label_of
from portal.submissions.models import Submission


def inspection_parts(reader: User, submission: Submission) -> Iterator[Part]:
    """Lists and photos. A photo is named after its number, which never changes."""
    photos: list[Photo] = []
    if reader.is_regulator:
        visits = [_inspection(reader, row, photos) for row in inspections_of(reader, submission)]
        yield json_part("inspections/inspections.json", lambda: visits)
    findings = [_finding(reader, row, photos) for row in findings_of(reader, submission)]
    yield json_part("inspections/findings.json", lambda: findings)
    for photo in {photo.pk: photo for photo in photos}.values():
        yield Part(_path(photo), file=photo.file, sha256=photo.sha256, size=photo.size)


def inspections_of(reader: User, submission: Submission) -> QuerySet[Inspection]:
    """Finished ones that checked the rules of this case, oldest first."""
    return selectors.inspections(reader).filter(version__submission=submission).order_by("pk")


def findings_of(reader: User, submission: Submission) -> QuerySet[InspectionFinding]:
    rows = selectors.findings(reader).filter(inspection__version__submission=submission)
    return rows.prefetch_related("steps__by__organisation", "steps__photos", "item__photos").order_by("pk")


def state(reader: User, submission: Submission) -> list[Any]:
    """What changes when a visit is added or something is said about a finding."""
    return [
        inspections_of(reader, submission).count(),
        [[row.pk, row.state, len(row.steps.all())] for row in findings_of(reader, submission)],
    ]


def _inspection(reader: User, row: Inspection, photos: list[Photo]) -> dict[str, Any]:
    return {
        "number": row.pk,
        "table": {"label": row.table.label, "code": row.table.code},
        "digest": row.digest,
        "inspector": label_of(reader, row.inspector),
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "outcome": row.outcome,
        "remark": row.remark,
        "items": [_item(item, photos) for item in selectors.items(row)],
    }


def _item(item: ChecklistItem, photos: list[Photo]) -> dict[str, Any]:
    answers = sorted(item.answers.all(), key=lambda answer: answer.pk)
    return {
        "number": item.number,
        "section": item.section,
        "label": item.label,
        "expected": item.expected,
        "clause": item.clause,
        "result": answers[-1].result if answers else None,
        "remark": answers[-1].remark if answers else "",
        "photos": _paths(item.photos.all(), photos),
    }


def _finding(reader: User, row: InspectionFinding, photos: list[Photo]) -> dict[str, Any]:
    return {
        "inspection": row.inspection.pk,
        "table": {"label": row.inspection.table.label, "code": row.inspection.table.code},
        "item": row.item.label,
        "expected": row.item.expected,
        "clause": row.item.clause,
        "remark": row.remark,
        "state": row.state,
        "due_on": row.due_on,
        "closed_at": row.closed_at,
        "photos": _paths(row.item.photos.all(), photos),
        "steps": [
            {
                "kind": step.kind,
                "text": step.text,
                "due_on": step.due_on,
                "by": label_of(reader, step.by),
                "at": step.at,
                "photos": _paths(step.photos.all(), photos),
            }
            for step in sorted(row.steps.all(), key=lambda step: step.pk)
        ],
    }


def _paths(rows: Iterable[Photo], photos: list[Photo]) -> list[str]:
    ordered = sorted(rows, key=lambda photo: photo.pk)
    photos += ordered
    return [_path(photo) for photo in ordered]


def _path(photo: Photo) -> str:
    return f"inspections/photo-{photo.pk:06d}.{'png' if photo.content_type == 'image/png' else 'jpg'}"
