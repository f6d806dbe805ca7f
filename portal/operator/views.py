"""An operator's dashboard, and a submission outside the editor: new, submit, status, withdraw, answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.documents.selectors import public_document
from portal.errors import Conflict
from portal.notices.selectors import notices
from portal.operator.forms import AnswerForm, NewSubmissionForm, ReasonForm, SubmitForm
from portal.operator.steps import steps_of
from portal.pages.forms import carried_out
from portal.pages.guards import operator_page
from portal.review import selectors as review
from portal.review import workflow
from portal.submissions import services
from portal.submissions.selectors import submission, version_shown_to
from portal.submissions.wording import chosen
from portal.validation.selectors import run_of


@operator_page
def dashboard(request: HttpRequest) -> HttpResponse:
    context = {**review.dashboard(request.user), "notices": notices(request.user)[:5]}
    return render(request, "operator/dashboard.html", context)


@operator_page
def new(request: HttpRequest) -> HttpResponse:
    require(request.user, "submission.edit")
    form = NewSubmissionForm(
        request.user, request.POST or None, initial={"choice": request.GET.get("choice")}
    )
    if request.method == "POST" and form.is_valid():
        property_id, edition_id = form.chosen
        made = carried_out(
            form, services.create_draft, actor=request.user, property_id=property_id, edition_id=edition_id
        )
        if made:
            messages.success(
                request,
                f"Draft {made.reference} is made. It follows the rulebook until you change something.",
            )
            return redirect("operator:draft", made.reference)
    return render(request, "operator/new.html", {"form": form}, status=422 if form.errors else 200)


@operator_page
def status(request: HttpRequest, reference: str) -> HttpResponse:
    return _status(request, reference)


@operator_page
def submit(request: HttpRequest, reference: str) -> HttpResponse:
    """What still stands in the way, the explanations it needs, and the declaration."""
    found = submission(request.user, reference)
    require(request.user, "submission.submit")
    if not found.is_editable:
        return redirect("operator:submission", reference)
    shown = version_shown_to(request.user, found)
    gate = workflow.submit_gate(found)
    initial = {"name": request.user.name, "digest": shown.digest}
    form = SubmitForm(gate, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            done = carried_out(
                form,
                workflow.submit,
                actor=request.user,
                reference=reference,
                digest=form.cleaned_data["digest"],
                name=form.cleaned_data["name"],
                role=form.cleaned_data["role"],
                explanations=form.explanations(),
            )
        except Conflict as conflict:
            context = {"submission": found, "message": conflict.message}
            return render(request, "operator/changed.html", context, status=409)
        if done:
            messages.success(request, f"{reference} is submitted. The regulator has been told.")
            return redirect("operator:submission", reference)
    context = {
        "submission": found,
        "version": shown,
        "run": run_of(shown),
        "form": form,
        "chosen": chosen(shown.ruleset),
        "steps": steps_of(found, shown, current="declaration"),
    }
    return render(request, "operator/submit.html", context, status=422 if form.errors else 200)


@operator_page
def withdraw(request: HttpRequest, reference: str) -> HttpResponse:
    found = submission(request.user, reference)
    form = ReasonForm(request.POST or None)
    if request.method == "POST":
        done = carried_out(
            form,
            workflow.withdraw,
            actor=request.user,
            reference=reference,
            reason=request.POST.get("reason", ""),
        )
        if done:
            messages.success(request, f"{reference} is withdrawn.")
            return redirect("operator:submission", reference)
    context = {"submission": found, "form": form}
    return render(request, "operator/withdraw.html", context, status=422 if form.errors else 200)


@require_POST
@operator_page
def answer(request: HttpRequest, reference: str) -> HttpResponse:
    form = AnswerForm(request.POST)
    done = carried_out(
        form,
        workflow.answer_query,
        actor=request.user,
        reference=reference,
        text=request.POST.get("text", ""),
    )
    if done:
        messages.success(request, "Your answer is sent. The review goes on.")
        return redirect("operator:submission", reference)
    return _status(request, reference, answer_form=form)


def _status(request: HttpRequest, reference: str, answer_form: AnswerForm | None = None) -> HttpResponse:
    found = submission(request.user, reference)
    shown = version_shown_to(request.user, found)
    timeline = review.timeline(request.user, found)
    context = {
        "submission": found,
        "version": shown,
        "run": run_of(shown),
        "chosen": chosen(shown.ruleset),
        "moves": workflow.moves_open_to(request.user, found),
        "timeline": timeline,
        "returned_because": timeline[-1].reason if timeline else "",
        "decisions": review.decisions(found),
        "queries": review.queries(found),
        "versions": found.versions.select_related("author").order_by("-number"),
        "document": public_document(reference) if found.decided_at else None,
        "answer_form": answer_form or AnswerForm(),
    }
    failed = answer_form is not None and answer_form.errors
    return render(request, "operator/submission.html", context, status=422 if failed else 200)
