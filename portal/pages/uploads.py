"""Hands out files an operator attached or answered with: to it, and to the regulator they were meant for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from portal.pages.guards import member_page
from portal.review import answers
from portal.submissions import uploads


@member_page
def download(request: HttpRequest, upload_id: int) -> HttpResponse:
    """A file that was attached to a rule set."""
    found = uploads.upload(request.user, upload_id)
    return file_answer(uploads.read(found), found.filename, found.content_type)


@member_page
def answer_file(request: HttpRequest, file_id: int) -> HttpResponse:
    """A file that came with the answer to a query."""
    found = answers.answer_file(request.user, file_id)
    return file_answer(uploads.read(found), found.filename, found.content_type)


def file_answer(data: bytes, filename: str, content_type: str) -> HttpResponse:
    """Always as a file to keep, never as a page of ours: whatever is in it cannot act in our name."""
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = content_disposition_header(True, filename)
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Cache-Control"] = "private, no-store"
    return answer
