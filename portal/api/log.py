"""The transparency log for programs: checkpoints, entries and proofs. How to check them: docs/register.md."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse

from portal.api import public_serializers as serializers
from portal.api.codecs import Integer
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.api.media_types import JSON
from portal.api.pagination import require_parameters
from portal.api.register import public_document
from portal.register import log, models

POSITION = Integer(0, in_query=True)
public = partial(operation, permission=PUBLIC, tag="Log")


class State(Endpoint):
    @public(
        "The state of the log",
        description="`problems` is empty while all is well; `keys` are the public keys that signed here; "
        "`witnesses` are who else signs, and what each signed last.",
        answer=serializers.LOG_STATE,
    )
    def get(self) -> log.LogStatus:
        return log.status()


class Checkpoints(Endpoint):
    @public("Signed checkpoints, the largest first", answer=serializers.CHECKPOINT_PAGE)
    def get(self) -> QuerySet[models.Checkpoint]:
        return log.checkpoints()


class Checkpoint(Endpoint):
    @public(
        "The latest checkpoint, or the one of a given size",
        description="`note` is a C2SP signed note: origin, size, root, the signature of the log and those of "
        "its witnesses (C2SP tlog-cosignature).",
        answer=serializers.CHECKPOINT,
        filters={"size": POSITION},
        problems=("not_found",),
    )
    def get(self, query: Any) -> models.Checkpoint:
        return log.checkpoint(query["size"]) if "size" in query else log.latest_checkpoint()


class Entries(Endpoint):
    @public(
        "Entries in their order",
        description="`count` entries from `start` on; 100 by default.",
        answer=serializers.LOG_ENTRIES,
        filters={"start": POSITION, "count": Integer(1, log.MAX_ENTRIES, in_query=True)},
    )
    def get(self, query: Any) -> Iterable[models.Entry]:
        return log.entries(query.get("start", 0), query.get("count", 100))


class Inclusion(Endpoint):
    @public(
        "Proof that an entry is in a checkpoint",
        answer=serializers.INCLUSION,
        filters={"position": POSITION, "size": POSITION},
        problems=("not_found", "not_possible"),
    )
    def get(self, query: Any) -> Any:
        require_parameters(query, "position", "size")
        return log.inclusion(query["position"], query["size"])


class Consistency(Endpoint):
    @public(
        "Proof that a later checkpoint only adds to an earlier one",
        description="Keep the body byte for byte: `verify_log.py` reads it.",
        answer=serializers.CONSISTENCY,
        filters={"old": POSITION, "new": POSITION},
        problems=("not_found", "not_possible"),
    )
    def get(self, query: Any) -> HttpResponse:
        require_parameters(query, "old", "new")
        return _proof_response(log.consistency(query["old"], query["new"]))


class DocumentProof(Endpoint):
    @public(
        "The proof file of a public document",
        description="Everything needed to check offline that the document was issued. Keep the body byte for "
        "byte: `verify_log.py` reads it.",
        answer=serializers.PROOF,
        problems=("not_possible",),
    )
    def get(self, reference: str, kind: str) -> HttpResponse:
        return _proof_response(log.document_proof(public_document(reference, kind)))


def _proof_response(proof: dict[str, Any]) -> HttpResponse:
    """The proof in its file form; any other form would count as altered."""
    return HttpResponse(log.proof_file(proof), content_type=JSON)
