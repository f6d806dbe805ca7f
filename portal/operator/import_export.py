"""Rule sets in and out: export, import in two steps, copies to another casino, where else they would pass."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from craps import check
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_property, properties
from portal.editions.selectors import editions_for
from portal.errors import BadValue, Conflict
from portal.operator.forms import NewSubmissionForm
from portal.pages.forms import PlainForm
from portal.pages.guards import operator_page
from portal.submissions import transfer
from portal.submissions.models import Version
from portal.submissions.selectors import submission, version, version_shown_to
from portal.submissions.wording import describe_choices, differences
from portal.validation import services as validation
from portal.validation.comparison import elsewhere as under_every_edition


class ImportForm(PlainForm):
    """Pasted text or a file; where a new draft is made, also for which casino."""

    text = forms.CharField(
        label="Rule set as contract JSON",
        help_text="Paste it here, or choose a file below. Only “edition” is required in it.",
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "digest"}),
        required=False,
    )
    file = forms.FileField(
        label="File",
        help_text=f"A .json file of at most {transfer.LARGEST // 1024} KB.",
        required=False,
        allow_empty_file=True,
    )

    def __init__(self, actor: User | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if actor is not None:
            casinos = [(str(each.pk), each.name) for each in properties(actor)]
            self.fields["property"] = forms.ChoiceField(
                label="Casino",
                choices=casinos,
                error_messages={"required": "Choose the casino the rules are for."},
            )
            self.order_fields(["property"])

    def given(self) -> str | bytes:
        """What the file holds, or else what was pasted."""
        upload = self.cleaned_data.get("file")
        if upload is not None:
            return bytes(upload.read(transfer.LARGEST + 1))
        text = str(self.cleaned_data.get("text", ""))
        if not text.strip():
            raise BadValue("Paste a rule set or choose a file.", field="text")
        return text


@operator_page
def export(request: HttpRequest, reference: str) -> HttpResponse:
    """The rule set as contract JSON, as a file whose SHA-256 is the digest. `?version=2` for an older one."""
    found = submission(request.user, reference)
    number = request.GET.get("version", "")
    wanted = (
        version(request.user, reference, int(number))
        if number.isdecimal() and len(number) < 9
        else version_shown_to(request.user, found)
    )
    answer = HttpResponse(transfer.written(wanted), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{transfer.file_name(wanted)}"'
    return answer


@operator_page
def import_new(request: HttpRequest) -> HttpResponse:
    """A new draft from contract JSON. Nothing is stored before the second step says so."""
    require(request.user, "submission.edit")
    form = ImportForm(request.user, request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _import_page(request, form)
    prop = own_property(request.user, int(form.cleaned_data["property"]))
    try:
        reading = transfer.read(form.given())
        offered = [each.pk for each in editions_for(prop)]
        if reading.edition_id not in offered:
            raise BadValue(
                f"These rules are for {reading.edition_id}. {prop.name} works under {' or '.join(offered)}: "
                "change “edition” in the text, then see what the check says.",
                field="text",
            )
        if "confirm" in request.POST:
            made = validation.create_and_check(
                actor=request.user,
                property_id=prop.pk,
                edition_id=reading.edition_id,
                ruleset=reading.ruleset,
            )
            messages.success(request, f"Draft {made.reference} is made from the imported rules.")
            return redirect("operator:submission", made.reference)
    except BadValue as error:
        form.add_error("text", error.message)
        return _import_page(request, form)
    preview = _preview(reading) | {"chosen": describe_choices(reading.rules), "property": prop}
    return render(request, "operator/import_preview.html", preview)


@operator_page
def import_into(request: HttpRequest, reference: str) -> HttpResponse:
    """Contract JSON in place of a draft's rules, shown beside them first."""
    found = submission(request.user, reference)
    require(request.user, "submission.edit")
    if not found.is_editable:
        return redirect("operator:submission", reference)
    form = ImportForm(None, request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _import_page(request, form, submission=found)
    base = version_shown_to(request.user, found)
    try:
        reading = transfer.read(form.given())
        if reading.edition_id != found.edition_id:
            raise BadValue(
                f"These rules are for {reading.edition_id} and this draft is under {found.edition_id}. "
                "Change “edition” in the text, or import them as a new draft.",
                field="text",
            )
        if "confirm" in request.POST:
            return _replace(request, reference, reading, base)
    except BadValue as error:
        form.add_error("text", error.message)
        return _import_page(request, form, submission=found)
    preview = _preview(reading) | {
        "submission": found,
        "base": base,
        "rows": differences(base.rules, reading.rules),
    }
    return render(request, "operator/import_preview.html", preview)


@operator_page
def copy(request: HttpRequest, reference: str) -> HttpResponse:
    """The same terms as a new draft for another casino, shown first with what cannot come along."""
    found = submission(request.user, reference)
    require(request.user, "submission.edit")
    source = version_shown_to(request.user, found)
    form = NewSubmissionForm(request.user, request.POST or None)
    context: dict[str, Any] = {"submission": found, "form": form, "source": source}
    if request.method != "POST" or not form.is_valid():
        return render(request, "operator/copy.html", context, status=422 if form.errors else 200)
    property_id, edition_id = form.chosen
    prop = own_property(request.user, property_id)
    reading = transfer.for_property(source.rules, prop, edition_id)
    if "confirm" in request.POST:
        made = validation.create_and_check(
            actor=request.user, property_id=prop.pk, edition_id=edition_id, ruleset=reading.ruleset
        )
        messages.success(request, f"Draft {made.reference} for {prop.name} is made from {reference}.")
        return redirect("operator:submission", made.reference)
    context |= _preview(reading) | {"property": prop, "chosen": describe_choices(reading.rules)}
    context |= {"choice": form.cleaned_data["choice"]}
    return render(request, "operator/copy_preview.html", context)


@operator_page
def elsewhere(request: HttpRequest, reference: str) -> HttpResponse:
    """The same terms under every edition: where they would pass, and what would have to change."""
    found = submission(request.user, reference)
    shown = version_shown_to(request.user, found)
    context = {
        "submission": found,
        "version": shown,
        "places": under_every_edition(shown.rules),
    }
    return render(request, "operator/elsewhere.html", context)


def _preview(reading: transfer.Reading) -> dict[str, Any]:
    report = check(reading.rules)
    return {
        "left_out": reading.left_out,
        "findings": report.findings,
        "verdict": report.verdict,
        "checked": report.checked,
        "text": json.dumps(reading.ruleset, ensure_ascii=False, indent=2),
    }


def _replace(request: HttpRequest, reference: str, reading: transfer.Reading, base: Version) -> HttpResponse:
    expected = request.POST.get("expected_version", "")
    try:
        saved, _ = validation.save_and_check(
            actor=request.user,
            reference=reference,
            ruleset=reading.ruleset,
            expected_version=int(expected) if expected.isdecimal() and len(expected) < 9 else 0,
        )
    except Conflict as conflict:
        theirs = conflict.theirs if isinstance(conflict.theirs, Version) else base
        context = _preview(reading) | {
            "submission": theirs.submission,
            "base": theirs,
            "rows": differences(theirs.rules, reading.rules),
            "message": conflict.message,
        }
        return render(request, "operator/import_preview.html", context, status=409)
    messages.success(request, f"The imported rules are saved as version {saved.number}.")
    return redirect("operator:submission", reference)


def _import_page(request: HttpRequest, form: ImportForm, **context: Any) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "operator/import.html", {"form": form, **context}, status=status)
