"""Asking an outside expert about a case, giving another day, and withdrawing the question."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.experts import selectors, services
from portal.experts.models import ExpertRequest
from portal.http import UserRequest
from portal.pages.downloads import attachment_response
from portal.pages.forms import PlainForm, render_form, run_service, set_choices
from portal.pages.guards import regulator_page
from portal.regulator.forms import day_field, text_field
from portal.review import selectors as review
from portal.submissions import uploads
from portal.submissions.models import Submission
from portal.text import format_day

ANSWER_DAYS = 21  # what the form offers


class AskExpertForm(PlainForm):
    organisation_id = forms.TypedChoiceField(
        label="Expert",
        coerce=int,
        error_messages={
            "required": "Choose the expert to ask.",
            "invalid_choice": "Choose the expert from the list.",
        },
    )
    question = text_field(
        "Your question", "Enter the question to the expert.", help_text="The expert reads it, nobody else."
    )
    upload_ids = forms.TypedMultipleChoiceField(
        label="Documents the expert may open",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose from the documents of this case."},
    )
    due_on = day_field("Answer due on")

    def __init__(self, actor: User, submission: Submission, *args: Any, **kwargs: Any) -> None:
        today = jurisdiction(submission.jurisdiction).today()
        super().__init__(*args, initial={"due_on": today + timedelta(days=ANSWER_DAYS)}, **kwargs)
        experts = [(str(each.pk), each.name) for each in selectors.organisations_to_ask()]
        set_choices(self, "organisation_id", [("", "Choose an expert"), *experts])
        files = uploads.uploads(actor, submission)
        if files:
            set_choices(self, "upload_ids", [(str(row.pk), _label(row)) for row in files])
        else:
            del self.fields["upload_ids"]


class ExtendForm(PlainForm):
    due_on = day_field("Answer due on")


class WithdrawForm(PlainForm):
    reason = text_field(
        "Reason",
        "Enter why the question is withdrawn. The expert reads it.",
        help_text="The expert reads it.",
    )


@regulator_page
def ask(request: UserRequest, reference: str) -> HttpResponse:
    submission = review.case(request.user, reference)
    require(request.user, "expert.ask")
    form = AskExpertForm(request.user, submission, request.POST or None)
    if row := run_service(form, services.ask, actor=request.user, reference=reference):
        messages.success(
            request, f"{row.organisation} has been asked. The answer is due on {format_day(row.due_on)}."
        )
        return redirect(_section(submission))
    none_there = not selectors.organisations_to_ask().exists()
    context = {"submission": submission, "none_there": none_there}
    return render_form(request, "regulator/expert_ask.html", form, **context)


@regulator_page
def extend(request: UserRequest, request_id: int) -> HttpResponse:
    row = selectors.request_of_case(request.user, request_id)
    require(request.user, "expert.ask")
    form = ExtendForm(request.POST or None, initial={"due_on": row.due_on + timedelta(days=14)})
    if changed := run_service(form, services.extend, actor=request.user, request_id=request_id):
        messages.success(request, f"{row.organisation} now has until {format_day(changed.due_on)}.")
        return redirect(_section(row.submission))
    return _page(request, form, row, title="Extend the deadline", button="Extend")


@regulator_page
def withdraw(request: UserRequest, request_id: int) -> HttpResponse:
    row = selectors.request_of_case(request.user, request_id)
    require(request.user, "expert.ask")
    form = WithdrawForm(request.POST or None)
    if run_service(form, services.withdraw, actor=request.user, request_id=request_id):
        messages.success(
            request, f"The question to {row.organisation} is withdrawn. They can no longer open it."
        )
        return redirect(_section(row.submission))
    return _page(request, form, row, title="Withdraw the question", button="Withdraw", tone="danger")


@regulator_page
def answer_file(request: UserRequest, expert_file_id: int) -> HttpResponse:
    """A file that came with an expert's answer."""
    file = selectors.answer_file(request.user, expert_file_id)
    return attachment_response(uploads.read(file), file.filename, file.content_type)


def _page(request: UserRequest, form: PlainForm, row: ExpertRequest, **words: str) -> HttpResponse:
    context = {"row": row, "submission": row.submission, **words}
    return render_form(request, "regulator/expert_change.html", form, **context)


def _section(submission: Submission) -> str:
    return f"{reverse('regulator:case', args=[submission.reference])}#experts"


def _label(row: Any) -> str:
    confidential = ", confidential" if row.confidential else ""
    return f"{row.filename} ({row.get_kind_display().lower()}{confidential})"
