"""The verify page: upload a PDF or enter its reference. Open to everybody; the file is not stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.documents import verification
from portal.errors import BadValue, NotPossible
from portal.public.responses import PYTHON, file_response
from portal.rate_limiter import RateLimiter, address_of

TEMPLATE = "public/verify.html"
_file_limit = RateLimiter("verify", limit=10)


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """GET answers for the reference in the address; POST examines an uploaded file."""
    if request.method == "POST":
        return _verify_file(request)
    reference = request.GET.get("reference", "").strip()
    if not reference:
        return render(request, TEMPLATE)
    try:
        result = verification.verify_reference(reference)
    except BadValue as error:
        return render(request, TEMPLATE, {"error": error, "reference": reference}, status=422)
    return render(request, TEMPLATE, {"answer": result, "reference": reference})


@require_safe
def certificates(request: HttpRequest) -> HttpResponse:
    """The public certificates of every key that has signed documents here, for the offline check."""
    return file_response(
        verification.known_certificates(), "baize-certificates.pem", "application/x-pem-file"
    )


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The program that checks a document offline."""
    return file_response(verification.PROGRAM.read_bytes(), "verify_document.py", PYTHON)


def _verify_file(request: HttpRequest) -> HttpResponse:
    if wait := _file_limit.wait(address_of(request)):
        message = _("You can check ten files a minute. Wait {seconds} seconds, then send this one again.")
        error = NotPossible(message.format(seconds=wait))
        response = render(request, TEMPLATE, {"error": error}, status=429)
        response["Retry-After"] = str(wait)
        return response
    upload = request.FILES.get("document")
    try:
        if upload is None:
            raise BadValue(_("Choose a PDF of at most 10 MB."), field="document")
        result = verification.verify_file(upload.read(verification.MAX_BYTES + 1))
    except (BadValue, NotPossible) as error:
        status = 422 if isinstance(error, BadValue) else 503
        return render(request, TEMPLATE, {"error": error}, status=status)
    return render(request, TEMPLATE, {"answer": result})
