"""Submissions with their versions, layout, examples and documents."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from craps.codec import Flag, Items, OneOf, Text
from portal.api import serializers
from portal.api.codecs import Integer, JurisdictionCode, RuleSetJson, RuleSetPart, Unchecked, body
from portal.api.endpoint import (
    CASES,
    Endpoint,
    case_read,
    case_write,
    expected_version,
    file_response,
    if_match,
    operation,
    stale,
    version_etag,
)
from portal.api.media_types import PDF
from portal.api.moves import TABLES
from portal.api.problems import Problem
from portal.api.schemas import EDGES
from portal.documents import models as document_models
from portal.documents import selectors as documents
from portal.documents.services import read
from portal.errors import Conflict, NotFound
from portal.submissions import examples, models, selectors
from portal.validation.drafts import choose_tables, create_draft, save_draft
from portal.validation.models import Run
from portal.validation.selectors import run_of
from portal.validation.services import ensure_run

RULE_SET_EXAMPLE = {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}}


def submission_address(submission: models.Submission) -> str:
    return reverse("api:submission", args=[submission.reference])


class Submissions(Endpoint):
    @operation(
        "Submissions you may see, newest first",
        permission="submission.view",
        tag=CASES,
        description="An operator’s own; for a regulator those submitted in its jurisdictions.",
        answer=serializers.SUBMISSION_PAGE,
        filters={
            "state": OneOf(tuple(models.State.values), "state"),
            "jurisdiction": JurisdictionCode(),
            "edition": Text(40, "[a-z0-9-]+", "nz-revised"),
            "game": Text(40, "[a-z ]+", "craps"),
        },
    )
    def get(self, query: Any) -> QuerySet[models.Submission]:
        rows = selectors.submissions(self.actor).filter(**query)
        return rows.defer("current_version__ruleset", "submitted_version__ruleset")

    @case_write(
        "Start a draft",
        description="From the edition’s baseline, or from your own rule set. `property` is an id from "
        "`/api/v1/properties`. `tables`, by code or label, are those it is for; without them it is for all "
        "tables of the game, including those added later, except tables under an approval of their own.",
        body=body(
            {"ruleset": RuleSetJson(), "tables": TABLES, "all_tables": Flag()},
            property=Integer(),
            edition=Text(40),
        ),
        answer=serializers.WHOLE_SUBMISSION,
        status=201,
        location=submission_address,
        example={"property": 1, "edition": "nz-revised", "ruleset": RULE_SET_EXAMPLE},
    )
    def post(self, body: Any) -> models.Submission:
        draft = create_draft(
            actor=self.actor,
            property_id=body["property"],
            edition_id=body["edition"],
            ruleset=body.get("ruleset"),
            **chosen_tables(body),
        )
        return selectors.submission(self.actor, draft.reference)


class Submission(Endpoint):
    @case_read("One submission", answer=serializers.WHOLE_SUBMISSION)
    def get(self, reference: str) -> models.Submission:
        return selectors.submission(self.actor, reference)


class Tables(Endpoint):
    @case_write(
        "Choose the tables of a draft",
        description="By code or label; without `tables` all of them. `all_tables` with `tables` is for all, "
        "and takes over these although they have an approval of their own. After a submission was returned "
        "this makes a new version of the same rules.",
        body=body({"tables": TABLES, "all_tables": Flag()}),
        answer=serializers.WHOLE_SUBMISSION,
        example={"all_tables": True},
    )
    def put(self, body: Any, reference: str) -> models.Submission:
        choose_tables(actor=self.actor, reference=reference, **chosen_tables(body))
        return selectors.submission(self.actor, reference)


def chosen_tables(body: Any) -> dict[str, Any]:
    """All tables, unless some are named and nothing else is said."""
    tables = body.get("tables", [])
    return {"all_tables": body.get("all_tables", not tables), "tables": tables}


class Gate(Endpoint):
    @case_read(
        "What is missing before a draft can be submitted",
        permission="submission.edit",
        description="`unstated` are choices the edition requires; each of `points` needs a reason or a "
        "request for a waiver when you submit.",
        answer=serializers.GATE,
        problems=("not_possible",),
    )
    def get(self, reference: str) -> models.Submission:
        return selectors.submission(self.actor, reference)


# Versions --------------------------------------------------------------------------------------------------


class VersionEndpoint(Endpoint):
    """An endpoint that reads or saves versions of a case."""

    def visible_version(self, reference: str) -> models.Version:
        return selectors.version_shown_to(self.actor, selectors.submission(self.actor, reference))

    def stored_run(self, reference: str, number: int) -> Run:
        version = selectors.version(self.actor, reference, number)
        run = run_of(version) or ensure_run(version=version)
        run.version = version
        return run

    def save(self, reference: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> models.Version:
        """Saves on top of the version that If-Match names, unless somebody else has saved since."""
        current = self.visible_version(reference)
        expected = expected_version(self.request, current)
        try:
            version = save_draft(
                actor=self.actor,
                reference=reference,
                ruleset=change(current.ruleset),
                expected_version=expected,
            )
        except Conflict as error:
            raise (stale(error.theirs) if isinstance(error.theirs, models.Version) else error) from None
        return version


class RuleSet(VersionEndpoint):
    @case_read(
        "The current rule set",
        description="For an operator the version saved last, for a regulator the version submitted last. "
        "Keep the `ETag`: saving needs it.",
        answer=serializers.WHOLE_VERSION,
        etag=version_etag,
    )
    def get(self, reference: str) -> models.Version:
        return self.visible_version(reference)

    @case_write(
        "Save the rule set as a new version",
        description="The body is the whole rule set. It is checked and saved, compliant or not; an unchanged "
        "one makes no new version.",
        body=RuleSetJson(),
        answer=serializers.SAVED_VERSION,
        if_match=True,
        etag=version_etag,
        example=RULE_SET_EXAMPLE,
    )
    def put(self, body: Any, reference: str) -> models.Version:
        return self.save(reference, lambda _: body)


class Layout(VersionEndpoint):
    @case_read(
        "The table’s layout",
        description="The part `layout` of the rule set, with its version’s `ETag`.",
        answer=serializers.LAYOUT,
        etag=version_etag,
    )
    def get(self, reference: str) -> models.Version:
        return self.visible_version(reference)

    @case_write(
        "Save the layout",
        description="Replaces `layout` in the rule set and leaves the rest unchanged.",
        body=RuleSetPart("layout"),
        answer=serializers.SAVED_VERSION,
        if_match=True,
        etag=version_etag,
        example={"areas": [{"wager": "pass_line", "x": 0, "y": 0, "w": 10, "h": 4, "label": "PASS LINE"}]},
    )
    def put(self, body: Any, reference: str) -> models.Version:
        return self.save(reference, lambda ruleset: {**ruleset, "layout": body})


class Versions(Endpoint):
    @case_read("Versions, newest first", answer=serializers.VERSION_PAGE)
    def get(self, reference: str) -> QuerySet[models.Version]:
        submission = selectors.submission(self.actor, reference)
        return selectors.versions(self.actor, submission).defer("ruleset")


class Version(Endpoint):
    @case_read("One version", answer=serializers.WHOLE_VERSION, etag=version_etag)
    def get(self, reference: str, number: int) -> models.Version:
        return selectors.version(self.actor, reference, number)


class VersionReport(VersionEndpoint):
    @case_read(
        "What the check found in a version",
        description="As it is stored: the reviewer reads the same.",
        answer=serializers.VERSION_REPORT,
    )
    def get(self, reference: str, number: int) -> Run:
        return self.stored_run(reference, number)


class VersionEdges(VersionEndpoint):
    @case_read("The house edges of a version, as stored", answer=EDGES)
    def get(self, reference: str, number: int) -> Any:
        return {"wagers": self.stored_run(reference, number).edges}


class VersionExamples(VersionEndpoint):
    @case_read(
        "The worked examples of a version, as stored",
        description="Empty until the version is submitted.",
        answer=serializers.WORKED_EXAMPLES,
    )
    def get(self, reference: str, number: int) -> Any:
        return {"results": self.stored_run(reference, number).examples}


# The operator's own examples -------------------------------------------------------------------------------

EXAMPLE_BODY = body(
    title=Text(examples.LONGEST_TITLE), events=Items(Unchecked("Event"), longest=examples.MOST_EVENTS)
)
EXAMPLE_OF_EXAMPLE = {
    "title": "The line loses",
    "events": [{"bet": "pass_line", "amount": "10"}, {"roll": [1, 1]}],
}


def example_etag(row: models.OwnExample) -> str:
    return f'"{examples.state_of(row)}"'


def example_address(row: models.OwnExample) -> str:
    return reverse("api:example", args=[row.submission.reference, row.pk])


class Examples(Endpoint):
    @case_read(
        "The operator’s own worked examples",
        description="For an operator as they are now, for a regulator as submitted.",
        answer=serializers.EXAMPLES,
    )
    def get(self, reference: str) -> list[models.OwnExample]:
        return examples.examples_shown_to(self.actor, selectors.submission(self.actor, reference))

    @case_write(
        "Add a worked example",
        body=EXAMPLE_BODY,
        answer=serializers.EXAMPLE,
        status=201,
        location=example_address,
        etag=example_etag,
        example=EXAMPLE_OF_EXAMPLE,
    )
    def post(self, body: Any, reference: str) -> models.OwnExample:
        return examples.save(
            actor=self.actor, reference=reference, title=body["title"], events=list(body["events"])
        )


class Example(Endpoint):
    @case_read("One worked example", answer=serializers.EXAMPLE, etag=example_etag)
    def get(self, reference: str, example_id: int) -> models.OwnExample:
        return examples.own_example(self.actor, reference, example_id)

    @case_write(
        "Change a worked example",
        body=EXAMPLE_BODY,
        answer=serializers.EXAMPLE,
        if_match=True,
        etag=example_etag,
        example=EXAMPLE_OF_EXAMPLE,
    )
    def put(self, body: Any, reference: str, example_id: int) -> models.OwnExample:
        seen = self._state_in_if_match(reference, example_id)
        try:
            return examples.save(
                actor=self.actor,
                reference=reference,
                title=body["title"],
                events=list(body["events"]),
                example_id=example_id,
                seen=seen,
            )
        except Conflict as error:
            raise Problem("stale", error.message) from None

    @case_write("Remove a worked example", status=204, if_match=True)
    def delete(self, reference: str, example_id: int) -> None:
        seen = self._state_in_if_match(reference, example_id)
        try:
            examples.remove(actor=self.actor, reference=reference, example_id=example_id, seen=seen)
        except Conflict as error:
            raise Problem("stale", error.message) from None

    def _state_in_if_match(self, reference: str, example_id: int) -> str:
        """The current state of the example if If-Match names it, else one the service will refuse."""
        etags = if_match(self.request)
        example = examples.own_example(self.actor, reference, example_id)
        return examples.state_of(example) if example_etag(example) in etags else etags[0]


# Documents -------------------------------------------------------------------------------------------------


class Documents(Endpoint):
    @case_read("Certificates and letters of a case", answer=serializers.DOCUMENTS)
    def get(self, reference: str) -> QuerySet[document_models.Document]:
        return documents.documents(self.actor, selectors.submission(self.actor, reference))


class Document(Endpoint):
    @case_read("A document as PDF", problems=("not_possible",), produces=(PDF,))
    def get(self, reference: str, document_id: int) -> HttpResponse:
        document = documents.document(self.actor, document_id)
        if document.submission.reference != reference:
            raise NotFound("Document not found.")
        return file_response(read(document), document.filename, document.sha256)
