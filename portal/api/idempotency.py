"""Idempotency-Key: a request sent again with the same key gets the stored answer and changes nothing.

Key, change and answer are stored in one transaction. A second request with the same key waits for the first,
so it finds either the complete answer or no key at all. A refusal is not stored: the key stays free.
"""

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
from portal.api.authentication import signed_in_user
from portal.api.models import AnsweredRequest
from portal.api.problems import Problem
from portal.errors import DomainError

HEADER = "Idempotency-Key"
PATTERN = r"[\x21-\x7e]{1,200}"
KEPT_FOR = timedelta(days=7)
_HEADERS = ("Location", "ETag")


def once(request: Request, act: Callable[[], Response]) -> Response:
    """Act, or return the stored answer to the same request."""
    key = request.headers.get(HEADER)
    if key is None:
        return act()
    if not re.fullmatch(PATTERN, key):
        raise BadInput(HEADER, "should be 1 to 200 printable ASCII characters without spaces")
    actor, request_hash = signed_in_user(request), _hash(request)
    refusal: Exception | None = None
    with transaction.atomic():
        new = AnsweredRequest(actor=actor, key=key, request_hash=request_hash)
        AnsweredRequest.objects.bulk_create([new], ignore_conflicts=True)
        row = AnsweredRequest.objects.get(actor=actor, key=key)
        if row.pk != new.pk:
            return _replay(row, request_hash)
        try:
            response = act()
        except (DomainError, BadInput, Problem) as error:
            # The audit row of the refusal is committed; only the key is released.
            row.delete()
            refusal = error
        else:
            row.status, row.body = response.status_code, response.data
            row.headers = {name: response[name] for name in _HEADERS if response.has_header(name)}
            row.save(update_fields=["status", "body", "headers"])
    if refusal is not None:
        raise refusal
    return response


def delete_expired() -> int:
    """Delete answers older than a key is kept. Return how many."""
    deleted, _ = AnsweredRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted


def _replay(row: AnsweredRequest, request_hash: str) -> Response:
    if row.request_hash != request_hash:
        raise Problem("key_reused", f"The key {row.key} was used before with another address or body.")
    return Response(row.body, status=row.status, headers={**row.headers, "Idempotency-Replayed": "true"})


def _hash(request: Request) -> str:
    data = request.data
    body = hashlib.sha256(data).hexdigest() if isinstance(data, bytes) else data
    parts = [request.method, request.get_full_path(), request.headers.get("If-Match", ""), body]
    return hashlib.sha256(canonical_bytes(parts)).hexdigest()
