"""The facts of a case as JSON, for one reader: own people by name, others by house."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from craps.codec import canonical_bytes
from portal.accounts.models import Table, User
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail
from portal.audit.serializers import as_record
from portal.documents.models import Document, DocumentState
from portal.inspections.models import Inspection
from portal.review import selectors as review
from portal.review import terms
from portal.review.comments import comments
from portal.review.limit_notices import notices_of
from portal.review.models import Condition, Declaration, IntentNotice, Recommendation, Tick
from portal.submissions.examples import own_examples
from portal.submissions.models import FrozenExample, OwnExample, Submission, Upload, Version
from portal.submissions.selectors import versions
from portal.submissions.tables import tables_of
from portal.validation.models import Run


def case(reader: User, submission: Submission) -> dict[str, Any]:
    prop, edition = submission.property, submission.edition
    stated = {
        "reference": submission.reference,
        "operator": submission.organisation.name,
        "casino": {"name": prop.name, "address": prop.address},
        "jurisdiction": submission.jurisdiction,
        "game": submission.game,
        "edition": {"id": edition.pk, "title": edition.title, "digest": edition.digest},
        "state": submission.state,
        "state_since": submission.state_since,
        "created_at": submission.created_at,
        "submitted_at": submission.submitted_at,
        "decided_at": submission.decided_at,
        "in_force_from": submission.in_force_from,
        "in_force_to": submission.in_force_to,
        "all_tables": submission.all_tables,
        "varies": submission.varies.reference if submission.varies else None,
    }
    if reader.is_regulator:
        stated["assignee"] = submission.assignee.name if submission.assignee else None
    return stated


def limit_notices(submission: Submission) -> list[dict[str, Any]]:
    return [
        {
            "table": {"label": notice.table.label, "code": notice.table.code},
            "limits": notice.limits,
            "words": notice.words,
            "takes_effect_at": notice.takes_effect_at,
            "given_at": notice.given_at,
            "clause": notice.clause,
        }
        for notice in sorted(notices_of(submission), key=lambda notice: notice.pk)
    ]


def tables(submission: Submission) -> list[dict[str, Any]]:
    """The tables the case covers or covered, each with the days on which its rules hold there."""
    held = {row.table_id: row for row in submission.covered.all()}
    named = Q(pk__in=held) | Q(pk__in=tables_of(submission).values("pk"))
    rows = []
    for table in Table.objects.filter(named).order_by("label", "pk"):
        stated = {"code": table.code, "label": table.label, "active": table.active}
        if row := held.get(table.pk):
            days = (row.in_force_from, row.in_force_to)
            since, until = (day.isoformat() if day else None for day in days)
            stated |= {"state": row.state, "in_force_from": since, "in_force_to": until}
            stated |= {"ended_as": row.ended_as or None}
        rows.append(stated)
    return rows


def timeline(reader: User, submission: Submission) -> list[dict[str, Any]]:
    return [
        {
            "at": move.at,
            "move": move.name,
            "label": move.label,
            "by": move.actor_label,
            "from_state": move.from_state,
            "to_state": move.to_state,
            "reason": move.reason,
            "version": move.version.number if move.version else None,
        }
        for move in review.timeline(reader, submission)
    ]


def decisions(reader: User, submission: Submission) -> list[dict[str, Any]]:
    rows = []
    for decision in review.decisions(submission).order_by("pk"):
        stated = {
            "version": decision.version.number,
            "digest": decision.digest,
            "outcome": decision.outcome,
            "reason": decision.reason,
            "decided_at": decision.decided_at,
            "decided_by": review.label_of(reader, decision.decided_by),
            "effective_on": decision.effective_on,
            "ends_on": decision.ends_on,
            "conditions": [_condition(reader, row) for row in decision.conditions.all()],
            "waivers": [
                {
                    "rule": row.rule,
                    "path": row.path,
                    "clause": row.clause,
                    "message": row.message,
                    "request": row.text,
                }
                for row in (waiver.explanation for waiver in decision.waivers.all())
            ],
        }
        if reader.is_regulator:
            stated["recommended_by"] = review.label_of(reader, decision.recommended_by)
        rows.append(stated)
    return rows


def _condition(reader: User, row: Condition) -> dict[str, Any]:
    return {
        "text": row.text,
        "due_on": row.due_on,
        "state": row.state,
        "met_at": row.met_at,
        "met_note": row.met_note,
        "steps": [
            {
                "kind": step.kind,
                "text": step.text,
                "due_on": step.due_on,
                "by": review.label_of(reader, step.by),
                "at": step.at,
                "files": [{"filename": file.filename, "sha256": file.sha256} for file in step.files.all()],
            }
            for step in row.steps.all()
        ],
    }


def case_comments(reader: User, submission: Submission) -> list[dict[str, Any]]:
    return [
        {
            "about_kind": row.about_kind,
            "about": row.about,
            "text": row.text,
            "shown_to_operator": row.shown_to_operator,
            "by": review.label_of(reader, row.author),
            "written_at": row.written_at,
            "version": row.version.number,
        }
        for row in comments(reader, submission)
    ]


def examples(reader: User, submission: Submission) -> list[dict[str, Any]]:
    """Each as it was submitted, with the numbers of these versions; for the operator also as they are now."""
    by_content: dict[tuple[int, str, bytes], dict[str, Any]] = {}
    frozen = FrozenExample.objects.filter(version__in=versions(reader, submission)).select_related("version")
    for row in frozen.order_by("version__number", "number"):
        _add_example(by_content, row.number, row)["submitted_with"].append(row.version.number)
    for now in () if reader.is_regulator else own_examples(submission):
        _add_example(by_content, now.pk, now)
    return list(by_content.values())


def _add_example(
    by_content: dict[tuple[int, str, bytes], dict[str, Any]], number: int, row: OwnExample | FrozenExample
) -> dict[str, Any]:
    stated = {"title": row.title, "events": row.events, "saved_at": row.saved_at, "submitted_with": []}
    return by_content.setdefault((number, row.title, canonical_bytes(row.events)), stated)


def recommendations(reader: User, submission: Submission) -> list[dict[str, Any]]:
    rows = Recommendation.objects.filter(version__submission=submission)
    return [
        {
            "version": row.version.number,
            "digest": row.digest,
            "outcome": row.outcome,
            "reason": row.reason,
            "effective_on": row.effective_on,
            "ends_on": row.ends_on,
            "conditions": row.conditions,
            "waivers": list(terms.recommended_terms(row).granted.values()),
            "by": review.label_of(reader, row.made_by),
            "made_at": row.made_at,
        }
        for row in rows.select_related("version", "made_by").order_by("pk")
    ]


def marked_findings(reader: User, submission: Submission) -> list[dict[str, Any]]:
    rows = Tick.objects.filter(version__submission=submission).select_related("version", "ticked_by")
    return [
        {
            "version": row.version.number,
            "finding": row.finding,
            "note": row.note,
            "by": review.label_of(reader, row.ticked_by),
            "marked_at": row.ticked_at,
        }
        for row in rows.order_by("pk")
    ]


def marks(submission: Submission) -> list[dict[str, Any]]:
    rows = submission.flags.order_by("pk")
    return [{"mark": row.flag, "raised_at": row.raised_at} for row in rows]


def document(row: Document, path: str | None) -> dict[str, Any]:
    settled = row.state in (DocumentState.READY, DocumentState.FAILED)
    return {
        "kind": row.kind,
        "title": row.get_kind_display(),
        "occasion": row.occasion,
        "path": path,
        "state": row.state if settled else "in preparation",
        "ordered_at": row.created_at,
        "issued_at": row.ready_at,
        "sha256": row.sha256,
        "signing_certificate_sha256": row.signed_by,
    }


def version(reader: User, version: Version) -> dict[str, Any]:
    declared = Declaration.objects.filter(version=version).first()
    return {
        "number": version.number,
        "digest": version.digest,
        "author": review.label_of(reader, version.author),
        "created_at": version.created_at,
        "declaration": (
            {"name": declared.name, "role": declared.role, "made_at": declared.made_at} if declared else None
        ),
        "explanations": [
            {
                "kind": row.kind,
                "rule": row.rule,
                "path": row.path,
                "clause": row.clause,
                "message": row.message,
                "reading": row.reading,
                "text": row.text,
                "made_at": row.made_at,
            }
            for row in review.explanations(version)
        ],
    }


def check(pk: int) -> dict[str, Any]:
    run = Run.objects.get(pk=pk)
    return {
        "verdict": run.verdict,
        "checked": run.checked,
        "core_version": run.core_version,
        "edition_digest": run.edition_digest,
        "ruleset_digest": run.ruleset_digest,
        "made_at": run.created_at,
        "edges": run.edges,
        "examples": run.examples,
        "findings": [
            {
                "severity": row.severity,
                "rule": row.rule,
                "path": row.path,
                "clause": row.clause,
                "message": row.message,
                "submitted": row.submitted,
                "allowed": row.allowed,
                "nearest": row.nearest,
                "demonstration": row.demonstration,
                "reading": row.reading,
            }
            for row in run.findings.order_by("position")
        ],
    }


def upload(reader: User, row: Upload, path: str) -> dict[str, Any]:
    submitted = row.frozen_rows.filter(version__in=versions(reader, row.submission))
    return {
        "path": path,
        "filename": row.filename,
        "kind": row.kind,
        "confidential": row.confidential,
        "content_type": row.content_type,
        "added_by": review.label_of(reader, row.added_by),
        "added_at": row.added_at,
        "submitted_with": sorted(submitted.values_list("version__number", flat=True)),
    }


def trail_rows(reader: User, submission: Submission) -> list[dict[str, Any]]:
    return [as_record(row) for row in case_trail(reader, submission)]


def case_trail(reader: User, submission: Submission) -> QuerySet[AuditEntry]:
    """The entries about the case and its documents that the reader may read, oldest first."""
    return trail(reader).filter(about(submission)).order_by("pk")


def about(submission: Submission) -> Q:
    """The audit entries of a case: about itself, its documents and finished inspections."""
    own = Q(object_type=submission._meta.label_lower, object_id=str(submission.pk))
    issued = [str(pk) for pk in submission.documents.values_list("pk", flat=True)]
    visits = Inspection.objects.filter(version__submission=submission, finished_at__isnull=False)
    inspected = [str(pk) for pk in visits.values_list("pk", flat=True)]
    return (
        own
        | Q(object_type=Document._meta.label_lower, object_id__in=issued)
        | Q(object_type=Inspection._meta.label_lower, object_id__in=inspected)
    )


def endings(reader: User, submission: Submission, notices: Iterable[IntentNotice]) -> dict[str, Any]:
    """Notices of intent, oldest first, and every end that was decided for a later day."""

    def who(person: User | None) -> str | None:
        return review.label_of(reader, person) if person else None

    return {
        "notices_of_intent": [
            {
                "reasons": notice.reasons,
                "tables": notice.tables,
                "given_by": who(notice.given_by),
                "given_at": notice.given_at,
                "reply_until": notice.due_on,
                "reply": notice.reply,
                "replied_by": who(notice.replied_by),
                "replied_at": notice.replied_at,
                "files": [{"filename": row.filename, "sha256": row.sha256} for row in notice.files.all()],
                "withdrawn_by": who(notice.withdrawn_by),
                "withdrawn_at": notice.withdrawn_at,
                "withdrawn_reason": notice.withdrawn_reason,
                "concluded_at": notice.concluded_at,
            }
            for notice in notices
        ],
        "decided_for_a_later_day": [
            {
                "kind": end.kind,
                "last_day": end.last_day,
                "reason": end.reason,
                "tables": end.tables,
                "decided_by": who(end.decided_by),
                "decided_at": end.decided_at,
                "closed_as": end.closed_as or None,
                "closed_at": end.closed_at,
                "closed_by": who(end.closed_by),
            }
            for end in submission.planned_ends.order_by("pk")
        ],
    }
