"""Forms with files: what a browser offers to choose, several at once, and one that was too large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from portal.errors import BadValue
from portal.http import UserRequest
from portal.pages.forms import PlainForm
from portal.scanning import quarantine
from portal.submissions.uploads import too_large

ACCEPT = ".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"


class UploadForm(PlainForm):
    """A form with files; the upload handler drops a file that is too large and marks the request."""

    def __init__(self, request: UserRequest | None = None) -> None:
        if request is None:
            super().__init__()
        else:
            files = request.FILES  # read first: only then is it known whether one was too large
            super().__init__(request.POST, files)
        self.too_large = getattr(request, "upload_too_large", False)


class ScannedFileField(forms.FileField):
    """A file that is read at once and not stored: the scanner sees it before anything reads it."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file:
            try:
                quarantine.refuse_malware(file.read())
            except BadValue as refused:
                raise forms.ValidationError(refused.message) from None
            file.seek(0)
        return file


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once; the service checks each."""

    widget = FilesInput(attrs={"accept": ACCEPT})

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        return list(data or [])


def given_files(files: Iterable[UploadedFile[Any]]) -> list[dict[str, Any]]:
    """Name and content of each, as services take them."""
    return [{"filename": file.name, "data": file.read()} for file in files]


class AnswerWithFilesForm(UploadForm):
    """Words and files, for a service that takes `text` and `files`."""

    text = forms.CharField(widget=forms.Textarea)
    file = FilesField(label="Files", required=False)

    def clean_file(self) -> list[UploadedFile[Any]]:
        if self.too_large:
            raise forms.ValidationError(too_large().message)
        files: list[UploadedFile[Any]] = self.cleaned_data["file"]
        return files

    def arguments(self) -> dict[str, Any]:
        return {"text": self.cleaned_data["text"], "files": given_files(self.cleaned_data["file"])}
