"""Worked examples under the rules as they stand: the rulebook's, one's own, each step by step."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from craps import run_examples
from portal.accounts.permissions import can, require
from portal.errors import BadValue, Conflict
from portal.operator import examples_form as form
from portal.operator.steps import step_after, steps_of
from portal.pages.guards import operator_page
from portal.pages.play import all_examples, played, sorted_examples
from portal.submissions import examples as own
from portal.submissions.models import OwnExample, Submission
from portal.submissions.selectors import submission, version_shown_to
from portal.validation.selectors import run_of


@operator_page
def examples(request: HttpRequest, reference: str) -> HttpResponse:
    """Every example with what it comes to: stored with the run once handed in, settled now in a draft."""
    found = submission(request.user, reference)
    shown = version_shown_to(request.user, found)
    run = run_of(shown)
    results = run.examples if run and not found.is_editable else []
    if not results:
        ruleset = shown.rules
        results = [result.to_json() for result in run_examples(ruleset, all_examples(found, ruleset))]
    context = {
        "submission": found,
        "version": shown,
        **sorted_examples(results),
        "may_change": found.is_editable and can(request.user, "submission.edit"),
        "steps": steps_of(found, shown, current="examples"),
        "next_href": step_after("examples", reference),
    }
    return render(request, "operator/examples.html", context)


@operator_page
def play(request: HttpRequest, reference: str, key: str) -> HttpResponse:
    """One example on the drawn table, after as many bets and rolls as `?step=` says."""
    found = submission(request.user, reference)
    shown = version_shown_to(request.user, found)
    context = {
        "submission": found,
        "steps": steps_of(found, shown, current="examples"),
        **played(found, shown, key, request.GET.get("step", "")),
    }
    return render(request, "operator/examples_play.html", context)


@operator_page
def add(request: HttpRequest, reference: str) -> HttpResponse:
    found = submission(request.user, reference)
    return _edit(request, found, None)


@operator_page
def change(request: HttpRequest, reference: str, example_id: int) -> HttpResponse:
    row = own.own_example(request.user, reference, example_id)
    return _edit(request, submission(request.user, reference), row)


@operator_page
def remove(request: HttpRequest, reference: str, example_id: int) -> HttpResponse:
    row = own.own_example(request.user, reference, example_id)
    require(request.user, "submission.edit")
    if request.method == "POST":
        own.remove(actor=request.user, reference=reference, example_id=example_id)
        messages.success(request, f"The example “{row.title}” is removed.")
        return redirect("operator:examples", reference)
    context = {"submission": submission(request.user, reference), "example": row}
    return render(request, "operator/examples_remove.html", context)


# The small form ------------------------------------------------------------------------------------------


def _edit(request: HttpRequest, found: Submission, stored: OwnExample | None) -> HttpResponse:
    require(request.user, "submission.edit")
    if not found.is_editable:
        return redirect("operator:examples", found.reference)
    if request.method != "POST":
        rows = form.rows_of(stored.events) if stored else []
        return _form_page(request, found, stored, rows=rows, title=stored.title if stored else "")
    title, text = request.POST.get("title", ""), request.POST.get("json", "")
    rows = form.rows_posted(request.POST)
    if "more" in request.POST:
        return _form_page(request, found, stored, rows=rows, title=title, text=text, more=6)
    try:
        if text.strip():
            named, events = form.pasted(text)
            title = title.strip() or named
        else:
            events, wrong = form.events_of(rows)
            if wrong:
                return _form_page(request, found, stored, rows=_marked(rows, wrong), title=title)
        saved = own.save(
            actor=request.user,
            reference=found.reference,
            title=title,
            events=events,
            example_id=stored.pk if stored else None,
            seen=request.POST.get("seen"),
        )
    except Conflict as conflict:
        # What was written stays in the form, and its next save is one on top of the other person's.
        errors = {"rows": f"{conflict.message} Save once more to put yours in its place."}
        return _form_page(
            request, found, stored, rows=rows, title=title, text=text, errors=errors, is_fresh=True
        )
    except BadValue as error:
        return _refused(request, found, stored, error, rows=rows, title=title, text=text)
    messages.success(request, f"The example “{saved.title}” is saved. Step through it below.")
    return redirect("operator:example", found.reference, f"own-{saved.pk}")


def _refused(
    request: HttpRequest,
    found: Submission,
    stored: OwnExample | None,
    error: BadValue,
    *,
    rows: list[form.Row],
    title: str,
    text: str,
) -> HttpResponse:
    """What the core could not read, said at its place: the line of the form, or the path in the JSON."""
    errors = {}
    if error.field == "title":
        errors["title"] = error.message
    elif text.strip():
        place = f"{error.field}: " if error.field.startswith("events[") else ""
        errors["json"] = f"{place}{error.message}"
    elif place_in_form := form.row_of_place(rows, error.field):
        line, column = place_in_form
        rows = _marked(rows, {line: (column, _sentence(error.message))})
    else:
        errors["rows"] = error.message
    return _form_page(request, found, stored, rows=rows, title=title, text=text, errors=errors)


def _form_page(
    request: HttpRequest,
    found: Submission,
    stored: OwnExample | None,
    *,
    rows: list[form.Row],
    title: str,
    text: str = "",
    errors: dict[str, str] | None = None,
    more: int = 0,
    is_fresh: bool = False,
) -> HttpResponse:
    begun = "" if is_fresh else request.POST.get("seen", "")
    shown = version_shown_to(request.user, found)
    ruleset = shown.rules
    lines = form.with_spare(rows, more=more)
    summary = [(f"example-{field}", message) for field, message in (errors or {}).items()]
    summary += [
        (f"line-{place}-{row.wrong}", f"Line {place + 1}: {row.error}")
        for place, row in enumerate(lines)
        if row.error
    ]
    context = {
        "submission": found,
        "stored": stored,
        "seen": begun or (own.state_of(stored) if stored else ""),
        "title": title,
        "json": text,
        "lines": lines,
        "what": form.WHAT,
        "bets": form.bets(ruleset.edition, {*ruleset.offered, *(row.bet.partition(":")[0] for row in rows)}),
        "currency": ruleset.stated.get("currency", ruleset.edition.currency),
        "errors": errors or {},
        "summary": summary,
        "steps": steps_of(found, shown, current="examples"),
    }
    return render(request, "operator/examples_form.html", context, status=422 if summary else 200)


def _marked(rows: list[form.Row], wrong: dict[int, tuple[str, str]]) -> list[form.Row]:
    return [
        replace(row, wrong=wrong[place][0], error=wrong[place][1]) if place in wrong else row
        for place, row in enumerate(rows)
    ]


def _sentence(message: str) -> str:
    """The core names the place before its message; here the message stands at the place."""
    return f"This {message}." if message.startswith(("is ", "should ", "does ")) else f"{message}."
