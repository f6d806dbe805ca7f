"""A regulator's forms, one for each move on a case. Those that judge a text carry its digest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from portal.accounts.jurisdictions import jurisdiction
from portal.pages.forms import PlainForm
from portal.review.models import Explanation, Recommendation
from portal.submissions.models import Submission

NOT_PUBLIC = "The operator reads this. It is not public."
NO_CONFLICT = "I have no conflict of interest in this case."


def _day(label: str, **options: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": "Choose a day.", "invalid": "Write the day as 2026-11-30."},
        **options,
    )


def _text(label: str, required: str = "", **options: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        widget=forms.Textarea(attrs={"rows": 4}),
        required=bool(required),
        error_messages={"required": required},
        **options,
    )


class MoveForm(PlainForm):
    """What every move shares: it knows the case, and turns its fields into the service's arguments."""

    binds = False  # to the digest of the version on the page
    effect = ""  # what it brings about, said before the button is pressed
    template = "regulator/move.html"

    def __init__(
        self, submission: Submission, requests: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.submission = submission
        if self.binds:
            self.fields["digest"] = forms.CharField(widget=forms.HiddenInput)

    def arguments(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class RecommendForm(MoveForm):
    binds = True
    outcome = forms.ChoiceField(
        label="You recommend to",
        choices=Recommendation.Outcome.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what you recommend."},
    )
    reason = _text(
        "What your recommendation rests on",
        "Say what your recommendation rests on.",
        help_text="Only your organisation reads this.",
    )
    no_conflict = forms.BooleanField(
        label=NO_CONFLICT,
        error_messages={
            "required": "State that you have no conflict of interest, or leave the case to a colleague."
        },
    )


class ReturnForm(MoveForm):
    binds = True
    reason = _text(
        "What the operator should amend",
        "Say what the operator should amend.",
        help_text="The operator reads this.",
    )


class QueryForm(MoveForm):
    text = _text("Your question", "Write the question.", help_text="The operator reads this.")
    due_on = _day("Answer due on")

    def __init__(
        self, submission: Submission, requests: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        due = jurisdiction(submission.jurisdiction).today() + timedelta(days=14)
        kwargs["initial"] = {"due_on": due} | (kwargs.get("initial") or {})
        super().__init__(submission, requests, *args, **kwargs)


class SendBackForm(MoveForm):
    reason = _text(
        "What the officer should look at again",
        "Tell the officer what to look at again.",
        help_text="Only your organisation reads this.",
    )


class ApproveForm(MoveForm):
    """The decision: waivers by name, one row for each condition, the days from and to which it holds."""

    binds = True
    template = "regulator/approve.html"
    reason = _text(
        "Reasons", help_text="The operator reads them. Needed if the officer recommended to refuse."
    )
    effective_on = _day("Takes effect on", required=False, help_text="Today, if you leave it empty.")
    ends_on = _day("Ends on", required=False, help_text="Only for a trial.")
    no_conflict = forms.BooleanField(
        label=NO_CONFLICT,
        error_messages={
            "required": "State that you have no conflict of interest, or leave the case to a colleague."
        },
    )

    def __init__(
        self, submission: Submission, requests: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(submission, requests, *args, **kwargs)
        waivers = [request for request in requests if request.kind == Explanation.Kind.WAIVER]
        if waivers:
            self.fields["waivers"] = _Waivers(
                label="Breaches you waive",
                help_text="Tick each one you grant. A version with a breach that is not waived cannot be "
                "approved. Each waiver is published with the decision.",
                coerce=int,
                required=False,
                error_messages={"invalid_choice": "Tick the waivers on this page once more."},
                choices=[(request.pk, _waiver_words(request)) for request in waivers],
                widget=forms.CheckboxSelectMultiple,
            )
            self.order_fields(["waivers"])
        self.rows = condition_rows(self.data) if self.is_bound else [ConditionRow()]

    def clean(self) -> dict[str, Any]:
        for number, row in enumerate(self.rows, 1):
            if row.error:
                self.add_error(None, f"Condition {number}: {row.error}")
        return super().clean() or self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        conditions = [{"text": row.text, "due_on": row.day} for row in self.rows if row.text]
        return dict(self.cleaned_data) | {"conditions": conditions}


class _Waivers(forms.TypedMultipleChoiceField):
    """Whether one was asked for in this very version is for the decision to judge: it says what changed."""

    def valid_value(self, value: Any) -> bool:
        return True


@dataclass
class ConditionRow:
    """One condition as typed, and what is wrong with it."""

    text: str = ""
    due_on: str = ""
    day: date | None = None
    error: str = ""


def condition_rows(posted: Any) -> list[ConditionRow]:
    """The rows of the form, empty ones at its end left out but for one to write in."""
    rows = []
    for text, due in zip_longest(
        posted.getlist("condition"), posted.getlist("condition_due_on"), fillvalue=""
    ):
        row = ConditionRow(text.strip(), due.strip())
        try:
            row.day = date.fromisoformat(row.due_on) if row.due_on else None
        except ValueError:
            row.error = "write its day as 2026-11-30."
        if row.due_on and not row.text:
            row.error = "write what has to be done, or clear its day."
        rows.append(row)
    while rows and not rows[-1].text and not rows[-1].due_on:
        rows.pop()
    return rows or [ConditionRow()]


def _waiver_words(request: Explanation) -> SafeString:
    return format_html(
        "{} <span class='clause'>clause {}</span><br><span class='soft'>The operator asks: {}</span>",
        request.message,
        request.clause,
        request.text,
    )


class RefuseForm(MoveForm):
    binds = True
    effect = (
        "The case is closed. The register shows reference, jurisdiction and outcome, no more; a letter with "
        "your reasons goes to the operator."
    )
    reason = _text("Reasons", "A refusal needs its reasons.", help_text=NOT_PUBLIC)
    no_conflict = forms.BooleanField(
        label=NO_CONFLICT,
        error_messages={
            "required": "State that you have no conflict of interest, or leave the case to a colleague."
        },
    )


class SuspendForm(MoveForm):
    effect = "The rules may not be offered until the suspension is lifted. The register says so at once."
    reason = _text("Reasons", "A suspension needs its reasons.", help_text=NOT_PUBLIC)


class LiftForm(MoveForm):
    effect = "The rules may be offered again from this moment, and the register says so."
    reason = _text("Remarks", help_text=NOT_PUBLIC)


class RevokeForm(MoveForm):
    effect = (
        "The approval ends today and cannot be given back: craps there takes a new submission. The register "
        "says so at once, and a letter with your reasons goes to the operator."
    )
    reason = _text("Reasons", "A revocation needs its reasons.", help_text=NOT_PUBLIC)


class NoteForm(PlainForm):
    text = forms.CharField(
        label="Add an internal note",
        help_text="Only your organisation reads it.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Write the note."},
    )


class SaveFilterForm(PlainForm):
    name = forms.CharField(
        label="Name of this view",
        max_length=60,
        error_messages={"required": "Give the view a name.", "max_length": "Use at most 60 characters."},
    )
    query_string = forms.CharField(widget=forms.HiddenInput, required=False)


class AssignForm(PlainForm):
    assignee = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class ConditionForm(PlainForm):
    MET, OPEN = "met", "open"
    judgement = forms.CharField(widget=forms.HiddenInput, required=False)
    note = _text(
        "What shows it",
        "Say what shows it: a letter, a photograph, a visit and its day.",
        help_text="It stays with the condition; the operator can read it.",
    )


class CommentForm(PlainForm):
    kind = forms.CharField(widget=forms.HiddenInput)
    about = forms.CharField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        label="Your remark",
        widget=forms.Textarea(attrs={"rows": 3, "autofocus": True}),
        error_messages={"required": "Write the remark."},
    )
    shown_to_operator = forms.BooleanField(
        label="The operator may read it",
        help_text="Otherwise only your organisation does. It cannot be changed later.",
        required=False,
    )
