"""The public register, its documents, and the verification of documents."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse

from craps import BadInput
from craps.codec import OneOf, Text
from portal.accounts.jurisdictions import latest_today
from portal.api import public_serializers as serializers
from portal.api.codecs import Date, Integer, JurisdictionCode, Unchecked
from portal.api.endpoint import PUBLIC, Endpoint, file_response, operation
from portal.api.media_types import PDF
from portal.api.problems import Problem
from portal.documents import models as document_models
from portal.documents import selectors as documents
from portal.documents import verification
from portal.documents.services import read
from portal.errors import NotFound, NotPossible
from portal.register import models
from portal.register import selectors as register
from portal.register.public_fields import DECISION_OUTCOMES
from portal.review.table_rules import TableRules, table_rules
from portal.submissions.models import State

public = partial(operation, permission=PUBLIC, tag="Register")


class Entries(Endpoint):
    @public(
        "Decisions in the register, newest first",
        description="With `on`, only what was in force on that date.",
        answer=serializers.ENTRY_PAGE,
        filters={
            "jurisdiction": JurisdictionCode(),
            "edition": Text(40, "[a-z0-9-]+", "nz-revised"),
            "outcome": OneOf(DECISION_OUTCOMES, "outcome"),
            "standing": OneOf(tuple(State.values), "state"),
            "operator": Text(120),
            "place": Text(140, "[a-z0-9-]+", "harbour-point-casino"),
            "year": Integer(1990, 2199, in_query=True),
            "on": Date(),
            "q": Text(100),
        },
    )
    def get(self, query: Any) -> QuerySet[models.Entry]:
        return register.entries(query=query.pop("q", ""), **query).defer("leaf")


class Entry(Endpoint):
    @public(
        "One decision, with everything published about it",
        answer=serializers.WHOLE_ENTRY,
    )
    def get(self, reference: str) -> models.Entry:
        return register.entry(reference)


class History(Endpoint):
    @public("Everything entered for a case, oldest first", answer=serializers.HISTORY)
    def get(self, reference: str) -> models.Entry:
        return register.entry(reference)


class Documents(Endpoint):
    @public("The public documents of an entry", answer=serializers.PUBLIC_DOCUMENTS)
    def get(self, reference: str) -> models.Entry:
        return register.entry(reference)


class Document(Endpoint):
    @public(
        "A public document as PDF",
        description="Its hash is checked before it is sent; an altered file is never served.",
        problems=("not_possible",),
        produces=(PDF,),
    )
    def get(self, reference: str, kind: str) -> HttpResponse:
        document = public_document(reference, kind)
        return file_response(read(document), document.filename, document.sha256)


class Table(Endpoint):
    @public(
        "What is in force at a gaming table",
        description="By the code on its sign: the approval that holds there, the limits in force now and its "
        "documents. With `on`, at the end of that date.",
        answer=serializers.TABLE,
        filters={"on": Date()},
    )
    def get(self, query: Any, code: str) -> TableRules:
        on = query.get("on")
        if on is not None and on > latest_today():
            raise BadInput("on", "choose today or an earlier day")
        return table_rules(code, on)


class Verify(Endpoint):
    @public(
        "Is what was issued still in force?",
        description="Name either a `reference` or the `sha256` of a file.",
        answer=serializers.VERIFICATION,
        filters={
            "reference": Text(20),
            "sha256": Text(64, "[0-9a-f]{64}", "the 64 hex digits of a SHA-256"),
        },
    )
    def get(self, query: Any) -> verification.Verification:
        if len(query) != 1:
            raise BadInput("reference", "give either a reference or a sha256")
        if "sha256" in query:
            return verification.verify_hash(query["sha256"])
        return verification.verify_reference(query["reference"])

    @public(
        "Is this PDF genuine, and is it still in force?",
        description="Send the file itself as the body. It is checked and not stored.",
        body=Unchecked("File"),
        accepts=(PDF,),
        rate="verify",
        answer=serializers.VERIFICATION,
        problems=("busy",),
    )
    def post(self, body: bytes) -> verification.Verification:
        try:
            return verification.verify_file(body)
        except NotPossible as error:
            raise Problem("busy", error.message, wait=5) from None


def public_document(reference: str, kind: str) -> document_models.Document:
    document = documents.public_document(register.entry(reference).reference, kind)
    if document is None:
        raise NotFound(f"{reference} has no such document.")
    return document
