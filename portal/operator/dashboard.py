"""An operator's dashboard: its tasks, drafts, cases with the regulator, and rules in force or ending."""

from django.http import HttpResponse
from django.shortcuts import render

from portal.http import UserRequest
from portal.inspections import selectors as inspections
from portal.notices.selectors import notices, unread
from portal.pages.guards import operator_page
from portal.review import selectors as review


@operator_page
def dashboard(request: UserRequest) -> HttpResponse:
    context = {
        **review.dashboard(request.user),
        "todo": review.waiting_for_operator(request.user),
        "findings": [
            (row, inspections.is_overdue(row)) for row in inspections.findings_to_remedy(request.user)[:20]
        ],
        "notices": notices(request.user)[:5],
        "unread": unread(request.user),
    }
    return render(request, "operator/dashboard.html", context)
