"""Pages that change an edition's draft: start, edit a value or a part, undo, delete."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from craps import BadInput
from craps.edition import Edition as CoreEdition
from craps.edition_values import READING, Value, part_at, value_at
from craps.edition_words import subject_of, value_label, value_text
from craps.rulebook import clause_ids
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import require
from portal.editions import drafting, starting
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to, editions_visible_to
from portal.errors import BadValue, Conflict, NotFound, NotPossible
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator.edition_clauses import sentence_links
from portal.regulator.edition_forms import (
    HeadForm,
    OwnHeadForm,
    PartForm,
    ReadingForm,
    StartForm,
    ValueForm,
)

FORM_PAGE = "regulator/edition_form.html"
edit = partial(run_service, refusals=(BadValue, NotPossible, Conflict))  # a conflict is shown on the form too


@regulator_page
def start(request: UserRequest) -> HttpResponse:
    """Start a draft after a published edition, as a copy of another jurisdiction's, or from nothing."""
    require(request.user, "edition.manage")
    parents = [row for row in editions_visible_to(request.user) if row.is_published]
    initial = {}
    if parents:
        parent = next((row for row in parents if row.pk == request.GET.get("from")), parents[-1])
        initial = {
            "parent_id": parent.pk,
            "edition_id": starting.suggested_id(parent),
            "title": f"{parent.title}, {jurisdiction(parent.jurisdiction).today().year + 1}"[:120],
        }
    form = StartForm(_starts(request, parents), request.POST or None, initial=initial)
    if draft := run_service(form, starting.start, actor=request.user):
        like = f"It is a copy of {draft.parent}." if draft.parent else "It follows no other edition."
        messages.success(request, f"The draft {draft.pk} is created. {like}")
        return redirect("regulator:edition", draft.pk)
    return render_form(request, "regulator/edition_start.html", form)


