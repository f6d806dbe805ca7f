"""Bodies in and out: strict JSON, and PDF where a document is asked for."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from portal.api.problems import Problem
from portal.api.reading import LARGEST, read_json

JSON, PDF = "application/json", "application/pdf"
FILES = (PDF, "image/png", "image/jpeg")  # what an operator can attach


class JSONParser(BaseParser):
    media_type = JSON

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_json(stream.read(LARGEST + 1))


class FileParser(BaseParser):
    """A file as it is; the service it goes to says what it may be."""

    def __init__(self, media_type: str) -> None:
        self.media_type = media_type

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        most = settings.UPLOAD_MAX_MB * 1024 * 1024
        data: bytes = stream.read(most + 1)
        if len(data) > most:
            raise Problem("too_large", f"At most {settings.UPLOAD_MAX_MB} MB are read.")
        return data


class JSONRenderer(BaseRenderer):
    """Plain values only: exact numbers are strings by the time they come here, and a float is a mistake."""

    media_type = JSON
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        if data is None:
            return b""
        return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


class FileRenderer(BaseRenderer):
    """For the choice of what is sent only; a file is handed out as it is stored."""

    format = "file"
    charset = None
    render_style = "binary"

    def __init__(self, media_type: str) -> None:
        self.media_type = media_type

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return data if isinstance(data, bytes) else JSONRenderer().render(data)
