"""What several public views share: 404s, files to download, and the day of `?on=`."""

from collections.abc import Callable
from datetime import date
from typing import ParamSpec, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from portal.errors import BadValue, NotFound
from portal.text import parse_day

P = ParamSpec("P")
T = TypeVar("T")

PYTHON = "text/x-python; charset=utf-8"


def get_or_404(select: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what the selector finds; raise Http404 if it finds nothing."""
    try:
        return select(*args, **kwargs)
    except (NotFound, BadValue) as error:
        raise Http404(error.message) from error


def file_response(
    content: bytes | str, filename: str, content_type: str, *, inline: bool = False
) -> HttpResponse:
    """Return a file for the browser to save, or to show if `inline`."""
    disposition = content_disposition_header(not inline, filename)
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": str(disposition)})


def day_of(
    request: HttpRequest, parse: Callable[[str], date | None] = lambda text: parse_day(text, "on")
) -> tuple[date | None, str]:
    """Return the day of `?on=`, and the error message if it cannot be used."""
    try:
        return parse(request.GET.get("on", "").strip()), ""
    except BadValue as error:
        return None, error.message
