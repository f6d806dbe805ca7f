"""A submission outside the editor: its status and changes, and answers to queries."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.documents.selectors import public_document
from portal.errors import NotFound
from portal.http import UserRequest
from portal.operator.forms import AnswersForm
from portal.operator.receipt import sent_parts
from portal.pages.forms import run_service
from portal.pages.guards import operator_page
from portal.review import limit_notices, variation, workflow
from portal.review import selectors as review
from portal.review.comments import comments
from portal.review.queries import open_questions
from portal.submissions import saves, selectors
from portal.submissions.models import State
from portal.submissions.tables import summary_of
from portal.submissions.wording import describe_choices, describe_draft
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of


@operator_page
def status(request: UserRequest, reference: str) -> HttpResponse:
    return _status_page(request, reference)


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
    submission = selectors.submission(request.user, reference)
    form = AnswersForm(list(open_questions(submission)), request)
    answered = run_service(form, workflow.answer_queries, actor=request.user, reference=reference)
    if answered:
        left = len(list(open_questions(answered)))
        open_still = "One question is still open." if left == 1 else f"{left} questions are still open."
        rest = open_still if left else "The review continues."
        messages.success(request, f"Your answer is sent. {rest}")
        return redirect("operator:submission", reference)
    return _status_page(request, reference, answer_form=form)


def _status_page(
    request: UserRequest, reference: str, answer_form: AnswersForm | None = None
) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    version = selectors.version_shown_to(request.user, submission)
    timeline = review.timeline(request.user, submission)
    queries = list(review.queries(submission))
    open_queries = [query for query in queries if query.is_open]
    answer_form = answer_form or AnswersForm(open_queries)
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
        "open_queries": open_queries if submission.state == State.QUERY_OPEN else [],
        "answered": [query for query in queries if not query.is_open],
        "can_vary": variation.can_vary(request.user, submission),
        "can_renew": variation.can_renew(request.user, submission),
        "open_variation": variation.open_variation(submission),
        "variations": submission.variations.order_by("pk"),
        "can_notify": limit_notices.can_give(request.user, submission),
        "limit_notices": limit_notices.notices_of(submission),
        "remarks": comments(request.user, submission),
        "groups": saves.saves(request.user, submission),
        "document": public_document(reference) if submission.decided_at else None,
        "answer_form": answer_form,
        "sent": sent_parts(submission),
    }
    status = 422 if answer_form.errors else 200
    return render(request, "operator/submission.html", context, status=status)
