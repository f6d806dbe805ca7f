"""Documents as pages read them."""

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.documents.models import PUBLIC_KINDS, Document, DocumentKind, DocumentState
from portal.errors import NotFound
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission


def document_of(submission: Submission, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """The latest document of a kind, in any state."""
    rows = Document.objects.filter(submission=submission, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_document(reference: str, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """The latest document of a public kind for a register entry; None for letters."""
    if kind not in PUBLIC_KINDS:
        return None
    rows = Document.objects.filter(submission__reference=reference, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_documents(reference: str) -> list[Document]:
    """The latest certificate, guide and sign, in that order, in any state."""
    latest = (public_document(reference, kind) for kind in PUBLIC_KINDS)
    return [document for document in latest if document is not None]


def documents(actor: User, submission: Submission) -> QuerySet[Document]:
    """All documents of a case, including letters, oldest first; none if the actor may not see the case."""
    rows = Document.objects.filter(submission=submission, submission__in=submissions.submissions(actor))
    return rows.select_related("submission").order_by("pk")


def document(actor: User, document_id: int) -> Document:
    """One document of a case the actor may see."""
    rows = Document.objects.filter(pk=document_id, submission__in=submissions.submissions(actor))
    document = rows.select_related("submission").first()
    if document is None:
        raise NotFound("Document not found.")
    return document


def failed(actor: User) -> QuerySet[Document]:
    """Failed documents of the actor's cases."""
    return Document.objects.filter(
        state=DocumentState.FAILED, submission__in=submissions.submissions(actor)
    ).select_related("submission")
