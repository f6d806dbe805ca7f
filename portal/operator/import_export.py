"""Rule sets in and out: export, import in two steps, copies to another casino, and checks elsewhere."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from craps import check, game_of
from craps.choices import owed
from portal.accounts.models import Property, User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_property, properties
from portal.editions.selectors import editions_for
from portal.errors import BadValue, Conflict
from portal.http import UserRequest
from portal.operator.forms import NewSubmissionForm
from portal.operator.new_submission import warn_of_replacement
from portal.pages.file_forms import ScannedFileField
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import operator_page
from portal.sheets.selectors import editions_of
from portal.submissions import selectors, transfer
from portal.submissions.models import Submission, Version
from portal.submissions.wording import describe_draft, differences
from portal.text import whole_number
from portal.validation import drafts
from portal.validation.comparison import elsewhere as under_every_edition


class ImportForm(PlainForm):
    """A rule set as pasted text or as a file, for a draft or, without one, for a casino.

    A valid form has the rule set as its `reading`.
    """

    text = forms.CharField(
        label="Rule set as contract JSON",
        help_text="Paste it here, or choose a file below. It names its “edition”; what it leaves out follows "
        "the rulebook.",
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "digest"}),
        required=False,
    )
    file = ScannedFileField(
        label="File",
        help_text=f"A .json file of at most {transfer.LARGEST // 1024} KB.",
        required=False,
        allow_empty_file=True,
    )
    expected_version = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=0, max_value=10**8
    )
    reading: transfer.ReadRules

    def __init__(self, actor: User, *args: Any, submission: Submission | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.submission = submission
        self.casinos = {} if submission else {str(prop.pk): prop for prop in properties(actor)}
        if submission is None:
            self.fields["property"] = forms.ChoiceField(
                label="Casino",
                choices=[(key, prop.name) for key, prop in self.casinos.items()],
                error_messages={"required": "Choose the casino the rules are for."},
            )
            self.order_fields(["property"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), str(data.get("text", ""))
        try:
            if file is None and not text.strip():
                raise BadValue("Paste a rule set or choose a file.")
            self.reading = transfer.read(text if file is None else bytes(file.read(transfer.LARGEST + 1)))
            self._check_edition(self.reading.edition_id, self.casinos.get(data.get("property", "")))
        except BadValue as error:
            self.add_error("text", error.message)
        return data

    def arguments(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {"ruleset": self.reading.ruleset}
        if self.submission:
            return arguments | {"expected_version": self.cleaned_data["expected_version"] or 0}
        prop = self.casinos[self.cleaned_data["property"]]
        return arguments | {"property_id": prop.pk, "edition_id": self.reading.edition_id}

    def _check_edition(self, edition_id: str, prop: Property | None) -> None:
        if self.submission and edition_id != self.submission.edition_id:
            raise BadValue(
                f"These rules are for {edition_id} and this draft is under {self.submission.edition_id}. "
                "Change “edition” in the text, or import them as a new draft."
            )
        allowed = [edition.pk for edition in editions_for(prop)] if prop else []
        if prop and edition_id not in allowed:
            raise BadValue(
                f"These rules are for {edition_id}. {prop.name} works under {' or '.join(allowed)}: "
                "change “edition” in the text, then check the result."
            )


@operator_page
def export(request: UserRequest, reference: str) -> HttpResponse:
    """The rule set as contract JSON, as a file whose SHA-256 is the digest. `?version=2` for an older one."""
    submission = selectors.submission(request.user, reference)
    number = whole_number(request.GET.get("version", ""))
    if number is None:
        version = selectors.version_shown_to(request.user, submission)
    else:
        version = selectors.version(request.user, reference, number)
    response = HttpResponse(transfer.canonical_json(version), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{transfer.file_name(version)}"'
    return response


@operator_page
def import_new(request: UserRequest) -> HttpResponse:
    """Create a draft from contract JSON. Nothing is stored before the second step confirms it."""
    require(request.user, "submission.edit")
    form = ImportForm(request.user, request.POST or None, request.FILES or None)
    if not form.is_valid():
        return render_form(request, "operator/import.html", form, editions=editions_of(request.user))
    prop = form.casinos[form.cleaned_data["property"]]
    if "confirm" in request.POST:
        draft = run_service(form, drafts.create_draft, actor=request.user)
        if draft is None:
            return render_form(request, "operator/import.html", form, editions=editions_of(request.user))
        messages.success(request, f"Draft {draft.reference} is created from the imported rules.")
        warn_of_replacement(request, draft)
        return redirect("operator:submission", draft.reference)
    context = _preview(form.reading) | {"chosen": describe_draft(form.reading.rules), "property": prop}
    return render(request, "operator/import_preview.html", context)


@operator_page
def import_into(request: UserRequest, reference: str) -> HttpResponse:
    """Replace the rules of a draft by contract JSON, after showing the differences."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.edit")
    if not submission.is_editable:
        return redirect("operator:submission", reference)
    form = ImportForm(request.user, request.POST or None, request.FILES or None, submission=submission)
    if not form.is_valid():
        return render_form(request, "operator/import.html", form, submission=submission)
    base, message = selectors.version_shown_to(request.user, submission), ""
    if "confirm" in request.POST:
        try:
            saved = run_service(form, drafts.save_draft, actor=request.user, reference=reference)
        except Conflict as conflict:
            base = conflict.theirs if isinstance(conflict.theirs, Version) else base
            message = conflict.message
        else:
            if saved is None:
                return render_form(request, "operator/import.html", form, submission=submission)
            messages.success(request, f"The imported rules are saved as version {saved.number}.")
            return redirect("operator:submission", reference)
    context = _preview(form.reading) | {
        "submission": submission,
        "base": base,
        "rows": differences(base.rules, form.reading.rules),
        "message": message,
    }
    return render(request, "operator/import_preview.html", context, status=409 if message else 200)


