"""The log as static files, in the form of c2sp.org/tlog-tiles: a checkpoint, hashes and entries in tiles."""

import gzip
import re

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from portal.errors import NotFound
from portal.register import log, tiles

TEXT = "text/plain; charset=utf-8"
_FOREVER = "public, max-age=31536000, immutable"
_WIDTH = re.compile(r"[1-9][0-9]{0,2}")


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The latest checkpoint, with the signatures of its witnesses."""
    try:
        response = HttpResponse(log.latest_checkpoint().cosigned_note, content_type=TEXT)
    except NotFound as error:
        return _missing(error.message)
    response["Cache-Control"] = "public, no-cache"
    return response


@require_safe
def tile(request: HttpRequest, kind: str, address: str) -> HttpResponse:
    """A tile of hashes (`kind` is its level) or of entries; never changes once it is there."""
    number, partial, text = address.partition(".p/")
    index = tiles.read_index(number)
    width = tiles.WIDTH if not partial else int(text) if _WIDTH.fullmatch(text) else 0
    right_kind = kind == "entries" or (re.fullmatch("0|[1-9][0-9]?", kind) and int(kind) <= tiles.MAX_LEVEL)
    if index is None or index >= 2**55 or not right_kind or not 1 <= width <= tiles.WIDTH - bool(partial):
        return _missing("A tile is named like tile/0/x001/234 or tile/entries/000.p/17.")
    try:
        data = log.bundle(index, width) if kind == "entries" else log.tile(int(kind), index, width)
    except NotFound as error:
        return _missing(error.message)
    return _static(request, data)


def _static(request: HttpRequest, data: bytes) -> HttpResponse:
    response = HttpResponse(data, content_type="application/octet-stream")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = gzip.compress(data, mtime=0)
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    response["Cache-Control"] = _FOREVER
    return response


def _missing(message: str) -> HttpResponse:
    return HttpResponse(f"{message}\n", content_type=TEXT, status=404, headers={"Cache-Control": "no-cache"})
