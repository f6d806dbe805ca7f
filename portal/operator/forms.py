"""An operator's forms. They read the input; the services check it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings

from craps.games import game_called
from craps.games.game import Game
from portal.accounts.jurisdictions import jurisdiction_choices
from portal.accounts.models import Property, User
from portal.accounts.selectors import properties
from portal.editions.selectors import editions_for, games_at
from portal.http import UserRequest
from portal.pages.file_forms import ACCEPT, AnswerWithFilesForm, FilesField, UploadForm, given_files
from portal.pages.forms import PlainForm
from portal.pages.labels import game_title
from portal.review.answers import MOST
from portal.review.models import Query
from portal.submissions.models import UploadKind
from portal.submissions.uploads import too_large
from portal.text import LONGEST


class ChangePropertyForm(PlainForm):
    name = forms.CharField(
        label="Name of the casino", max_length=120, error_messages={"required": "Enter the casino’s name."}
    )
    address = forms.CharField(label="Address", max_length=240, required=False)


class PropertyForm(ChangePropertyForm):
    jurisdiction = forms.ChoiceField(
        label="Jurisdiction",
        choices=jurisdiction_choices,
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
    reason = forms.CharField(
        label="Reason", widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}), required=False
    )


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


class AnswerForm(AnswerWithFilesForm):
    text = forms.CharField(
        label="Your answer",
        help_text="The regulator reads it. It stays with the case and is not published.",
        widget=forms.Textarea,
        error_messages={"required": "Enter your answer to the query."},
    )

    def __init__(self, request: UserRequest | None = None) -> None:
        super().__init__(request)
        self.fields["file"].help_text = (
            f"PDF, PNG or JPEG, at most {MOST} files of {settings.UPLOAD_MAX_MB} MB each. "
            "Only you and the regulator can open them."
        )


class AnswersForm(UploadForm):
    """An answer to each open question; those left empty stay open.

    The fields of the only open question are `text` and `file`; of several, `text-12` and `file-12` with the
    id of each.
    """

    def __init__(self, queries: Sequence[Query], request: UserRequest | None = None) -> None:
        super().__init__(request)
        self.queries = queries
        for query in queries:
            suffix = self._suffix(query)
            self.fields[f"text{suffix}"] = forms.CharField(
                label=f"Your answer to question {query.number}" if suffix else "Your answer",
                help_text="The regulator reads it. It is not published.",
                widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST}),
                required=not suffix,
                error_messages={"required": "Enter your answer to the query."},
            )
            self.fields[f"file{suffix}"] = FilesField(
                label=f"Files with answer {query.number}" if suffix else "Files",
                required=False,
                help_text=f"PDF, PNG or JPEG, at most {MOST} files of {settings.UPLOAD_MAX_MB} MB each. "
                "Only you and the regulator can open them.",
            )

    def questions(self) -> list[tuple[Query, Any, Any]]:
        """Each open question with its two fields."""
        return [(q, self[f"text{self._suffix(q)}"], self[f"file{self._suffix(q)}"]) for q in self.queries]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.too_large:
            raise forms.ValidationError(too_large().message)
        lost = [
            text
            for name in self.data
            if name.startswith("text") and name not in self.fields and (text := self.data[name].strip())
        ]
        for text in lost:
            self.add_error(None, f"That question is closed. Your answer was not sent: {text}")
        for query, text, file in self.questions():
            if data.get(file.name) and not data.get(text.name) and text.name not in self.errors:
                self.add_error(text.name, f"Enter your answer to question {query.number}.")
        if not self.errors and not any(data.get(text.name) for _, text, _ in self.questions()):
            self.add_error(None, "Enter an answer to one of the questions.")
        return data

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "given": [
                {"question": query.pk, "text": data[text.name], "files": given_files(data[file.name])}
                for query, text, file in self.questions()
                if data[text.name]
            ]
        }

    def _suffix(self, query: Query) -> str:
        return f"-{query.pk}" if len(self.queries) > 1 else ""
