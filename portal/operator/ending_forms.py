"""The forms with which an operator ends an approval or answers a notice of intent."""

from __future__ import annotations

from typing import Any

from django import forms

from portal.operator.forms import AnswerForm
from portal.pages.forms import PlainForm
from portal.pages.table_choice import PartForm
from portal.review.models import IntentNotice
from portal.submissions.models import HOLDS_FORCE, Submission
from portal.text import LONGEST


class SurrenderForm(PartForm):
    last_day = forms.DateField(
        label="Last day in force",
        help_text="Leave empty to surrender it at once.",
        widget=forms.DateInput(attrs={"type": "date"}),
        required=False,
        error_messages={"invalid": "Enter the date as 2026-11-30."},
    )
    reason = forms.CharField(
        label="Why you surrender the approval",
        help_text="The regulator reads it, and it stays on record.",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        error_messages={"required": "Enter why you surrender the approval."},
    )
    understood = forms.BooleanField(
        label="I understand that these rules may not be offered after that, and that a surrender that has "
        "taken effect cannot be undone.",
        error_messages={"required": "Tick this if you want to surrender the approval."},
    )

    def __init__(self, submission: Submission, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if submission.state not in HOLDS_FORCE:
            del self.fields["last_day"]
        self.offer_part(submission, label="Where you surrender it")

    def arguments(self) -> dict[str, Any]:
        given = {name: value for name, value in super().arguments().items() if name != "understood"}
        return given if given.get("last_day") else _without(given, "last_day")


class TakeBackForm(PlainForm):
    reason = forms.CharField(
        label="Reason",
        help_text="The regulator reads it, and it stays on record.",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        required=False,
    )


class ReplyForm(AnswerForm):
    notice: IntentNotice | None = None  # that it replies to

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.label = "Your reply"
        text.help_text = "The regulator reads it before it decides. It stays with the case, unpublished."
        text.error_messages["required"] = "Enter your reply."


def _without(given: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}
