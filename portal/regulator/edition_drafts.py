"""Pages that write a draft: start it, change a value or a part, undo, publish, call back, delete."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from craps import BadInput
from craps.edition_values import part_at, value_at
from craps.edition_words import subject_of, value_label, value_text
from craps.rulebook import clause_ids
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.permissions import require
from portal.editions import drafting
from portal.editions.models import Edition
from portal.editions.selectors import core_edition, core_edition_for, edition_visible_to, editions_visible_to
from portal.errors import Conflict, NotFound
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.regulator.edition_forms import HeadForm, PartForm, PublishForm, StartForm, ValueForm
from portal.review.impact import impact


@regulator_page
def start(request: HttpRequest) -> HttpResponse:
    """A new draft from one of the jurisdiction's published editions."""
    require(request.user, "edition.manage")
    parents = [row for row in editions_visible_to(request.user) if not row.is_draft]
    chosen = next(
        (row for row in parents if row.pk == request.GET.get("from")), parents[-1] if parents else None
    )
    initial = {}
    if chosen is not None:
        initial = {
            "parent_id": chosen.pk,
            "edition_id": drafting.suggested_id(chosen),
            "title": f"{chosen.title}, {JURISDICTIONS[chosen.jurisdiction].today().year + 1}"[:120],
        }
    choices = [(row.pk, f"{row.title} ({row.pk})") for row in parents]
    form = StartForm(choices, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made = run_service(form, drafting.start, actor=request.user, **form.cleaned_data)
        if made:
            messages.success(request, f"The draft {made.pk} is started. It says what {made.parent} says.")
            return redirect("regulator:edition", made.pk)
    return _form(request, form, "Draft a new edition", button="Start the draft")


@regulator_page
def head(request: HttpRequest, edition_id: str) -> HttpResponse:
    """A draft's title and the day it is meant for."""
    row = _managed(request, edition_id)
    initial = {"title": row.title, "in_force_from": row.in_force_from}
    form = HeadForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if run_service(form, drafting.change_head, actor=request.user, edition_id=row.pk, **given):
            messages.success(request, "Title and day are saved.")
            return redirect("regulator:edition", row.pk)
    return _form(request, form, "Title and day", edition=row, button="Save")


@regulator_page
def value(request: HttpRequest, edition_id: str) -> HttpResponse:
    """One value of a draft, by the control that fits it."""
    row = _managed(request, edition_id)
    core = core_edition_for(row)
    try:
        found = value_at(core.data, request.GET.get("at", ""))
    except BadInput as error:
        raise NotFound(error.message) from None
    title = value_label(core, found)
    form = ValueForm(core, found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            done = run_service(
                form,
                drafting.change_value,
                actor=request.user,
                edition_id=row.pk,
                path=found.path,
                **form.arguments(),
            )
        except Conflict as conflict:
            form.add_error(None, conflict.message)
            done = None
        if done:
            messages.success(request, f"{title}: saved.")
            return redirect("regulator:edition-values", row.pk, subject_of(found))
    parent = _of_the_parent(row, found.path)
    clauses = clause_ids(core_edition(row.book_id))
    context = {"value": found, "was": parent, "book": row.book_id, "clauses": clauses}
    return _form(
        request,
        form,
        title,
        edition=row,
        button="Save this value",
        back=reverse("regulator:edition-values", args=[row.pk, subject_of(found)]),
        template="regulator/edition_value.html",
        **context,
    )


@regulator_page
def part(request: HttpRequest, edition_id: str) -> HttpResponse:
    """A section or one of its entries as JSON: for what a single value's form cannot add or leave out."""
    row = _managed(request, edition_id)
    path = request.GET.get("at", "")
    try:
        _, now = part_at(core_edition_for(row).data, path)
    except BadInput as error:
        raise NotFound(error.message) from None
    text = "" if now is None else _laid_out(now)
    form = PartForm(request.POST or None, initial={"text": text, "seen": row.digest})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            done = run_service(
                form, drafting.rewrite_part, actor=request.user, edition_id=row.pk, path=path, **given
            )
        except Conflict as conflict:
            form.add_error(None, conflict.message)
            done = None
        if done:
            messages.success(request, f"{path}: saved.")
            return redirect("regulator:edition", row.pk)
    return _form(request, form, f"{path} as JSON", edition=row, button="Save this part")


@require_POST
@regulator_page
def undo(request: HttpRequest, edition_id: str) -> HttpResponse:
    drafting.undo(actor=request.user, edition_id=edition_id, path=request.POST.get("at", ""))
    messages.success(request, "Undone: the value is what the parent edition says.")
    return redirect("regulator:edition", edition_id)


@regulator_page
def publish(request: HttpRequest, edition_id: str) -> HttpResponse:
    """The last page before a draft is public: what changes, whom it affects, and from which day."""
    row = _managed(request, edition_id)
    today = JURISDICTIONS[row.jurisdiction].today()
    initial = {"digest": row.digest, "on": max(row.in_force_from, today) if row.in_force_from else None}
    form = PublishForm(today, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        given = {"digest": form.cleaned_data["digest"], "on": form.cleaned_data["on"]}
        try:
            done = run_service(form, drafting.publish, actor=request.user, edition_id=row.pk, **given)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
            done = None
        if done:
            when = "in force" if done.state == "in_force" else "published, and comes into force on its day"
            messages.success(request, f"{done.title} is {when}. The operators it concerns have been told.")
            return redirect("regulator:edition", done.pk)
    core = core_edition_for(row)
    context = {
        "edition": row,
        "book": row.book_id,
        "form": form,
        "impact": impact(row),
        "obstacles": drafting.obstacles(row) if row.is_draft else [],
        "changes": [
            (
                value_label(core, change.value),
                value_text(core, change.was),
                value_text(core, change.now),
                change.clause,
            )
            for change in drafting.changes(row)
        ],
    }
    return render(request, "regulator/edition_publish.html", context, status=422 if form.errors else 200)


@regulator_page
def call_back(request: HttpRequest, edition_id: str) -> HttpResponse:
    row = _managed(request, edition_id)
    if request.method == "POST":
        drafting.unpublish(actor=request.user, edition_id=row.pk)
        messages.success(request, f"{row.title} is a draft again.")
        return redirect("regulator:edition", row.pk)
    return render(request, "regulator/edition_confirm.html", {"edition": row, "act": "call_back"})


@regulator_page
def delete(request: HttpRequest, edition_id: str) -> HttpResponse:
    row = _managed(request, edition_id)
    if request.method == "POST":
        drafting.delete(actor=request.user, edition_id=row.pk)
        messages.success(request, f"The draft {row.pk} is deleted. The audit trail keeps what it changed.")
        return redirect("regulator:editions")
    return render(request, "regulator/edition_confirm.html", {"edition": row, "act": "delete"})


def _managed(request: HttpRequest, edition_id: str) -> Edition:
    """Of the person's jurisdictions, for those who may draft. Who may not is told so."""
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    return row


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON to read and edit: an object's entries on lines of their own, a value beside its clause."""
    if not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = f"{indent}  "
    entries = [f"{inner}{json.dumps(key)}: {_laid_out(each, inner)}" for key, each in value.items()]
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"


def _of_the_parent(row: Edition, path: str) -> str:
    """What the parent says at a place, in words."""
    if row.parent is None:
        return ""
    core = core_edition_for(row.parent)
    try:
        found = value_at(core.data, path)
    except BadInput:
        return "not stated"
    return f"{value_text(core, found)} ({found.clause})" if found.clause else value_text(core, found)


def _form(
    request: HttpRequest, form: Any, title: str, *, template: str = "regulator/edition_form.html", **more: Any
) -> HttpResponse:
    context = {"form": form, "title": title, **more}
    return render(request, template, context, status=422 if form.errors else 200)
