"""A submission outside the editor: where it stands, questions and answers, withdrawing and surrendering."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.documents.selectors import public_document
from portal.errors import NotPossible
from portal.operator.forms import AnswerForm, ReasonForm
from portal.pages.forms import PlainForm, run_service
from portal.pages.guards import operator_page
from portal.review import limit_notices, variation, workflow
from portal.review import selectors as review
from portal.review.comments import comments
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions.selectors import submission, version_shown_to
from portal.submissions.wording import describe_choices
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of


class SurrenderForm(PlainForm):
    reason = forms.CharField(
        label="Why you give the approval up",
        help_text="The regulator reads it, and it stays on record.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Say why you give the approval up."},
    )
    understood = forms.BooleanField(
        label="I know that these rules may not be offered from today, and that this cannot be taken back.",
        error_messages={"required": "Tick this if you mean to surrender the approval."},
    )


@operator_page
def status(request: HttpRequest, reference: str) -> HttpResponse:
    return _status(request, reference)


@operator_page
def withdraw(request: HttpRequest, reference: str) -> HttpResponse:
    found = submission(request.user, reference)
    form = ReasonForm(request.POST or None)
    if request.method == "POST":
        done = run_service(
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


@operator_page
def surrender(request: HttpRequest, reference: str) -> HttpResponse:
    """Gives an approval up. It asks first: there is no way back."""
    found = submission(request.user, reference)
    require(request.user, "submission.surrender")
    hindered = obstacle(TRANSITIONS["surrender"], found, request.user)
    if hindered:
        raise NotPossible(hindered)
    form = SurrenderForm(request.POST or None)
    if request.method == "POST":
        done = run_service(
            form,
            workflow.surrender,
            actor=request.user,
            reference=reference,
            reason=request.POST.get("reason", ""),
        )
        if done:
            messages.success(request, f"{reference} is surrendered. The register says so from now on.")
            return redirect("operator:submission", reference)
    context = {"submission": found, "form": form}
    return render(request, "operator/surrender.html", context, status=422 if form.errors else 200)


@require_POST
@operator_page
def answer(request: HttpRequest, reference: str) -> HttpResponse:
    files = request.FILES  # read first: only then is it known whether one was too large
    form = AnswerForm(request.POST, files, too_large=getattr(request, "upload_too_large", False))
    done = run_service(
        form,
        workflow.answer_query,
        actor=request.user,
        reference=reference,
        text=request.POST.get("text", ""),
        files=[{"filename": file.name, "data": file.read()} for file in files.getlist("file")],
    )
    if done:
        messages.success(request, "Your answer is sent. The review goes on.")
        return redirect("operator:submission", reference)
    return _status(request, reference, answer_form=form)


def _status(request: HttpRequest, reference: str, answer_form: AnswerForm | None = None) -> HttpResponse:
    found = submission(request.user, reference)
    shown = version_shown_to(request.user, found)
    timeline = review.timeline(request.user, found)
    queries = list(review.queries(found))
    context: dict[str, Any] = {
        "submission": found,
        "version": shown,
        "run": run_of(shown),
        "change": change_of(shown),
        "chosen": describe_choices(shown.rules),
        "moves": workflow.moves_open_to(request.user, found),
        "timeline": timeline,
        "last": timeline[-1] if timeline else None,
        "decisions": review.decisions(found),
        "open_query": next((query for query in queries if not query.answered_at), None),
        "answered": [query for query in queries if query.answered_at],
        "can_vary": variation.can_vary(request.user, found),
        "open_variation": variation.open_variation(found),
        "variations": found.variations.order_by("pk"),
        "can_notify": limit_notices.can_give(request.user, found),
        "limit_notices": limit_notices.notices_of(found),
        "remarks": comments(request.user, found),
        "versions": found.versions.select_related("author").order_by("-number"),
        "document": public_document(reference) if found.decided_at else None,
        "answer_form": answer_form or AnswerForm(),
    }
    failed = answer_form is not None and answer_form.errors
    return render(request, "operator/submission.html", context, status=422 if failed else 200)
