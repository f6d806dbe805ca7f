"""Pages that add parts to a draft and remove them: wagers, sections, values and readings."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from craps.edition import Edition as CoreEdition
from craps.edition_values import values
from craps.edition_words import subject_of
from craps.readings import JUDGEMENTS
from craps.rulebook import clause_ids
from portal.accounts.permissions import require
from portal.editions import adding, reading_edits
from portal.editions.draft_values import LONGEST_WHY
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.forms import PlainForm, render_form, set_choices
from portal.pages.guards import regulator_page
from portal.regulator.edition_content_forms import save_contents_form

READINGS = "readings"


class AddForm(PlainForm):
    path = forms.ChoiceField(
        label="Add",
        error_messages={"required": "Choose what to add.", "invalid_choice": "Choose what to add."},
    )
    source_id = forms.ChoiceField(
        label="Copy from",
        required=False,
        help_text="Its values are copied, and you change them one by one.",
    )
    outcome = forms.CharField(
        label="For which outcome",
        required=False,
        max_length=60,
        help_text="Where you add something for an outcome: all, or its numbers, such as 4 10.",
    )
    clause = forms.CharField(
        label="Clause",
        max_length=60,
        help_text="Every value of it cites this clause until you change it.",
        widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"}),
        error_messages={"required": "Enter the clause.", "max_length": "Use at most 60 characters."},
    )

    def __init__(self, core: CoreEdition, within: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in adding.addable(core, within):
            groups.setdefault(each.group, []).append((each.path, each.label))
        self.fields["path"].choices = list(groups.items())  # type: ignore[attr-defined]
        if not any(path.endswith(adding.OUTCOME) for choices in groups.values() for path, _ in choices):
            del self.fields["outcome"]
        others = [(each.id, f"{each.title} ({each.id})") for each in adding.sources(core)]
        nothing = (adding.NOTHING, "No other edition: only what is required")
        self.fields["source_id"].initial = others[0][0] if others else adding.NOTHING
        set_choices(self, "source_id", [*others, nothing])


class ReadingTextForm(PlainForm):
    """A reading as its file has it."""

    reading_id = forms.CharField(
        label="Id",
        max_length=60,
        help_text="Such as on-marker. Questions that settlement goes by have a fixed id; a check that is "
        "referred to a person has the id of its rule, such as md.vig.rate.",
        error_messages={"required": "Enter an id.", "max_length": "Use at most 60 characters."},
    )
    question = forms.CharField(
        label="What the document leaves open",
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Enter the question.", "max_length": "Use at most 400 characters."},
    )
    clauses = forms.CharField(
        label="Clauses",
        help_text="Separated by commas.",
        error_messages={"required": "Enter the clause that leaves it open."},
    )
    options = forms.CharField(
        label="Options",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One in each line: its name, a colon, and what it does. Leave empty where a person judges: "
        f"the options are then {', '.join(JUDGEMENTS)}.",
    )
    chosen = forms.CharField(
        label="Chosen option",
        max_length=40,
        error_messages={"required": "Enter the option that the edition goes by."},
    )
    why = forms.CharField(
        label="Why",
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Enter why the edition reads it this way."},
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_options(self) -> dict[str, str]:
        options = {}
        for line in self.cleaned_data["options"].splitlines():
            name, colon, text = line.partition(":")
            if line.strip() and not colon:
                raise forms.ValidationError(f"Write a colon after the name of the option: “{line.strip()}”.")
            if line.strip():
                options[name.strip()] = text.strip()
        return options

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        data["clauses"] = [each.strip() for each in data["clauses"].split(",") if each.strip()]
        return data


@regulator_page
def add_part(request: UserRequest, edition_id: str) -> HttpResponse:
    """Add a wager, a section or a value, like that of another edition."""
    row = _draft(request, edition_id)
    core = core_edition_for(row)
    within = request.GET.get("to", "")
    initial = {"path": request.GET.get("path", ""), "clause": request.GET.get("clause", "")}
    form = AddForm(core, within, request.POST or None, initial=initial)
    if saved := save_contents_form(form, adding.add_part, actor=request.user, edition_id=row.pk):
        path = form.cleaned_data["path"].removesuffix(f".{adding.OUTCOME}")
        messages.success(
            request, f"{adding.part_label(core, tuple(path.split('.')))} is added. Check its values."
        )
        return redirect(_values_page(saved, path))
    return render_form(
        request,
        "regulator/edition_add.html",
        form,
        edition=row,
        clauses=clause_ids(core),
        nothing_left=not adding.addable(core, within),
    )


@regulator_page
def remove_part(request: UserRequest, edition_id: str) -> HttpResponse:
    row = _draft(request, edition_id)
    path = request.GET.get("at", "")
    label = adding.part_label(core_edition_for(row), tuple(path.split(".")))
    if request.method == "POST":
        if path.startswith(f"{READINGS}."):
            name = path.removeprefix(f"{READINGS}.")
            reading_edits.remove_reading(actor=request.user, edition_id=row.pk, reading_id=name)
        else:
            adding.remove_part(actor=request.user, edition_id=row.pk, path=path)
        messages.success(request, f"{label} is removed.")
        return redirect("regulator:edition", row.pk)
    return render(request, "regulator/edition_remove.html", {"edition": row, "label": label, "path": path})


@regulator_page
def add_reading(request: UserRequest, edition_id: str) -> HttpResponse:
    row = _draft(request, edition_id)
    form = ReadingTextForm(request.POST or None)
    service = reading_edits.save_reading
    if save_contents_form(form, service, actor=request.user, edition_id=row.pk, new=True):
        messages.success(request, "The reading is added.")
        return redirect("regulator:edition-values", row.pk, READINGS)
    return _reading_page(request, row, form, "Add a reading")


@regulator_page
def edit_reading(request: UserRequest, edition_id: str) -> HttpResponse:
    """Write a reading anew: question, clauses, options, the chosen one and why."""
    row = _draft(request, edition_id)
    name = request.GET.get("at", "")
    entry = core_edition_for(row).data.get(READINGS, {}).get(name)
    if entry is None:
        raise NotFound(f"The edition has no reading {name}.")
    initial = {
        **entry,
        "clauses": ", ".join(entry["clauses"]),
        "options": "\n".join(f"{key}: {text}" for key, text in entry.get("options", {}).items()),
        "reading_id": name,
        "seen": reading_edits.state_of(entry),
    }
    form = ReadingTextForm(request.POST or None, initial=initial)
    form.fields["reading_id"].disabled = True
    if save_contents_form(form, reading_edits.save_reading, actor=request.user, edition_id=row.pk):
        messages.success(request, "The reading is saved.")
        return redirect("regulator:edition-values", row.pk, READINGS)
    return _reading_page(request, row, form, "Change a reading")


def _reading_page(request: UserRequest, row: Edition, form: ReadingTextForm, title: str) -> HttpResponse:
    back = reverse("regulator:edition-values", args=[row.pk, READINGS])
    return render_form(
        request, "regulator/edition_form.html", form, title=title, edition=row, button="Save", back=back
    )


def _draft(request: UserRequest, edition_id: str) -> Edition:
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    return row


def _values_page(row: Edition, path: str) -> str:
    """The page with the first of the values that were added."""
    data = core_edition_for(row).data
    first = next((value for value in values(data) if f"{value.path}.".startswith(f"{path}.")), None)
    if first is None:
        return reverse("regulator:edition", args=[row.pk])
    return reverse("regulator:edition-values", args=[row.pk, subject_of(first)])
