"""What a case file contains: everything its reader may see of a case, read through the reader's selectors.

Nothing in it depends on who of an organisation ordered it or when, so that the same state of the case gives
the same bytes. The trail leaves out orders and downloads of bundles for the same reason.
"""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from craps.codec import canonical_bytes
from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.bundles import checking, facts
from portal.bundles.archive import SCHEMA, Part, json_part
from portal.bundles.experts import expert_parts
from portal.bundles.inspections import inspection_parts
from portal.bundles.inspections import state as inspection_state
from portal.documents.models import Document, DocumentState
from portal.documents.selectors import documents
from portal.register import log
from portal.register.models import Checkpoint, Entry
from portal.register.selectors import history
from portal.review import selectors as review
from portal.review.comments import comments
from portal.review.models import ConditionFile
from portal.scanning import quarantine
from portal.submissions.models import Submission, Upload, Version
from portal.submissions.selectors import versions
from portal.validation.models import Run


def parts(reader: User, submission: Submission) -> Iterator[Part]:
    """The files of a case file in their order. Each is made when it is written."""
    yield json_part("case.json", lambda: facts.case(reader, submission))
    yield json_part("timeline.json", lambda: facts.timeline(reader, submission))
    yield json_part("decisions.json", lambda: facts.decisions(reader, submission))
    yield json_part("comments.json", lambda: facts.case_comments(reader, submission))
    yield json_part("limit-notices.json", lambda: facts.limit_notices(submission))
    yield json_part("tables.json", lambda: facts.tables(submission))
    yield json_part("own-examples.json", lambda: facts.examples(reader, submission))
    if reader.is_regulator:
        yield json_part("review/recommendations.json", lambda: facts.recommendations(reader, submission))
        yield json_part("review/marked-findings.json", lambda: facts.marked_findings(reader, submission))
        yield json_part("review/marks.json", lambda: facts.marks(submission))
        yield json_part("audit-trail.json", lambda: facts.trail_rows(reader, submission))
        yield from expert_parts(reader, submission)
    yield from _versions(reader, submission)
    yield from _questions(reader, submission)
    yield from _endings(reader, submission)
    yield from _condition_files(submission)
    yield from _uploads(reader, submission)
    yield from inspection_parts(reader, submission)
    yield from document_parts(documents(reader, submission))
    yield from register_parts(submission)
    yield edition_part(submission)
    yield from checking.programs()


def stamp(reader: User, submission: Submission) -> str:
    """A text that changes whenever something the reader's case file shows changes.

    Every act on a case leaves an audit entry. What the other side does inside its own house is not counted:
    a reader does not learn of it here.
    """
    if reader.is_regulator:
        acts = facts.case_trail(reader, submission)
    else:
        acts = AuditEntry.objects.filter(facts.about(submission), organisation=submission.organisation_id)
    seen = versions(reader, submission)
    return stamp_of(
        acts.aggregate(Count("pk"), Max("pk")),
        Run.objects.filter(version__in=seen).aggregate(Count("pk"), Max("pk")),
        comments(reader, submission).count(),
        _covered(submission),
        facts.tables(submission),
        inspection_state(reader, submission),
        quarantine.held_of(submission),
    )


def stamp_of(*facts: Any) -> str:
    return hashlib.sha256(canonical_bytes([SCHEMA, *facts])).hexdigest()


def register_state(submission: Submission) -> list[Any]:
    """How many entries the register has of the case, and how many of them a checkpoint covers."""
    return [history(submission.reference).count(), _covered(submission)]


def documents_pending(submission: Submission) -> bool:
    """Whether a document of the case is still being made."""
    finished = [DocumentState.READY, DocumentState.FAILED]
    return Document.objects.filter(submission=submission).exclude(state__in=finished).exists()


def checkpoint_pending(submission: Submission, patience: timedelta) -> bool:
    """Whether an entry that is not older than `patience` waits for its checkpoint."""
    size = Checkpoint.objects.aggregate(size=Max("size"))["size"] or 0
    since = timezone.now() - patience
    return Entry.objects.filter(submission=submission, position__gte=size, entered_at__gt=since).exists()


def document_parts(rows: QuerySet[Document]) -> Iterator[Part]:
    """The PDFs as they were issued, byte for byte, and a list of all."""
    ready = list(rows.filter(state=DocumentState.READY))
    paths: dict[int, str] = {}
    for row in ready:
        path = f"documents/{row.filename}"
        paths[row.pk] = path if path not in paths.values() else f"documents/{row.pk}-{row.filename}"
    yield json_part(
        "documents/documents.json", lambda: [facts.document(row, paths.get(row.pk)) for row in rows]
    )
    for row in ready:
        yield Part(paths[row.pk], file=row.file, sha256=row.sha256, size=row.size or 0)
    yield from checking.certificates({row.signed_by for row in ready})


