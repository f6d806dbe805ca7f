"""Errors that end a request before any view: under /api/ they are problems too, elsewhere pages as ever."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from portal.api.problems import CODES, MEDIA_TYPE, Problem, body


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not _is_api(request):
        return defaults.bad_request(request, exception)
    return _told(request, Problem("bad_value", "The address or a header of this request cannot be used."))


def server_error(request: HttpRequest) -> HttpResponse:
    if not _is_api(request):
        return defaults.server_error(request)
    return _told(request, Problem("server_error", "The request ended before it could be looked at."))


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/v1/")


def _told(request: Any, problem: Problem) -> JsonResponse:
    return JsonResponse(body(problem, request), status=CODES[problem.code].status, content_type=MEDIA_TYPE)
