"""A regulator's forms, one for each move on a case. Those that judge a text carry its digest."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms

from portal.accounts.jurisdictions import jurisdiction
from portal.pages.forms import PlainForm
from portal.review.models import Explanation, Recommendation
from portal.submissions.models import Submission

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
    reason = _text("What your recommendation rests on", "Say what your recommendation rests on.")
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
    reason = _text("What the officer should look at again", "Tell the officer what to look at again.")


class ApproveForm(MoveForm):
    binds = True
    reason = _text("Reasons", help_text="Needed if the officer recommended to refuse.")
    effective_on = _day("Takes effect on", required=False, help_text="Today, if you leave it empty.")
    ends_on = _day("Ends on", required=False, help_text="Only for a trial.")
    condition = _text("Condition", help_text="Only if the approval depends on one. It will be public.")
    condition_due_on = _day("Condition due on", required=False)
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
            self.fields["waivers"] = forms.TypedMultipleChoiceField(
                label="Breaches you waive",
                help_text="Each waiver is published with the decision.",
                coerce=int,
                required=False,
                choices=[(request.pk, f"{request.message} (clause {request.clause})") for request in waivers],
                widget=forms.CheckboxSelectMultiple,
            )
            self.order_fields(["waivers"])

    def arguments(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        text, due = given.pop("condition"), given.pop("condition_due_on")
        return given | {"conditions": [{"text": text, "due_on": due}] if text else []}


class RefuseForm(MoveForm):
    binds = True
    reason = _text(
        "Reasons", "A refusal needs its reasons.", help_text="The operator reads this. It is not public."
    )
    no_conflict = forms.BooleanField(
        label=NO_CONFLICT,
        error_messages={
            "required": "State that you have no conflict of interest, or leave the case to a colleague."
        },
    )


class SuspendForm(MoveForm):
    reason = _text("Reasons", "A suspension needs its reasons.")


class LiftForm(MoveForm):
    reason = _text("Remarks")


class RevokeForm(MoveForm):
    reason = _text("Reasons", "A revocation needs its reasons.")


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


class ConditionForm(PlainForm):
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
