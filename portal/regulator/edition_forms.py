"""Forms for drafting editions. The codec of a value decides its widget."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

from django import forms
from django.utils.text import capfirst

from craps.codec import Flag, Items, Number, Odds, OneOf
from craps.edition import Edition as CoreEdition
from craps.edition_codec import RateForm
from craps.edition_values import CITED, ONLY_CLAUSE, RATE, Value
from craps.edition_words import choice_words, reading_option
from craps.readings import Reading
from craps.vocabulary import percent_or_text
from portal.editions.draft_values import LONGEST_WHY
from portal.pages.forms import PlainForm, set_choices
from portal.regulator.forms import day_field, text_field
from portal.text import whole_number
from portal.typed_values import amount, multiple, number, payout, rate


class HeadForm(PlainForm):
    title = forms.CharField(
        label="Title",
        max_length=120,
        help_text="The name in the register and the rulebooks.",
        error_messages={
            "required": "Enter a title.",
            "max_length": "Use at most 120 characters.",
        },
    )
    in_force_from = day_field(
        "Planned date",
        required=False,
        help_text="The final date is set when the draft is proposed. All changes of an edition are in force "
        "from one date. Put later changes into the next edition.",
    )


class OwnHeadForm(HeadForm):
    """Of an edition that follows on none."""

    authority = forms.CharField(
        label="Authority",
        max_length=120,
        help_text="Who issues the rules, as documents name it.",
        error_messages={"required": "Enter the authority.", "max_length": "Use at most 120 characters."},
    )
    source = forms.CharField(
        label="Source document",
        max_length=200,
        help_text="The name of the document that the edition follows.",
        error_messages={"required": "Enter the source.", "max_length": "Use at most 200 characters."},
    )


class StartForm(HeadForm):
    field_order = ("parent_id", "edition_id", "title", "in_force_from")
    parent_id = forms.ChoiceField(
        label="Start from", error_messages={"required": "Choose the edition to start from."}
    )
    edition_id = forms.CharField(
        label="Id",
        max_length=40,
        help_text="It starts with the code of your jurisdiction. Rule sets refer to the edition by its id, "
        "so it cannot be changed later.",
        error_messages={"required": "Enter an id.", "max_length": "Use at most 40 characters."},
    )

    def __init__(self, parents: list[tuple[str, list[tuple[str, str]]]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parent_id"].choices = parents  # type: ignore[attr-defined]


class ValueForm(PlainForm):
    """One value, its clause, and what it was when the page was opened."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, edition: CoreEdition, value: Value, *args: Any, **kwargs: Any) -> None:
        bare = value.json[0] if value.kind == CITED else value.json
        initial = {"clause": value.clause, "seen": json.dumps(value.json), "value": _form_value(value, bare)}
        if value.kind == RATE:
            initial |= {"kind": value.json[0], "value": percent_or_text(value.json[1])}
        super().__init__(*args, initial=initial, **kwargs)
        self.value = value
        if value.kind == RATE:
            self.fields["kind"] = forms.ChoiceField(
                label="The rate is",
                choices=[(kind, kind) for kind in RateForm.kinds.names],
                error_messages={"required": "Choose one."},
            )
        if value.kind != ONLY_CLAUSE:
            self.fields["value"] = _field(edition, value)
        if value.clause or value.kind != "plain":
            self.fields["clause"] = forms.CharField(
                label="Clause",
                max_length=60,
                help_text="The clause of this value. The rulebook lists new clauses at its end.",
                widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"}),
                error_messages={
                    "required": "Enter the clause that the value follows from.",
                    "max_length": "Use at most 60 characters.",
                },
            )

    def clean_value(self) -> Any:
        """What is typed, in the form of the core."""
        typed = self.cleaned_data["value"]
        read = _reader(self.value)
        if read is None or not isinstance(typed, str):
            return typed
        try:
            return read(typed.strip())
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        value = data.get("value")
        codec = self.value.codec
        if self.value.kind == RATE:
            value = [data["kind"], value]
        elif isinstance(codec, Flag):
            value = value == "yes"
        elif isinstance(codec, Items) and isinstance(value, str):
            parts = value.replace(",", " ").split()
            value = [part if (number := whole_number(part)) is None else number for part in parts]
        return {"value": value, "clause": data.get("clause", ""), "seen": _parse_seen(data.get("seen", ""))}


