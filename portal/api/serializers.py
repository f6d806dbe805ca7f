"""The answers about cases and accounts, field by field. What anybody may read: public_serializers.py.

Times are ISO 8601 in UTC, hashes in hex. As on the pages, a person is named to their own organisation only;
others read the organisation's name.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from portal.accounts.models import Property, Role, User
from portal.accounts.permissions import PERMISSIONS, can
from portal.accounts.scopes import SCOPES
from portal.api.components import Component, Context, Field, ListOf, PageOf, Serializer
from portal.api.public_serializers import DOCUMENT as DOCUMENT_FIELDS
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    BOOLEAN,
    DATE,
    DATETIME,
    INTEGER,
    JURISDICTION,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    array_of,
    object_of,
    one_of,
    or_null,
)
from portal.api.schemas import EVENT, RULE_SET
from portal.editions.selectors import editions_for
from portal.review import limit_notices, selectors, workflow
from portal.review.models import Comment, Decision, Explanation
from portal.submissions.models import State, Submission, UploadKind, Version
from portal.submissions.selectors import version_shown_to
from portal.validation.models import Severity, Verdict
from portal.validation.selectors import run_of

ID = Field(INTEGER, "pk")
CASE_REFERENCE = Field(REFERENCE, lambda _, context: context.reference)
VERSION_NUMBER = Field(INTEGER, "version.number")


def _name(person: User, context: Context) -> str:
    if person.organisation_id == context.actor.organisation_id:
        return person.name
    return str(person.organisation or "Baize")


AUTHOR = Field(TEXT, lambda row, context: _name(row.author, context))

# Submissions -----------------------------------------------------------------------------------------------


def _visible_version(submission: Submission, context: Context) -> Version | None:
    """A regulator reads the version submitted last, even while the operator amends a returned one."""
    return submission.submitted_version if context.actor.is_regulator else submission.current_version


def _version_number(submission: Submission, context: Context) -> int | None:
    version = _visible_version(submission, context)
    return version.number if version else None


def _version_digest(submission: Submission, context: Context) -> str:
    version = _visible_version(submission, context)
    return version.digest if version else ""


def _assignee(submission: Submission, context: Context) -> str:
    """The operator does not learn who reviews a case."""
    return submission.assignee.name if submission.assignee and context.actor.is_regulator else ""


def _page(submission: Submission, context: Context) -> str:
    view = "regulator:case" if context.actor.is_regulator else "operator:submission"
    return reverse(view, args=[submission.reference])


SUBMISSION = Serializer(
    "Submission",
    reference=REFERENCE,
    state=one_of(State.values),
    state_since=DATETIME,
    organisation=Field(TEXT, "organisation.name"),
    property=Serializer(id=ID, name=TEXT),
    jurisdiction=JURISDICTION,
    game=TEXT,
    edition=Field(TEXT, "edition_id"),
    version=Field(or_null(INTEGER), _version_number),
    digest=Field(TEXT, _version_digest),
    submitted_at=or_null(DATETIME),
    decided_at=or_null(DATETIME),
    in_force_from=or_null(DATE),
    in_force_to=or_null(DATE),
    created_at=DATETIME,
)
SUBMISSION_PAGE = PageOf(SUBMISSION)
WHOLE_SUBMISSION = Serializer(
    "WholeSubmission",
    base=SUBMISSION,
    varies=Field(TEXT, lambda submission, _: submission.varies.reference if submission.varies else ""),
    assignee=Field(TEXT, _assignee),
    page=Field(ADDRESS, _page),
)

# Versions and their checks ---------------------------------------------------------------------------------

FINDING = Serializer(
    "Finding",
    severity=one_of(Severity.values),
    rule=TEXT,
    path=TEXT,
    clause=TEXT,
    message=TEXT,
    submitted=ANY,
    allowed=ANY,
    nearest=Field(ANY, optional=True),
    demonstration=Field(ANY, optional=True),
)
REPORT = Serializer(
    "Report",
    edition=Field(TEXT, lambda run, _: run.version.ruleset["edition"]),
    verdict=one_of(Verdict.values),
    findings=Field(FINDING, lambda run, _: run.findings.all(), many=True),
    checked=INTEGER,
)
VERSION_REPORT = Serializer(
    "VersionReport",
    "The stored check of a version, with the core and the edition it was made with.",
    base=REPORT,
    core_version=TEXT,
    edition_digest=SHA256,
    ruleset_digest=SHA256,
    made_at=Field(DATETIME, "created_at"),
)
VERSION = Serializer(
    "Version", reference=CASE_REFERENCE, number=INTEGER, digest=SHA256, author=AUTHOR, created_at=DATETIME
)
VERSION_PAGE = PageOf(VERSION, order_by="number")
WHOLE_VERSION = Serializer(
    "WholeVersion",
    "A version never changes; send its ETag in If-Match.",
    base=VERSION,
    ruleset=RULE_SET,
)
SAVED_VERSION = Serializer(
    "SavedVersion",
    "What was saved and what the check found in it.",
    base=WHOLE_VERSION,
    report=Field(REPORT, lambda version, _: run_of(version)),
)
WORKED_EXAMPLES = Component(
    "WorkedExamples",
    object_of("The rulebook’s and the operator’s own examples under a version.", results=array_of(OBJECT)),
)
LAYOUT = Serializer(
    "Layout",
    version=Field(INTEGER, "number"),
    layout=Field(OBJECT, lambda version, _: version.ruleset.get("layout", {})),
)
EXAMPLE = Serializer(
    "Example", id=ID, title=TEXT, events=Field(array_of(EVENT.ref)), author=AUTHOR, saved_at=DATETIME
)
EXAMPLES = ListOf("Examples", EXAMPLE)
GATE = Serializer(
    "Gate",
    "What is missing before the draft can be submitted.",
    digest=Field(SHA256, lambda submission, context: version_shown_to(context.actor, submission).digest),
    unstated=Field(
        array_of(object_of(path=TEXT, message=TEXT)), lambda submission, _: workflow.unstated(submission)
    ),
    points=Field(
        array_of(
            object_of(
                severity=one_of(Severity.values),
                rule=TEXT,
                path=TEXT,
                clause=TEXT,
                message=TEXT,
                needs=one_of(Explanation.Kind.values),
            )
        ),
        lambda submission, _: workflow.submit_gate(submission),
    ),
)

# Review ----------------------------------------------------------------------------------------------------


def _file_address(view: str) -> Field:
    return Field(ADDRESS, lambda row, context: reverse(view, args=[context.reference, row.pk]))


MOVE = Serializer(
    "Move",
    move=Field(TEXT, "name"),
    label=TEXT,
    from_state=one_of(State.values),
    to_state=one_of(State.values),
    by=Field(TEXT, "actor_label"),
    at=DATETIME,
    reason=TEXT,
    version=Field(or_null(INTEGER), lambda move, _: move.version.number if move.version else None),
)
MOVES = Serializer(
    "Moves",
    "What happened, oldest first, and which moves are open to you.",
    items=Field(MOVE, lambda submission, context: selectors.timeline(context.actor, submission), many=True),
    open=Field(
        array_of(TEXT),
        lambda submission, context: sorted(workflow.moves_open_to(context.actor, submission)),
    ),
)
LIMIT_NOTICE = Serializer(
    "LimitNotice",
    "New limits at one table from a given time; `words` says them in words.",
    id=ID,
    table=Serializer(id=ID, label=TEXT),
    limits=OBJECT,
    words=Field(array_of(TEXT), lambda notice, _: limit_notices.words_of(notice)),
    takes_effect_at=DATETIME,
    clause=TEXT,
    given_at=DATETIME,
)
LIMIT_NOTICES = ListOf("LimitNotices", LIMIT_NOTICE)
_FILE = Serializer(id=ID, filename=TEXT, content_type=TEXT, size=INTEGER, sha256=SHA256)
UPLOAD = Serializer(
    "Upload",
    base=_FILE,
    kind=one_of(UploadKind.values),
    confidential=BOOLEAN,
    added_at=DATETIME,
    address=_file_address("api:upload"),
)
UPLOADS = ListOf("Uploads", UPLOAD)
QUERY = Serializer(
    "Query",
    id=ID,
    text=TEXT,
    due_on=DATE,
    asked_at=DATETIME,
    answer=TEXT,
    answered_at=or_null(DATETIME),
    files=Field(
        Serializer(base=_FILE, address=_file_address("api:answer-file")),
        lambda query, _: query.files.all(),
        many=True,
    ),
)
QUERIES = ListOf("Queries", QUERY)
DECISION = Serializer(
    "Decision",
    reference=CASE_REFERENCE,
    version=VERSION_NUMBER,
    outcome=one_of(Decision.Outcome.values),
    reason=TEXT,
    digest=SHA256,
    decided_at=DATETIME,
    effective_on=or_null(DATE),
    ends_on=or_null(DATE),
    conditions=Field(
        Serializer(text=TEXT, due_on=or_null(DATE), met_at=or_null(DATETIME)),
        lambda decision, _: decision.conditions.all(),
        many=True,
    ),
    waivers=Field(
        Serializer(rule=TEXT, path=TEXT, clause=TEXT, reason=Field(TEXT, "text")),
        lambda decision, _: [waiver.explanation for waiver in decision.waivers.all()],
        many=True,
    ),
)
DECISIONS = ListOf("Decisions", DECISION)
TICKS = ListOf(
    "Ticks",
    Serializer(finding=TEXT, severity=one_of(Severity.values), message=TEXT, done=BOOLEAN, note=TEXT),
    "The findings of the submitted version; `finding` identifies each.",
)
COMMENT = Serializer(
    "Comment",
    id=ID,
    about_kind=one_of(Comment.About.values),
    about=TEXT,
    text=TEXT,
    shown_to_operator=BOOLEAN,
    by=AUTHOR,
    version=VERSION_NUMBER,
)
COMMENTS = ListOf("Comments", COMMENT)
EXPLANATION = Serializer(
    "Explanation",
    id=ID,
    kind=one_of(Explanation.Kind.values),
    rule=TEXT,
    path=TEXT,
    clause=TEXT,
    message=TEXT,
    text=TEXT,
)
EXPLANATIONS = ListOf("Explanations", EXPLANATION)
DOCUMENT = Serializer(
    "Document",
    base=DOCUMENT_FIELDS,
    id=ID,
    created_at=DATETIME,
    ready_at=or_null(DATETIME),
    address=Field(
        ADDRESS,
        lambda document, _: reverse("api:document", args=[document.submission.reference, document.pk]),
    ),
)
DOCUMENTS = ListOf("Documents", DOCUMENT)

# Accounts --------------------------------------------------------------------------------------------------


def _editions(row: Property, context: Context) -> list[str]:
    """The same for every casino of a jurisdiction, so queried once."""
    if row.jurisdiction not in context.cache:
        context.cache[row.jurisdiction] = [edition.pk for edition in editions_for(row).only("pk")]
    editions: list[str] = context.cache[row.jurisdiction]
    return editions


def _permissions(user: User, context: Any) -> list[str]:
    return [permission for permission in PERMISSIONS if can(user, permission)]


ME = Serializer(
    "Me",
    "The account the request was made with.",
    name=TEXT,
    email=TEXT,
    machine=Field(BOOLEAN, "is_machine"),
    organisation=Field(
        Serializer(
            name=TEXT,
            kind=TEXT,
            jurisdictions=Field(array_of(JURISDICTION), lambda row, _: list(row.jurisdiction_codes)),
        ),
        null=True,
    ),
    roles=Field(array_of(one_of(Role.values)), lambda user, _: sorted(user.roles)),
    permissions=Field(array_of(TEXT), _permissions),
    token=Field(
        Serializer(name=TEXT, prefix=TEXT, scopes=array_of(one_of(SCOPES)), expires_at=DATETIME), null=True
    ),
)
PROPERTY = Serializer(
    "Property",
    id=ID,
    name=TEXT,
    organisation=Field(TEXT, "organisation.name"),
    jurisdiction=JURISDICTION,
    address=TEXT,
    editions=Field(array_of(TEXT), _editions),
    tables=Field(
        Serializer(id=ID, label=TEXT, game=TEXT, active=BOOLEAN),
        lambda row, _: row.tables.all(),
        many=True,
    ),
)
PROPERTIES = ListOf("Properties", PROPERTY)
AUDIT_ENTRY = Serializer(
    "AuditEntry",
    id=ID,
    at=DATETIME,
    actor=Field(TEXT, lambda entry, _: entry.actor_name or "Baize"),
    action=TEXT,
    object_type=TEXT,
    object_id=TEXT,
    object_label=TEXT,
    organisation=Field(TEXT, lambda entry, _: entry.organisation.name if entry.organisation else ""),
    jurisdiction=TEXT,
    before=ANY,
    after=ANY,
    request_id=TEXT,
)
AUDIT_PAGE = PageOf(AUDIT_ENTRY)
