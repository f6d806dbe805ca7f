"""A request with an Idempotency-Key is done once; sent again, it gets the answer it got.

Row, act and answer are one transaction. A second request with the same key waits for the first to end,
so it finds either the finished answer or nothing at all. A refusal is not kept: the key stays free.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from craps.codec import canonical_bytes
from portal.api.models import AnsweredRequest
from portal.api.problems import Problem
from portal.errors import DomainError

HEADER = "Idempotency-Key"
PATTERN = r"[\x21-\x7e]{1,200}"
KEPT = timedelta(days=7)
_HEADERS = ("Location", "ETag")


def once(request: Request, act: Callable[[], Response]) -> Response:
    """Does the act, or gives the answer it had when the same request came before."""
    key = request.headers.get(HEADER)
    if key is None:
        return act()
    if not re.fullmatch(PATTERN, key):
        raise BadInput(HEADER, "should be 1 to 200 printable ASCII characters without spaces")
    wanted = _hash(request)
    refused: Exception | None = None
    with transaction.atomic():
        mine = AnsweredRequest(actor=request.user, key=key, request_hash=wanted)
        AnsweredRequest.objects.bulk_create([mine], ignore_conflicts=True)
        row = AnsweredRequest.objects.get(actor=request.user, key=key)
        if row.pk != mine.pk:
            return _again(row, wanted)
        try:
            response = act()
        except (DomainError, BadInput, Problem) as error:
            # The refusal itself is committed with its row in the audit trail; only the key is given back.
            row.delete()
            refused = error
        else:
            row.status, row.body = response.status_code, response.data
            row.headers = {name: response[name] for name in _HEADERS if response.has_header(name)}
            row.save(update_fields=["status", "body", "headers"])
    if refused is not None:
        raise refused
    return response


def forget_old() -> int:
    """Drops what is older than a key is promised to be known."""
    dropped, _ = AnsweredRequest.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return dropped


def _again(row: AnsweredRequest, wanted: str) -> Response:
    if row.request_hash != wanted:
        raise Problem("key_reused", f"The key {row.key} came before with another address or body.")
    return Response(row.body, status=row.status, headers={**row.headers, "Idempotency-Replayed": "true"})


def _hash(request: Request) -> str:
    sent = request.data
    body = hashlib.sha256(sent).hexdigest() if isinstance(sent, bytes) else sent
    said = [request.method, request.get_full_path(), request.headers.get("If-Match", ""), body]
    return hashlib.sha256(canonical_bytes(said)).hexdigest()
