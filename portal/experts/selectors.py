"""Requests an actor may see; NotFound for every other.

An expert sees the open requests to its own organisation and nothing else of a case. The moment a request is
answered, withdrawn or ended with its case, nothing of it is left but a line in the list of past ones.
"""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from portal.accounts.models import Kind, Organisation, Role, User
from portal.accounts.permissions import can
from portal.errors import NotFound
from portal.experts.models import UNDER_REVIEW, ExpertFile, ExpertRequest
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission, Upload


def open_requests(actor: User) -> QuerySet[ExpertRequest]:
    """Those that wait for the actor's organisation, the earliest day first."""
    return _of_expert(actor).filter(_is_open()).order_by("due_on", "pk")


def past_requests(actor: User) -> QuerySet[ExpertRequest]:
    """Those that ended, newest first: for a list of reference, day and end, without what was in them."""
    return _of_expert(actor).exclude(_is_open()).order_by("-pk")


def open_request(actor: User, request_id: int) -> ExpertRequest:
    row = open_requests(actor).filter(pk=request_id).first()
    if row is None:
        raise NotFound(f"There is no request {request_id}.")
    return row


def shared_upload(actor: User, request_id: int, upload_id: int) -> Upload:
    """A document that the officer chose for this request, while it is open."""
    row = open_request(actor, request_id).shared.filter(upload_id=upload_id).select_related("upload").first()
    if row is None:
        raise NotFound(f"There is no document {upload_id}.")
    upload: Upload = row.upload
    return upload


def requests_of(actor: User, submission: Submission) -> QuerySet[ExpertRequest]:
    """Every request about a case, for its regulator; none for anybody else."""
    rows = ExpertRequest.objects.filter(submission=submission)
    rows = rows.select_related("organisation", "asked_by", "answered_by", "withdrawn_by", "submission")
    return rows.prefetch_related("shared__upload", "files") if can(actor, "review.view") else rows.none()


def request_of_case(actor: User, request_id: int) -> ExpertRequest:
    """A request about a case that the regulator may see."""
    row = ExpertRequest.objects.select_related("submission", "organisation").filter(pk=request_id).first()
    if row is None or not can(actor, "review.view") or not _sees_case(actor, row.submission_id):
        raise NotFound(f"There is no request {request_id}.")
    return row


def answer_file(actor: User, file_id: int) -> ExpertFile:
    """A file that came with an answer, for the regulator of the case."""
    row = ExpertFile.objects.select_related("request").filter(pk=file_id).first()
    if row is None or not can(actor, "review.view") or not _sees_case(actor, row.request.submission_id):
        raise NotFound(f"There is no document {file_id}.")
    return row


def open_questions_about(cases: Iterable[Submission]) -> QuerySet[ExpertRequest]:
    """Those about these cases that wait for an expert, whoever asked."""
    rows = ExpertRequest.objects.filter(_is_open(), submission__in=list(cases))
    return rows.select_related("submission", "organisation").order_by("pk")


def organisations_to_ask() -> QuerySet[Organisation]:
    """Organisations of experts in which somebody can answer."""
    answering = Q(
        users__is_active=True,
        users__is_machine=False,
        users__role_rows__role=Role.EXPERT,
        kind=Kind.EXPERT,
        deactivated_at=None,
    )
    return Organisation.objects.filter(answering).distinct().order_by("name")


def _of_expert(actor: User) -> QuerySet[ExpertRequest]:
    rows = ExpertRequest.objects.select_related(
        "submission__edition", "submission__property", "version", "regulator"
    )
    if not can(actor, "expert.answer") or actor.organisation is None or not actor.organisation.is_expert:
        return rows.none()
    return rows.filter(organisation=actor.organisation)


def _is_open() -> Q:
    return Q(answered_at=None, withdrawn_at=None, submission__state__in=UNDER_REVIEW)


def _sees_case(actor: User, submission_id: int) -> bool:
    return submissions.submissions(actor).filter(pk=submission_id).exists()
