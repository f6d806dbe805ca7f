"""An operator's forms. They read what was typed; the services judge it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings

from portal.accounts.jurisdictions import CHOICES
from portal.accounts.models import User
from portal.accounts.selectors import properties
from portal.editions.selectors import editions_for
from portal.pages.forms import PlainForm
from portal.review.answers import MOST
from portal.submissions.uploads import too_large


class PropertyForm(PlainForm):
    name = forms.CharField(
        label="Name of the casino", max_length=120, error_messages={"required": "Give the casino’s name."}
    )
    jurisdiction = forms.ChoiceField(
        label="Jurisdiction",
        choices=CHOICES,
        help_text="It decides which rulebook applies, and cannot be changed later.",
    )
    address = forms.CharField(label="Address", max_length=240, required=False)


class ChangePropertyForm(PlainForm):
    name = forms.CharField(
        label="Name of the casino", max_length=120, error_messages={"required": "Give the casino’s name."}
    )
    address = forms.CharField(label="Address", max_length=240, required=False)


class TableForm(PlainForm):
    label = forms.CharField(
        label="Label of the table",
        help_text="As your floor staff call it, such as Craps 2.",
        max_length=40,
        error_messages={"required": "Give the table’s label, as your floor staff call it."},
    )
    game = forms.ChoiceField(
        label="Game", choices=[("craps", "Craps"), ("mini-craps", "Mini-craps"), ("midi craps", "Midi craps")]
    )


class NewSubmissionForm(PlainForm):
    """Casino and rulebook in one choice: only the pairs that are possible are offered."""

    choice = forms.ChoiceField(
        label="Casino and rulebook",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a casino and the rulebook it works under."},
    )

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.properties = list(properties(actor))
        self.fields["choice"].choices = [
            (f"{prop.pk}:{edition.pk}", f"{prop.name}: {edition.title}")
            for prop in self.properties
            for edition in editions_for(prop)
        ]

    @property
    def chosen(self) -> tuple[int, str]:
        property_id, _, edition_id = self.cleaned_data["choice"].partition(":")
        return int(property_id), edition_id


class ReasonForm(PlainForm):
    reason = forms.CharField(label="Reason", widget=forms.Textarea(attrs={"rows": 3}), required=False)


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once; each is judged by the service."""

    widget = FilesInput(attrs={"accept": ".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"})

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        return list(data or [])


class AnswerForm(PlainForm):
    text = forms.CharField(
        label="Your answer",
        help_text="The regulator reads it. It stays with the case, and is not published.",
        widget=forms.Textarea,
        error_messages={"required": "Write your answer to the query."},
    )
    file = FilesField(label="Files", required=False)

    def __init__(self, *args: Any, too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_large = too_large
        self.fields["file"].help_text = (
            f"PDF, PNG or JPEG, at most {MOST} files of {settings.UPLOAD_MAX_MB} MB each. "
            "Only you and the regulator can open them."
        )

    def clean_file(self) -> list[Any]:
        if self.too_large:
            raise forms.ValidationError(too_large().message)
        given: list[Any] = self.cleaned_data["file"]
        return given
