"""The verify page: drop a PDF or type its reference. Open to everybody; the file is looked at, never kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.documents import verification
from portal.errors import BadValue, NotPossible
from portal.rate_limiter import RateLimiter, address_of

TEMPLATE = "public/verify.html"
_file_limit = RateLimiter("verify", limit=10)


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """GET answers for a reference in the address; POST examines an uploaded file."""
    if request.method == "POST":
        return _file(request)
    reference = request.GET.get("reference", "").strip()
    if not reference:
        return render(request, TEMPLATE, {})
    try:
        answer = verification.verify_reference(reference)
    except BadValue as error:
        return render(request, TEMPLATE, {"error": error, "reference": reference}, status=422)
    return render(request, TEMPLATE, {"answer": answer, "reference": reference})


@require_safe
def certificates(request: HttpRequest) -> HttpResponse:
    """The public certificates of every key that signed here, for the offline check."""
    response = HttpResponse(verification.known_certificates(), content_type="application/x-pem-file")
    response["Content-Disposition"] = 'attachment; filename="baize-certificates.pem"'
    return response


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The offline check itself: one file."""
    response = HttpResponse(verification.PROGRAM.read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify_document.py"'
    return response


def _file(request: HttpRequest) -> HttpResponse:
    if wait := _file_limit.wait(address_of(request)):
        said = _(
            "Ten files a minute are checked for one address. Wait {seconds} seconds, then send this one."
        )
        answer = render(request, TEMPLATE, {"error": NotPossible(said.format(seconds=wait))}, status=429)
        answer["Retry-After"] = str(wait)
        return answer
    given = request.FILES.get("document")
    try:
        if given is None:
            raise BadValue(_("Choose the PDF you want checked, of at most 10 MB."), field="document")
        answer = verification.verify_file(given.read(verification.LARGEST + 1))
    except BadValue as error:
        return render(request, TEMPLATE, {"error": error}, status=422)
    except NotPossible as error:
        return render(request, TEMPLATE, {"error": error}, status=503)
    return render(request, TEMPLATE, {"answer": answer})
