"""Plain http: pages are redirected to https, calls of the API are refused, so that no program goes on."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from portal.api.media_types import PROBLEM
from portal.api.problems import CODES, Problem, body


class RefuseApiByHttp:
    """Answers calls of the API that came by http. A redirect would hide that their token was readable."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECURE_SSL_REDIRECT or request.is_secure() or not request.path.startswith("/api/v1/"):
            return self.get_response(request)
        problem = Problem(
            "https_only",
            "Call the API by https. A token sent without it may have been read on the way: revoke it.",
        )
        return JsonResponse(body(problem, request), status=CODES[problem.code].status, content_type=PROBLEM)
