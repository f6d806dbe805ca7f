"""Rows as JSON: one plain function for each kind of thing. Times are ISO 8601 in UTC, hashes in hex.

What a person of the other side is called stays with their house, as on the pages.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.urls import reverse

from craps.rulebook import Clause
from portal.accounts.models import Property, User
from portal.accounts.permissions import PERMISSIONS, can
from portal.audit.models import AuditEntry
from portal.documents.models import Document
from portal.documents.verification import Verification
from portal.editions.models import Edition
from portal.register.log import LogStatus
from portal.register.models import Checkpoint, Entry
from portal.register.selectors import outcome_label
from portal.register.serializers import serialize_entry
from portal.review import limit_notices
from portal.review.models import AnswerFile, Comment, Decision, Explanation, LimitNotice, Move, Query
from portal.submissions.models import OwnExample, Submission, Upload, Version
from portal.validation.models import Finding, Run

Written = dict[str, Any]


# Public ----------------------------------------------------------------------------------------------------


def edition(row: Edition) -> Written:
    return {
        "id": row.pk,
        "title": row.title,
        "jurisdiction": row.jurisdiction,
        "authority": row.authority,
        "game": row.game,
        "in_force_from": _day(row.in_force_from),
        "digest": row.digest,
    }


def whole_edition(row: Edition) -> Written:
    return {**edition(row), "source": row.source, "document": row.document}


def clause(item: Clause) -> Written:
    return {
        "id": item.id,
        "number": item.number,
        "heading": item.heading,
        "text": item.text,
        "parent": item.parent,
        "depth": item.depth,
        "slip": item.slip,
    }


def whole_entry(row: Entry) -> Written:
    return {**serialize_entry(row), "leaf": row.leaf}


def log_entry(row: Entry) -> Written:
    return {
        "position": row.position,
        "kind": row.kind,
        "outcome": row.outcome,
        "label": outcome_label(row),
        "entered_at": _moment(row.entered_at),
        "leaf": row.leaf,
        "leaf_hash": row.leaf_hash,
    }


def checkpoint(row: Checkpoint) -> Written:
    return {"size": row.size, "root": row.root, "note": row.note, "signed_at": _moment(row.signed_at)}


def log_state(state: LogStatus) -> Written:
    return {
        "origin": state.origin,
        "size": state.size,
        "waiting": state.waiting,
        "checkpoint": checkpoint(state.checkpoint) if state.checkpoint else None,
        "examined_at": _moment(state.examined_at),
        "problems": state.problems,
        "keys": state.keys,
    }


def public_document(row: Document) -> Written:
    address = reverse("api:register-document", args=[row.submission.reference, row.kind])
    return {**_paper(row), "address": address}


def verified(answer: Verification) -> Written:
    return {
        "verdict": answer.verdict,
        "why": answer.why,
        "reference": answer.reference,
        "document": answer.kind_label,
        "standing": answer.standing,
        "in_force": answer.in_force,
        "superseded_by": answer.superseded_by,
        "signer": answer.signer,
        "key": answer.key,
        "signed_at": _moment(answer.signed_at),
        "sha256": answer.sha256,
        "ruleset_digest": answer.ruleset_digest,
    }


# Cases -----------------------------------------------------------------------------------------------------


def submission(actor: User, row: Submission) -> Written:
    """A regulator reads of the version handed in, also while the operator amends a returned one."""
    version = row.submitted_version if actor.is_regulator else row.current_version
    return {
        "reference": row.reference,
        "state": row.state,
        "state_since": _moment(row.state_since),
        "organisation": row.organisation.name,
        "property": {"id": row.property_id, "name": row.property.name},
        "jurisdiction": row.jurisdiction,
        "game": row.game,
        "edition": row.edition_id,
        "version": version.number if version else None,
        "digest": version.digest if version else "",
        "submitted_at": _moment(row.submitted_at),
        "decided_at": _moment(row.decided_at),
        "in_force_from": _day(row.in_force_from),
        "in_force_to": _day(row.in_force_to),
        "created_at": _moment(row.created_at),
    }


def whole_submission(actor: User, row: Submission) -> Written:
    door = "regulator:case" if actor.is_regulator else "operator:submission"
    return {
        **submission(actor, row),
        "varies": row.varies.reference if row.varies else "",
        # Who reviews it is the regulator's own business.
        "assignee": row.assignee.name if row.assignee and actor.is_regulator else "",
        "page": reverse(door, args=[row.reference]),
    }


def version(actor: User, row: Version, reference: str) -> Written:
    return {
        "reference": reference,
        "number": row.number,
        "digest": row.digest,
        "author": _name(actor, row.author),
        "created_at": _moment(row.created_at),
    }


def whole_version(actor: User, row: Version, reference: str) -> Written:
    return {**version(actor, row, reference), "ruleset": row.ruleset}


def finding(row: Finding) -> Written:
    """As the core's report has it."""
    found = {
        "severity": row.severity,
        "rule": row.rule,
        "path": row.path,
        "clause": row.clause,
        "message": row.message,
        "submitted": row.submitted,
        "allowed": row.allowed,
    }
    if row.nearest is not None:
        found["nearest"] = row.nearest
    if row.demonstration is not None:
        found["demonstration"] = row.demonstration
    return found


def report(run: Run, edition_id: str) -> Written:
    return {
        "edition": edition_id,
        "verdict": run.verdict,
        "findings": [finding(row) for row in run.findings.all()],
        "checked": run.checked,
    }


