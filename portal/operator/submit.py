"""The submit gate: what stands in the way, a word on each finding that needs one, and the declaration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from portal.accounts.permissions import require
from portal.editions.selectors import core_edition
from portal.errors import Conflict
from portal.operator.steps import STEPS, place_of, steps_of
from portal.pages.forms import PlainForm, run_service
from portal.pages.guards import operator_page
from portal.review import variation, workflow
from portal.submissions.models import Submission, Version
from portal.submissions.selectors import submission, version_shown_to
from portal.submissions.wording import describe_choices
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of


class SubmitForm(PlainForm):
    """The declaration, and for each finding a reason, or the request to waive it with reasons."""

    digest = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(
        label="Your full name", max_length=120, error_messages={"required": "Give your full name."}
    )
    role = forms.CharField(
        label="Your position",
        help_text="For example: Head of Compliance.",
        max_length=120,
        error_messages={"required": "Give your position in the company."},
    )
    declared = forms.BooleanField(
        label="These rules are complete and true, and I may submit them for the operator.",
        error_messages={"required": "Tick the declaration, or save the draft and submit it later."},
    )

    def __init__(self, gate: list[dict[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gate = gate
        for number, finding in enumerate(gate):
            if finding["needs"] == "waiver":
                self.fields[f"waive-{number}"] = forms.BooleanField(
                    label="Ask the regulator to waive this one finding", required=False
                )
            self.fields[f"explain-{number}"] = forms.CharField(
                label=_question(finding), widget=forms.Textarea(attrs={"rows": 3}), required=False
            )
        # Errors are told in the order of the page: findings first, the declaration last.
        self.order_fields([name for name in self.fields if "-" in name])

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        for number, finding in enumerate(self.gate):
            text, clause = given.get(f"explain-{number}", "").strip(), finding["clause"]
            if finding["needs"] == "reason" and not text:
                self.add_error(f"explain-{number}", f"Clause {clause}: say why this is right here.")
            elif finding["needs"] == "waiver":
                asked = given.get(f"waive-{number}")
                if not asked:
                    message = f"Clause {clause}: change the rules, or ask for a waiver of this finding."
                    self.add_error(f"waive-{number}", message)
                elif not text:
                    self.add_error(f"explain-{number}", f"Clause {clause}: say why a waiver is justified.")
        return given

    def rows(self) -> list[dict[str, Any]]:
        """Each finding with its controls."""
        return [
            {
                "finding": finding,
                "waive": self[f"waive-{number}"] if finding["needs"] == "waiver" else None,
                "explain": self[f"explain-{number}"],
            }
            for number, finding in enumerate(self.gate)
        ]

    def declaration(self) -> list[forms.BoundField]:
        return [self["name"], self["role"], self["declared"]]

    def explanations(self) -> list[dict[str, str]]:
        return [
            {
                "rule": finding["rule"],
                "path": finding["path"],
                "kind": finding["needs"],
                "text": self.cleaned_data[f"explain-{number}"],
            }
            for number, finding in enumerate(self.gate)
        ]


@operator_page
def submit(request: HttpRequest, reference: str) -> HttpResponse:
    found = submission(request.user, reference)
    require(request.user, "submission.submit")
    if not found.is_editable:
        return redirect("operator:submission", reference)
    shown = version_shown_to(request.user, found)
    places = Places(found, shown)
    gate = [point | {"href": places.of(point["path"])} for point in workflow.submit_gate(found)]
    unstated = [problem | {"href": places.of(problem["path"])} for problem in workflow.unstated(found)]
    initial = {"name": request.user.name, "digest": shown.digest}
    form = SubmitForm(gate, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            done = run_service(
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
        "change": change_of(shown),
        "form": form,
        "unstated": unstated,
        "breaches": [point for point in gate if point["needs"] == "waiver"],
        "chosen": describe_choices(shown.rules),
        "changes": variation.changes(request.user, found),
        "steps": steps_of(found, shown, current="declaration"),
    }
    return render(request, "operator/submit.html", context, status=422 if form.errors else 200)


class Places:
    """Where in the editor each path of a rule set is changed: the step's page, at its field."""

    def __init__(self, found: Submission, version: Version) -> None:
        self.reference, self.ruleset = found.reference, version.ruleset
        self.edition = core_edition(found.edition_id)

    def of(self, path: str) -> str:
        step = next((step for step in STEPS if step.is_open and step.owns(path)), None)
        if step is None:
            return reverse("operator:draft", args=[self.reference])
        groups = step.groups(self.edition, self.ruleset) if step.groups else []
        return f"{reverse('operator:step', args=[self.reference, step.slug])}#{place_of(path, groups)}"


def _question(finding: dict[str, Any]) -> str:
    return "Why this should be waived" if finding["needs"] == "waiver" else "Why this should be accepted"
