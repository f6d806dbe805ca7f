"""The page of each move an officer or approver makes on a case."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from portal.errors import Conflict
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator import forms
from portal.review import selectors, workflow
from portal.review.models import Explanation
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import Submission, Version
from portal.submissions.selectors import version_shown_to
from portal.submissions.tables import summary_of
from portal.submissions.wording import differences
from portal.validation.selectors import run_of


@dataclass(frozen=True)
class MovePage:
    """How a move is offered: its service and form, and the style of its button."""

    service: Callable[..., object]
    form: type[forms.MoveForm]
    tone: str = ""

    @property
    def name(self) -> str:
        return self.service.__name__

    @property
    def button(self) -> str:
        return TRANSITIONS[self.name].label


MOVES: dict[str, MovePage] = {
    page.name.replace("_", "-"): page
    for page in (
        MovePage(workflow.recommend, forms.RecommendForm, "primary"),
        MovePage(workflow.approve, forms.ApproveForm, "primary"),
        MovePage(workflow.refuse, forms.RefuseForm, "danger"),
        MovePage(workflow.open_query, forms.QueryForm),
        MovePage(workflow.return_for_amendment, forms.ReturnForm),
        MovePage(workflow.send_back, forms.SendBackForm),
        MovePage(workflow.suspend, forms.SuspendForm, "danger"),
        MovePage(workflow.lift_suspension, forms.LiftForm),
        MovePage(workflow.revoke, forms.RevokeForm, "danger"),
    )
}


@regulator_page
def make_move(request: UserRequest, reference: str, move: str) -> HttpResponse:
    """Show the form of a move, and make the move."""
    if move not in MOVES:
        raise Http404
    page = MOVES[move]
    submission = selectors.case(request.user, reference)
    version = version_shown_to(request.user, submission)
    explanations = list(selectors.explanations(version))
    add_condition = request.method == "POST" and "more" in request.POST
    if add_condition:
        form = _with_another_condition(page, submission, explanations, request.POST)
    else:
        form = page.form(submission, explanations, request.POST or None, initial={"digest": version.digest})
    try:
        moved = run_service(form, page.service, actor=request.user, reference=reference)
    except Conflict as conflict:
        return _render_conflict(request, submission, conflict, read=form.cleaned_data.get("digest", ""))
    if moved:
        messages.success(request, TRANSITIONS[page.name].success)
        return redirect("regulator:case", reference)
    context = {
        "submission": submission,
        "move": page,
        "summary": summary_of(submission),
        "version": version,
        "run": run_of(version),
        "recommendation": selectors.recommendation(version),
        "binds": page.form.binds,
        "add_condition": add_condition,
        "open": page.name in workflow.moves_open_to(request.user, submission),
    }
    return render_form(request, page.form.template, form, **context)


def _with_another_condition(
    page: MovePage, submission: Submission, explanations: list[Explanation], posted: QueryDict
) -> forms.MoveForm:
    """The form as filled in, not validated, with an empty row for another condition."""
    filled = {name: posted.getlist(name) if name == "waivers" else posted.get(name) for name in posted}
    form = page.form(submission, explanations, initial=filled)
    if isinstance(form, forms.ApproveForm):
        form.rows = [*forms.condition_rows(posted), forms.ConditionRow()]
    return form


def _render_conflict(
    request: UserRequest, submission: Submission, conflict: Conflict, *, read: str
) -> HttpResponse:
    """Nothing was decided: compare the version that was read with the current one."""
    now = conflict.theirs if isinstance(conflict.theirs, Version) else None
    was = submission.versions.filter(digest=read).order_by("-number").first()
    context = {
        "submission": submission,
        "message": conflict.message,
        "was": was,
        "now": now,
        "rows": differences(was.rules, now.rules) if was and now else [],
    }
    return render(request, "regulator/conflict.html", context, status=409)