@operator_page
def copy(request: UserRequest, reference: str) -> HttpResponse:
    """Copy the terms to a new draft for another casino, after showing what cannot be copied."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.edit")
    source = selectors.version_shown_to(request.user, submission)
    form = NewSubmissionForm(request.user, request.POST or None, game=game_of(source.rules.edition))
    if not form.is_valid():
        return render_form(request, "operator/copy.html", form, submission=submission, source=source)
    chosen = form.arguments()
    prop = own_property(request.user, chosen["property_id"])
    reading = transfer.for_property(source.rules, prop, chosen["edition_id"])
    if "confirm" in request.POST:
        draft = drafts.create_draft(actor=request.user, ruleset=reading.ruleset, **chosen)
        messages.success(request, f"Draft {draft.reference} for {prop.name} is created from {reference}.")
        warn_of_replacement(request, draft)
        return redirect("operator:submission", draft.reference)
    context = {
        "submission": submission,
        "source": source,
        "property": prop,
        "chosen": describe_draft(reading.rules),
        "choice": form.cleaned_data["choice"],
        **_preview(reading),
    }
    return render(request, "operator/copy_preview.html", context)


@operator_page
def elsewhere(request: UserRequest, reference: str) -> HttpResponse:
    """The same terms under every edition: where they pass, and what has to change."""
    submission = selectors.submission(request.user, reference)
    version = selectors.version_shown_to(request.user, submission)
    context = {
        "submission": submission,
        "version": version,
        "places": under_every_edition(version.rules),
    }
    return render(request, "operator/elsewhere.html", context)


def _preview(reading: transfer.ReadRules) -> dict[str, Any]:
    report = check(reading.rules)
    return {
        "left_out": reading.left_out,
        "missing": owed(reading.rules),
        "edition_id": reading.rules.edition.id,
        "findings": report.findings,
        "verdict": report.verdict,
        "checked": report.checked,
        "text": json.dumps(reading.ruleset, ensure_ascii=False, indent=2),
    }
