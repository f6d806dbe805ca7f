"""Each move an officer or approver makes on a case, on a page of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from portal.errors import Conflict
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.regulator import forms
from portal.review import selectors, workflow
from portal.review.models import Explanation
from portal.submissions.models import Submission, Version
from portal.submissions.selectors import version_shown_to
from portal.submissions.wording import differences
from portal.validation.selectors import run_of


@dataclass(frozen=True)
class Move:
    """One move as the page offers it: button, form, the service behind it, what is said afterwards."""

    name: str
    button: str
    form: type[forms.MoveForm]
    service: Callable[..., Any]
    done: str
    tone: str = ""


MOVES: dict[str, Move] = {
    move.name.replace("_", "-"): move
    for move in (
        Move(
            "recommend",
            "Recommend",
            forms.RecommendForm,
            workflow.recommend,
            "Your recommendation is with the approvers.",
            "primary",
        ),
        Move(
            "approve",
            "Approve",
            forms.ApproveForm,
            workflow.approve,
            "Approved. The certificate is being prepared.",
            "primary",
        ),
        Move(
            "refuse",
            "Refuse",
            forms.RefuseForm,
            workflow.refuse,
            "Refused. The operator has been told.",
            "danger",
        ),
        Move(
            "open_query",
            "Ask the operator",
            forms.QueryForm,
            workflow.open_query,
            "Your question is sent. The clock stands still until it is answered.",
        ),
        Move(
            "return_for_amendment",
            "Return for amendment",
            forms.ReturnForm,
            workflow.return_for_amendment,
            "Returned to the operator.",
        ),
        Move(
            "send_back",
            "Send back to the officer",
            forms.SendBackForm,
            workflow.send_back,
            "Sent back to the officer.",
        ),
        Move(
            "suspend",
            "Suspend",
            forms.SuspendForm,
            workflow.suspend,
            "Suspended. The register says so from now on.",
            "danger",
        ),
        Move(
            "lift_suspension",
            "Lift the suspension",
            forms.LiftForm,
            workflow.lift_suspension,
            "The approval is in force again.",
        ),
        Move(
            "revoke",
            "Revoke",
            forms.RevokeForm,
            workflow.revoke,
            "Revoked. The register says so from now on.",
            "danger",
        ),
    )
}


@regulator_page
def make_move(request: HttpRequest, reference: str, move: str) -> HttpResponse:
    """The page of one move: what it binds to, what must be said, and the button."""
    if move not in MOVES:
        raise Http404
    found = selectors.case(request.user, reference)
    wanted = MOVES[move]
    shown = version_shown_to(request.user, found)
    asked = list(selectors.explanations(shown))
    more = request.method == "POST" and "more" in request.POST
    if more:
        form = _one_more_row(wanted, found, asked, request.POST)
    else:
        form = wanted.form(found, asked, request.POST or None, initial={"digest": shown.digest})
    if request.method == "POST" and not more and form.is_valid():
        try:
            done = run_service(
                form, wanted.service, actor=request.user, reference=reference, **form.arguments()
            )
        except Conflict as conflict:
            return _changed(request, found, conflict, seen=form.cleaned_data.get("digest", ""))
        if done:
            messages.success(request, wanted.done)
            return redirect("regulator:case", reference)
    context = {
        "submission": found,
        "move": wanted,
        "slug": move,
        "form": form,
        "version": shown,
        "run": run_of(shown),
        "recommendation": selectors.recommendation(shown),
        "binds": wanted.form.binds,
        "more": more,
        "open": wanted.name in workflow.moves_open_to(request.user, found),
    }
    return render(request, wanted.form.template, context, status=422 if form.errors else 200)


def _one_more_row(
    wanted: Move, found: Submission, asked: list[Explanation], posted: QueryDict
) -> forms.MoveForm:
    """The form as it was filled in, with an empty condition more. Nothing is judged yet."""
    filled = {name: posted.getlist(name) if name == "waivers" else posted.get(name) for name in posted}
    form = wanted.form(found, asked, initial=filled)
    if isinstance(form, forms.ApproveForm):
        form.rows = [*forms.condition_rows(posted), forms.ConditionRow()]
    return form


def _changed(request: HttpRequest, found: Submission, conflict: Conflict, *, seen: str) -> HttpResponse:
    """Nothing was decided: the version that was read, and the one that is there now."""
    now: Version | None = conflict.theirs
    read = found.versions.filter(digest=seen).order_by("-number").first()
    context = {
        "submission": found,
        "message": conflict.message,
        "read": read,
        "now": now,
        "rows": differences(read.rules, now.rules) if read and now else [],
    }
    return render(request, "regulator/conflict.html", context, status=409)
