"""The answers about cases and accounts, field by field. What anybody may read: public_serializers.py.

Times are ISO 8601 in UTC, hashes in hex. People are named to their own organisation only, as on the pages.
"""

from django.urls import reverse

from portal.accounts.absences import deputy_of
from portal.accounts.models import Property, Table, User
from portal.api.components import Component, Context, Field, ListOf, PageOf, Serializer, columns
from portal.api.public_serializers import DOCUMENT_TITLE
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    BOOLEAN,
    DATE,
    DATETIME,
    EXACT,
    INTEGER,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    any_of,
    array_of,
    object_of,
    one_of,
    or_nothing,
    or_null,
)
from portal.api.schemas import EVENT, RULE_SET
from portal.bundles.models import Bundle, BundleKind
from portal.bundles.selectors import is_current
from portal.documents.models import Document
from portal.review import models, selectors, workflow
from portal.review.conditions import is_overdue
from portal.submissions.models import CoveredTable, OwnExample, Submission, Upload, Version
from portal.submissions.selectors import version_shown_to
from portal.submissions.tables import covered_rows
from portal.validation.models import Finding, Run, Severity
from portal.validation.selectors import run_of

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


def _version_digest(submission: Submission, context: Context) -> str | None:
    version = _visible_version(submission, context)
    return version.digest if version else None


def _assignee(submission: Submission, context: Context) -> str | None:
    """The operator does not learn who reviews a case."""
    return submission.assignee.name if submission.assignee and context.actor.is_regulator else None


def _page(submission: Submission, context: Context) -> str:
    view = "regulator:case" if context.actor.is_regulator else "operator:submission"
    return reverse(view, args=[submission.reference])


SUBMISSION = Serializer(
    "Submission",
    base=columns(
        Submission,
        "reference state state_since jurisdiction game all_tables submitted_at decided_at "
        "in_force_from in_force_to created_at",
    ),
    organisation=Field(TEXT, "organisation.name"),
    property=columns(Property, "id name"),
    edition=Field(TEXT, "edition_id"),
    version=Field(or_null(INTEGER), _version_number),
    digest=Field(or_null(SHA256), _version_digest),
)
SUBMISSION_PAGE = PageOf(SUBMISSION)
COVERED_TABLE = Serializer(
    "CoveredTable",
    "A table of a submission: what the submission is there, and the days on which it holds.",
    base=columns(CoveredTable, "state in_force_from in_force_to ended_as"),
    code=Field(TEXT, "table.code"),
    label=Field(TEXT, "table.label"),
)
WHOLE_SUBMISSION = Serializer(
    "WholeSubmission",
    base=SUBMISSION,
    tables=Field(COVERED_TABLE, lambda submission, _: covered_rows(submission), many=True),
    varies=Field(or_null(REFERENCE), lambda submission, _: submission.varies and submission.varies.reference),
    # It is to follow the approval it varies when that ends.
    renewal=Field(BOOLEAN),
    assignee=Field(TEXT_OR_NULL, _assignee),
    deputy=Field(
        TEXT_OR_NULL, lambda case, context: deputy_of(case.assignee) if context.actor.is_regulator else None
    ),
    organisation_deactivated_at=Field(or_null(DATETIME), "organisation.deactivated_at"),
    # By when the operator has to answer, or to submit a returned case again.
    operator_due_on=Field(or_null(DATE), lambda submission, _: selectors.operator_due_on(submission)),
    page=Field(ADDRESS, _page),
)

# Versions and their checks ---------------------------------------------------------------------------------

