"""Two versions of an own submission side by side."""

from django.http import HttpResponse
from django.shortcuts import render

from portal.http import UserRequest
from portal.pages.guards import operator_page
from portal.pages.versions import compared_versions
from portal.submissions import selectors


@operator_page
def versions(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    return render(request, "operator/versions.html", compared_versions(request, submission))
