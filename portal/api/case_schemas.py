"""The JSON Schema of cases and of people, by name."""

from __future__ import annotations

from portal.accounts.models import Role
from portal.accounts.scopes import SCOPES
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    DAY,
    FLAG,
    JURISDICTION,
    MOMENT,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    WHOLE,
    Schema,
    fields,
    listed,
    one_of,
    or_null,
    ref,
)
from portal.documents.models import DocumentKind, DocumentState
from portal.review.models import Comment, Decision, Explanation
from portal.submissions.models import State, UploadKind
from portal.validation.models import Severity, Verdict


def cases() -> dict[str, Schema]:
    submission = {
        "reference": REFERENCE,
        "state": one_of(State.values),
        "state_since": MOMENT,
        "organisation": TEXT,
        "property": fields(id=WHOLE, name=TEXT),
        "jurisdiction": JURISDICTION,
        "game": TEXT,
        "edition": TEXT,
        "version": or_null(WHOLE),
        "digest": TEXT,
        "submitted_at": or_null(MOMENT),
        "decided_at": or_null(MOMENT),
        "in_force_from": or_null(DAY),
        "in_force_to": or_null(DAY),
        "created_at": MOMENT,
    }
    file = {"id": WHOLE, "filename": TEXT, "content_type": TEXT, "size": WHOLE, "sha256": SHA256}
    version = {
        "reference": REFERENCE,
        "number": WHOLE,
        "digest": SHA256,
        "author": TEXT,
        "created_at": MOMENT,
    }
    return {
        "Submission": fields(**submission),
        "WholeSubmission": fields(**submission, varies=TEXT, assignee=TEXT, page=ADDRESS),
        "Version": fields(**version),
        "WholeVersion": fields(
            "A version never changes; its ETag is what If-Match wants.", **version, ruleset=ref("RuleSet")
        ),
        "SavedVersion": fields(
            "What was saved and what the check found in it.",
            **version,
            ruleset=ref("RuleSet"),
            report=ref("Report"),
        ),
        "VersionReport": fields(
            "The check of a version as it is stored: with which core and which edition it was made.",
            edition=TEXT,
            verdict=one_of(Verdict.values),
            findings=listed(ref("Finding")),
            checked=WHOLE,
            core_version=TEXT,
            edition_digest=SHA256,
            ruleset_digest=SHA256,
            made_at=MOMENT,
        ),
        "WorkedExamples": fields(
            "The rulebook’s and the operator’s own examples under a version.", results=listed(OBJECT)
        ),
        "Layout": fields(version=WHOLE, layout=OBJECT),
        "Example": fields(id=WHOLE, title=TEXT, events=listed(ref("Event")), author=TEXT, saved_at=MOMENT),
        "Examples": fields(items=listed(ref("Example"))),
        "Gate": fields(
            "What stands between the draft and its submission.",
            digest=SHA256,
            unstated=listed(fields(path=TEXT, message=TEXT)),
            points=listed(
                fields(
                    severity=one_of(Severity.values),
                    rule=TEXT,
                    path=TEXT,
                    clause=TEXT,
                    message=TEXT,
                    needs=one_of(Explanation.Kind.values),
                )
            ),
        ),
        "Move": fields(
            move=TEXT,
            label=TEXT,
            from_state=one_of(State.values),
            to_state=one_of(State.values),
            by=TEXT,
            at=MOMENT,
            reason=TEXT,
            version=or_null(WHOLE),
        ),
        "Moves": fields(
            "What happened, oldest first, and which moves are open to you.",
            items=listed(ref("Move")),
            open=listed(TEXT),
        ),
        "LimitNotice": fields(
            "New limits at one table from a moment on; `words` says them.",
            id=WHOLE,
            table=fields(id=WHOLE, label=TEXT),
            limits=OBJECT,
            words=listed(TEXT),
            takes_effect_at=MOMENT,
            clause=TEXT,
            given_at=MOMENT,
        ),
        "LimitNotices": fields(items=listed(ref("LimitNotice"))),
        "Uploads": fields(items=listed(ref("Upload"))),
        "Upload": fields(
            **file, kind=one_of(UploadKind.values), confidential=FLAG, added_at=MOMENT, address=ADDRESS
        ),
        "Query": fields(
            files=listed(fields(**file, address=ADDRESS)),
            id=WHOLE,
            text=TEXT,
            due_on=DAY,
            asked_at=MOMENT,
            answer=TEXT,
            answered_at=or_null(MOMENT),
        ),
        "Queries": fields(items=listed(ref("Query"))),
        "Decision": fields(
            reference=REFERENCE,
            version=WHOLE,
            outcome=one_of(Decision.Outcome.values),
            reason=TEXT,
            digest=SHA256,
            decided_at=MOMENT,
            effective_on=or_null(DAY),
            ends_on=or_null(DAY),
            conditions=listed(fields(text=TEXT, due_on=or_null(DAY), met_at=or_null(MOMENT))),
            waivers=listed(fields(rule=TEXT, path=TEXT, clause=TEXT, reason=TEXT)),
        ),
        "Ticks": fields(
            "The findings of the version handed in; `finding` names one of them.",
            items=listed(
                fields(finding=TEXT, severity=one_of(Severity.values), message=TEXT, done=FLAG, note=TEXT)
            ),
        ),
        "Comment": fields(
            id=WHOLE,
            about_kind=one_of(Comment.About.values),
            about=TEXT,
            text=TEXT,
            shown_to_operator=FLAG,
            by=TEXT,
            version=WHOLE,
        ),
        "Comments": fields(items=listed(ref("Comment"))),
        "Decisions": fields(items=listed(ref("Decision"))),
        "Explanation": fields(
            id=WHOLE,
            kind=one_of(Explanation.Kind.values),
            rule=TEXT,
            path=TEXT,
            clause=TEXT,
            message=TEXT,
            text=TEXT,
        ),
        "Explanations": fields(items=listed(ref("Explanation"))),
        "Document": fields(
            id=WHOLE,
            kind=one_of(DocumentKind.values),
            title=TEXT,
            state=one_of(DocumentState.values),
            sha256=TEXT,
            size=or_null(WHOLE),
            created_at=MOMENT,
            ready_at=or_null(MOMENT),
            address=ADDRESS,
        ),
        "Documents": fields(items=listed(ref("Document"))),
    }


def people() -> dict[str, Schema]:
    return {
        "Me": fields(
            "The account the request was made with.",
            name=TEXT,
            email=TEXT,
            machine=FLAG,
            organisation=or_null(fields(name=TEXT, kind=TEXT, jurisdictions=listed(JURISDICTION))),
            roles=listed(one_of(Role.values)),
            permissions=listed(TEXT),
            token=or_null(fields(name=TEXT, prefix=TEXT, scopes=listed(one_of(SCOPES)), expires_at=MOMENT)),
        ),
        "Property": fields(
            id=WHOLE,
            name=TEXT,
            organisation=TEXT,
            jurisdiction=JURISDICTION,
            address=TEXT,
            editions=listed(TEXT),
            tables=listed(fields(id=WHOLE, label=TEXT, game=TEXT, active=FLAG)),
        ),
        "Properties": fields(items=listed(ref("Property"))),
        "AuditEntry": fields(
            id=WHOLE,
            at=MOMENT,
            actor=TEXT,
            action=TEXT,
            object_type=TEXT,
            object_id=TEXT,
            object_label=TEXT,
            organisation=TEXT,
            jurisdiction=TEXT,
            before=ANY,
            after=ANY,
            request_id=TEXT,
        ),
    }
