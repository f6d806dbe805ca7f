"""How answers are written: compact JSON, and files as they are stored."""

import json
from typing import Any

from rest_framework.renderers import BaseRenderer

from portal.api.media_types import JSON


class JSONRenderer(BaseRenderer):
    """Plain values only. Exact numbers are already strings here; a float is a programming error."""

    media_type = JSON
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        if data is None:
            return b""
        return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


class FileRenderer(JSONRenderer):
    """Takes part in content negotiation only: files bypass it, and problems are JSON."""

    format = "file"
    render_style = "binary"

    def __init__(self, media_type: str) -> None:
        self.media_type = media_type
