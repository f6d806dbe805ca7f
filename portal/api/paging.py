"""Lists: parameters from a fixed list only, and pages that a cursor continues.

A cursor holds the key of the last row seen, so rows that come or go meanwhile shift nothing.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from craps.codec import Codec
from craps.errors import named, nearest
from portal.api.problems import Problem
from portal.api.reading import Whole

DEFAULT, MOST = 25, 100


class Cursor:
    """An opaque place in a list."""

    def read(self, value: Any, path: str) -> str:
        try:
            text = base64.b64decode(value.encode("ascii"), altchars=b"-_", validate=True).decode("ascii")
        except (ValueError, binascii.Error):
            text = ""
        if not text.startswith("after ") or len(text) > 80:
            raise BadInput(path, "is not one of ours; take it from `next` of the page before")
        return text.removeprefix("after ")

    def write(self, value: Any) -> str:
        return base64.urlsafe_b64encode(f"after {value}".encode()).decode()

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": 120, "pattern": "^[A-Za-z0-9_=-]+$"}


CURSOR = Cursor()
PAGED: dict[str, Codec] = {"limit": Whole(1, MOST, in_address=True), "cursor": CURSOR}


def parameters(request: Request, known: Mapping[str, Codec]) -> dict[str, Any]:
    """What the address asks for, each read by its own codec. Anything not on the list is refused."""
    found: dict[str, Any] = {}
    for name, values in request.query_params.lists():
        codec = known.get(name)
        if codec is None:
            there = f"It knows {', '.join(known)}" if known else "It knows none"
            raise Problem(
                "unknown_parameter",
                f"{named(name)} is not a parameter of this address{nearest(name, known)}. {there}.",
                places=[{"path": named(name), "message": "is not known here"}],
            )
        if "\0" in "".join(values):
            raise BadInput(name, "holds a NUL, which no text can")
        if getattr(codec, "many", False):
            found[name] = codec.read(values, name)
        elif len(values) > 1:
            raise BadInput(name, "is given more than once")
        else:
            found[name] = codec.read(values[0], name)
    return found


def page(
    request: Request,
    rows: QuerySet[Any],
    given: Mapping[str, Any],
    write: Callable[[Any], dict[str, Any]],
    *,
    key: str = "pk",
    newest_first: bool = True,
) -> Response:
    """One page of rows, each written, with the address of the next."""
    limit = given.get("limit", DEFAULT)
    if "cursor" in given:
        rows = rows.filter(**{f"{key}__{'lt' if newest_first else 'gt'}": _place(rows, key, given["cursor"])})
    found = list(rows.order_by(f"-{key}" if newest_first else key)[: limit + 1])
    following = None
    if len(found) > limit:
        found.pop()
        query = request.query_params.copy()
        query["cursor"] = CURSOR.write(getattr(found[-1], key))
        following = f"{request.path}?{query.urlencode()}"
    return Response({"items": [write(row) for row in found], "next": following})


def _place(rows: QuerySet[Any], key: str, text: str) -> Any:
    """The cursor's value as the column's own kind; a cursor of another list may not fit."""
    field = rows.model._meta.pk if key == "pk" else rows.model._meta.get_field(key)
    if field.get_internal_type() in ("CharField", "SlugField"):
        return text
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise BadInput("cursor", "belongs to another list; take it from `next` of the page before")
    return int(text)
