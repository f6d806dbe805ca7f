"""Hands out a file that an operator attached: to the operator, and to the regulator it was handed in to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from portal.pages.guards import member_page
from portal.submissions import uploads


@member_page
def download(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Always as a file to keep, never as a page of ours: whatever is in it cannot act in our name."""
    found = uploads.upload(request.user, upload_id)
    answer = HttpResponse(uploads.read(found), content_type=found.content_type)
    answer["Content-Disposition"] = content_disposition_header(True, found.filename)
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Cache-Control"] = "private, no-store"
    return answer
