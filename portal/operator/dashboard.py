"""An operator's dashboard: what needs it, what it drafts, what is decided upon, in force and about to end."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.notices.selectors import notices, unread
from portal.pages.guards import operator_page
from portal.review import selectors as review


@operator_page
def dashboard(request: HttpRequest) -> HttpResponse:
    context = {
        **review.dashboard(request.user),
        "todo": review.waiting_for_operator(request.user),
        "notices": notices(request.user)[:5],
        "unread": unread(request.user),
    }
    return render(request, "operator/dashboard.html", context)
