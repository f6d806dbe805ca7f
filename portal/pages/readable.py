"""Turns away what no field of ours can hold, before a database has to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}


class Readable:
    """A NUL in an address or form is nothing a person types; PostgreSQL refuses it, SQLite does not."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.path.startswith("/api/v1/"):
            return  # the API looks for itself, and says so in its own form
        # After the CSRF check, which has read a form's fields already.
        sent = [request.GET, request.POST] if request.content_type in FORMS else [request.GET]
        texts = [
            request.path,
            *(text for data in sent for name, values in data.lists() for text in (name, *values)),
        ]
        if any("\x00" in text for text in texts):
            raise BadRequest("a NUL character was sent")