_RESULT = object_of(balance=EXACT, on_table=EXACT, vig_paid=EXACT, told=array_of(TEXT))
DEMONSTRATION = Component(
    "Demonstration",
    object_of(
        "The same bets and rolls as submitted and under the edition; `difference` is the player’s.",
        title=TEXT,
        events=array_of(EVENT.ref),
        submitted=_RESULT,
        edition=_RESULT,
        difference=EXACT,
        sentence=TEXT,
    ),
)
# A value of a rule set, such as "150", true or ["pass_line"].
VALUE = Component(
    "Value",
    {"description": "A value of a rule set: a text, a number as text, yes or no, a list or an object."}
    | any_of(TEXT, INTEGER, BOOLEAN, array_of(ANY), OBJECT, {"type": "null"}),
)
FINDING = Serializer(
    "Finding",
    "A departure from the edition. `nearest` is what would be allowed at `path`, absent where nothing is.",
    base=columns(Finding, "severity rule path clause message"),
    submitted=VALUE,
    allowed=VALUE,
    nearest=Field(VALUE, optional=True),
    reading=Field(TEXT, lambda finding, _: finding.reading or None, optional=True),
    demonstration=Field(DEMONSTRATION, optional=True),
)
REPORT = Serializer(
    "Report",
    base=columns(Run, "verdict checked"),
    edition=Field(TEXT, lambda run, _: run.version.ruleset["edition"]),
    findings=Field(FINDING, lambda run, _: run.findings.all(), many=True),
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
    "Version",
    base=columns(Version, "number digest created_at"),
    reference=CASE_REFERENCE,
    author=AUTHOR,
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
    "Example",
    base=columns(OwnExample, "id title saved_at"),
    events=array_of(EVENT.ref),
    author=AUTHOR,
)
EXAMPLES = ListOf("Examples", EXAMPLE)
GATE = Serializer(
    "Gate",
    "What is missing before the draft can be submitted.",
    digest=Field(SHA256, lambda submission, context: version_shown_to(context.actor, submission).digest),
    unstated=Field(
        array_of(object_of(path=TEXT, clause=TEXT, message=TEXT)),
        lambda submission, _: workflow.unstated(submission),
    ),
    points=Field(
        array_of(
            object_of(
                finding=TEXT,
                severity=one_of(Severity.values),
                rule=TEXT,
                path=TEXT,
                clause=TEXT,
                message=TEXT,
                reading=TEXT_OR_NULL,
                needs=one_of(models.Explanation.Kind.values),
            )
        ),
        lambda submission, _: [
            {**point, "reading": or_nothing(point["reading"])} for point in workflow.submit_gate(submission)
        ],
    ),
)

# Review ----------------------------------------------------------------------------------------------------


def _file_address(view: str) -> Field:
    return Field(ADDRESS, lambda row, context: reverse(view, args=[context.reference, row.pk]))


