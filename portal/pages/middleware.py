"""Middleware of the pages: requests that no view should see, and empty responses that need a page."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

FORM_TYPES = {"application/x-www-form-urlencoded", "multipart/form-data"}
HIGHEST_ID = 2**63 - 1  # of a row, in both databases


class UnknownIdMiddleware:
    """Answers 404 to an address with a number that no row can have: the database takes none that large."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        if request.path.startswith("/api/v1/"):
            return  # answers with a problem; it looks for each thing by its own id
        if any(isinstance(value, int) and value > HIGHEST_ID for value in kwargs.values()):
            raise Http404("no row has such a number")


class RejectNulMiddleware:
    """Answers 400 to a NUL character in an address or form: PostgreSQL cannot store it, SQLite can."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.path.startswith("/api/v1/"):
            return  # the API checks for itself and answers with a problem
        # A form's fields have already been read by the CSRF check.
        sources = [request.GET, request.POST] if request.content_type in FORM_TYPES else [request.GET]
        texts = [
            request.path,
            *(text for source in sources for name, values in source.lists() for text in (name, *values)),
        ]
        if any("\x00" in text for text in texts):
            raise BadRequest("a NUL character was sent")


class MethodNotAllowedPage:
    """Gives an empty 405 response a page that explains the address only accepts a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.streaming or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response.headers.get("Allow", "")
        return page
