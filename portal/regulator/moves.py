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
from portal.regulator import ending_forms, forms, standard_picker
from portal.review import previews, selectors, workflow
from portal.review.models import Explanation
from portal.review.terms import recommended_terms
from portal.review.transitions import TRANSITIONS, obstacle
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
    preview: Callable[..., previews.Preview] | None = None  # of what it will do, for its check page
    planned: Callable[..., object] | None = None  # with a last day: the move that takes effect after it

    @property
    def is_checked(self) -> bool:
        return self.preview is not None

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
        MovePage(workflow.approve, forms.ApproveForm, "primary", previews.before_approval),
        MovePage(workflow.refuse, forms.RefuseForm, "danger"),
        MovePage(workflow.open_query, forms.QueryForm),
        MovePage(workflow.withdraw_query, forms.WithdrawQueryForm),
        MovePage(workflow.return_for_amendment, forms.ReturnForm),
        MovePage(workflow.send_back, forms.SendBackForm),
        MovePage(workflow.suspend, forms.SuspendForm, "danger"),
        MovePage(workflow.lift_suspension, forms.LiftForm),
        MovePage(workflow.give_notice_of_intent, ending_forms.IntentForm),
        MovePage(workflow.withdraw_notice, ending_forms.WithdrawNoticeForm),
        MovePage(
            workflow.revoke,
            ending_forms.RevokeForm,
            "danger",
            previews.before_revocation,
            planned=workflow.plan_revocation,
        ),
        MovePage(workflow.take_back_revocation, ending_forms.TakeBackForm),
    )
}


@regulator_page
def make_move(request: UserRequest, reference: str, move: str) -> HttpResponse:
    """Show the form of a move, the page that says what it will do if it has one, and make the move."""
    if move not in MOVES:
        raise Http404
    page = MOVES[move]
    submission = selectors.case(request.user, reference)
    if request.method == "POST":
        workflow.require_move(actor=request.user, reference=reference, name=page.name)
    version = version_shown_to(request.user, submission)
    explanations = list(selectors.explanations(version))
    recommendation = selectors.recommendation(version)
    picker = standard_picker.picker(request.user, page.form.standard, request.POST)
    if picker.is_used or {"more", "change"} & set(request.POST):
        form = _as_entered(page, submission, explanations, request.POST, picker.text)
    else:
        form = page.form(
            submission,
            explanations,
            request.POST or None,
            request.FILES or None,
            initial={"digest": version.digest},
        )
        if isinstance(form, forms.ApproveForm) and not form.is_bound and recommendation:
            form.propose(recommended_terms(recommendation))
    service = page.planned if page.planned and request.POST.get("last_day") else page.service
    to_check = page.preview if "confirm" not in request.POST else None
    moved: object = None
    try:
        if to_check is None:
            moved = run_service(form, service, actor=request.user, reference=reference)
        elif preview := run_service(form, to_check, actor=request.user, reference=reference):
            return _render_check(request, submission, page, preview)
    except Conflict as conflict:
        return _render_conflict(request, submission, conflict, read=form.cleaned_data.get("digest", ""))
    if moved:
        messages.success(request, TRANSITIONS[service.__name__].success)
        return redirect("regulator:case", reference)
    context = {
        "submission": submission,
        "move": page,
        "summary": summary_of(submission),
        "version": version,
        "run": run_of(version),
        "recommendation": recommendation,
        "proposed": recommended_terms(recommendation) if recommendation else None,
        "binds": page.form.binds,
        "add_condition": "more" in request.POST or picker.text,
        "picker": picker,
        "errors": picker.errors,
        "shows_endings": isinstance(form, ending_forms.EndingForm),
        "open": page.name in workflow.moves_open_to(request.user, submission),
        "obstacle": obstacle(TRANSITIONS[page.name], submission, request.user),
    }
    shown = render_form(request, page.form.template, form, **context)
    if picker.errors:
        shown.status_code = 422
    return shown


def _as_entered(
    page: MovePage, submission: Submission, explanations: list[Explanation], posted: QueryDict, inserted: str
) -> forms.MoveForm:
    """The form as filled in, not validated; with a row for another condition or question if one is wanted.

    `inserted` is a standard text to add, or nothing.
    """
    several = ("waivers", "tables", "condition", "condition_due_on")
    filled = {name: posted.getlist(name) if name in several else posted.get(name) for name in posted}
    place = page.form.insert(filled, inserted) if inserted else ""
    form = page.form(submission, explanations, initial=filled)
    if place in form.fields:
        form.fields[place].widget.attrs["autofocus"] = True
    return form


def _render_check(
    request: UserRequest, submission: Submission, page: MovePage, preview: previews.Preview
) -> HttpResponse:
    """What the move will do, with what was entered in hidden fields."""
    own = ("csrfmiddlewaretoken", "confirm", "change", "more", "insert", "standard")
    posted = [(name, value) for name, values in request.POST.lists() if name not in own for value in values]
    context = {"submission": submission, "move": page, "preview": preview, "posted": posted}
    return render(request, "regulator/check.html", context)


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
