"""Files of a case for its own people: issued documents, including letters, and what the operator uploaded."""

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from portal.bundles import selectors as bundle_selectors
from portal.bundles import services as bundle_services
from portal.bundles.models import BundleKind
from portal.documents import selectors, services
from portal.http import UserRequest
from portal.inspections.selectors import photo
from portal.pages.downloads import attachment_response, bundle_response
from portal.pages.guards import member_page
from portal.pages.templatetags.bundles import bundle_context
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
    if not request.htmx:
        return _page_of(request, reference)
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
def condition_file(request: UserRequest, report_file_id: int) -> HttpResponse:
    """A file that came with the report that a condition is met."""
    file = answers.condition_file(request.user, report_file_id)
    return attachment_response(uploads.read(file), file.filename, file.content_type)


@member_page
def intent_file(request: UserRequest, reply_file_id: int) -> HttpResponse:
    """A file that came with the reply to a notice of intent."""
    file = answers.intent_file(request.user, reply_file_id)
    return attachment_response(uploads.read(file), file.filename, file.content_type)


@member_page
def inspection_photo(request: UserRequest, photo_id: int) -> HttpResponse:
    """A photo of an inspection, or with a remedy."""
    found = photo(request.user, photo_id)
    return attachment_response(uploads.read(found), found.filename, found.content_type)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def bundles(request: UserRequest, reference: str) -> HttpResponse:
    """The bundles of a case, a part of its page that reloads itself while one is made; POST orders one."""
    case = submission(request.user, reference)
    if request.method != "POST":
        if not request.htmx:
            return _page_of(request, reference, "#bundles")
        return render(request, "_components/bundles.html", bundle_context(request.user, case))
    kind = request.POST.get("kind", "")
    if kind not in BundleKind.values:
        raise Http404
    bundle_services.order(actor=request.user, reference=reference, kind=kind)
    return _page_of(request, reference, "#bundles")


@require_GET
@member_page
def bundle(request: UserRequest, bundle_id: int) -> FileResponse:
    """A finished bundle. Its hash is checked before it is sent, and the download is recorded."""
    found = bundle_selectors.bundle(request.user, bundle_id)
    if not found.is_ready:
        raise Http404
    return bundle_response(bundle_services.open_bundle(actor=request.user, bundle=found), found)


def _page_of(request: UserRequest, reference: str, part: str = "") -> HttpResponse:
    """To the page of a case, for whoever opens the address of a part of it."""
    page = "regulator:case" if request.user.is_regulator else "operator:submission"
    return redirect(f"{reverse(page, args=[reference])}{part}")
