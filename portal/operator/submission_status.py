"""A submission outside the editor: its status and changes, answers to queries, withdrawal and surrender."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.documents.selectors import public_document
from portal.errors import NotFound, NotPossible
from portal.http import UserRequest
from portal.operator.forms import AnswerForm, ReasonForm, SurrenderForm
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.pages.table_choice import SOME
from portal.review import limit_notices, variation, workflow
from portal.review import selectors as review
from portal.review.comments import comments
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import selectors
from portal.submissions.models import Submission
from portal.submissions.tables import summary_of
from portal.submissions.wording import describe_choices, describe_draft
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of


@operator_page
def status(request: UserRequest, reference: str) -> HttpResponse:
    return _status_page(request, reference)


@operator_page
def withdraw(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    form = ReasonForm(request.POST or None)
    return _ask_reason(request, submission, form, workflow.withdraw, "withdraw", "is withdrawn.")


@operator_page
def surrender(request: UserRequest, reference: str) -> HttpResponse:
    """Surrender an approval. The page asks first: this cannot be undone."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.surrender")
    if problem := obstacle(TRANSITIONS["surrender"], submission, request.user):
        raise NotPossible(problem)
    form = SurrenderForm(submission, request.POST or None)
    some = form.is_bound and form.data.get("scope") == SOME
    where = " at the tables you chose" if some else ""
    success = f"is surrendered{where}. The register shows it from now on."
    return _ask_reason(request, submission, form, workflow.surrender, "surrender", success)


@operator_page
def changes(request: UserRequest, reference: str) -> HttpResponse:
    """Show values, settlements and edges of a variation beside the approved ones."""
    submission = selectors.submission(request.user, reference)
    changes = variation.changes(request.user, submission)
    if changes is None:
        raise NotFound(f"{reference} is not a variation.")
    return render(request, "operator/changes.html", {"submission": submission, "changes": changes})


@require_POST
@operator_page
def answer(request: UserRequest, reference: str) -> HttpResponse:
    form = AnswerForm(request)
    if run_service(form, workflow.answer_query, actor=request.user, reference=reference):
        messages.success(request, "Your answer is sent. The review continues.")
        return redirect("operator:submission", reference)
    return _status_page(request, reference, answer_form=form)


def _ask_reason(
    request: UserRequest,
    submission: Submission,
    form: ReasonForm | SurrenderForm,
    service: Callable[..., Submission],
    page: str,
    success: str,
) -> HttpResponse:
    """Ask for the reason and run the service with it."""
    reference = submission.reference
    if run_service(form, service, actor=request.user, reference=reference):
        messages.success(request, f"{reference} {success}")
        return redirect("operator:submission", reference)
    return render_form(request, f"operator/{page}.html", form, submission=submission)


def _status_page(request: UserRequest, reference: str, answer_form: AnswerForm | None = None) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    version = selectors.version_shown_to(request.user, submission)
    timeline = review.timeline(request.user, submission)
    queries = list(review.queries(submission))
    answer_form = answer_form or AnswerForm()
    context = {
        "submission": submission,
        "summary": summary_of(submission),
        "version": version,
        "run": run_of(version),
        "change": change_of(version),
        "chosen": (describe_draft if submission.is_editable else describe_choices)(version.rules),
        "moves": workflow.moves_open_to(request.user, submission),
        "timeline": timeline,
        "last": timeline[-1] if timeline else None,
        "decisions": review.decisions(submission),
        "open_query": next((query for query in queries if not query.answered_at), None),
        "answered": [query for query in queries if query.answered_at],
        "can_vary": variation.can_vary(request.user, submission),
        "open_variation": variation.open_variation(submission),
        "variations": submission.variations.order_by("pk"),
        "can_notify": limit_notices.can_give(request.user, submission),
        "limit_notices": limit_notices.notices_of(submission),
        "remarks": comments(request.user, submission),
        "versions": submission.versions.select_related("author").order_by("-number"),
        "document": public_document(reference) if submission.decided_at else None,
        "answer_form": answer_form,
    }
    status = 422 if answer_form.errors else 200
    return render(request, "operator/submission.html", context, status=status)
