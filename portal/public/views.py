"""The statements: accessibility, privacy, security."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def statement(request: HttpRequest, template: str) -> HttpResponse:
    return render(request, template)
