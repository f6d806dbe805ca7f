"""How an operator ends a case: withdrawing it, surrendering its approval, replying to a notice of intent."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from portal.accounts.permissions import require
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.operator.ending_forms import ReplyForm, SurrenderForm, TakeBackForm
from portal.operator.forms import ReasonForm
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import operator_page
from portal.pages.table_choice import SOME
from portal.review import workflow
from portal.review.guards import open_notice
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import selectors
from portal.submissions.models import Submission
from portal.text import format_day


@operator_page
def withdraw(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    form = ReasonForm(request.POST or None)
    return _ask(request, submission, form, workflow.withdraw, "withdraw", "is withdrawn.")


@operator_page
def surrender(request: UserRequest, reference: str) -> HttpResponse:
    """Surrender an approval, at once or after a last day. The page asks first."""
    submission = _able(request, reference, "surrender")
    form = SurrenderForm(submission, request.POST or None)
    where = " at the tables you chose" if form.is_bound and form.data.get("scope") == SOME else ""
    if form.is_bound and form.data.get("last_day"):
        day = form.cleaned_data.get("last_day") if form.is_valid() else None
        until = f" Its last day is {format_day(day)}." if day else ""
        success = f"will be surrendered{where}.{until} You can take this back until then."
        return _ask(request, submission, form, workflow.plan_surrender, "surrender", success)
    success = f"is surrendered{where}. The register shows it from now on."
    return _ask(request, submission, form, workflow.surrender, "surrender", success)


@operator_page
def take_back_surrender(request: UserRequest, reference: str) -> HttpResponse:
    submission = _able(request, reference, "take_back_surrender")
    form = TakeBackForm(request.POST or None)
    success = "is no longer surrendered. The register shows this."
    return _ask(request, submission, form, workflow.take_back_surrender, "take_back_surrender", success)


@operator_page
def reply_to_notice(request: UserRequest, reference: str) -> HttpResponse:
    submission = _able(request, reference, "reply_to_notice")
    form = ReplyForm(request if request.method == "POST" else None)
    form.notice = open_notice(submission)
    success = "has your reply. The regulator reads it before it decides."
    return _ask(request, submission, form, workflow.reply_to_notice, "reply_to_notice", success)


def _able(request: UserRequest, reference: str, move: str) -> Submission:
    """The submission, if this person can make this move now."""
    submission = selectors.submission(request.user, reference)
    transition = TRANSITIONS[move]
    require(request.user, str(transition.permission))
    if problem := obstacle(transition, submission, request.user):
        raise NotPossible(problem)
    return submission


def _ask(
    request: UserRequest,
    submission: Submission,
    form: PlainForm,
    service: Callable[..., Submission],
    page: str,
    success: str,
) -> HttpResponse:
    reference = submission.reference
    if run_service(form, service, actor=request.user, reference=reference):
        messages.success(request, f"{reference} {success}")
        return redirect("operator:submission", reference)
    return render_form(request, f"operator/{page}.html", form, submission=submission)
