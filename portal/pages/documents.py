"""Documents of a case for its own people: letters, which nobody else sees, and what the public gets too."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.documents import selectors, services
from portal.pages.guards import member_page
from portal.submissions.selectors import submission


@require_safe
@member_page
def document(request: HttpRequest, document_id: int) -> HttpResponse:
    """The issued PDF. Its hash is checked on the way out; an altered file is never served."""
    found = selectors.document(request.user, document_id)
    if not found.is_ready:
        raise Http404
    response = HttpResponse(services.read(found), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{found.filename}"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
@member_page
def progress(request: HttpRequest, reference: str) -> HttpResponse:
    """The list of a case's documents, which asks for itself again while one is being prepared."""
    case = submission(request.user, reference)
    context = {"submission": case, "papers": selectors.documents(request.user, case)}
    return render(request, "_components/documents.html", context)
