"""The regulator's forms, one for each move on a case, and those of the queue and the case page."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from typing import Any

from django import forms
from django.conf import settings
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from portal.accounts.jurisdictions import jurisdiction
from portal.pages.file_forms import FilesField, given_files
from portal.pages.forms import PlainForm
from portal.pages.table_choice import PartForm
from portal.review.answers import MOST as MOST_FILES
from portal.review.models import Condition, ConditionState, Explanation, Recommendation, StandardKind
from portal.review.queries import MOST as MOST_QUESTIONS
from portal.review.queries import open_questions
from portal.review.terms import Terms
from portal.review.variation import period_of_renewal
from portal.submissions.models import HOLDS_AT_TABLE, Coverage, Submission
from portal.text import LONGEST

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
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
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
    standard = ""  # the kind of standard texts that can be inserted
    standard_field = "reason"  # where

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.submission = submission
        if self.binds:
            self.fields["digest"] = forms.CharField(widget=forms.HiddenInput)
        if self.where:
            self.offer_part(submission, label=self.where, states=self.states)

    @classmethod
    def insert(cls, filled: dict[str, Any], text: str) -> str:
        """Add a standard text to what is filled in. Returns the name of the field that has it."""
        filled["reason"] = f"{filled.get('reason') or ''}\n\n{text}".strip()
        return "reason"


class ReturnForm(MoveForm):
    binds = True
    standard = StandardKind.RETURN
    effect = "The operator amends the rules and submits them again. The clock is paused until then."
    reason = text_field(
        "What the operator should amend",
        "Enter what the operator should amend.",
        help_text="The operator can read this.",
    )
    due_on = day_field("Submit again by", required=False, help_text="Leave empty for no deadline.")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        kwargs["initial"] = {"due_on": _in_days(submission, 28)} | (kwargs.get("initial") or {})
        super().__init__(submission, explanations, *args, **kwargs)


def _in_days(submission: Submission, number: int) -> date:
    return jurisdiction(submission.jurisdiction).today() + timedelta(days=number)


class QueryForm(MoveForm):
    """One question or several, each with files: `text` and `file`, then `question-2`, `file-2` and so on."""

    template = "regulator/ask.html"
    standard = StandardKind.QUESTION
    effect = "The operator answers each question on its own. The clock is paused until all are answered."
    text = text_field("Your question", "Enter a question.", help_text="The operator can read this.")
    due_on = day_field("Answer due on")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        kwargs["initial"] = {"due_on": _in_days(submission, 14)} | (kwargs.get("initial") or {})
        super().__init__(submission, explanations, *args, **kwargs)
        given = self.data if self.is_bound else self.initial
        number = sum(name.startswith("question-") for name in given) + ("more" in given)
        self.fields["file"] = _files()
        for place in range(2, min(number, MOST_QUESTIONS - 1) + 2):
            self.fields[f"question-{place}"] = text_field(f"Question {place}")
            self.fields[f"file-{place}"] = _files()
        if number:
            self.fields["text"].label = "Question 1"

    @classmethod
    def insert(cls, filled: dict[str, Any], text: str) -> str:
        """Into the last question if it is empty, else as another one."""
        names = ["text", *(name for name in filled if name.startswith("question-"))]
        if (filled.get(names[-1]) or "").strip() and len(names) < MOST_QUESTIONS:
            names.append(f"question-{len(names) + 1}")
        filled[names[-1]] = f"{filled.get(names[-1]) or ''}\n\n{text}".strip()
        return names[-1]

    def questions(self) -> list[tuple[Any, Any]]:
        """The fields of each question: its text, its files."""
        more = [name for name in self.fields if name.startswith("question-")]
        return [
            (self["text"], self["file"]),
            *((self[name], self[f"file-{name.removeprefix('question-')}"]) for name in more),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for text, file in self.questions():
            if text.name != "text" and data.get(file.name) and not data.get(text.name):
                self.add_error(text.name, "Enter the question these files belong to, or remove the files.")
        return data

    def arguments(self) -> dict[str, Any]:
        asked = [
            {"text": self.cleaned_data[text.name], "files": given_files(self.cleaned_data[file.name])}
            for text, file in self.questions()
        ]
        return {"questions": [one for one in asked if one["text"]], "due_on": self.cleaned_data["due_on"]}


def _files() -> FilesField:
    most = f"at most {MOST_FILES} files of {settings.UPLOAD_MAX_MB} MB each"
    return FilesField(label="Files", required=False, help_text=f"PDF, PNG or JPEG, {most}.")


class WithdrawQueryForm(MoveForm):
    """Which of the open questions, if there are several."""

    effect = "The operator need not answer it. When no question is left open, the review continues."
    reason = text_field("Reason", help_text="The operator can read this.")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(submission, explanations, *args, **kwargs)
        rows = list(open_questions(submission))
        if len(rows) > 1:
            self.fields["question"] = forms.TypedChoiceField(
                label="Question to withdraw",
                choices=[(row.pk, f"{row.number}. {row.text[:200]}") for row in rows],
                coerce=int,
                widget=forms.RadioSelect,
                error_messages={
                    "required": "Choose the question.",
                    "invalid_choice": "That question is closed. Choose another.",
                },
            )
            self.order_fields(["question"])


class ExtendForm(PlainForm):
    due_on = day_field("New day for the answers", help_text="For every question that is open.")


class SendBackForm(MoveForm):
    reason = text_field(
        "What the officer should look at again",
        "Enter what the officer should look at again.",
        help_text="Only your organisation can read this.",
    )


class TermsForm(MoveForm):
    """What an approval says: waivers, conditions, and the dates from and until which it is in force."""

    binds = True
    standard = StandardKind.CONDITION
    field_order: tuple[str, ...] = ()
    effective_on = day_field(
        "In force from", required=False, help_text="Leave empty for the day of the approval."
    )
    ends_on = day_field("Ends on", required=False, help_text="Leave empty for no end date.")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        if period := period_of_renewal(submission):
            start = max(period[0], jurisdiction(submission.jurisdiction).today())
            proposed = {"effective_on": start, "ends_on": period[1]}
            kwargs["initial"] = proposed | (kwargs.get("initial") or {})
        super().__init__(submission, explanations, *args, **kwargs)
        waivers = [each for each in explanations if each.kind == Explanation.Kind.WAIVER]
        if waivers:
            self.fields["waivers"] = WaiversField(
                label="Breaches to waive",
                help_text="Select each waiver to grant. A version with a breach that is not waived cannot "
                "be approved. Waivers are published with the decision.",
                coerce=int,
                required=False,
                error_messages={"invalid_choice": "Select the waivers on this page again."},
                choices=[(waiver.pk, _waiver_label(waiver)) for waiver in waivers],
                widget=forms.CheckboxSelectMultiple,
            )
            self.order_fields(self.field_order)
        given = self.data if self.is_bound else MultiValueDict(self.initial)
        self.rows = condition_rows(given)
        if "more" in self.initial:
            self.rows.append(EnteredCondition())

    @classmethod
    def insert(cls, filled: dict[str, Any], text: str) -> str:
        """Into the last condition if it is empty, else as another one."""
        texts = filled.setdefault("condition", [])
        if texts and not texts[-1].strip():
            texts.pop()
        texts.append(text)
        return "condition"

    def propose(self, terms: Terms) -> None:
        """Fill the form with these terms. A first day that has passed becomes today."""
        today = jurisdiction(self.submission.jurisdiction).today()
        starts = terms.effective_on and max(terms.effective_on, today)
        self.initial.update(effective_on=starts, ends_on=terms.ends_on, waivers=list(terms.granted))
        self.rows = [
            EnteredCondition(text, due_on.isoformat() if due_on else "") for text, due_on in terms.conditions
        ] or [EnteredCondition()]

    def clean(self) -> dict[str, Any]:
        for number, row in enumerate(self.rows, 1):
            if row.error:
                self.add_error(None, f"Condition {number}: {row.error}")
        return super().clean() or self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        conditions = [{"text": row.text, "due_on": row.day} for row in self.rows if row.text]
        return self.cleaned_data | {"conditions": conditions}


class RecommendForm(TermsForm):
    template = "regulator/recommend.html"
    outcome = forms.ChoiceField(
        label="You recommend to",
        choices=Recommendation.Outcome.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what you recommend."},
    )
    reason = text_field(
        "Reasons for your recommendation",
        "Enter the reasons for your recommendation.",
        help_text="Only your organisation can read this.",
    )
    no_conflict = _no_conflict()
    field_order = ("outcome", "reason", "waivers", "effective_on", "ends_on")


class ApproveForm(TermsForm):
    """The decision. It starts from the terms that the officer proposed."""

    template = "regulator/approve.html"
    reason = text_field(
        "Reasons", help_text="The operator can read them. Required if the officer recommended to refuse."
    )
    no_conflict = _no_conflict()
    field_order = ("waivers", "reason", "effective_on", "ends_on")


class WaiversField(forms.TypedMultipleChoiceField):
    """Accepts any id: the service checks that each waiver belongs to this version, and says what changed."""

    def valid_value(self, value: Any) -> bool:
        return True


@dataclass
class EnteredCondition:
    """A condition as entered, and what is wrong with it."""

    text: str = ""
    due_on: str = ""
    day: date | None = None
    error: str = ""


def condition_rows(posted: Any) -> list[EnteredCondition]:
    """The conditions entered, without empty rows at the end; one empty row if there are none."""
    rows = []
    for text, due in zip_longest(
        posted.getlist("condition"), posted.getlist("condition_due_on"), fillvalue=""
    ):
        row = EnteredCondition(text.strip(), due.strip())
        try:
            row.day = date.fromisoformat(row.due_on) if row.due_on else None
        except ValueError:
            row.error = "enter the date as 2026-11-30."
        if row.due_on and not row.text:
            row.error = "enter what has to be done, or clear the date."
        rows.append(row)
    while rows and not rows[-1].text and not rows[-1].due_on:
        rows.pop()
    return rows or [EnteredCondition()]


def _waiver_label(waiver: Explanation) -> SafeString:
    return format_html(
        "{} <span class='clause'>clause {}</span><br><span class='soft'>The operator’s reasons: {}</span>",
        waiver.message,
        waiver.clause,
        waiver.text,
    )


class RefuseForm(MoveForm):
    binds = True
    standard = StandardKind.REFUSAL
    effect = (
        "The case is closed. The register shows only reference, jurisdiction and outcome. The operator gets "
        "a letter with your reasons."
    )
    reason = text_field("Reasons", "Enter the reasons for the refusal.", help_text=NOT_PUBLIC)
    no_conflict = _no_conflict()


class SuspendForm(MoveForm):
    where = "Where the approval is suspended"
    states = (Coverage.IN_FORCE,)
    standard = StandardKind.SUSPENSION
    effect = (
        "The rules may not be offered until the suspension is lifted. The register shows this at once. "
        "The operator gets a letter with your reasons."
    )
    reason = text_field("Reasons", "Enter the reasons for the suspension.", help_text=NOT_PUBLIC)


class LiftForm(MoveForm):
    where = "Where the suspension is lifted"
    states = (Coverage.SUSPENDED,)
    effect = "The rules may be offered again at once. The register shows this."
    reason = text_field("Remarks", help_text=NOT_PUBLIC)


class NoteForm(PlainForm):
    text = forms.CharField(
        label="Add an internal note",
        help_text="Only your organisation can read it.",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        error_messages={"required": "Enter a note."},
    )


class SaveFilterForm(PlainForm):
    name = forms.CharField(
        label="Name of this view",
        max_length=60,
        error_messages={"required": "Enter a name for the view.", "max_length": "Use at most 60 characters."},
    )
    query_string = forms.CharField(widget=forms.HiddenInput, required=False)


class AssignForm(PlainForm):
    assignee = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class ConditionForm(PlainForm):
    """What the regulator says of a condition; one that was reported as met can be sent back."""

    MET, OPEN, SEND_BACK = "met", "open", "send-back"
    note = text_field(
        "Evidence, or what is still to be done",
        "Enter the evidence: a letter, a photograph, or a visit and its date.",
        help_text="Kept with the condition. The operator can read it.",
    )

    def __init__(self, condition: Condition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"id_{condition.pk}_%s", **kwargs)
        if condition.state == ConditionState.REPORTED:
            self.fields["due_on"] = day_field(
                "If you send it back: due on",
                required=False,
                help_text="Leave empty to keep the day it has.",
            )
        else:
            self.fields["note"].label = "Evidence" if condition.met_at is None else "Reasons"

    def arguments(self) -> dict[str, Any]:
        given = {"note": self.cleaned_data["note"]}
        if self.data.get("judgement") == self.SEND_BACK:
            given["due_on"] = self.cleaned_data.get("due_on")
        return given


class CommentForm(PlainForm):
    kind = forms.CharField(widget=forms.HiddenInput)
    about = forms.CharField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        label="Your remark",
        widget=forms.Textarea(attrs={"rows": 3, "autofocus": True, "maxlength": LONGEST}),
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
