"""The rulebook of a draft on pages: the list of its clauses, and the forms that change it."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from craps.contents import CLAUSE, VALUE, problems
from craps.edition_values import READING, values
from craps.edition_words import value_label, value_text
from craps.examples import examples_data
from craps.rulebook import cited
from craps.rulebook.clauses import Clause, book_of_data
from portal.accounts.permissions import can, require
from portal.editions import clauses
from portal.editions.book_edits import clauses_in, place_of
from portal.editions.changes import clause_words
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.http import UserRequest
from portal.pages.clauses import clause_html_with
from portal.pages.forms import render_form
from portal.pages.guards import regulator_page
from portal.regulator.edition_content_forms import BookHeadForm, ClauseForm, save_contents_form

CLAUSE_PAGE = "regulator/edition_clause.html"


@dataclass(frozen=True)
class ClauseRow:
    """A clause in the list; `change` says how it differs from the parent's."""

    clause: Clause
    change: str
    text: str  # without markup
    problems: list[str]
    first: bool  # among its neighbours
    last: bool


@regulator_page
def clause_list(request: UserRequest, edition_id: str) -> HttpResponse:
    """The rulebook in order, with what differs from the parent and what is wrong."""
    row = edition_visible_to(request.user, edition_id)
    core, data = core_edition_for(row), clauses.book_of(row)
    book = book_of_data(row.pk, data, core.slips)
    differences = clauses.clause_differences(row)
    words = {each.id: "changed" if each.was and each.now else "added" for each in differences if each.now}
    wrong = problems(core)
    siblings: dict[str | None, list[str]] = {}
    for each in book.clauses:
        siblings.setdefault(each.parent, []).append(each.id)
    context = {
        "edition": row,
        "head": clauses.head_of(data),
        "rows": [
            ClauseRow(
                each,
                words.get(each.id, ""),
                clause_words(replace(each, heading="")),
                [clauses.problem_sentence(p, each.id) for p in wrong if p.kind == CLAUSE and p.id == each.id],
                siblings[each.parent][0] == each.id,
                siblings[each.parent][-1] == each.id,
            )
            for each in book.clauses
        ],
        "dropped": [each for each in differences if each.now is None],
        "missing": [f"{p.path} {p.message}" for p in wrong if p.kind == VALUE],
        "last_clause": book.clauses[-1].id if book.clauses else "",
        "editable": row.is_draft and can(request.user, "edition.manage"),
    }
    return render(request, "regulator/edition_clauses.html", context)


@regulator_page
def change_clause(request: UserRequest, edition_id: str) -> HttpResponse:
    """Write a clause anew, beside how it will look."""
    row = _draft(request, edition_id)
    clause_id = request.GET.get("at", "")
    entry = clauses.clause_entry(row, clause_id)
    form = ClauseForm(
        _examples(row), request.POST or None, initial={**entry, "seen": clauses.state_of(entry)}
    )
    draft = (
        None
        if _is_preview(request)
        else save_contents_form(
            form, clauses.change_clause, actor=request.user, edition_id=row.pk, clause_id=clause_id
        )
    )
    if draft:
        saved = form.cleaned_data["id"]
        messages.success(request, f"Clause {saved} is saved.")
        return redirect(f"{_list_page(row)}#{_anchor(saved)}")
    title = f"Clause {clause_id}"
    return _form_page(request, row, form, title=title, clause_id=clause_id, button="Save this clause")


@regulator_page
def add_clause(request: UserRequest, edition_id: str) -> HttpResponse:
    """Add a clause before or after another."""
    row = _draft(request, edition_id)
    at = request.GET.get("at", "")
    where = clauses.BEFORE if request.GET.get("where") == clauses.BEFORE else clauses.AFTER
    clauses.clause_entry(row, at)
    initial = {"id": request.GET.get("number", "")}
    form = ClauseForm(_examples(row), request.POST or None, initial=initial)
    draft = (
        None
        if _is_preview(request)
        else save_contents_form(
            form, clauses.add_clause, actor=request.user, edition_id=row.pk, at=at, where=where
        )
    )
    if draft:
        saved = form.cleaned_data["id"]
        messages.success(request, f"Clause {saved} is added.")
        return redirect(f"{_list_page(row)}#{_anchor(saved)}")
    title = f"Add a clause {where} {at}"
    return _form_page(request, row, form, title=title, clause_id="", button="Add this clause")


@require_POST
@regulator_page
def move_clause(request: UserRequest, edition_id: str) -> HttpResponse:
    clause_id = request.POST.get("at", "")
    up = request.POST.get("to") == "up"
    row = clauses.move_clause(actor=request.user, edition_id=edition_id, clause_id=clause_id, up=up)
    return redirect(f"{_list_page(row)}#{_anchor(clause_id)}")


