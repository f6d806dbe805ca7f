"""Files of the register: lists as data, documents, proofs, and attachments that operators made public."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from portal.documents import selectors as documents
from portal.documents import services as document_services
from portal.documents.models import Document, DocumentKind
from portal.errors import NotPossible
from portal.pages.csv_download import csv_response
from portal.pages.downloads import attachment_response
from portal.pages.guards import refused_page
from portal.pages.page_cache import cached_page
from portal.public.register_views import FILTERS, entry_or_404, read_filters
from portal.public.responses import file_response, get_or_404
from portal.register import log, serializers
from portal.register import selectors as register
from portal.register.selectors import DecidedEntry
from portal.submissions import uploads

PER_PAGE = 500


@cached_page(*FILTERS, "page", max_age=0)
def decisions_json(request: HttpRequest) -> HttpResponse:
    """The register as data, narrowed like the page, 500 decisions at a time."""
    filters, errors = read_filters(request)
    if errors:
        return JsonResponse({"errors": errors}, status=400)
    page = Paginator(register.entries(**filters).defer("leaf"), PER_PAGE).get_page(request.GET.get("page"))
    following = None
    if page.has_next():
        query = request.GET.copy()
        query["page"] = str(page.next_page_number())
        following = f"{settings.SITE_URL}{request.path}?{query.urlencode()}"
    response = JsonResponse(
        {
            "count": page.paginator.count,
            "next": following,
            "decisions": [_with_urls(serializers.serialize_entry(entry), entry) for entry in page],
        }
    )
    if filters["query"]:  # too many possible searches to cache
        response["Cache-Control"] = "no-store"
    return response


@require_safe
def decisions_csv(request: HttpRequest) -> HttpResponseBase:
    """The whole register for a spreadsheet, narrowed like the page."""
    filters, errors = read_filters(request)
    if errors:
        return HttpResponse("\n".join(errors.values()), content_type="text/plain; charset=utf-8", status=400)
    entries = register.entries(**filters).defer("leaf").iterator(chunk_size=500)
    rows = ([serializers.serialize_entry(entry)[name] for name in serializers.COLUMNS] for entry in entries)
    return csv_response("register-of-decisions", chain([serializers.COLUMNS], rows))


@cached_page(max_age=0)
def entry_json(request: HttpRequest, reference: str) -> HttpResponse:
    """One decision as data: its public facts, later entries for it, and its documents."""
    record = entry_or_404(reference)
    issued = documents.public_documents(record.reference)
    response = JsonResponse(
        _with_urls(serializers.serialize_entry(record), record)
        | {
            "entry": record.leaf,
            "history": [
                {"position": row.position, "leaf_hash": row.leaf_hash, "entry": row.leaf}
                for row in register.history(record.reference)
            ],
            "documents": [_serialize_document(record, document) for document in issued if document.is_ready],
        }
    )
    if any(not document.is_ready for document in issued):
        response["Cache-Control"] = "no-store"
    return response


@require_safe
def document_file(request: HttpRequest, reference: str, kind: str = DocumentKind.CERTIFICATE) -> HttpResponse:
    """The issued PDF. Its hash is checked before it is sent; an altered file is never served."""
    return document_response(request, _issued_document(reference, kind))


def document_response(request: HttpRequest, document: Document) -> HttpResponse:
    etag = f'"{document.sha256}"'
    unchanged = get_conditional_response(request, etag=etag)
    if isinstance(unchanged, HttpResponse):
        return unchanged
    try:
        content = document_services.read(document)
    except NotPossible as error:
        return refused_page(request, error)
    response = file_response(content, document.filename, "application/pdf", inline=True)
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache"
    return response


@require_safe
def document_proof(
    request: HttpRequest, reference: str, kind: str = DocumentKind.CERTIFICATE
) -> HttpResponse:
    """The proof that the log contains this PDF."""
    document = _issued_document(reference, kind)
    name = document.filename.removesuffix(".pdf")
    return proof_response(request, lambda: log.document_proof(document), name)


@require_safe
def decision_proof(request: HttpRequest, reference: str) -> HttpResponse:
    """The proof that the log contains the decision."""
    record = entry_or_404(reference)
    name = f"{record.reference}-decision"
    return proof_response(request, lambda: log.entry_proof(record, cosigned=True), name)


@require_safe
def attachment(request: HttpRequest, reference: str, upload_id: int) -> HttpResponse:
    """A file that the operator submitted with approved rules and marked as public."""
    upload = register.public_uploads(entry_or_404(reference)).filter(pk=upload_id).first()
    if upload is None:
        raise Http404
    try:
        return attachment_response(uploads.read(upload), upload.filename, upload.content_type)
    except NotPossible as error:
        return refused_page(request, error)


def proof_response(request: HttpRequest, prove: Callable[[], dict[str, Any]], name: str) -> HttpResponse:
    """Return a proof as a file; 503 and when to try again if no checkpoint covers it yet."""
    try:
        proof = get_or_404(prove)
    except NotPossible as error:
        response = refused_page(request, error)
        response.status_code = 503
        response["Retry-After"] = "60"
        return response
    return file_response(log.proof_file(proof), f"{name}.proof.json", "application/json")


def _issued_document(reference: str, kind: str) -> Document:
    document = documents.public_document(entry_or_404(reference).reference, kind)
    if document is None or not document.is_ready:
        raise Http404
    return document


def _with_urls(data: dict[str, Any], entry: DecidedEntry) -> dict[str, Any]:
    slug = entry.place
    return data | {
        "url": f"{settings.SITE_URL}{reverse('public:entry', args=[entry.reference])}",
        "property_url": f"{settings.SITE_URL}{reverse('public:casino', args=[slug])}" if slug else None,
    }


def _serialize_document(entry: DecidedEntry, document: Document) -> dict[str, Any]:
    args = [entry.reference, document.name]
    return {
        "kind": document.kind,
        "table": document.table_code or None,
        "sha256": document.sha256,
        "size": document.size,
        "url": settings.SITE_URL + reverse("public:document-file", args=args),
        "proof": settings.SITE_URL + reverse("public:document-proof", args=args),
    }
