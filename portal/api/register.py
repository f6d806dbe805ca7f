"""The public register, its documents, and whether a document is genuine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from craps.codec import OneOf, Text
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.api import serializers
from portal.api.codecs import Date, Integer, Unchecked
from portal.api.endpoint import PUBLIC, Endpoint, file, operation
from portal.api.media_types import PDF
from portal.api.pagination import PAGE_PARAMETERS, page
from portal.api.problems import Problem
from portal.documents import selectors as documents
from portal.documents import verification
from portal.documents.services import read
from portal.errors import NotFound, NotPossible
from portal.register import selectors as register
from portal.register.public_fields import DECISION_OUTCOMES
from portal.register.serializers import serialize_entry
from portal.submissions.models import State

TAG = "Register"
FILTERS = {
    "jurisdiction": OneOf(tuple(JURISDICTIONS), "jurisdiction"),
    "edition": Text(40, "[a-z0-9-]+", "nz-revised"),
    "outcome": OneOf(DECISION_OUTCOMES, "outcome"),
    "standing": OneOf(tuple(State.values), "state"),
    "operator": Text(120),
    "place": Text(140, "[a-z0-9-]+", "harbour-point-casino"),
    "year": Integer(1990, 2199, in_query=True),
    "on": Date(),
    "q": Text(100),
}


def public(summary: str, **details: Any) -> Callable[[Any], Any]:
    return operation(summary, to=PUBLIC, tag=TAG, **details)


class Entries(Endpoint):
    @public(
        "Decisions in the register, newest first",
        about="`on` leaves what was in force on that day.",
        answer="EntryPage",
        filters={**FILTERS, **PAGE_PARAMETERS},
    )
    def get(self, request: Request, given: Any) -> Response:
        asked = {name: given[name] for name in FILTERS if name in given and name != "q"}
        rows = register.entries(query=given.get("q", ""), **asked).defer("leaf")
        return page(request, rows, given, serialize_entry, key="position")


class Entry(Endpoint):
    @public("One decision, with all that is published of it", answer="WholeEntry", problems=("not_found",))
    def get(self, request: Request, given: Any, reference: str) -> Response:
        return Response(serializers.whole_entry(register.entry(reference)))


class History(Endpoint):
    @public("Everything entered for a case, oldest first", answer="History", problems=("not_found",))
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = register.entry(reference).reference
        rows = [serializers.log_entry(row) for row in register.history(found)]
        return Response({"reference": found, "entries": rows})


class Documents(Endpoint):
    @public("The public documents of an entry", answer="PublicDocuments", problems=("not_found",))
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = register.entry(reference).reference
        rows = [serializers.public_document(row) for row in documents.public_documents(found)]
        return Response({"reference": found, "documents": rows})


class Document(Endpoint):
    @public(
        "A public document as PDF",
        about="Its hash is compared on the way out; an altered file is never served.",
        problems=("not_found", "not_possible"),
        sends=(PDF,),
        etag=True,
    )
    def get(self, request: Request, given: Any, reference: str, kind: str) -> Any:
        found = documents.public_document(register.entry(reference).reference, kind)
        if found is None:
            raise NotFound(f"{reference} has no such document.")
        return file(read(found), found.filename, found.sha256)


class Verify(Endpoint):
    @public(
        "Does what was issued still hold?",
        about="Name either a `reference` or the `sha256` of a file.",
        answer="Verified",
        filters={
            "reference": Text(20),
            "sha256": Text(64, "[0-9a-f]{64}", "the 64 hex digits of a SHA-256"),
        },
    )
    def get(self, request: Request, given: Any) -> Response:
        if len(given) != 1:
            raise BadInput("reference", "give a reference or a sha256, one of them")
        if "sha256" in given:
            return Response(serializers.verified(verification.verify_hash(given["sha256"])))
        return Response(serializers.verified(verification.verify_reference(given["reference"])))

    @operation(
        "Is this PDF genuine, and does it still hold?",
        to=PUBLIC,
        tag=TAG,
        about="Send the file itself as the body. It is looked at and not kept.",
        body=Unchecked("File"),
        takes=(PDF,),
        rate="verify",
        answer="Verified",
        problems=("busy",),
    )
    def post(self, request: Request, given: bytes) -> Response:
        try:
            answer = verification.verify_file(given)
        except NotPossible as error:
            raise Problem("busy", error.message, wait=5) from None
        return Response(serializers.verified(answer))
