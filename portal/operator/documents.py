"""The documents step: files beside the rules, added one by one and taken off again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import can, require
from portal.operator.steps import step_after, steps_of
from portal.pages.forms import PlainForm, run_service
from portal.pages.guards import operator_page
from portal.submissions import uploads
from portal.submissions.models import UploadKind
from portal.submissions.selectors import submission, version_shown_to


class DocumentForm(PlainForm):
    kind = forms.ChoiceField(
        label="Kind of document",
        choices=[("", "Choose the kind"), *UploadKind.choices],
        error_messages={"required": "Say what kind of document it is."},
    )
    confidential = forms.ChoiceField(
        label="Who may see it",
        widget=forms.RadioSelect,
        choices=[
            ("yes", "Confidential: only you and the regulator"),
            ("no", "Public: it may be shown with the approval"),
        ],
        error_messages={"required": "Say whether the document is confidential or public."},
    )
    file = forms.FileField(
        label="File",
        widget=forms.FileInput(attrs={"accept": ".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"}),
        error_messages={
            "required": "Choose the file to attach.",
            "empty": "The file is empty: there is nothing in it to read.",
            "max_length": "The name of the file is too long. Rename it and send it again.",
        },
    )

    def __init__(self, *args: Any, too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_large = too_large
        self.fields["file"].help_text = f"PDF, PNG or JPEG, at most {settings.UPLOAD_MAX_MB} MB."
        self.fields["file"].widget.attrs["data-most"] = settings.UPLOAD_MAX_MB * 1024 * 1024
        if too_large:
            self.fields["file"].error_messages["required"] = uploads.too_large().message


@operator_page
def documents(request: HttpRequest, reference: str) -> HttpResponse:
    """What is attached, and the form to add one more."""
    found = submission(request.user, reference)
    form = DocumentForm()
    if request.method == "POST":
        require(request.user, "submission.edit")
        files = request.FILES  # read first: only then is it known whether one was too large
        too_large = getattr(request, "upload_too_large", False)
        form = DocumentForm(request.POST, files, too_large=too_large)
        if form.is_valid():
            given = form.cleaned_data
            added = run_service(
                form,
                uploads.add,
                actor=request.user,
                reference=reference,
                kind=given["kind"],
                confidential=given["confidential"] == "yes",
                filename=given["file"].name,
                data=given["file"].read(),
            )
            if added:
                messages.success(request, f"{added.filename} is attached.")
                return redirect("operator:documents", reference)
    context = {
        "submission": found,
        "uploads": uploads.uploads(request.user, found),
        "form": form,
        "may_change": found.is_editable and can(request.user, "submission.edit"),
        "steps": steps_of(found, version_shown_to(request.user, found), current="documents"),
        "next_href": step_after("documents", reference),
    }
    return render(request, "operator/documents.html", context, status=422 if form.errors else 200)


@operator_page
def remove(request: HttpRequest, reference: str, upload_id: int) -> HttpResponse:
    """Asks first; what is removed from a draft that was never handed in is gone."""
    found = submission(request.user, reference)
    upload = uploads.upload(request.user, upload_id)
    require(request.user, "submission.edit")
    if request.method == "POST":
        uploads.remove(actor=request.user, reference=reference, upload_id=upload_id)
        messages.success(request, f"{upload.filename} is removed.")
        return redirect("operator:documents", reference)
    return render(request, "operator/documents_remove.html", {"submission": found, "upload": upload})
