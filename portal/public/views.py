"""Pages anyone may read: the register and the statements. They show what is stored."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.accounts.jurisdictions import CHOICES
from portal.documents import selectors as documents
from portal.documents import services as document_services
from portal.editions import selectors as editions
from portal.errors import NotFound, NotPossible
from portal.pages.guards import refusal
from portal.pages.paging import page_of
from portal.register import selectors as register
from portal.register.models import Entry
from portal.register.public import DECIDING, OUTCOME_LABELS

OUTCOMES = [(outcome, OUTCOME_LABELS[outcome]) for outcome in DECIDING]


@require_safe
def register_list(request: HttpRequest) -> HttpResponse:
    """The register, narrowed by what the address says. An unknown filter value finds nothing."""
    chosen = {
        "query": request.GET.get("q", "").strip(),
        "jurisdiction": request.GET.get("jurisdiction", ""),
        "edition": request.GET.get("edition", ""),
        "outcome": request.GET.get("outcome", ""),
    }
    context = {
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "jurisdictions": CHOICES,
        "editions": editions.published(),
        "outcomes": OUTCOMES,
        **page_of(request, register.entries(**chosen)),
    }
    return render(request, "public/register.html", context)


@require_safe
def entry(request: HttpRequest, reference: str) -> HttpResponse:
    record = _entry(reference)
    context = {
        "entry": record,
        "history": register.history(record.reference),
        "document": documents.public_document(record.reference),
    }
    return render(request, "public/entry.html", context)


@require_safe
def document_progress(request: HttpRequest, reference: str) -> HttpResponse:
    """How far the document is: the part of the entry's page that asks again while it is being prepared."""
    record = _entry(reference)
    context = {"entry": record, "document": documents.public_document(record.reference)}
    if request.htmx:
        return render(request, "public/_document.html", context)
    return render(request, "public/entry.html", {**context, "history": register.history(record.reference)})


@require_safe
def document_file(request: HttpRequest, reference: str, kind: str = "certificate") -> HttpResponse:
    """The issued PDF. Its hash is checked on the way out; an altered file is never served."""
    record = _entry(reference)
    document = documents.public_document(record.reference, kind)
    if document is None or not document.is_ready:
        raise Http404
    try:
        content = document_services.read(document)
    except NotPossible as error:
        return refusal(request, error)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{document.filename}"'
    response["ETag"] = f'"{document.sha256}"'
    return response


@require_safe
def statement(request: HttpRequest, template: str) -> HttpResponse:
    return render(request, template)


def _entry(reference: str) -> Entry:
    try:
        return register.entry(reference.upper())
    except NotFound as error:
        raise Http404 from error