MOVE = Serializer(
    "Move",
    base=columns(models.Move, "from_state to_state at reason day"),
    tables=Field(array_of(object_of(code=TEXT, label=TEXT))),
    move=Field(TEXT, "name"),
    label=TEXT,
    by=Field(TEXT, "actor_label"),
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
    base=columns(models.LimitNotice, "id limits takes_effect_at clause given_at"),
    table=columns(Table, "id code label"),
    words=Field(array_of(TEXT)),
)
LIMIT_NOTICES = ListOf("LimitNotices", LIMIT_NOTICE)
_FILE_COLUMNS = "id filename content_type size sha256"
UPLOAD = Serializer(
    "Upload",
    base=columns(Upload, f"{_FILE_COLUMNS} kind confidential added_at"),
    address=_file_address("api:upload"),
)
UPLOADS = ListOf("Uploads", UPLOAD)
QUERY_FILE = Serializer(
    base=columns(models.AnswerFile, _FILE_COLUMNS), address=_file_address("api:answer-file")
)
QUERY = Serializer(
    "Query",
    "A question. Those asked together have one `letter`; `files` came with the answer.",
    base=columns(
        models.Query,
        "id letter number text due_on extended_from asked_at answer answered_at "
        "withdrawn_at withdrawn_reason",
    ),
    files=Field(QUERY_FILE, lambda query, _: query.answer_files, many=True),
    question_files=Field(QUERY_FILE, lambda query, _: query.question_files, many=True),
)
QUERIES = ListOf("Queries", QUERY)
RECOMMENDATION = Serializer(
    "Recommendation",
    base=columns(models.Recommendation, "outcome reason digest made_at effective_on ends_on"),
    version=VERSION_NUMBER,
    by=Field(TEXT, lambda made, context: _name(made.made_by, context)),
    conditions=array_of(object_of(text=TEXT, due_on=or_null(DATE))),
    waivers=array_of(INTEGER),
)
RECOMMENDATIONS = ListOf("Recommendations", RECOMMENDATION)
INTENT_NOTICE = Serializer(
    "NoticeOfIntent",
    "A notice that the regulator intends to revoke the approval, and the operator's reply.",
    base=columns(
        models.IntentNotice, "id reasons due_on given_at reply replied_at withdrawn_at concluded_at"
    ),
    tables=Field(array_of(object_of(code=TEXT, label=TEXT))),
    files=Field(
        Serializer(base=columns(models.IntentFile, _FILE_COLUMNS), address=_file_address("api:intent-file")),
        lambda notice, _: notice.files.all(),
        many=True,
    ),
)
INTENT_NOTICES = ListOf("NoticesOfIntent", INTENT_NOTICE)
PLANNED_END = Serializer(
    "PlannedEnd",
    "A surrender or revocation that takes effect after its last day.",
    base=columns(models.PlannedEnd, "id kind last_day reason decided_at"),
    tables=Field(array_of(object_of(code=TEXT, label=TEXT))),
)
PLANNED_ENDS = ListOf("PlannedEnds", PLANNED_END)
_WAIVED = "finding rule path clause message"
DECISION = Serializer(
    "Decision",
    base=columns(models.Decision, "outcome reason digest decided_at effective_on ends_on"),
    reference=CASE_REFERENCE,
    version=VERSION_NUMBER,
    conditions=Field(
        columns(models.Condition, "id text due_on reported_at met_at"),
        lambda decision, _: decision.conditions.all(),
        many=True,
    ),
    waivers=Field(
        Serializer(base=columns(models.Explanation, _WAIVED), reason=Field(TEXT, "text")),
        lambda decision, _: [waiver.explanation for waiver in decision.waivers.all()],
        many=True,
    ),
)
DECISIONS = ListOf("Decisions", DECISION)
CONDITION = Serializer(
    "Condition",
    "A condition of an approval, and what was done about it.",
    base=columns(models.Condition, "id text due_on reported_at met_at"),
    state=Field(one_of(models.ConditionState.values)),
    overdue=Field(BOOLEAN, lambda condition, _: is_overdue(condition)),
    steps=Field(
        Serializer(
            "ConditionStep",
            base=columns(models.ConditionStep, "kind text due_on at"),
            by=Field(TEXT, lambda step, context: selectors.label_of(context.actor, step.by)),
            files=Field(
                Serializer(
                    base=columns(models.ConditionFile, _FILE_COLUMNS),
                    address=_file_address("api:condition-file"),
                ),
                lambda step, _: step.files.all(),
                many=True,
            ),
        ),
        lambda condition, _: condition.steps.all(),
        many=True,
    ),
)
CONDITIONS = ListOf("Conditions", CONDITION)
TICKS = ListOf(
    "Ticks",
    Serializer(finding=TEXT, severity=one_of(Severity.values), message=TEXT, done=BOOLEAN, note=TEXT_OR_NULL),
    "The findings of the submitted version; `finding` identifies each.",
)
COMMENT = Serializer(
    "Comment",
    base=columns(models.Comment, "id about_kind about text shown_to_operator"),
    by=AUTHOR,
    version=VERSION_NUMBER,
)
COMMENTS = ListOf("Comments", COMMENT)
EXPLANATION = Serializer("Explanation", base=columns(models.Explanation, f"id kind {_WAIVED} reading text"))
EXPLANATIONS = ListOf("Explanations", EXPLANATION)
DOCUMENT = Serializer(
    "Document",
    base=columns(Document, "id kind state sha256 size created_at ready_at"),
    title=DOCUMENT_TITLE,
    address=_file_address("api:document"),
)
DOCUMENTS = ListOf("Documents", DOCUMENT)
BUNDLE_VIEWS = {BundleKind.CASE_FILE: "api:case-file", BundleKind.PUBLICATION: "api:publication"}


def _bundle_file(bundle: Bundle, context: Context) -> str | None:
    view = f"{BUNDLE_VIEWS[BundleKind(bundle.kind)]}-download"
    return reverse(view, args=[context.reference]) if bundle.is_ready else None


BUNDLE = Serializer(
    "Bundle",
    "A zip of a case. `current` is false if the case has changed since it was made.",
    base=columns(
        Bundle, "kind state files_done files_total failure sha256 size ordered_at ready_at expires_at"
    ),
    reference=CASE_REFERENCE,
    current=Field(BOOLEAN, lambda bundle, _: is_current(bundle)),
    file=Field(or_null(ADDRESS), _bundle_file),
)
