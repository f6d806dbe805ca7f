"""The pages of standard conditions and paragraphs: the list, one with its versions, forms to keep them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import can, require
from portal.errors import Conflict
from portal.http import UserRequest
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator.forms import text_field
from portal.review import standards
from portal.review.models import StandardKind

ACTS = {
    "retire": (standards.retire_standard, "The text is retired. Forms no longer offer it."),
    "restore": (standards.restore_standard, "The text is restored. Forms offer it again."),
}


class WordsForm(PlainForm):
    title = forms.CharField(
        label="Title",
        help_text="What people choose by. It is not inserted.",
        error_messages={"required": "Enter a title. It is what people choose by."},
    )
    text = text_field(
        "Text",
        "Enter the text.",
        help_text="It is copied into the form, where it can be edited before it is sent.",
    )


class AddForm(WordsForm):
    kind = forms.ChoiceField(
        label="Used for",
        choices=StandardKind.choices,
        error_messages={
            "required": "Choose what the text is used for.",
            "invalid_choice": "Choose what the text is used for from the list.",
        },
    )
    field_order = ("kind", "title", "text")


class ChangeForm(WordsForm):
    number = forms.IntegerField(widget=forms.HiddenInput)  # of the version that is changed


@regulator_page
def standard_list(request: UserRequest) -> HttpResponse:
    """All of them: those that forms offer by where they are offered, then the retired ones."""
    rows = sorted(standards.standards(request.user), key=lambda row: row.current.title.casefold())
    groups = [
        (kind, [row for row in rows if row.kind == kind.value and row.retired_at is None])
        for kind in StandardKind
    ]
    context = {
        "groups": [(kind, offered) for kind, offered in groups if offered],
        "retired": [row for row in rows if row.retired_at],
        "manages": can(request.user, standards.MANAGE),
    }
    return render(request, "regulator/standards.html", context)


@regulator_page
def add(request: UserRequest) -> HttpResponse:
    require(request.user, standards.MANAGE)
    form = AddForm(request.POST or None, initial={"kind": request.GET.get("kind", "")})
    if made := run_service(form, standards.add_standard, actor=request.user):
        messages.success(request, f"“{made}” is added. Forms offer it from now on.")
        return redirect("regulator:standards")
    return render_form(request, "regulator/standard_form.html", form)


@regulator_page
def standard(request: UserRequest, standard_id: int) -> HttpResponse:
    """One text with every version; its administrator retires and restores it here."""
    row = standards.standard(request.user, standard_id)
    act = request.POST.get("act", "")
    if act in ACTS:
        service, success = ACTS[act]
        service(actor=request.user, standard_id=standard_id)
        messages.success(request, success)
        return redirect("regulator:standard", standard_id)
    context = {
        "row": row,
        "versions": sorted(row.versions.all(), key=lambda version: -version.number),
        "manages": can(request.user, standards.MANAGE),
    }
    return render(request, "regulator/standard.html", context)


@regulator_page
def change(request: UserRequest, standard_id: int) -> HttpResponse:
    row = standards.standard(request.user, standard_id)
    require(request.user, standards.MANAGE)
    now = row.current
    given: dict[str, Any] = {"title": now.title, "text": now.text, "number": now.number}
    form = ChangeForm(request.POST or None, initial=given)
    theirs = None
    try:
        if run_service(form, standards.change_standard, actor=request.user, standard_id=standard_id):
            messages.success(request, "The text is changed. Earlier versions stay on this page.")
            return redirect("regulator:standard", standard_id)
    except Conflict as conflict:
        theirs = standards.standard(request.user, standard_id).current
        form = ChangeForm(form.cleaned_data | {"number": theirs.number})
        form.add_error(None, f"{conflict.message} Save again to keep yours, or correct it first.")
    return render_form(request, "regulator/standard_form.html", form, row=row, theirs=theirs)
