"""Responses that carry a file."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def attachment_response(data: bytes, filename: str, content_type: str) -> HttpResponse:
    """An uploaded file, always as a download and never as a page: its content must not run on our site."""
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(True, filename)
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response
