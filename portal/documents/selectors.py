"""Documents as pages read them."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.db.models.functions import Left

from portal.accounts.models import User
from portal.documents.models import PUBLIC_KINDS, Document, DocumentKind, DocumentState
from portal.errors import NotFound
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission

_IS_SIGN = Q(kind=DocumentKind.SIGN)


def document_of(submission: Submission, kind: str = DocumentKind.CERTIFICATE) -> Document | None:
    """The latest document of a kind, in any state."""
    rows = Document.objects.filter(submission=submission, kind=kind)
    return rows.select_related("submission").order_by("-pk").first()


def public_document(reference: str, name: str = DocumentKind.CERTIFICATE) -> Document | None:
    """A public document of a register entry by its name; None for letters.

    `sign` is the sign for any table or, if each table has its own, the first of these.
    """
    kind, _, occasion = name.partition("-")
    if kind not in PUBLIC_KINDS:
        return None
    rows = _public(reference).filter(kind=kind)
    return (rows.filter(occasion=occasion) if occasion else rows).first()


def public_documents(reference: str) -> list[Document]:
    """The certificate, the guide and the latest sign of each table, in that order, in any state."""
    issued = list(_public(reference))
    certificates = [document for document in issued if document.kind == DocumentKind.CERTIFICATE][:1]
    guides = [document for document in issued if document.kind == DocumentKind.GUIDE][:1]
    signs = {sign.table_code: sign for sign in issued if sign.kind == DocumentKind.SIGN}
    return [*certificates, *guides, *signs.values()]


def documents_at_table(reference: str, code: str) -> list[Document]:
    """The certificate, the guide and the sign of one table; if it has none, a sign for any table."""
    is_ours = Q(occasion=code) | Q(occasion__startswith=f"{code}-")
    is_for_any = Q(occasion="") | Q(occasion__startswith="-")
    issued = list(_public(reference).filter(~_IS_SIGN | is_ours | is_for_any))
    latest: dict[str, Document] = {}
    for document in issued:
        if document.kind != DocumentKind.SIGN:
            latest.setdefault(document.kind, document)
    signs = {sign.table_code: sign for sign in issued if sign.kind == DocumentKind.SIGN}
    if sign := signs.get(code) or signs.get(""):
        latest[DocumentKind.SIGN] = sign
    return [latest[kind] for kind in PUBLIC_KINDS if kind in latest]


def signs_of_tables(codes: Collection[str]) -> QuerySet[Document]:
    """Every sign that was ordered for one of these tables, in any state, the latest first."""
    rows = Document.objects.filter(_IS_SIGN).annotate(code=Left("occasion", 8))
    return rows.filter(code__in=codes).defer("snapshot").order_by("-pk")


def _public(reference: str) -> QuerySet[Document]:
    """The documents of the latest decision, in the order in which they were ordered."""
    rows = Document.objects.filter(submission__reference=reference, kind__in=PUBLIC_KINDS)
    return rows.select_related("submission").order_by("-version_id", "pk")


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