@require_POST
@regulator_page
def undo_clause(request: UserRequest, edition_id: str) -> HttpResponse:
    clause_id = request.POST.get("at", "")
    row = clauses.undo_clause(actor=request.user, edition_id=edition_id, clause_id=clause_id)
    messages.success(request, f"Clause {clause_id} is as in the parent edition again.")
    return redirect(f"{_list_page(row)}#{_anchor(clause_id)}")


@regulator_page
def delete_clause(request: UserRequest, edition_id: str) -> HttpResponse:
    row = _draft(request, edition_id)
    clause_id = request.GET.get("at", "")
    entry = clauses.clause_entry(row, clause_id)
    if request.method == "POST":
        clauses.delete_clause(
            actor=request.user, edition_id=row.pk, clause_id=clause_id, seen=request.POST.get("seen", "")
        )
        messages.success(request, f"Clause {clause_id} is deleted.")
        return redirect(_list_page(row))
    context = {
        "edition": row,
        "entry": entry,
        "seen": clauses.state_of(entry),
        "shown": _html(row, entry.get("text", "")),
        "reasons": clauses.why_not_deleted(row, clause_id),
    }
    return render(request, "regulator/edition_clause_delete.html", context)


@regulator_page
def book_head(request: UserRequest, edition_id: str) -> HttpResponse:
    """Title and introduction of the rulebook."""
    row = _draft(request, edition_id)
    head = clauses.head_of(clauses.book_of(row))
    form = BookHeadForm(request.POST or None, initial={**head, "seen": clauses.state_of(head)})
    if save_contents_form(form, clauses.change_book_head, actor=request.user, edition_id=row.pk):
        messages.success(request, "The head of the rulebook is saved.")
        return redirect(_list_page(row))
    return render_form(
        request,
        "regulator/edition_form.html",
        form,
        title="Title and introduction of the rulebook",
        edition=row,
        button="Save",
        back=_list_page(row),
    )


def clause_page(row: Edition, clause_id: str) -> str:
    """The address of the form of a clause."""
    return f"{reverse('regulator:edition-clause', args=[row.pk])}?{urlencode({'at': clause_id})}"


def sentence_links(row: Edition, citation: str) -> list[tuple[str, str]]:
    """Number and form of each clause that a value cites, where the rulebook has it."""
    entries = clauses_in(clauses.book_of(row))
    names = (name for part in citation.split(", ") for name in cited(part))
    return [(name, clause_page(row, name)) for name in names if place_of(entries, name) is not None]


def _draft(request: UserRequest, edition_id: str) -> Edition:
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    return row


def _form_page(
    request: UserRequest, row: Edition, form: ClauseForm, *, title: str, clause_id: str, button: str
) -> HttpResponse:
    core, book = core_edition_for(row), clauses.book_of(row)
    number = form["number"].value() or form["id"].value()
    context: dict[str, Any] = {
        "title": title,
        "edition": row,
        "button": button,
        "back": _list_page(row),
        "main": [form[name] for name in form.MAIN],
        "more": [form[name] for name in form.MORE if name in form.fields],
        "shown": _html(row, str(form["text"].value() or "")),
        "shown_heading": " ".join(filter(None, (number, form["heading"].value()))),
        "shown_note": _html(row, str(form["note"].value() or "")),
        "clauses": [entry["id"] for entry in clauses_in(book)],
        "was": _in_parent(row, clause_id),
        "cited_by": clauses.cited_by(core, book, clause_id) if clause_id else [],
        "decides": _values_at(row, clause_id),
    }
    if _is_preview(request):
        form.errors.clear()
        if request.headers.get("HX-Request"):
            return render(request, "regulator/_clause_shown.html", context)
    return render_form(request, CLAUSE_PAGE, form, **context)


def _values_at(row: Edition, clause_id: str) -> list[tuple[str, str, str]]:
    """Label, words and form of each value that follows from a clause."""
    core = core_edition_for(row)
    return [
        (
            value_label(core, value),
            value_text(core, value),
            f"{reverse('regulator:edition-value', args=[row.pk])}?{urlencode({'at': value.path})}",
        )
        for value in values(core.data)
        if value.kind != READING and clause_id and clause_id in cited(value.clause)
    ]


def _in_parent(row: Edition, clause_id: str) -> SafeString | str:
    """The clause as the parent has it, if it differs."""
    change = next((each for each in clauses.clause_differences(row) if each.id == clause_id), None)
    return _html(row, change.was["text"]) if change and change.was else ""


def _html(row: Edition, text: str) -> SafeString:
    return clause_html_with(clauses.typed_text(text), lambda name: clause_page(row, name))


def _examples(row: Edition) -> list[tuple[str, str]]:
    entries = examples_data(core_edition_for(row))["example"]
    return [(entry["id"], f"{entry['title']} ({entry['id']})") for entry in entries]


def _is_preview(request: UserRequest) -> bool:
    return request.method == "POST" and "preview" in request.POST


def _list_page(row: Edition) -> str:
    return reverse("regulator:edition-clauses", args=[row.pk])


def _anchor(clause_id: str) -> str:
    return quote(f"clause-{clause_id}")
