"""Responses that carry a file."""

from typing import IO

from django.http import FileResponse, HttpResponse
from django.utils.http import content_disposition_header

from portal.bundles.models import Bundle


def attachment_response(data: bytes, filename: str, content_type: str) -> HttpResponse:
    """An uploaded file, always as a download and never as a page: its content must not run on our site."""
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(True, filename)
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response


def bundle_response(file: IO[bytes], bundle: Bundle) -> FileResponse:
    """A finished bundle, sent piece by piece, with its hash as its ETag."""
    response = FileResponse(
        file, as_attachment=True, filename=bundle.filename, content_type="application/zip"
    )
    response["Content-Length"] = str(bundle.size)
    response["ETag"] = f'"{bundle.sha256}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
