"""A condition of the operator's approval: what was done about it so far, and the report that it is met."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from portal.errors import NotFound
from portal.http import UserRequest
from portal.operator.forms import AnswerForm
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.review import conditions as services
from portal.text import LONGEST


class ReportForm(AnswerForm):
    """What was done, with files."""

    text = forms.CharField(
        label="What was done",
        help_text="The regulator reads it. It stays with the condition and is not published.",
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
        error_messages={"required": "Enter what was done to meet the condition."},
    )


@operator_page
def condition(request: UserRequest, reference: str, condition_id: int) -> HttpResponse:
    """One condition with its history, and the form that reports it as met."""
    row = services.condition(request.user, condition_id)
    submission = row.decision.submission
    if submission.reference != reference:
        raise NotFound(f"There is no condition {condition_id} of {reference}.")
    form = ReportForm(request if request.method == "POST" else None)
    if run_service(form, services.report_condition, actor=request.user, condition_id=condition_id):
        messages.success(request, "Your report is sent to the regulator.")
        return redirect("operator:condition", reference, condition_id)
    return render_form(
        request,
        "operator/condition.html",
        form,
        submission=submission,
        condition=row,
        overdue=services.is_overdue(row),
        reports=services.can_report(request.user, row),
        stands=submission.state in services.STANDING,
    )
