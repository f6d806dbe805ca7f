"""How bodies are read: strict JSON, and files as bytes."""

import re
from typing import IO, Any

from django.conf import settings
from django.http.request import RawPostDataException
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from craps import BadInput
from craps.codec import Float, Json, join, kind, parse
from craps.errors import path_key
from portal.api.media_types import JSON
from portal.api.problems import Problem, sentence

MAX_JSON_BYTES = 256 * 1024
MAX_DEPTH = 32
MOST_READ = 64 * 1024 * 1024  # of a body that is refused


class JSONParser(BaseParser):
    media_type = JSON

    def parse(self, stream: IO[Any], media_type: Any = None, parser_context: Any = None) -> Any:
        return read_json(stream.read(MAX_JSON_BYTES + 1))


class FileParser(BaseParser):
    """A file as bytes. The service that receives it checks what it is."""

    def __init__(self, media_type: str) -> None:
        self.media_type = media_type

    def parse(self, stream: IO[Any], media_type: Any = None, parser_context: Any = None) -> Any:
        limit = settings.UPLOAD_MAX_MB * 1024 * 1024
        data: bytes = stream.read(limit + 1)
        if len(data) > limit:
            raise Problem("too_large", f"The limit is {settings.UPLOAD_MAX_MB} MB.")
        return data


def read_to_its_end(request: Request) -> None:
    """Read what is left of a body, up to a limit, and forget it.

    A request may be refused before its body is read. If the server then closes the connection with bytes
    still coming, the caller sees a broken connection in place of the answer.
    """
    left = MOST_READ
    try:
        while left > 0 and (part := request._request.read(min(left, 64 * 1024))):
            left -= len(part)
    except (OSError, RawPostDataException):
        pass  # it is gone, or was read as a whole


def read_json(data: bytes) -> Json:
    """One JSON document. Problem `unreadable` names line and column, or the path of an invalid value."""
    if len(data) > MAX_JSON_BYTES:
        raise Problem(
            "too_large", f"The limit is {MAX_JSON_BYTES // 1024} KB. A rule set is a few KB in size."
        )
    try:
        value = parse(data)
        _check_values(value)
    except BadInput as error:
        raise Problem("unreadable", sentence(error), places=[error.to_json()]) from None
    return value


def _check_values(document: Json) -> None:
    """Checks every value, also those no codec reads. Iterative, because the depth is what is in question."""
    pending: list[tuple[Json, str, int]] = [(document, "", 0)]
    while pending:
        value, path, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise BadInput(path, f"is nested more than {MAX_DEPTH} deep")
        if isinstance(value, Float):
            message = 'is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
            raise BadInput(path, f"{kind(value)} {message}")
        if isinstance(value, str):
            _check_characters(value, path)
        elif isinstance(value, list):
            pending += [(entry, f"{path}[{index}]", depth + 1) for index, entry in enumerate(value)]
        elif isinstance(value, dict):
            for key, entry in value.items():
                _check_characters(key, join(path, path_key(key)))
                pending.append((entry, join(path, path_key(key)), depth + 1))


def _check_characters(text: str, path: str) -> None:
    match = _INVALID_CHARACTER.search(text)
    if match:
        what = "a NUL" if match[0] == "\0" else "half of a surrogate pair"
        raise BadInput(path, f"contains {what}, which is not allowed in text")


_INVALID_CHARACTER = re.compile("[\0\ud800-\udfff]")
