"""Submitting several drafts with one declaration: which are ready, the declaration, what became of each."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from portal.errors import BadValue
from portal.http import UserRequest
from portal.keyset import keyset_page
from portal.operator.submit import DeclarationForm, check_explanation, explanation_fields, field_href
from portal.pages.forms import render_form
from portal.pages.guards import operator_page
from portal.pages.paging import selection
from portal.review import bulk, submit_many
from portal.review.submit_many import SameFinding


class DeclareManyForm(DeclarationForm):
    """One declaration, and for each finding of the chosen drafts one explanation or request to waive it."""

    declared = forms.BooleanField(
        label="The rules in each of these drafts are complete and true, and I may submit them for the "
        "operator.",
        error_messages={"required": "Tick the declaration, or submit the drafts later."},
    )

    def __init__(self, findings: Iterable[SameFinding], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.findings = list(findings)
        self.rows = [
            {"finding": finding, **explanation_fields(self, finding.key, finding.needs, finding.before)}
            for finding in self.findings
        ]
        self.order_fields([name for name in self.fields if "-" in name])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for finding in self.findings:
            check_explanation(self, data, finding.key, finding.needs, finding.clause)
        return data

    def arguments(self) -> dict[str, Any]:
        texts = [(finding, self.cleaned_data[f"explain-{finding.key}"]) for finding in self.findings]
        declaration = {name: self.cleaned_data[name] for name in ("name", "role")}
        return {**declaration, "explanations": submit_many.explanations(texts)}


@operator_page
def drafts(request: UserRequest) -> HttpResponse:
    """The drafts, with a box for each that is ready; the others say what is missing, with a link to it."""
    page = keyset_page(request, submit_many.drafts(request.user))
    rows = [_row(request, submit_many.state_of(submission)) for submission in page.rows]
    context = {"page": page, "rows": rows, "any_ready": any(row["state"].is_ready for row in rows)}
    return render(request, "operator/submit_many.html", {**context, **selection(request)})


@never_cache
@operator_page
def declaration(request: UserRequest) -> HttpResponse:
    """The declaration for the chosen drafts; once it is sent, what became of each."""
    if request.method != "POST":
        return redirect("operator:submit-many")
    cases = [bulk.ListedCase.parse(text) for text in request.POST.getlist("case")]
    try:
        chosen = bulk.preview(request.user, bulk.SUBMIT, cases)
    except BadValue as error:
        return render(request, "operator/declare_many.html", {"refusal": error.message}, status=422)
    states = [
        submit_many.state_of(row.submission)
        for row in chosen
        if row.submission is not None and not row.problem
    ]
    sent = "confirmed" in request.POST
    initial = {name: request.POST[name] for name in ("name", "role") if name in request.POST}
    findings = submit_many.same_findings(states)
    form = DeclareManyForm(
        findings, request.POST if sent else None, initial={"name": request.user.name, **initial}
    )
    if form.is_valid():
        results = bulk.run(actor=request.user, act=bulk.SUBMIT, cases=cases, given=form.arguments())
        context = bulk.by_outcome(results)
        return render(request, "operator/submit_many_result.html", {**context, "entered": initial})
    return render_form(request, "operator/declare_many.html", form, rows=chosen, number=len(states))


def _row(request: UserRequest, state: submit_many.DraftState) -> dict[str, Any]:
    submission = state.submission
    version = submission.current_version
    missing = [
        problem | {"href": field_href(submission, version, problem["path"])}
        for problem in state.unstated
        if version is not None
    ]
    return {
        "state": state,
        "submission": submission,
        "missing": missing,
        "breaches": sum(point["needs"] == "waiver" for point in state.points),
        "reasons": sum(point["needs"] == "reason" for point in state.points),
        "shown": bulk.ListedCase.to(request.user, submission),
    }
