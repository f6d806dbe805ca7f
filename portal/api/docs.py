"""The description of the API: as JSON for programs, as a page for people. Both are made from one source."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from portal.api.schema import openapi


@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    response = JsonResponse(openapi(), json_dumps_params={"ensure_ascii": False})
    patch_cache_control(response, public=True, max_age=300)
    return response


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", {})
