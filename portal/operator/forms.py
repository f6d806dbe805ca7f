"""An operator's forms. They read what was typed; the services judge it."""

from __future__ import annotations

from typing import Any

from django import forms

from portal.accounts.jurisdictions import CHOICES
from portal.accounts.models import User
from portal.accounts.selectors import properties
from portal.editions.selectors import editions_for
from portal.pages.forms import PlainForm


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


class SubmitForm(PlainForm):
    """The declaration, and one explanation for each finding that needs one."""

    digest = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(
        label="Your full name", max_length=120, error_messages={"required": "Give your full name."}
    )
    role = forms.CharField(
        label="Your position",
        help_text="For example: Head of Compliance.",
        max_length=120,
        error_messages={"required": "Give your position in the company."},
    )
    declared = forms.BooleanField(
        label="These rules are complete and true, and I may submit them for the operator.",
        error_messages={"required": "Tick the declaration, or save the draft and submit it later."},
    )

    def __init__(self, gate: list[dict[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gate = gate
        for number, finding in enumerate(gate):
            waiver = finding["needs"] == "waiver"
            self.fields[f"explain-{number}"] = forms.CharField(
                label="Why this should be waived" if waiver else "Why this should be accepted",
                widget=forms.Textarea(attrs={"rows": 3}),
                error_messages={
                    "required": f"Clause {finding['clause']}: "
                    + (
                        "change the rules, or say why a waiver is justified."
                        if waiver
                        else "say why this is right here."
                    )
                },
            )
        self.order_fields([name for name in self.fields if name.startswith("explain-")])

    def rows(self) -> list[tuple[dict[str, Any], forms.BoundField]]:
        return [(finding, self[f"explain-{number}"]) for number, finding in enumerate(self.gate)]

    def declaration(self) -> list[forms.BoundField]:
        return [self["name"], self["role"], self["declared"]]

    def explanations(self) -> list[dict[str, str]]:
        return [
            {
                "rule": finding["rule"],
                "path": finding["path"],
                "kind": finding["needs"],
                "text": self.cleaned_data[f"explain-{number}"],
            }
            for number, finding in enumerate(self.gate)
        ]


class ReasonForm(PlainForm):
    reason = forms.CharField(label="Reason", widget=forms.Textarea(attrs={"rows": 3}), required=False)


class AnswerForm(PlainForm):
    text = forms.CharField(
        label="Your answer",
        widget=forms.Textarea,
        error_messages={"required": "Write your answer to the query."},
    )
