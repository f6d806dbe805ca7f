"""What the register hands out as files: lists, feed, documents and proofs, and what operators made public."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.documents import selectors as documents
from portal.documents import services as document_services
from portal.documents.models import Document, DocumentKind
from portal.errors import NotFound, NotPossible
from portal.pages.csv_download import csv_response
from portal.pages.downloads import attachment_response
from portal.pages.guards import refused_page
from portal.pages.page_cache import cached_page
from portal.pages.templatetags.baize import outcome_word
from portal.public.register_views import ASKED, asked, found
from portal.register import keys, log, serializers
from portal.register import selectors as register
from portal.register.models import Entry, Kind
from portal.submissions import uploads

PER_PAGE = 500
IN_FEED = 50
ATOM = "http://www.w3.org/2005/Atom"


@cached_page(*ASKED, "page", max_age=0)
def decisions_json(request: HttpRequest) -> HttpResponse:
    """The register as data, narrowed like the page, 500 decisions at a time."""
    chosen, errors = asked(request)
    if errors:
        return JsonResponse({"errors": errors}, status=400)
    page = Paginator(register.entries(**chosen).defer("leaf"), PER_PAGE).get_page(request.GET.get("page"))
    following = None
    if page.has_next():
        query = request.GET.copy()
        query["page"] = str(page.next_page_number())
        following = f"{settings.SITE_URL}{request.path}?{query.urlencode()}"
    answer = JsonResponse(
        {
            "count": page.paginator.count,
            "next": following,
            "decisions": [_with_address(serializers.serialize_entry(entry), entry) for entry in page],
        }
    )
    if chosen["query"]:  # anything can be searched for: not an answer to keep
        answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def decisions_csv(request: HttpRequest) -> HttpResponseBase:
    """The register for a spreadsheet, narrowed like the page, all of it."""
    chosen, errors = asked(request)
    if errors:
        return HttpResponse("\n".join(errors.values()), content_type="text/plain; charset=utf-8", status=400)
    rows = register.entries(**chosen).defer("leaf").iterator(chunk_size=500)
    body = ([serializers.serialize_entry(entry)[name] for name in serializers.COLUMNS] for entry in rows)
    return csv_response(
        "register-of-decisions", (row for part in ([serializers.COLUMNS], body) for row in part)
    )


@cached_page(max_age=0)
def entry_json(request: HttpRequest, reference: str) -> HttpResponse:
    """One decision as data: all that is public of it, what was entered for it since, and its documents."""
    record = found(reference)
    papers = documents.public_documents(record.reference)
    answer = JsonResponse(
        _with_address(serializers.serialize_entry(record), record)
        | {
            "entry": record.leaf,
            "history": [
                {"position": row.position, "leaf_hash": row.leaf_hash, "entry": row.leaf}
                for row in register.history(record.reference)
            ],
            "documents": [_paper(record, paper) for paper in papers if paper.is_ready],
        }
    )
    if any(not paper.is_ready for paper in papers):
        answer["Cache-Control"] = "no-store"
    return answer


@cached_page("jurisdiction", max_age=0)
def feed(request: HttpRequest) -> HttpResponse:
    """The latest decisions, and what became of earlier ones, for feed readers (Atom, RFC 4287)."""
    rows = Entry.objects.filter(kind=Kind.DECISION).order_by("-position")
    here, title = f"{settings.SITE_URL}{request.path}", _("Decisions on craps rules")
    where = request.GET.get("jurisdiction", "")
    if where:
        if where not in JURISDICTIONS:
            raise Http404
        rows = rows.filter(jurisdiction=where)
        here, title = f"{here}?jurisdiction={where}", f"{title}, {JURISDICTIONS[where].name}"
    latest = list(rows[:IN_FEED])
    root = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": get_language() or "en"})
    _add(root, "title", title)
    _add(root, "id", _tag(where))
    _add(root, "updated", _moment(latest[0]) if latest else "2026-01-01T00:00:00Z")
    ElementTree.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": here})
    address = f"{settings.SITE_URL}{reverse('public:register')}"
    ElementTree.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": address})
    _add(ElementTree.SubElement(root, "author"), "name", "Baize")
    for row in latest:
        root.append(_item(row))
    return HttpResponse(
        b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode").encode(),
        content_type="application/atom+xml; charset=utf-8",
    )


@require_safe
def document_file(request: HttpRequest, reference: str, kind: str = DocumentKind.CERTIFICATE) -> HttpResponse:
    """The issued PDF. Its hash is checked on the way out; an altered file is never served."""
    document = _issued(reference, kind)
    etag = f'"{document.sha256}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        content = document_services.read(document)
    except NotPossible as error:
        return refused_page(request, error)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{document.filename}"'
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache"
    return response


@require_safe
def document_proof(
    request: HttpRequest, reference: str, kind: str = DocumentKind.CERTIFICATE
) -> HttpResponse:
    """The proof beside a PDF: that the log has this very file."""
    document = _issued(reference, kind)
    name = document.filename.removesuffix(".pdf")
    return proof_answer(request, lambda: log.document_proof(document), name)


@require_safe
def decision_proof(request: HttpRequest, reference: str) -> HttpResponse:
    """The proof that the log has the decision itself."""
    record = found(reference)
    return proof_answer(request, lambda: log.entry_proof(record), f"{record.reference}-decision")


@require_safe
def attachment(request: HttpRequest, reference: str, upload_id: int) -> HttpResponse:
    """A file that the operator handed in with approved rules and marked as public."""
    upload = register.public_uploads(found(reference)).filter(pk=upload_id).first()
    if upload is None:
        raise Http404
    try:
        return attachment_response(uploads.read(upload), upload.filename, upload.content_type)
    except NotPossible as error:
        return refused_page(request, error)


def proof_answer(request: HttpRequest, prove: Any, name: str) -> HttpResponse:
    """A proof as a file to keep; if no checkpoint covers it yet, a page that says when to come back."""
    try:
        proof = prove()
    except NotFound as error:
        raise Http404 from error
    except NotPossible as error:
        answer = refused_page(request, error)
        answer.status_code = 503
        answer["Retry-After"] = "60"
        return answer
    answer = HttpResponse(log.proof_file(proof), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}.proof.json"'
    return answer


def _issued(reference: str, kind: str) -> Document:
    document = documents.public_document(found(reference).reference, kind)
    if document is None or not document.is_ready:
        raise Http404
    return document


def _with_address(data: dict[str, Any], entry: Entry) -> dict[str, Any]:
    place = getattr(entry, "place", None)
    return data | {
        "url": f"{settings.SITE_URL}{reverse('public:entry', args=[entry.reference])}",
        "property_url": f"{settings.SITE_URL}{reverse('public:place', args=[place])}" if place else None,
    }


def _paper(entry: Entry, paper: Document) -> dict[str, Any]:
    address = settings.SITE_URL + reverse("public:paper", args=[entry.reference, paper.kind])
    proof = settings.SITE_URL + reverse("public:paper-proof", args=[entry.reference, paper.kind])
    return {"kind": paper.kind, "sha256": paper.sha256, "size": paper.size, "url": address, "proof": proof}


# -- the feed -----------------------------------------------------------------------------------------------


def _item(row: Entry) -> ElementTree.Element:
    item = ElementTree.Element("entry")
    what = outcome_word(row.outcome)
    _add(item, "title", f"{row.property or row.reference}: {what.lower()}")
    _add(item, "id", _tag(str(row.position)))
    _add(item, "updated", _moment(row))
    address = f"{settings.SITE_URL}{reverse('public:entry', args=[row.reference])}"
    ElementTree.SubElement(item, "link", {"rel": "alternate", "type": "text/html", "href": address})
    ElementTree.SubElement(item, "category", {"term": row.outcome, "label": what})
    said = [row.reference, JURISDICTIONS[row.jurisdiction].name, row.operator, row.edition_title]
    _add(item, "summary", f"{what}. {', '.join(part for part in said if part)}.")
    return item


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _tag(of: str) -> str:
    """An id that stays whatever becomes of the address (RFC 4151): the log's own name and a position."""
    host, _, path = keys.origin().partition("/")
    return f"tag:{host},2026:{path}" + (f"/{of}" if of else "")


def _moment(row: Entry) -> str:
    return row.entered_at.isoformat(timespec="seconds").replace("+00:00", "Z")
