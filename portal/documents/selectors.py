"""Documents as pages read them."""

from __future__ import annotations

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.documents.models import Document, DocumentKind, DocumentState
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission


def document_of(submission: Submission, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """The latest document of a kind, in whatever state it is."""
    rows = Document.objects.filter(submission=submission, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_document(reference: str) -> Document | None:
    """The certificate behind a register entry: public, as it is ordered with an approval only."""
    rows = Document.objects.filter(submission__reference=reference, kind=DocumentKind.CERTIFICATE)
    return rows.select_related("submission").order_by("-pk").first()


def failed(actor: User) -> QuerySet[Document]:
    """Documents of the actor's cases that need someone to look."""
    return Document.objects.filter(
        state=DocumentState.FAILED, submission__in=submissions.submissions(actor)
    ).select_related("submission")
