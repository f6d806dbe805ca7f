"""Files of a case for its own people: issued documents, including letters, and what the operator uploaded."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.documents import selectors, services
from portal.http import UserRequest
from portal.inspections.selectors import photo
from portal.pages.downloads import attachment_response
from portal.pages.guards import member_page
from portal.review import answers
from portal.submissions import uploads
from portal.submissions.selectors import submission


@require_safe
@member_page
def document(request: UserRequest, document_id: int) -> HttpResponse:
    """An issued PDF. Its hash is checked before it is sent; an altered file is never served."""
    document = selectors.document(request.user, document_id)
    if not document.is_ready:
        raise Http404
    response = HttpResponse(services.read(document), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{document.filename}"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
@member_page
def document_progress(request: UserRequest, reference: str) -> HttpResponse:
    """The list of a case's documents, which reloads itself while one is being prepared."""
    case = submission(request.user, reference)
    context = {"submission": case, "documents": selectors.documents(request.user, case)}
    return render(request, "_components/documents.html", context)


@member_page
def upload(request: UserRequest, upload_id: int) -> HttpResponse:
    """A file attached to a rule set."""
    upload = uploads.upload(request.user, upload_id)
    return attachment_response(uploads.read(upload), upload.filename, upload.content_type)


@member_page
def answer_file(request: UserRequest, file_id: int) -> HttpResponse:
    """A file that came with the answer to a query."""
    file = answers.answer_file(request.user, file_id)
    return attachment_response(uploads.read(file), file.filename, file.content_type)


@member_page
def inspection_photo(request: UserRequest, photo_id: int) -> HttpResponse:
    """A photo of an inspection, or with a remedy."""
    found = photo(request.user, photo_id)
    return attachment_response(uploads.read(found), found.filename, found.content_type)
