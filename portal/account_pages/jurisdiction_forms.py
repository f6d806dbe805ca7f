"""Forms of jurisdictions and organisations. They read the input; the services check it."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms.boundfield import BoundField

from portal.account_pages.forms import EMAIL_INVALID, DayField
from portal.accounts.currencies import CURRENCIES
from portal.accounts.holiday_calendars import known_calendars
from portal.accounts.jurisdiction_facts import YEARLY, clean_facts, digest_of, facts_of
from portal.accounts.jurisdiction_services import changeable_facts
from portal.accounts.jurisdictions import Jurisdiction, Lengths, Paper, jurisdiction_choices
from portal.accounts.models import Kind, User
from portal.errors import BadValues
from portal.pages.file_forms import ScannedFileField
from portal.pages.forms import PlainForm, set_choices

_PLAIN = {"spellcheck": "false", "autocapitalize": "none", "autocomplete": "off"}
_LINES = forms.Textarea(attrs={"rows": 3})
GROUPS = (
    ("Name and money", ("name", "code", "prefix", "currency", "symbol")),
    ("Time", ("time_zone", "review_days", "calendar")),
    ("Rules", ("limits_by_notice", "lengths")),
    (
        "Letters and certificates",
        ("authority", "postal_address", "email", "phone", "under_signature", "appeal_text", "paper"),
    ),
    ("Public pages", ("refusal_text",)),
)


def _text(label: str, help_text: str = "", **attributes: str) -> forms.CharField:
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(label=label, help_text=help_text, required=False, widget=widget)


class JurisdictionForm(PlainForm):
    """The facts that the actor may change; without a row, all of a new jurisdiction."""

    name = _text("Name", "As pages and documents name it, such as Province of Tidewater.")
    code = _text(
        "Code", "Two to eight small letters. The ids of its editions start with it: tw-craps.", **_PLAIN
    )
    # A field, which Django takes out of the class: the form's own prefix stays as it is.
    prefix = _text("Prefix", "Two to four letters. Reference numbers start with it: TW-2026-0001.", **_PLAIN)  # type: ignore[assignment]
    currency = _text("Currency", "The three-letter ISO 4217 code, such as AUD.", list="currencies", **_PLAIN)
    symbol = _text("Symbol", "The symbol written before an amount, such as A$.", **_PLAIN)
    time_zone = _text(
        "Time zone", "From the IANA list, such as America/Halifax.", list="time-zones", **_PLAIN
    )
    review_days = _text(
        "Working days for a decision", "From the day a case is submitted, 1 to 250.", inputmode="numeric"
    )
    calendar = _text(
        "Calendar of public holidays",
        "A country such as NZ, or with its province CA-BC. Leave empty for none; add extra days off later.",
        list="calendars",
        **_PLAIN,
    )
    limits_by_notice = _text(
        "Limits by notice",
        "The clause that lets operators change posted limits by notice. Empty: a change needs approval.",
        **_PLAIN,
    )
    lengths = forms.ChoiceField(
        label="Lengths",
        help_text="In which unit operators enter the length of a table, and pages and documents show it.",
        choices=Lengths.choices,
        widget=forms.RadioSelect,
        initial=Lengths.METRES,
        required=False,
    )
    authority = _text("Authority", "Left empty, documents name the organisation of the person who signs.")
    postal_address = forms.CharField(label="Postal address", required=False, widget=_LINES)
    email = _text("E-mail address", **_PLAIN)
    phone = _text("Telephone")
    under_signature = forms.CharField(label="Text under the signature", required=False, widget=_LINES)
    appeal_text = forms.CharField(
        label="Appeals",
        help_text="How and until when an operator can appeal. Letters of refusal, suspension and revocation "
        "say it. Left empty, they say nothing about appeals.",
        required=False,
        widget=_LINES,
    )
    refusal_text = forms.CharField(
        label="Why a refusal shows no reasons",
        help_text="The public page of a refusal and the page of contacts say it, with the law it follows "
        "from. Left empty, they say only what is shown.",
        required=False,
        widget=_LINES,
    )
    paper = forms.ChoiceField(
        label="Paper", choices=Paper.choices, widget=forms.RadioSelect, initial=Paper.A4
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, actor: User, *args: Any, row: Jurisdiction | None = None, **kwargs: Any) -> None:
        if row is not None:
            kwargs["initial"] = facts_of(row) | {"seen": digest_of(row)}
        super().__init__(*args, **kwargs)
        self.row = row
        for name in set(self.fields) - set(changeable_facts(actor)) - ({"seen"} if row else set()):
            del self.fields[name]
        required = {"name", "code", "prefix", "currency", "symbol", "time_zone", "review_days"}
        for name in required & set(self.fields):  # the label says so; the service says what is missing
            self.fields[name].required = True
            self.fields[name].error_messages["required"] = _MISSING[name]

    @property
    def groups(self) -> list[tuple[str, list[BoundField]]]:
        groups = [(title, [self[name] for name in names if name in self.fields]) for title, names in GROUPS]
        return [(title, fields) for title, fields in groups if fields]

    @property
    def lists(self) -> dict[str, list[str]]:
        """What the browser suggests while people type."""
        lists = {
            "currency": ("currencies", sorted(CURRENCIES)),
            "time_zone": ("time-zones", sorted(name for name in available_timezones() if "/" in name)),
            "calendar": ("calendars", list(known_calendars())),
        }
        return {key: values for name, (key, values) in lists.items() if name in self.fields}

    def arguments(self) -> dict[str, Any]:
        facts = {name: value for name, value in self.cleaned_data.items() if name != "seen"}
        return {"facts": facts} | ({"seen": self.cleaned_data["seen"]} if self.row else {})

    def previewed(self) -> Jurisdiction | None:
        """The jurisdiction as it would be, not saved; None with errors on the form."""
        if not self.is_valid():
            return None
        facts = (facts_of(self.row) if self.row else {}) | self.arguments()["facts"]
        try:
            row = Jurisdiction(pk=self.row.pk if self.row else None, **clean_facts(facts, self.row))
        except BadValues as error:
            for field, message in error.by_field.items():
                self.add_error(field if field in self.fields else None, message)
            return None
        if self.row:
            row.set_own_days(list(self.row.holidays.all()))
        return row


_MISSING = {
    "name": "Enter the name, such as Province of Tidewater.",
    "code": "Enter a code of two to eight small letters, such as tw.",
    "prefix": "Enter a prefix of two to four letters, such as TW.",
    "currency": "Enter the three letters of the currency, such as AUD.",
    "symbol": "Enter the symbol written before an amount, such as A$.",
    "time_zone": "Enter the time zone, such as America/Halifax.",
    "review_days": "Enter the working days for a decision, such as 20.",
}


class JurisdictionFileForm(PlainForm):
    file = ScannedFileField(
        label="File",
        help_text="A .toml file, as the page of a jurisdiction offers it.",
        allow_empty_file=True,
        error_messages={"required": "Choose a file.", "empty": "The file is empty."},
    )

    def arguments(self) -> dict[str, Any]:
        return {"data": self.cleaned_data["file"].read()}


class OwnDayForm(PlainForm):
    day = DayField(label="Day")
    name = forms.CharField(
        label="Name",
        max_length=80,
        error_messages={"required": "Enter a name for the day, such as Harbour Day."},
    )
    yearly = forms.BooleanField(label="Every year on this date", required=False)
    working = forms.BooleanField(
        label="This is a working day, although the calendar has it as a holiday", required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].required = True
        self.fields["day"].error_messages["required"] = "Enter the day."

    def clean_day(self) -> date:
        """29 February can return every year only in the stored leap year, which the service takes care of."""
        day: date = self.cleaned_data["day"]
        return day.replace(year=YEARLY) if self.data.get("yearly") else day


class InviteAdministratorForm(PlainForm):
    email = forms.EmailField(
        label="E-mail address of the administrator",
        error_messages={"required": "Enter the e-mail address to invite.", "invalid": EMAIL_INVALID},
    )
    person = forms.CharField(label="Name of the administrator", max_length=120, required=False)


class DeactivationForm(PlainForm):
    reason = forms.CharField(
        label="Reason",
        help_text="Kept with the organisation and in the audit trail. Only those who run the site read it.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Enter the reason."},
    )


class OversightForm(PlainForm):
    jurisdictions = forms.MultipleChoiceField(
        label="Responsible for",
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": "Choose from the list."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "jurisdictions", jurisdiction_choices())


class OrganisationForm(OversightForm, InviteAdministratorForm):
    name = forms.CharField(
        label="Name", max_length=120, error_messages={"required": "Enter the organisation’s name."}
    )
    kind = forms.ChoiceField(
        label="Kind",
        choices=Kind.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose operator or regulator."},
    )
    field_order = ["name", "kind", "jurisdictions", "email", "person"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[
            "jurisdictions"
        ].help_text = "For a regulator. An operator chooses the jurisdiction of each casino that it adds."
