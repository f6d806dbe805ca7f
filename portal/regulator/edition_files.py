"""An edition as files: downloaded as a zip, and imported into a draft or as a new one."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from portal.accounts.permissions import require
from portal.editions import files
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.http import UserRequest
from portal.pages.downloads import attachment_response
from portal.pages.file_forms import ScannedFileField
from portal.pages.forms import PlainForm, render_form
from portal.pages.guards import regulator_page
from portal.regulator.edition_content_forms import save_contents_form


class FilesForm(PlainForm):
    file = ScannedFileField(
        label="Zip file",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        help_text=f"The files of one edition, at most {files.MAX_FILES} in "
        f"{files.MAX_ZIP // 1024 // 1024} MB. Download any edition to see their form.",
        error_messages={
            "required": "Choose a zip file.",
            "empty": "The file is empty.",
            "missing": "Choose a zip file.",
        },
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, Any]:
        file = self.cleaned_data["file"]
        return {"data": file.read(files.MAX_ZIP + 1)}


class FilesOfDraftForm(FilesForm):
    def arguments(self) -> dict[str, Any]:
        return super().arguments() | {"seen": self.cleaned_data["seen"]}


@require_safe
@regulator_page
def download(request: UserRequest, edition_id: str) -> HttpResponse:
    """The files of an edition, a draft's too."""
    row = edition_visible_to(request.user, edition_id)
    return attachment_response(files.zip_of(core_edition_for(row)), f"{row.pk}.zip", "application/zip")


@regulator_page
def import_new(request: UserRequest) -> HttpResponse:
    """A new draft from a zip."""
    require(request.user, "edition.manage")
    form = FilesForm(request.POST or None, request.FILES or None)
    return _import(request, form, files.import_new, None)


@regulator_page
def import_into(request: UserRequest, edition_id: str) -> HttpResponse:
    """The contents of a zip in place of a draft's."""
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    form = FilesOfDraftForm(
        request.POST or None, request.FILES or None, initial={"seen": row.contents_digest}
    )
    return _import(request, form, files.import_into, row, edition_id=row.pk)


def _import(
    request: UserRequest, form: FilesForm, service: Callable[..., Edition], row: Edition | None, **given: Any
) -> HttpResponse:
    if draft := save_contents_form(form, service, actor=request.user, **given):
        messages.success(request, f"The files are imported into the draft {draft.pk}.")
        return redirect("regulator:edition", draft.pk)
    return render_form(request, "regulator/edition_import.html", form, edition=row)
