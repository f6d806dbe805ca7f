"""Submissions and their versions, layout, examples and documents, for the people of a case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from craps.codec import Fields, Items, OneOf, Text
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.models import User
from portal.api import codecs, serializers
from portal.api.endpoint import (
    CASES,
    Endpoint,
    case_read,
    case_write,
    expected_version,
    file,
    named_in_if_match,
    operation,
    stale,
    tag_of,
    tagged,
)
from portal.api.media_types import PDF
from portal.api.pagination import PAGE_PARAMETERS, page
from portal.api.problems import Problem
from portal.documents import selectors as documents
from portal.documents.services import read
from portal.errors import Conflict, NotFound
from portal.review import workflow
from portal.submissions import examples, selectors
from portal.submissions.models import State, Version
from portal.validation.selectors import run_of
from portal.validation.services import create_and_check, ensure_run, save_and_check

FILTERS = {
    "state": OneOf(tuple(State.values), "state"),
    "jurisdiction": OneOf(tuple(JURISDICTIONS), "jurisdiction"),
    "edition": Text(40, "[a-z0-9-]+", "nz-revised"),
}
RULES = {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}}


class Submissions(Endpoint):
    @operation(
        "Submissions you may see, newest first",
        to="submission.view",
        tag=CASES,
        about="An operator’s own; for a regulator those handed in within its jurisdictions.",
        answer="SubmissionPage",
        filters={**FILTERS, **PAGE_PARAMETERS},
    )
    def get(self, request: Request, given: Any) -> Response:
        asked = {name: given[name] for name in FILTERS if name in given}
        rows = selectors.submissions(request.user).filter(**asked)
        rows = rows.defer("current_version__ruleset", "submitted_version__ruleset")
        return page(request, rows, given, lambda row: serializers.submission(request.user, row))

    @case_write(
        "Start a draft",
        about="With the edition’s baseline, or with a rule set of yours. `property` is an id from "
        "`/api/v1/properties`.",
        body=Fields(
            {"property": codecs.Integer(), "edition": Text(40), "ruleset": codecs.RuleSetJson()},
            required=("property", "edition"),
        ),
        answer="WholeSubmission",
        status=201,
        example={"property": 1, "edition": "nz-revised", "ruleset": RULES},
    )
    def post(self, request: Request, given: Any) -> Response:
        made = create_and_check(
            actor=request.user,
            property_id=given["property"],
            edition_id=given["edition"],
            ruleset=given.get("ruleset"),
        )
        found = selectors.submission(request.user, made.reference)
        where = reverse("api:submission", args=[made.reference])
        return Response(
            serializers.whole_submission(request.user, found), status=201, headers={"Location": where}
        )


class Submission(Endpoint):
    @case_read("One submission", answer="WholeSubmission")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = selectors.submission(request.user, reference)
        return Response(serializers.whole_submission(request.user, found))


class RuleSet(Endpoint):
    @case_read(
        "The rule set as it stands",
        about="For an operator the latest save, for a regulator what was handed in. Keep the `ETag`: saving "
        "wants it.",
        answer="WholeVersion",
        etag=True,
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = _shown(request.user, reference)
        return tagged(serializers.whole_version(request.user, found, reference), tag_of(found))

    @case_write(
        "Save the rule set as a new version",
        about="The body is the whole rule set. It is checked and saved, compliant or not; an unchanged one "
        "makes no new version.",
        body=codecs.RuleSetJson(),
        answer="SavedVersion",
        if_match=True,
        etag=True,
        example=RULES,
    )
    def put(self, request: Request, given: Any, reference: str) -> Response:
        return _saved(request, reference, lambda _: given)


class Layout(Endpoint):
    @case_read(
        "The table’s layout",
        about="The part `layout` of the rule set, with its version’s `ETag`.",
        answer="Layout",
        etag=True,
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = _shown(request.user, reference)
        return tagged({"version": found.number, "layout": found.ruleset.get("layout", {})}, tag_of(found))

    @case_write(
        "Save the layout",
        about="Takes the place of `layout` in the rule set and leaves the rest as it is.",
        body=codecs.RuleSetPart("layout"),
        answer="SavedVersion",
        if_match=True,
        etag=True,
        example={"areas": [{"wager": "pass_line", "x": 0, "y": 0, "w": 10, "h": 4, "label": "PASS LINE"}]},
    )
    def put(self, request: Request, given: Any, reference: str) -> Response:
        return _saved(request, reference, lambda ruleset: {**ruleset, "layout": given})


class Versions(Endpoint):
    @case_read("Versions, newest first", answer="VersionPage", filters=dict(PAGE_PARAMETERS))
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = selectors.submission(request.user, reference)
        rows = selectors.versions(request.user, found).defer("ruleset")
        return page(
            request, rows, given, lambda row: serializers.version(request.user, row, reference), key="number"
        )


class OneVersion(Endpoint):
    @case_read("One version", answer="WholeVersion", etag=True)
    def get(self, request: Request, given: Any, reference: str, number: int) -> Response:
        found = selectors.version(request.user, reference, number)
        return tagged(serializers.whole_version(request.user, found, reference), tag_of(found))


class VersionReport(Endpoint):
    @case_read(
        "What the check found in a version",
        about="As it is stored: what the reviewer reads is what you read.",
        answer="VersionReport",
    )
    def get(self, request: Request, given: Any, reference: str, number: int) -> Response:
        run, version = _run(request.user, reference, number)
        return Response(serializers.stored_report(run, version.ruleset["edition"]))


class VersionEdges(Endpoint):
    @case_read("The house edges of a version, as stored", answer="Edges")
    def get(self, request: Request, given: Any, reference: str, number: int) -> Response:
        return Response({"wagers": _run(request.user, reference, number)[0].edges})


class VersionExamples(Endpoint):
    @case_read(
        "The worked examples of a version, as stored",
        about="Empty until the version is handed in.",
        answer="WorkedExamples",
    )
    def get(self, request: Request, given: Any, reference: str, number: int) -> Response:
        return Response({"results": _run(request.user, reference, number)[0].examples})


# The operator's own examples -------------------------------------------------------------------------------

EXAMPLE = Fields(
    {
        "title": Text(examples.LONGEST_TITLE),
        "events": Items(codecs.Unchecked("Event"), longest=examples.MOST_EVENTS),
    },
    required=("title", "events"),
)
A_SEVEN = {"title": "The line loses", "events": [{"bet": "pass_line", "amount": "10"}, {"roll": [1, 1]}]}


class Examples(Endpoint):
    @case_read("The operator’s own worked examples", answer="Examples")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        rows = examples.own_examples(selectors.submission(request.user, reference))
        found = [
            serializers.example(request.user, row) for row in rows.select_related("author__organisation")
        ]
        return Response({"items": found})

    @case_write(
        "Add a worked example",
        body=EXAMPLE,
        answer="Example",
        status=201,
        etag=True,
        example=A_SEVEN,
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        row = examples.save(
            actor=request.user, reference=reference, title=given["title"], events=list(given["events"])
        )
        where = reverse("api:example", args=[reference, row.pk])
        etag = f'"{examples.state_of(row)}"'
        return tagged(serializers.example(request.user, row), etag, status=201, Location=where)


class Example(Endpoint):
    @case_read("One worked example", answer="Example", etag=True)
    def get(self, request: Request, given: Any, reference: str, example_id: int) -> Response:
        row = examples.own_example(request.user, reference, example_id)
        return tagged(serializers.example(request.user, row), f'"{examples.state_of(row)}"')

    @case_write(
        "Change a worked example",
        body=EXAMPLE,
        answer="Example",
        if_match=True,
        etag=True,
        example=A_SEVEN,
    )
    def put(self, request: Request, given: Any, reference: str, example_id: int) -> Response:
        row = _if_unchanged(
            examples.save,
            actor=request.user,
            reference=reference,
            title=given["title"],
            events=list(given["events"]),
            example_id=example_id,
            seen=_seen(request, reference, example_id),
        )
        return tagged(serializers.example(request.user, row), f'"{examples.state_of(row)}"')

    @case_write("Remove a worked example", status=204, if_match=True)
    def delete(self, request: Request, given: Any, reference: str, example_id: int) -> Response:
        seen = _seen(request, reference, example_id)
        _if_unchanged(
            examples.remove, actor=request.user, reference=reference, example_id=example_id, seen=seen
        )
        return Response(status=204)


def _seen(request: Request, reference: str, example_id: int) -> str:
    """Which state of the example If-Match names: the one there now, or one that is gone."""
    named = named_in_if_match(request)
    now = examples.state_of(examples.own_example(request.user, reference, example_id))
    return now if f'"{now}"' in named else named[0]


def _if_unchanged(act: Callable[..., Any], **given: Any) -> Any:
    try:
        return act(**given)
    except Conflict as error:
        raise Problem("stale", error.message) from None


# Documents -------------------------------------------------------------------------------------------------


class Documents(Endpoint):
    @case_read("Certificates and letters of a case", answer="Documents")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        case = selectors.submission(request.user, reference)
        rows = [serializers.document(row) for row in documents.documents(request.user, case)]
        return Response({"items": rows})


class Document(Endpoint):
    @case_read("A document as PDF", problems=("not_possible",), sends=(PDF,), etag=True)
    def get(self, request: Request, given: Any, reference: str, document_id: int) -> Any:
        found = documents.document(request.user, document_id)
        if found.submission.reference != reference:
            raise NotFound("Document not found.")
        return file(read(found), found.filename, found.sha256)


class Gate(Endpoint):
    @case_read(
        "What stands between a draft and its submission",
        to="submission.edit",
        about="`unstated` are choices the edition wants said; each of `points` needs a reason or a request "
        "for a waiver when you submit.",
        answer="Gate",
        problems=("not_possible",),
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = selectors.submission(request.user, reference)
        version = selectors.version_shown_to(request.user, found)
        return Response(
            {
                "digest": version.digest,
                "unstated": workflow.unstated(found),
                "points": workflow.submit_gate(found),
            }
        )


def _shown(actor: User, reference: str) -> Version:
    return selectors.version_shown_to(actor, selectors.submission(actor, reference))


def _run(actor: User, reference: str, number: int) -> tuple[Any, Version]:
    version = selectors.version(actor, reference, number)
    return run_of(version) or ensure_run(version=version), version


def _saved(request: Request, reference: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Response:
    """Saves on top of the version that If-Match names. Where someone saved in between, nothing is stored."""
    current = _shown(request.user, reference)
    expected = expected_version(request, current)
    try:
        version, run = save_and_check(
            actor=request.user,
            reference=reference,
            ruleset=change(current.ruleset),
            expected_version=expected,
        )
    except Conflict as error:
        raise (stale(error.theirs) if isinstance(error.theirs, Version) else error) from None
    return tagged(
        {
            **serializers.whole_version(request.user, version, reference),
            "report": serializers.report(run, version.ruleset["edition"]),
        },
        tag_of(version),
    )
