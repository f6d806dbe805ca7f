"""An answer without words gets some."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class InWords:
    """An address that only takes what a form sends has no page: who looks is told so, and the way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != 405 or answer.streaming or answer.content:
            return answer
        page = render(request, "405.html", status=405)
        page["Allow"] = answer.headers.get("Allow", "")
        return page
