"""Bodies in and out: strict JSON, and PDF where a document is asked for."""

from __future__ import annotations

import json
from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from portal.api.problems import Problem
from portal.api.reading import LARGEST, read_json
from portal.documents.verification import LARGEST as LARGEST_PDF

JSON, PDF = "application/json", "application/pdf"


class JSONParser(BaseParser):
    media_type = JSON

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_json(stream.read(LARGEST + 1))


class PDFParser(BaseParser):
    media_type = PDF

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        data: bytes = stream.read(LARGEST_PDF + 1)
        if len(data) > LARGEST_PDF:
            raise Problem("too_large", f"At most {LARGEST_PDF // 1024 // 1024} MB are read.")
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


class PDFRenderer(BaseRenderer):
    """For the choice of what is sent only; a document is handed out as it is stored."""

    media_type = PDF
    format = "pdf"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return data if isinstance(data, bytes) else JSONRenderer().render(data)