class ReadingForm(PlainForm):
    """How an open question is read, why, and how it was read when the page was opened."""

    value = forms.ChoiceField(
        label="As it is read", widget=forms.RadioSelect, error_messages={"required": "Choose an option."}
    )
    why = forms.CharField(
        label="Why",
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Another option needs reasons of its own. The public page of the clause shows them.",
        error_messages={
            "required": "Enter why the edition reads it this way.",
            "max_length": f"Use at most {LONGEST_WHY} characters.",
        },
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, reading: Reading, value: Value, *args: Any, **kwargs: Any) -> None:
        initial = {"value": reading.chosen, "why": reading.why, "seen": json.dumps(value.json)}
        super().__init__(*args, initial=initial, auto_id=f"{reading.id}-%s", **kwargs)
        set_choices(self, "value", [(option, _option_label(reading, option)) for option in reading.options])

    def arguments(self) -> dict[str, Any]:
        return self.cleaned_data | {"seen": _parse_seen(self.cleaned_data["seen"])}


class PartForm(PlainForm):
    text = forms.CharField(
        label="JSON",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "false", "class": "code"}),
        help_text='A value with its clause is ["value", "clause"]. Leave empty to remove this from '
        "the edition.",
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class ProposeForm(PlainForm):
    digest = forms.CharField(widget=forms.HiddenInput)
    on = day_field("In force from")
    confirmed = forms.BooleanField(
        label="I have read what changes and who is affected.",
        error_messages={"required": "Read what changes and who is affected, then confirm."},
    )

    def __init__(self, today: date, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"].help_text = (
            "Today or later. On this day it comes into force if a second person has published it by then; "
            "published on the day itself, it is in force at once."
        )
        self.fields["on"].widget.attrs["min"] = today.isoformat()

    def arguments(self) -> dict[str, Any]:
        return {"digest": self.cleaned_data["digest"], "on": self.cleaned_data["on"]}


class PublishForm(PlainForm):
    digest = forms.CharField(widget=forms.HiddenInput)
    confirmed = forms.BooleanField(
        label="I have read what changes and who is affected, and drafted none of it.",
        error_messages={"required": "Read what changes and who is affected, then confirm."},
    )

    def arguments(self) -> dict[str, Any]:
        return {"digest": self.cleaned_data["digest"]}


class RemarksForm(PlainForm):
    remarks = text_field(
        "What has to be changed",
        "Enter what has to be changed before it can be published.",
        help_text="Those who drafted it read this. It is not published.",
    )


class WithdrawForm(PlainForm):
    reason = text_field(
        "Why it should not come into force",
        "Enter why it should not come into force.",
        help_text="Your colleagues read this. It is not published.",
    )


def option_words(option: str) -> str:
    return capfirst(reading_option(option))


def _option_label(reading: Reading, option: str) -> str:
    """Name and effect; of a judgement the effect alone, which says the same."""
    effect = reading.options[option]
    return effect if reading.is_judgement else f"{option_words(option)}. {effect}"


def _field(edition: CoreEdition, value: Value) -> forms.Field:
    codec = value.codec
    options: dict[str, Any] = {
        "label": "Rate" if value.kind == RATE else "Value",
        "error_messages": {"required": "Enter a value."},
    }
    if isinstance(codec, Flag):
        return forms.ChoiceField(choices=[("yes", "Yes"), ("no", "No")], widget=forms.RadioSelect, **options)
    if isinstance(codec, OneOf):
        return forms.ChoiceField(choices=_choices(edition, value, codec), **options)
    if isinstance(codec, Items) and isinstance(codec.item, OneOf):
        return forms.MultipleChoiceField(
            choices=_choices(edition, value, codec.item),
            widget=forms.CheckboxSelectMultiple,
            required=False,
            **options,
        )
    if isinstance(codec, Odds):
        options["help_text"] = "Such as 7:6 for 7 to 6, or 25 for 1."
    elif isinstance(codec, Items):
        options["help_text"] = "Whole numbers separated by spaces, such as 2 3 4."
    elif value.kind == RATE:
        options["help_text"] = "A percentage such as 5%, or a fraction such as 1/20. At most 100%."
    elif isinstance(codec, Number):
        options["help_text"] = "A whole number." if codec.whole else "A number such as 10, 2.50 or 35/3."
    return forms.CharField(max_length=200, **options)


def _reader(value: Value) -> Callable[[str], str] | None:
    """How the typed text of a value is read, as in every other form; None where its codec reads it."""
    if value.kind == RATE:
        return rate
    if isinstance(value.codec, Odds):
        return payout
    if isinstance(value.codec, Number) and value.keys[0] == "odds":
        return multiple
    if isinstance(value.codec, Number):
        return number if value.codec.whole else amount
    return None


def _choices(edition: CoreEdition, value: Value, codec: OneOf) -> list[tuple[str, str]]:
    return [(name, choice_words(edition, value, name)) for name in codec.names]


def _form_value(value: Value, bare: Any) -> Any:
    if isinstance(value.codec, Flag):
        return "yes" if bare else "no"
    if isinstance(value.codec, Items) and not isinstance(value.codec.item, OneOf):
        return " ".join(str(each) for each in bare)
    return bare


def _parse_seen(text: str) -> Any:
    """The value when the page was opened. The service refuses unreadable text as another value."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
