"""Django's handlers of 400 and 500, for errors outside any view: problems under /api/v1/, pages elsewhere."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from portal.api.media_types import PROBLEM
from portal.api.problems import CODES, Problem, body


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not _is_api(request):
        return defaults.bad_request(request, exception)
    return _response(request, Problem("bad_value", "The address or a header of this request is not valid."))


def server_error(request: HttpRequest) -> HttpResponse:
    if not _is_api(request):
        return defaults.server_error(request)
    return _response(request, Problem("server_error", "The request failed before it was processed."))


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/v1/")


def _response(request: HttpRequest, problem: Problem) -> JsonResponse:
    return JsonResponse(body(problem, request), status=CODES[problem.code].status, content_type=PROBLEM)
