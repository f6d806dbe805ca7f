"""An operator's forms. They read the input; the services check it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from craps.games import game_called
from craps.games.game import Game
from portal.accounts.jurisdictions import CHOICES
from portal.accounts.models import Property, User
from portal.accounts.selectors import properties
from portal.editions.selectors import editions_for, games_at
from portal.http import UserRequest
from portal.pages.forms import PlainForm
from portal.pages.labels import game_title
from portal.pages.table_choice import PartForm
from portal.review.answers import MOST
from portal.submissions.models import Submission, UploadKind
from portal.submissions.uploads import too_large

ACCEPT = ".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"


class ChangePropertyForm(PlainForm):
    name = forms.CharField(
        label="Name of the casino", max_length=120, error_messages={"required": "Enter the casino’s name."}
    )
    address = forms.CharField(label="Address", max_length=240, required=False)


class PropertyForm(ChangePropertyForm):
    jurisdiction = forms.ChoiceField(
        label="Jurisdiction",
        choices=CHOICES,
        help_text="It decides which rulebook applies, and cannot be changed later.",
    )
    field_order = ("name", "jurisdiction", "address")


class TableForm(PlainForm):
    label = forms.CharField(
        label="Label of the table",
        help_text="As your floor staff call it, such as Craps 2.",
        max_length=40,
        error_messages={"required": "Enter the table’s label, as your floor staff call it."},
    )
    game = forms.ChoiceField(
        label="Game",
        help_text="The games that have a rulebook in this jurisdiction.",
        error_messages={"required": "Choose the game."},
    )

    def __init__(self, prop: Property, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(game, game_title(game)) for game in games_at(prop)]  # type: ignore[attr-defined]  # of ChoiceField


class NewSubmissionForm(PlainForm):
    """Casino and rulebook in one choice: only the possible pairs are offered, or those of one game."""

    def __init__(self, actor: User, *args: Any, game: Game | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.properties = list(properties(actor))
        self.fields["choice"] = forms.ChoiceField(
            label="Casino and rulebook",
            widget=forms.RadioSelect,
            choices=[
                (f"{prop.pk}:{edition.pk}", f"{game_title(edition.game)}, {prop.name}: {edition.title}")
                for prop in self.properties
                for edition in editions_for(prop)
                if game is None or game_called(edition.game) is game
            ],
            error_messages={
                "required": "Choose a casino and the rulebook it works under.",
                "invalid_choice": "Choose one of the casinos and rulebooks in the list.",
            },
        )

    def arguments(self) -> dict[str, Any]:
        property_id, _, edition_id = self.cleaned_data["choice"].partition(":")
        return {"property_id": int(property_id), "edition_id": edition_id}


class ReasonForm(PlainForm):
    reason = forms.CharField(label="Reason", widget=forms.Textarea(attrs={"rows": 3}), required=False)


class SurrenderForm(PartForm):
    reason = forms.CharField(
        label="Why you surrender the approval",
        help_text="The regulator reads it, and it stays on record.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Say why you surrender the approval."},
    )
    understood = forms.BooleanField(
        label="I understand that these rules may not be offered from today, and that this cannot be undone.",
        error_messages={"required": "Tick this if you want to surrender the approval."},
    )

    def __init__(self, submission: Submission, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_part(submission, label="Where you surrender it")

    def arguments(self) -> dict[str, Any]:
        return {name: value for name, value in super().arguments().items() if name != "understood"}


class UploadForm(PlainForm):
    """A form with files; the upload handler drops a file that is too large and marks the request."""

    def __init__(self, request: UserRequest | None = None) -> None:
        if request is None:
            super().__init__()
        else:
            files = request.FILES  # read first: only then is it known whether one was too large
            super().__init__(request.POST, files)
        self.too_large = getattr(request, "upload_too_large", False)


class DocumentForm(UploadForm):
    kind = forms.ChoiceField(
        label="Kind of document",
        choices=[("", "Choose the kind"), *UploadKind.choices],
        error_messages={"required": "Choose the kind of document."},
    )
    confidential = forms.ChoiceField(
        label="Who may see it",
        widget=forms.RadioSelect,
        choices=[
            ("yes", "Confidential: only you and the regulator"),
            ("no", "Public: it may be shown with the approval"),
        ],
        error_messages={"required": "Choose whether the document is confidential or public."},
    )
    file = forms.FileField(
        label="File",
        widget=forms.FileInput(attrs={"accept": ACCEPT}),
        error_messages={
            "required": "Choose the file to attach.",
            "empty": "The file is empty.",
            "max_length": "The name of the file is too long. Rename it and upload it again.",
        },
    )

    def __init__(self, request: UserRequest | None = None) -> None:
        super().__init__(request)
        file = self.fields["file"]
        file.help_text = f"PDF, PNG or JPEG, at most {settings.UPLOAD_MAX_MB} MB."
        file.widget.attrs["data-most"] = settings.UPLOAD_MAX_MB * 1024 * 1024
        if self.too_large:
            file.error_messages["required"] = too_large().message

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        file = {"filename": data["file"].name, "data": data["file"].read()}
        return {"kind": data["kind"], "confidential": data["confidential"] == "yes", **file}


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once; the service checks each."""

    widget = FilesInput(attrs={"accept": ACCEPT})

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        return list(data or [])


class AnswerForm(UploadForm):
    text = forms.CharField(
        label="Your answer",
        help_text="The regulator reads it. It stays with the case and is not published.",
        widget=forms.Textarea,
        error_messages={"required": "Write your answer to the query."},
    )
    file = FilesField(label="Files", required=False)

    def __init__(self, request: UserRequest | None = None) -> None:
        super().__init__(request)
        self.fields["file"].help_text = (
            f"PDF, PNG or JPEG, at most {MOST} files of {settings.UPLOAD_MAX_MB} MB each. "
            "Only you and the regulator can open them."
        )

    def clean_file(self) -> list[UploadedFile[Any]]:
        if self.too_large:
            raise forms.ValidationError(too_large().message)
        files: list[UploadedFile[Any]] = self.cleaned_data["file"]
        return files

    def arguments(self) -> dict[str, Any]:
        files = [{"filename": file.name, "data": file.read()} for file in self.cleaned_data["file"]]
        return {"text": self.cleaned_data["text"], "files": files}
