"""Findings of inspections at the operator's tables, and the remedy of each."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import can
from portal.http import UserRequest
from portal.inspections import findings as services
from portal.inspections import selectors
from portal.inspections.models import FindingState
from portal.inspections.photos import MOST
from portal.operator.forms import AnswerForm
from portal.pages.file_forms import FilesField, FilesInput
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.pages.paging import page_of
from portal.text import LONGEST


class RemedyForm(AnswerForm):
    """What was done, with photos."""

    text = forms.CharField(
        label="What was done",
        help_text="The regulator reads it. It stays with the finding and is not published.",
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
        error_messages={"required": "Enter what was done to remedy it."},
    )
    file = FilesField(
        label="Photos",
        required=False,
        widget=FilesInput(attrs={"accept": "image/*", "capture": "environment"}),
    )

    def __init__(self, request: UserRequest | None = None) -> None:
        super().__init__(request)
        self.fields["file"].help_text = (
            f"JPEG or PNG, at most {MOST}. Where and when they were taken is removed. "
            "Only you and the regulator can open them."
        )


@operator_page
def findings(request: UserRequest) -> HttpResponse:
    """Findings at the operator's tables: those to remedy first, or the closed ones with ?closed=1."""
    closed = request.GET.get("closed") == "1"
    rows = selectors.findings(request.user)
    if closed:
        rows = rows.filter(state=FindingState.CLOSED).order_by("-closed_at", "-pk")
    else:
        rows = rows.exclude(state=FindingState.CLOSED).order_by("-state", "due_on", "pk")
    context = page_of(request, rows, parameters=("closed",))
    context |= {
        "rows": [(row, selectors.is_overdue(row)) for row in context["page"].object_list],
        "closed": closed,
    }
    return render(request, "operator/findings.html", context)


@operator_page
def finding(request: UserRequest, finding_id: int) -> HttpResponse:
    """One finding, with the form that reports its remedy."""
    row = selectors.finding(request.user, finding_id)
    form = RemedyForm(request if request.method == "POST" else None)
    if run_service(form, services.answer, actor=request.user, finding_id=finding_id):
        messages.success(request, "Your remedy is sent to the regulator.")
        return redirect("operator:finding", finding_id)
    context: dict[str, Any] = {
        "finding": row,
        "overdue": selectors.is_overdue(row),
        "answers": row.state == FindingState.OPEN and can(request.user, "inspection.answer"),
    }
    return render_form(request, "operator/finding.html", form, **context)
