"""The regulator's forms, one for each move on a case, and those of the queue and the case page."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from portal.accounts.jurisdictions import jurisdiction
from portal.pages.forms import PlainForm
from portal.pages.table_choice import PartForm
from portal.review.models import Explanation, Recommendation
from portal.submissions.models import HOLDS_AT_TABLE, Coverage, Submission

NOT_PUBLIC = "The operator can read this. It is not published."


def day_field(label: str, **options: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": "Enter a date.", "invalid": "Enter the date as 2026-11-30."},
        **options,
    )


def text_field(label: str, required: str = "", **options: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        widget=forms.Textarea(attrs={"rows": 4}),
        required=bool(required),
        error_messages={"required": required},
        **options,
    )


def _no_conflict() -> forms.BooleanField:
    return forms.BooleanField(
        label="I have no conflict of interest in this case.",
        error_messages={
            "required": "State that you have no conflict of interest, or leave the case to a colleague."
        },
    )


class MoveForm(PartForm):
    """The form of a move on a case."""

    binds = False  # True: the move applies to the digest of the version on the page
    effect = ""  # what the move does, shown above the form
    where = ""  # the question at which tables, for a move that can be made at some
    states: tuple[str, ...] = HOLDS_AT_TABLE  # of a table at which it can be made
    template = "regulator/move.html"

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.submission = submission
        if self.binds:
            self.fields["digest"] = forms.CharField(widget=forms.HiddenInput)
        if self.where:
            self.offer_part(submission, label=self.where, states=self.states)


class RecommendForm(MoveForm):
    binds = True
    outcome = forms.ChoiceField(
        label="You recommend to",
        choices=Recommendation.Outcome.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what you recommend."},
    )
    reason = text_field(
        "Reasons for your recommendation",
        "Give the reasons for your recommendation.",
        help_text="Only your organisation can read this.",
    )
    no_conflict = _no_conflict()


class ReturnForm(MoveForm):
    binds = True
    reason = text_field(
        "What the operator should amend",
        "Say what the operator should amend.",
        help_text="The operator can read this.",
    )


class QueryForm(MoveForm):
    text = text_field("Your question", "Enter a question.", help_text="The operator can read this.")
    due_on = day_field("Answer due on")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        due = jurisdiction(submission.jurisdiction).today() + timedelta(days=14)
        kwargs["initial"] = {"due_on": due} | (kwargs.get("initial") or {})
        super().__init__(submission, explanations, *args, **kwargs)


class SendBackForm(MoveForm):
    reason = text_field(
        "What the officer should look at again",
        "Tell the officer what to look at again.",
        help_text="Only your organisation can read this.",
    )


class ApproveForm(MoveForm):
    """The decision: waivers, conditions, and the dates from and until which the approval is in force."""

    binds = True
    template = "regulator/approve.html"
    reason = text_field(
        "Reasons", help_text="The operator can read them. Required if the officer recommended to refuse."
    )
    effective_on = day_field("In force from", required=False, help_text="Leave empty for today.")
    ends_on = day_field("Ends on", required=False, help_text="Leave empty for no end date.")
    no_conflict = _no_conflict()

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(submission, explanations, *args, **kwargs)
        waivers = [each for each in explanations if each.kind == Explanation.Kind.WAIVER]
        if waivers:
            self.fields["waivers"] = WaiversField(
                label="Breaches you waive",
                help_text="Select each waiver you grant. A version with a breach that is not waived cannot "
                "be approved. Waivers are published with the decision.",
                coerce=int,
                required=False,
                error_messages={"invalid_choice": "Select the waivers on this page again."},
                choices=[(waiver.pk, _waiver_label(waiver)) for waiver in waivers],
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
        return self.cleaned_data | {"conditions": conditions}


class WaiversField(forms.TypedMultipleChoiceField):
    """Accepts any id: the service checks that each waiver belongs to this version, and says what changed."""

    def valid_value(self, value: Any) -> bool:
        return True


@dataclass
class ConditionRow:
    """A condition as entered, and what is wrong with it."""

    text: str = ""
    due_on: str = ""
    day: date | None = None
    error: str = ""


def condition_rows(posted: Any) -> list[ConditionRow]:
    """The conditions entered, without empty rows at the end; one empty row if there are none."""
    rows = []
    for text, due in zip_longest(
        posted.getlist("condition"), posted.getlist("condition_due_on"), fillvalue=""
    ):
        row = ConditionRow(text.strip(), due.strip())
        try:
            row.day = date.fromisoformat(row.due_on) if row.due_on else None
        except ValueError:
            row.error = "enter the date as 2026-11-30."
        if row.due_on and not row.text:
            row.error = "enter what has to be done, or clear the date."
        rows.append(row)
    while rows and not rows[-1].text and not rows[-1].due_on:
        rows.pop()
    return rows or [ConditionRow()]


def _waiver_label(waiver: Explanation) -> SafeString:
    return format_html(
        "{} <span class='clause'>clause {}</span><br><span class='soft'>The operator’s reasons: {}</span>",
        waiver.message,
        waiver.clause,
        waiver.text,
    )


class RefuseForm(MoveForm):
    binds = True
    effect = (
        "The case is closed. The register shows only reference, jurisdiction and outcome. The operator gets "
        "a letter with your reasons."
    )
    reason = text_field("Reasons", "Give the reasons for the refusal.", help_text=NOT_PUBLIC)
    no_conflict = _no_conflict()


class SuspendForm(MoveForm):
    where = "Where the approval is suspended"
    states = (Coverage.IN_FORCE,)
    effect = "The rules may not be offered until the suspension is lifted. The register shows this at once."
    reason = text_field("Reasons", "Give the reasons for the suspension.", help_text=NOT_PUBLIC)


class LiftForm(MoveForm):
    where = "Where the suspension is lifted"
    states = (Coverage.SUSPENDED,)
    effect = "The rules may be offered again at once. The register shows this."
    reason = text_field("Remarks", help_text=NOT_PUBLIC)


class RevokeForm(MoveForm):
    where = "Where the approval is revoked"
    effect = (
        "The approval ends today and cannot be restored: a new submission is needed to offer the game there. "
        "The register shows this at once. The operator gets a letter with your reasons."
    )
    reason = text_field("Reasons", "Give the reasons for the revocation.", help_text=NOT_PUBLIC)


class NoteForm(PlainForm):
    text = forms.CharField(
        label="Add an internal note",
        help_text="Only your organisation can read it.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Enter a note."},
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
    note = text_field(
        "Evidence",
        "Give the evidence: a letter, a photograph, or a visit and its date.",
        help_text="Kept with the condition. The operator can read it.",
    )

    def arguments(self) -> dict[str, Any]:
        return {"note": self.cleaned_data["note"]}


class CommentForm(PlainForm):
    kind = forms.CharField(widget=forms.HiddenInput)
    about = forms.CharField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        label="Your remark",
        widget=forms.Textarea(attrs={"rows": 3, "autofocus": True}),
        error_messages={"required": "Enter a remark."},
    )
    shown_to_operator = forms.BooleanField(
        label="Show to the operator",
        help_text="Otherwise only your organisation can read it. You cannot change this later.",
        required=False,
    )

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return {"about_kind": data.pop("kind"), **data}
