"""Query parameters, read from a fixed list, and lists in pages that a cursor continues."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request

from craps import BadInput
from craps.codec import Codec
from craps.errors import nearest, path_key
from portal.api.codecs import InputCodec, Integer
from portal.api.problems import Problem
from portal.keyset import rows_after
from portal.text import whole_number

DEFAULT_LIMIT, MAX_LIMIT = 25, 100


class Cursor(InputCodec):
    """The key of the last row of a page, encoded."""

    def read(self, value: Any, path: str) -> str:
        try:
            text = base64.b64decode(value.encode("ascii"), altchars=b"-_", validate=True).decode("ascii")
        except (ValueError, binascii.Error):
            text = ""
        if not text.startswith("after ") or len(text) > 80:
            raise BadInput(path, "is not a cursor of this API; take it from `next` of the page before")
        return text.removeprefix("after ")

    def write(self, value: Any) -> str:
        return base64.urlsafe_b64encode(f"after {value}".encode()).decode()

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": 120, "pattern": "^[A-Za-z0-9_=-]+$"}


CURSOR = Cursor()
PAGE_PARAMETERS: dict[str, Codec] = {"limit": Integer(1, MAX_LIMIT, in_query=True), "cursor": CURSOR}


def query_parameters(request: Request, known: Mapping[str, Codec]) -> dict[str, Any]:
    """The parameters of the request, each read by its codec. Any other parameter is refused."""
    values: dict[str, Any] = {}
    for name, texts in request.query_params.lists():
        codec = known.get(name)
        if codec is None:
            there = f"It takes {', '.join(known)}" if known else "It takes none"
            raise Problem(
                "unknown_parameter",
                f"{path_key(name)} is not a parameter of this address{nearest(name, known)}. {there}.",
                places=[{"path": path_key(name), "message": "is not a parameter here"}],
            )
        if "\0" in "".join(texts):
            raise BadInput(name, "contains a NUL, which is not allowed in text")
        if getattr(codec, "many", False):
            values[name] = codec.read(texts, name)
        elif len(texts) > 1:
            raise BadInput(name, "is given more than once")
        else:
            values[name] = codec.read(texts[0], name)
    return values


def paginate(
    request: Request,
    rows: QuerySet[Any],
    *,
    key: str,
    newest_first: bool,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> tuple[list[Any], str | None]:
    """One page of rows, ordered by a unique column, and the address of the next page."""
    rows = rows.order_by(f"-{key}" if newest_first else key)
    position = None if cursor is None else [_key_value(rows, key, cursor)]
    page, more = rows_after(rows, position, limit)
    if not more:
        return page, None
    query = request.query_params.copy()
    query["cursor"] = CURSOR.write(getattr(page[-1], key))
    return page, f"{request.path}?{query.urlencode()}"


def _key_value(rows: QuerySet[Any], key: str, text: str) -> str | int:
    """The cursor as a value of the key's column. A cursor of another list may not fit."""
    field = rows.model._meta.pk if key == "pk" else rows.model._meta.get_field(key)
    if field.get_internal_type() in ("CharField", "SlugField"):
        return text
    number = whole_number(text, digits=18)
    if number is None:
        raise BadInput("cursor", "belongs to another list; take it from `next` of the page before")
    return number


def require_parameters(query: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if name not in query:
            raise BadInput(name, "is missing")
