"""Forms of consultations, for the regulator."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from portal.consultations.models import Comment
from portal.consultations.services import LONGEST_REASON, LONGEST_TEXT, LONGEST_TITLE
from portal.pages.forms import PlainForm, set_choices
from portal.regulator.forms import day_field


def _long(
    label: str, required: str, *, rows: int = 5, most: int = LONGEST_TEXT, **options: Any
) -> forms.CharField:
    return forms.CharField(
        label=label,
        # The service counts a line break once, as the browser does.
        widget=forms.Textarea(attrs={"rows": rows, "maxlength": most}),
        error_messages={"required": required},
        **options,
    )


class ReadForm(PlainForm):
    """Carries when its page was opened: what a colleague changed since is not overwritten unread."""

    read_at = forms.CharField(widget=forms.HiddenInput, required=False, initial=lambda: str(timezone.now()))

    def clean_read_at(self) -> datetime | None:
        text = self.cleaned_data["read_at"]
        try:
            moment = datetime.fromisoformat(text) if text else None
        except ValueError:
            moment = None
        if text and (moment is None or moment.tzinfo is None):
            raise forms.ValidationError("Open the page again.")
        return moment


class OpenForm(PlainForm):
    digest = forms.CharField(widget=forms.HiddenInput)
    title = forms.CharField(
        label="Title",
        max_length=LONGEST_TITLE,
        error_messages={
            "required": "Enter a title.",
            "max_length": f"Use at most {LONGEST_TITLE} characters.",
        },
    )
    introduction = _long("Introduction", "Enter what the draft is about and what you ask.")
    questions = forms.CharField(
        label="Questions",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One on each line, at most ten. Anybody can comment on a question, a clause or the draft.",
    )
    closes_on = day_field(
        "Last day", help_text="Comments are accepted until the end of this day, in your time zone."
    )

    def arguments(self) -> dict[str, Any]:
        return {**self.cleaned_data, "questions": self.cleaned_data["questions"].splitlines()}


class UpdateForm(PlainForm):
    digest = forms.CharField(widget=forms.HiddenInput)
    text = _long(
        "What changed and why",
        "Enter what changed and why.",
        help_text="Shown in the time line with the values that changed, which are listed for you.",
    )


class ReasonForm(PlainForm):
    reason = _long("Reason", "Enter the reason. The public reads it.", rows=3, most=LONGEST_REASON)


class DayForm(ReasonForm):
    closes_on = day_field("Last day")
    field_order = ("closes_on", "reason")


class StatementForm(ReadForm):
    text = _long(
        "Statement",
        "Enter what the comments were and what follows from them.",
        rows=10,
        help_text="Shown on top of the consultation, and with the edition once it is published.",
    )


class PublishForm(ReadForm):
    marked = forms.CharField(
        label="Text to publish",
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="Put [[double brackets]] around words to strike out, such as an insult or a private "
        "person’s name. Readers see that something was struck out. Change nothing else.",
        error_messages={"required": "The text is missing. Reload the page."},
    )
    name_struck = forms.BooleanField(
        label="Leave out the name and the organisation",
        required=False,
        help_text="Where they are an insult, an advertisement or somebody else’s name.",
    )


class RefuseForm(PlainForm):
    reason = _long(
        "Reason",
        "Enter the reason. It is sent to the person who wrote the comment.",
        rows=3,
        most=LONGEST_REASON,
        help_text="Sent to the person who wrote the comment; not published.",
    )


class AnswerForm(ReadForm):
    comment_ids = forms.TypedMultipleChoiceField(
        label="Comments this answers",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one comment."},
    )
    text = _long("Answer", "Enter the answer. The public reads it.", rows=6)

    def __init__(self, comments: list[Comment], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "comment_ids", [(str(each.pk), _label(each)) for each in comments])


def _label(comment: Comment) -> str:
    text = " ".join(comment.text.split())
    answered = " (answered)" if comment.answer_id else ""
    return f"{comment.number}{answered}: {text[:100]}{'…' if len(text) > 100 else ''}"
