"""The transparency log by machine: checkpoints, entries and proofs. How to check them: docs/register.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from portal.api import serializers
from portal.api.codecs import Integer
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.api.media_types import JSON
from portal.api.pagination import PAGE_PARAMETERS, page
from portal.documents import selectors as documents
from portal.errors import NotFound
from portal.register import log
from portal.register import selectors as register

TAG = "Log"
PLACE = Integer(0, in_query=True)


def public(summary: str, **details: Any) -> Callable[[Any], Any]:
    return operation(summary, to=PUBLIC, tag=TAG, **details)


class State(Endpoint):
    @public(
        "How the log is today",
        about="`problems` is empty while all is well; `keys` are the public keys that signed here.",
        answer="LogState",
    )
    def get(self, request: Request, given: Any) -> Response:
        return Response(serializers.log_state(log.status()))


class Checkpoints(Endpoint):
    @public("Signed checkpoints, the largest first", answer="CheckpointPage", filters=dict(PAGE_PARAMETERS))
    def get(self, request: Request, given: Any) -> Response:
        return page(request, log.checkpoints(), given, serializers.checkpoint, key="size")


class Checkpoint(Endpoint):
    @public(
        "The latest checkpoint, or the one over so many entries",
        about="`note` is a C2SP signed note: origin, size, root, and the signature.",
        answer="Checkpoint",
        filters={"size": PLACE},
        problems=("not_found",),
    )
    def get(self, request: Request, given: Any) -> Response:
        found = log.checkpoint(given["size"]) if "size" in given else log.latest_checkpoint()
        return Response(serializers.checkpoint(found))


class Entries(Endpoint):
    @public(
        "Entries in their order",
        about="From `start` on, `count` of them (100 unless you say).",
        answer="LogEntries",
        filters={"start": PLACE, "count": Integer(1, log.MAX_ENTRIES, in_query=True)},
    )
    def get(self, request: Request, given: Any) -> Response:
        rows = log.entries(given.get("start", 0), given.get("count", 100))
        return Response({"entries": [serializers.log_entry(row) for row in rows]})


class Inclusion(Endpoint):
    @public(
        "Proof that an entry is in a checkpoint",
        answer="Inclusion",
        filters={"position": PLACE, "size": PLACE},
        problems=("not_found", "not_possible"),
    )
    def get(self, request: Request, given: Any) -> Response:
        return Response(log.inclusion(_given(given, "position"), _given(given, "size")))


class Consistency(Endpoint):
    @public(
        "Proof that a later checkpoint only adds to an earlier one",
        about="Keep the body as it comes: `verify_log.py` reads it.",
        answer="Consistency",
        filters={"old": PLACE, "new": PLACE},
        problems=("not_found", "not_possible"),
    )
    def get(self, request: Request, given: Any) -> HttpResponse:
        return _to_keep(log.consistency(_given(given, "old"), _given(given, "new")))


class DocumentProof(Endpoint):
    @public(
        "The proof file of a public document",
        about="All that is needed to check offline that the document was issued. Keep the body as it comes: "
        "`verify_log.py` reads it.",
        answer="Proof",
        problems=("not_found", "not_possible"),
    )
    def get(self, request: Request, given: Any, reference: str, kind: str) -> HttpResponse:
        found = documents.public_document(register.entry(reference).reference, kind)
        if found is None:
            raise NotFound(f"{reference} has no such document.")
        return _to_keep(log.document_proof(found))


def _to_keep(proof: dict[str, Any]) -> HttpResponse:
    """A proof in the one form it has as a file: another one is taken for touched."""
    return HttpResponse(log.proof_file(proof), content_type=JSON)


def _given(given: dict[str, Any], name: str) -> int:
    if name not in given:
        raise BadInput(name, "is missing")
    found: int = given[name]
    return found