def stored_report(run: Run, edition_id: str) -> Written:
    return {
        **report(run, edition_id),
        "core_version": run.core_version,
        "edition_digest": run.edition_digest,
        "ruleset_digest": run.ruleset_digest,
        "made_at": _moment(run.created_at),
    }


def example(actor: User, row: OwnExample) -> Written:
    return {
        "id": row.pk,
        "title": row.title,
        "events": row.events,
        "author": _name(actor, row.author),
        "saved_at": _moment(row.saved_at),
    }


def move(row: Move) -> Written:
    """As the timeline labels it for its reader."""
    return {
        "move": row.name,
        "label": row.label,
        "from_state": row.from_state,
        "to_state": row.to_state,
        "by": row.actor_label,
        "at": _moment(row.at),
        "reason": row.reason,
        "version": row.version.number if row.version else None,
    }


def limit_notice(row: LimitNotice) -> Written:
    return {
        "id": row.pk,
        "table": {"id": row.table_id, "label": row.table.label},
        "limits": row.limits,
        "words": limit_notices.words_of(row),
        "takes_effect_at": _moment(row.takes_effect_at),
        "clause": row.clause,
        "given_at": _moment(row.given_at),
    }


def upload(row: Upload, reference: str) -> Written:
    return {
        **_file(row),
        "kind": row.kind,
        "confidential": row.confidential,
        "added_at": _moment(row.added_at),
        "address": reverse("api:upload", args=[reference, row.pk]),
    }


def query(row: Query, reference: str) -> Written:
    return {
        "id": row.pk,
        "text": row.text,
        "due_on": _day(row.due_on),
        "asked_at": _moment(row.asked_at),
        "answer": row.answer,
        "answered_at": _moment(row.answered_at),
        "files": [
            {**_file(sent), "address": reverse("api:answer-file", args=[reference, sent.pk])}
            for sent in row.files.all()
        ],
    }


def comment(actor: User, row: Comment) -> Written:
    return {
        "id": row.pk,
        "about_kind": row.about_kind,
        "about": row.about,
        "text": row.text,
        "shown_to_operator": row.shown_to_operator,
        "by": _name(actor, row.author),
        "version": row.version.number,
    }


def decision(row: Decision, reference: str) -> Written:
    return {
        "reference": reference,
        "version": row.version.number,
        "outcome": row.outcome,
        "reason": row.reason,
        "digest": row.digest,
        "decided_at": _moment(row.decided_at),
        "effective_on": _day(row.effective_on),
        "ends_on": _day(row.ends_on),
        "conditions": [
            {"text": term.text, "due_on": _day(term.due_on), "met_at": _moment(term.met_at)}
            for term in row.conditions.all()
        ],
        "waivers": [
            {
                "rule": granted.explanation.rule,
                "path": granted.explanation.path,
                "clause": granted.explanation.clause,
                "reason": granted.explanation.text,
            }
            for granted in row.waivers.all()
        ],
    }


def explanation(row: Explanation) -> Written:
    return {
        "id": row.pk,
        "kind": row.kind,
        "rule": row.rule,
        "path": row.path,
        "clause": row.clause,
        "message": row.message,
        "text": row.text,
    }


def document(row: Document) -> Written:
    address = reverse("api:document", args=[row.submission.reference, row.pk])
    times = {"created_at": _moment(row.created_at), "ready_at": _moment(row.ready_at)}
    return {"id": row.pk, **_paper(row), **times, "address": address}


# People ----------------------------------------------------------------------------------------------------


def me(actor: User) -> Written:
    organisation, token = actor.organisation, actor.token
    return {
        "name": actor.name,
        "email": actor.email,
        "machine": actor.is_machine,
        "organisation": organisation
        and {
            "name": organisation.name,
            "kind": organisation.kind,
            "jurisdictions": list(organisation.jurisdiction_codes),
        },
        "roles": sorted(actor.roles),
        "permissions": [permission for permission in PERMISSIONS if can(actor, permission)],
        "token": token
        and {
            "name": token.name,
            "prefix": token.prefix,
            "scopes": token.scopes,
            "expires_at": _moment(token.expires_at),
        },
    }


def casino(row: Property, editions: list[str]) -> Written:
    return {
        "id": row.pk,
        "name": row.name,
        "organisation": row.organisation.name,
        "jurisdiction": row.jurisdiction,
        "address": row.address,
        "editions": editions,
        "tables": [
            {"id": table.pk, "label": table.label, "game": table.game, "active": table.active}
            for table in row.tables.all()
        ],
    }


def audit_entry(row: AuditEntry) -> Written:
    return {
        "id": row.pk,
        "at": _moment(row.at),
        "actor": row.actor_name or "Baize",
        "action": row.action,
        "object_type": row.object_type,
        "object_id": row.object_id,
        "object_label": row.object_label,
        "organisation": row.organisation.name if row.organisation else "",
        "jurisdiction": row.jurisdiction,
        "before": row.before,
        "after": row.after,
        "request_id": row.request_id,
    }


def _file(row: Upload | AnswerFile) -> Written:
    return {
        "id": row.pk,
        "filename": row.filename,
        "content_type": row.content_type,
        "size": row.size,
        "sha256": row.sha256,
    }


def _paper(row: Document) -> Written:
    return {
        "kind": row.kind,
        "title": row.get_kind_display(),
        "state": row.state,
        "sha256": row.sha256,
        "size": row.size,
    }


def _name(reader: User, person: User) -> str:
    if person.organisation_id == reader.organisation_id:
        return person.name
    return str(person.organisation or "Baize")


def _day(value: date | None) -> str | None:
    return value.isoformat() if value else None


def _moment(value: datetime | None) -> str | None:
    return value.isoformat() if value else None
