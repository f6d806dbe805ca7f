"""Submitting a draft: what is missing, an explanation of each breach, and the declaration."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.editions.selectors import core_edition
from portal.errors import Conflict
from portal.http import UserRequest
from portal.operator.steps import anchor, rules_steps, step_links, step_of
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import operator_page
from portal.review import returns, variation, workflow
from portal.submissions import selectors
from portal.submissions.models import Submission, Version
from portal.submissions.tables import summary_of
from portal.submissions.wording import describe_draft
from portal.text import LONGEST
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of


class DeclarationForm(PlainForm):
    """Who declares it, and that it is complete and true."""

    name = forms.CharField(
        label="Your full name", max_length=120, error_messages={"required": "Enter your full name."}
    )
    role = forms.CharField(
        label="Your position",
        help_text="For example: Head of Compliance.",
        max_length=120,
        error_messages={"required": "Enter your position in the company."},
    )
    declared = forms.BooleanField(
        label="These rules are complete and true, and I may submit them for the operator.",
        error_messages={"required": "Tick the declaration, or save the draft and submit it later."},
    )


class ReplyForm(PlainForm):
    """How the operator dealt with a return."""

    reply = forms.CharField(
        label="How you dealt with it",
        help_text="The regulator reads it beside its message when you submit the rules again.",
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
        required=False,
    )

    def arguments(self) -> dict[str, Any]:
        return {"text": self.cleaned_data["reply"]}


class SubmitForm(DeclarationForm):
    """The declaration, an explanation or request to waive for each finding, and the reply to a return."""

    digest = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self,
        gate: list[dict[str, Any]],
        *args: Any,
        before: Mapping[str, str] | None = None,
        is_returned: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.gate = gate
        before = before or {}
        self.rows = [  # each finding with its fields
            {
                "finding": finding,
                **explanation_fields(
                    self,
                    str(number),
                    finding["needs"],
                    before.get(finding["finding"], ""),
                ),
            }
            for number, finding in enumerate(gate)
        ]
        if is_returned:
            self.fields["reply"] = ReplyForm.base_fields["reply"]
        # Errors are listed in the order of the page: the reply, findings, and the declaration last.
        self.order_fields(["reply", *(name for name in self.fields if "-" in name)])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for number, finding in enumerate(self.gate):
            check_explanation(self, data, str(number), finding["needs"], finding["clause"])
        return data

    def arguments(self) -> dict[str, Any]:
        explanations = [
            {
                "finding": finding["finding"],
                "kind": finding["needs"],
                "text": self.cleaned_data[f"explain-{number}"],
            }
            for number, finding in enumerate(self.gate)
        ]
        given = ("digest", "name", "role", "reply")
        declaration = {name: self.cleaned_data[name] for name in given if name in self.cleaned_data}
        return {**declaration, "explanations": explanations}


def explanation_fields(form: forms.Form, key: str, needs: str, before: str = "") -> dict[str, Any]:
    """Add the fields that explain a finding to the form; return them bound, as `waive` and `explain`."""
    waive, explain = f"waive-{key}", f"explain-{key}"
    is_waiver = needs == "waiver"
    if is_waiver:
        label = "Ask the regulator to waive this finding"
        form.fields[waive] = forms.BooleanField(label=label, required=False, initial=bool(before))
    form.fields[explain] = forms.CharField(
        label=f"Why this should be {'waived' if is_waiver else 'accepted'}",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        help_text="As you wrote it when you last submitted these rules." if before else "",
        required=False,
        initial=before,
    )
    return {"waive": form[waive] if is_waiver else None, "explain": form[explain]}


def check_explanation(form: forms.Form, data: dict[str, Any], key: str, needs: str, clause: str) -> None:
    """Add an error to the form where a finding is not explained."""
    waive, explain = f"waive-{key}", f"explain-{key}"
    text = data.get(explain, "").strip()
    if needs == "reason" and not text:
        form.add_error(explain, f"Clause {clause}: explain why this is right here.")
    elif needs == "waiver" and not data.get(waive):
        form.add_error(waive, f"Clause {clause}: change the rules, or ask for a waiver of this finding.")
    elif needs == "waiver" and not text:
        form.add_error(explain, f"Clause {clause}: explain why a waiver is justified.")


@operator_page
def submit(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.submit")
    if not submission.is_editable:
        return redirect("operator:submission", reference)
    version = selectors.version_shown_to(request.user, submission)
    gate = [
        point | {"href": field_href(submission, version, point["path"])}
        for point in workflow.submit_gate(submission)
    ]
    unstated = [
        problem | {"href": field_href(submission, version, problem["path"])}
        for problem in workflow.unstated(submission)
    ]
    returned = returns.open_return(submission)
    initial = {
        "name": request.user.name,
        "role": returns.position_of(request.user),
        "digest": version.digest,
        "reply": returns.saved_reply(submission),
    }
    form = SubmitForm(
        gate,
        request.POST or None,
        initial=initial,
        before=returns.explained_before(gate, submission),
        is_returned=returned is not None,
    )
    try:
        submitted = run_service(form, workflow.submit, actor=request.user, reference=reference)
    except Conflict as conflict:
        context = {"submission": submission, "message": conflict.message}
        return render(request, "operator/changed.html", context, status=409)
    if submitted:
        messages.success(request, f"{reference} is submitted. The regulator has been notified.")
        return redirect("operator:receipt", reference)
    context = {
        "submission": submission,
        "summary": summary_of(submission),
        "version": version,
        "run": run_of(version),
        "change": change_of(version),
        "returned": returned,
        "unstated": unstated,
        "on_one_page": rules_steps(core_edition(submission.edition_id)).get("choices"),
        "breaches": [point for point in gate if point["needs"] == "waiver"],
        "chosen": describe_draft(version.rules),
        "changes": variation.changes(request.user, submission),
        "steps": step_links(submission, version, current="declaration"),
    }
    return render_form(request, "operator/submit.html", form, **context)


@require_POST
@operator_page
def save_reply(request: UserRequest, reference: str) -> HttpResponse:
    """Keep the reply to a return that was typed beside a step of the draft, and go back there."""
    submission = selectors.submission(request.user, reference)
    form = ReplyForm(request.POST)
    saved = run_service(form, returns.save_reply, actor=request.user, reference=reference)
    if request.htmx:
        errors = [message for messages in form.errors.values() for message in messages]
        context = {"errors": errors, "now": timezone.now(), "submission": submission}
        return render(request, "operator/_reply_saved.html", context)
    if saved is None:
        context = {"submission": submission, "returned": returns.open_return(submission)}
        return render_form(request, "operator/reply.html", form, **context)
    messages.success(request, "Your reply is saved. It is sent when you submit the rules again.")
    back = request.POST.get("back", "")
    home = reverse("operator:submission", args=[reference])
    return redirect(back if back.startswith(home) else home)


def field_href(submission: Submission, version: Version, path: str) -> str:
    """The address of a path's field in the editor; for the edition, of the page that moves the draft."""
    if path == "edition":
        return reverse("operator:newer-edition", args=[submission.reference])
    edition = core_edition(submission.edition_id)
    step = step_of(edition, path)
    if step is None:
        return reverse("operator:draft", args=[submission.reference])
    groups = step.groups(edition, version.ruleset)
    return f"{step.href(submission.reference)}#{anchor(path, groups)}"