def _starts(request: UserRequest, parents: list[Edition]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What a draft can be started from, by group."""
    groups = [
        ("The next edition of yours", [(row.pk, f"{row.title} ({row.pk})") for row in parents]),
        (
            "From nothing",
            [
                (f"{starting.EMPTY}{game}", f"{capfirst(words)}, empty")
                for game, words in starting.games_to_start()
            ],
        ),
        (
            "A copy of another jurisdiction’s",
            [
                (f"{starting.COPY}{row.pk}", f"{row.title} ({row.pk})")
                for row in starting.others_to_copy(request.user)
            ],
        ),
    ]
    return [(title, choices) for title, choices in groups if choices]


@regulator_page
def head(request: UserRequest, edition_id: str) -> HttpResponse:
    """A draft's title and planned date."""
    row = _editable(request, edition_id)
    names = ("title", "in_force_from", "authority", "source")
    form_class = HeadForm if row.parent else OwnHeadForm
    form = form_class(request.POST or None, initial={name: getattr(row, name) for name in names})
    if run_service(form, drafting.change_head, actor=request.user, edition_id=row.pk):
        messages.success(request, "Title and date are saved.")
        return redirect("regulator:edition", row.pk)
    return render_form(request, FORM_PAGE, form, title="Title and date", edition=row, button="Save")


@regulator_page
def edit_value(request: UserRequest, edition_id: str) -> HttpResponse:
    """Edit one value of a draft."""
    row = _editable(request, edition_id)
    core = core_edition_for(row)
    try:
        value = value_at(core.data, request.GET.get("at", ""))
    except BadInput as error:
        raise NotFound(error.message) from None
    title = value_label(core, value)
    form = _value_form(core, value, request.POST or None)
    if edit(form, drafting.change_value, actor=request.user, edition_id=row.pk, path=value.path):
        messages.success(request, _saved_words(row, value.path, title))
        return redirect(_values_page(row, value))
    citation = ", ".join(value.json["clauses"]) if value.kind == READING else value.clause
    return render_form(
        request,
        "regulator/edition_value.html",
        form,
        title=title,
        edition=row,
        button="Save this reading" if value.kind == READING else "Save this value",
        back=_values_page(row, value),
        value=value,
        citation=citation,
        sentences=sentence_links(row, citation) if row.is_draft else [],
        was=_value_in_parent(row, value.path),
        book=row.book_id,
        clauses=clause_ids(core),
    )


@regulator_page
def edit_part(request: UserRequest, edition_id: str) -> HttpResponse:
    """Edit a section or one of its entries as JSON, to add or remove what the form of a value cannot."""
    row = _editable(request, edition_id)
    path = request.GET.get("at", "")
    try:
        _, part = part_at(core_edition_for(row).data, path)
    except BadInput as error:
        raise NotFound(error.message) from None
    text = "" if part is None else _format_json(part)
    form = PartForm(request.POST or None, initial={"text": text, "seen": row.digest})
    if edit(form, drafting.rewrite_part, actor=request.user, edition_id=row.pk, path=path):
        messages.success(request, f"{path}: saved.")
        return redirect("regulator:edition", row.pk)
    return render_form(
        request, FORM_PAGE, form, title=f"{path} as JSON", edition=row, button="Save this part"
    )


@require_POST
@regulator_page
def undo(request: UserRequest, edition_id: str) -> HttpResponse:
    path = request.POST.get("at", "")
    row = drafting.undo(actor=request.user, edition_id=edition_id, path=path)
    messages.success(request, "The value is that of the parent edition again.")
    if "back" in request.POST:  # from the page of values
        return redirect(_values_page(row, value_at(core_edition_for(row).data, path)))
    return redirect("regulator:edition", edition_id)


@regulator_page
def delete(request: UserRequest, edition_id: str) -> HttpResponse:
    row = _editable(request, edition_id)
    if request.method == "POST":
        drafting.delete(actor=request.user, edition_id=row.pk)
        messages.success(request, f"The draft {row.pk} is deleted. The audit trail keeps its changes.")
        return redirect("regulator:editions")
    return render(request, "regulator/edition_delete.html", {"edition": row})


def _editable(request: UserRequest, edition_id: str) -> Edition:
    """An edition of the person's jurisdictions. Refused to people who may not draft editions."""
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    return row


def _saved_words(row: Edition, path: str, title: str) -> SafeString:
    """What was saved, with a link to the sentence that may name the old value."""
    clause = value_at(core_edition_for(Edition.objects.get(pk=row.pk)).data, path).clause
    for number, href in sentence_links(row, clause)[:1]:
        return format_html(
            '{}: saved. If clause {} names the old value, <a href="{}">change its sentence too</a>.',
            title,
            number,
            href,
        )
    return format_html("{}: saved.", title)


def _value_form(core: CoreEdition, value: Value, posted: QueryDict | None) -> ReadingForm | ValueForm:
    if value.kind == READING:
        return ReadingForm(core.readings[value.keys[1]], value, posted)
    return ValueForm(core, value, posted)


def _values_page(row: Edition, value: Value) -> str:
    """The page that lists a value; a reading has its own place there."""
    page = reverse("regulator:edition-values", args=[row.pk, subject_of(value)])
    return f"{page}#reading-{value.keys[1]}" if value.kind == READING else page


def _format_json(value: Any, indent: str = "") -> str:
    """JSON for editing: each entry of an object on its own line, a value and its clause on one line."""
    if not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = f"{indent}  "
    entries = [f"{inner}{json.dumps(key)}: {_format_json(each, inner)}" for key, each in value.items()]
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"


def _value_in_parent(row: Edition, path: str) -> str:
    """The parent edition's value in words."""
    if row.parent is None:
        return ""
    core = core_edition_for(row.parent)
    try:
        value = value_at(core.data, path)
    except BadInput:
        return "not given"
    return f"{value_text(core, value)} ({value.clause})" if value.clause else value_text(core, value)
