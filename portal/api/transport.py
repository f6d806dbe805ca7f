"""Plain http: pages are redirected to https; programs, of the API and of calendars, are refused."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from portal.api.media_types import PROBLEM
from portal.api.problems import CODES, Problem, body

_OF_PROGRAMS = re.compile(r"/(?:api/v1(?:/|$)|calendar/)")
_TOKEN = "Call the API by https. A token sent without it may have been read on the way: revoke it."  # noqa: S105
_CALENDAR = (
    "Read the calendar by https. Its address may have been read on the way: make a new one on your account’s "
    "page."
)


class RefuseApiByHttp:
    """Answers programs that came by http. A redirect would hide that what they sent was readable."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECURE_SSL_REDIRECT or request.is_secure() or not _OF_PROGRAMS.match(request.path):
            return self.get_response(request)
        problem = Problem("https_only", _CALENDAR if request.path.startswith("/calendar/") else _TOKEN)
        return JsonResponse(body(problem, request), status=CODES[problem.code].status, content_type=PROBLEM)
