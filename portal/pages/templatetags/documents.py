"""The documents of a case. `{% load documents %}`, then `{% case_documents submission %}`"""

from collections.abc import Iterable
from typing import Any

from django import template

from portal.documents import selectors
from portal.documents.models import Document, DocumentKind
from portal.submissions.models import Submission

register = template.Library()


@register.inclusion_tag("_components/documents.html", takes_context=True)
def case_documents(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """The documents of a case with their progress; empty if none was ordered."""
    user = context["user"]
    return {
        "submission": submission,
        "documents": selectors.documents(user, submission),
        "user": user,
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag
def public_documents(reference: str) -> list[Document]:
    """The public documents of an approval."""
    return selectors.public_documents(reference)


@register.filter
def is_replaced_in(document: Document, documents: Iterable[Document]) -> bool:
    """Whether a later sign of the same table is among the documents."""
    return document.kind == DocumentKind.SIGN and any(
        other.kind == document.kind and other.table_code == document.table_code and other.pk > document.pk
        for other in documents
    )


@register.filter
def any_pending(documents: Iterable[Document]) -> bool:
    return any(not document.is_ready and not document.is_failed for document in documents)


@register.filter
def any_failed(documents: Iterable[Document]) -> bool:
    return any(document.is_failed for document in documents)
