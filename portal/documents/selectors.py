"""Documents as pages read them."""

from __future__ import annotations

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.documents.models import PUBLIC_KINDS, Document, DocumentKind, DocumentState
from portal.errors import NotFound
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission


def document_of(submission: Submission, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """The latest document of a kind, in whatever state it is."""
    rows = Document.objects.filter(submission=submission, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_document(reference: str, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """A document behind a register entry: public, as it is ordered with an approval only."""
    if kind not in PUBLIC_KINDS:
        return None
    rows = Document.objects.filter(submission__reference=reference, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_documents(reference: str) -> list[Document]:
    """The latest of each public kind: certificate, guide and sign, in that order, in whatever state."""
    found = (public_document(reference, kind) for kind in PUBLIC_KINDS)
    return [document for document in found if document is not None]


def documents(actor: User, submission: Submission) -> QuerySet[Document]:
    """All documents of a case, letters too, oldest first; none for people the case does not concern."""
    rows = Document.objects.filter(submission=submission, submission__in=submissions.submissions(actor))
    return rows.select_related("submission").order_by("pk")


def document(actor: User, document_id: int) -> Document:
    """One document of a case the actor may see."""
    rows = Document.objects.filter(pk=document_id, submission__in=submissions.submissions(actor))
    found = rows.select_related("submission").first()
    if found is None:
        raise NotFound("There is no such document.")
    return found


def failed(actor: User) -> QuerySet[Document]:
    """Documents of the actor's cases that need someone to look."""
    return Document.objects.filter(
        state=DocumentState.FAILED, submission__in=submissions.submissions(actor)
    ).select_related("submission")
