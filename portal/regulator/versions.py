"""Two versions of a case side by side, up to what was last submitted."""

from django.http import HttpResponse
from django.shortcuts import render

from portal.http import UserRequest
from portal.pages.guards import regulator_page
from portal.pages.versions import compared_versions
from portal.review import selectors


@regulator_page
def versions(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.case(request.user, reference)
    return render(request, "regulator/versions.html", compared_versions(request, submission))