def register_parts(submission: Submission) -> Iterator[Part]:
    """Every entry of the register with its proof, which leads to the first checkpoint over it."""
    notes: dict[int, str] = {}
    for entry in history(submission.reference):
        name = f"register/{entry.position:06d}-{entry.leaf.get('document') or entry.outcome or entry.kind}"
        yield Part(f"{name}.json", partial(canonical_bytes, entry.leaf))
        signed = Checkpoint.objects.filter(size__gt=entry.position).order_by("size").first()
        if signed is not None:
            notes[signed.size] = signed.note
            yield Part(f"{name}.proof.json", partial(_proof, entry))
    for size, note in sorted(notes.items()):
        yield Part(f"register/checkpoint-{size}.txt", note.encode)
    if notes:
        yield checking.log_keys(list(notes.values()))


def edition_part(submission: Submission) -> Part:
    """The edition's data in canonical form: the file's SHA-256 is the edition's digest."""
    edition = submission.edition
    return Part(f"edition/{edition.pk}.json", lambda: canonical_bytes(edition.document))


def _versions(reader: User, submission: Submission) -> Iterator[Part]:
    for version in versions(reader, submission).order_by("number").defer("ruleset"):
        folder = f"versions/{version.number:04d}"
        yield Part(f"{folder}/rule-set.json", partial(_canonical, version.pk))
        yield json_part(f"{folder}/version.json", partial(facts.version, reader, version))
        for number, pk in enumerate(version.runs.order_by("pk").values_list("pk", flat=True), 1):
            yield json_part(f"{folder}/check-{number}.json", partial(facts.check, pk))


def _questions(reader: User, submission: Submission) -> Iterator[Part]:
    queries, listed = list(review.queries(submission)), []
    attached: list[Part] = []
    for number, query in enumerate(queries, 1):
        names: dict[bool, list[dict[str, str]]] = {True: [], False: []}
        for place, row in enumerate(query.files.all(), 1):
            path = f"questions/{number:02d}/{_safe(place, row.filename)}"
            names[row.with_question].append({"path": path, "filename": row.filename})
            attached.append(Part(path, file=row.file, sha256=row.sha256, size=row.size))
        listed.append(
            {
                "text": query.text,
                "asked_by": review.label_of(reader, query.asked_by),
                "asked_at": query.asked_at,
                "due_on": query.due_on,
                "answer": query.answer,
                "answered_by": review.label_of(reader, query.answered_by) if query.answered_by else None,
                "answered_at": query.answered_at,
                "withdrawn_at": query.withdrawn_at,
                "withdrawn_reason": query.withdrawn_reason,
                "question_files": names[True],
                "files": names[False],
            }
        )
    yield json_part("questions.json", lambda: listed)
    yield from attached


def _endings(reader: User, submission: Submission) -> Iterator[Part]:
    """Notices of intent with the files of their replies, and ends decided for a later day."""
    notices = list(submission.intent_notices.prefetch_related("files").order_by("pk"))
    yield json_part("endings.json", lambda: facts.endings(reader, submission, notices))
    rows = [row for notice in notices for row in notice.files.all()]
    for place, row in enumerate(rows, 1):
        yield Part(f"replies/{_safe(place, row.filename)}", file=row.file, sha256=row.sha256, size=row.size)


def _condition_files(submission: Submission) -> Iterator[Part]:
    """The files of reports that conditions are met; decisions.json names them by hash."""
    rows = ConditionFile.objects.filter(step__condition__decision__submission=submission).order_by("pk")
    for place, row in enumerate(rows, 1):
        yield Part(
            f"conditions/{_safe(place, row.filename)}", file=row.file, sha256=row.sha256, size=row.size
        )


def _uploads(reader: User, submission: Submission) -> Iterator[Part]:
    """What was submitted with the versions the reader sees; for the operator also what is attached now."""
    seen = Q(frozen_rows__version__in=versions(reader, submission))
    if not reader.is_regulator:
        seen |= Q(removed_at=None)
    rows = list(Upload.objects.filter(seen, submission=submission).distinct().order_by("pk"))
    paths = {row.pk: f"uploads/{_safe(place, row.filename)}" for place, row in enumerate(rows, 1)}
    yield json_part(
        "uploads/uploads.json", lambda: [facts.upload(reader, row, paths[row.pk]) for row in rows]
    )
    for row in rows:
        yield Part(paths[row.pk], file=row.file, sha256=row.sha256, size=row.size)


def _proof(entry: Entry) -> bytes:
    return log.proof_file(log.entry_proof(entry))


def _canonical(version_id: int) -> bytes:
    ruleset: dict[str, Any] = Version.objects.values_list("ruleset", flat=True).get(pk=version_id)
    return canonical_bytes(ruleset)


def _safe(place: int, filename: str) -> str:
    """A name that every system can write, in order."""
    stem, _, extension = filename.rpartition(".")
    return f"{place:02d}-{slugify(stem)[:60] or 'file'}.{slugify(extension) or 'bin'}"


def _covered(submission: Submission) -> int:
    """How many entries of the case a signed checkpoint covers."""
    size = Checkpoint.objects.aggregate(size=Max("size"))["size"] or 0
    return Entry.objects.filter(submission=submission, position__lt=size).count()
