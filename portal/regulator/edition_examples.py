"""The worked examples of an edition on pages: the list, and the forms that change those of a draft."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from craps import BadInput
from craps.codec import parse
from craps.edition import Edition as CoreEdition
from craps.examples.comparison import event_words
from craps.money import amount_text
from craps.ruleset import with_every_wager
from portal.accounts.jurisdictions import currency_symbol
from portal.accounts.permissions import can, require
from portal.editions import examples
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import BadValue, Conflict, NotPossible
from portal.http import UserRequest
from portal.pages.examples_form import ExampleForm, lines_of
from portal.pages.guards import regulator_page
from portal.pages.run_words import end_words, signed_money, step_outcome

TEXTS = ("id", "why", "given", "subjects", "terms", "readings", "end")


@dataclass
class SettledExample:
    """How an example ends under the edition, or why it cannot be settled."""

    steps: list[tuple[str, list[str], str]] = field(default_factory=list)
    end: str = ""
    balance: str = ""
    problem: str = ""
    as_stated: bool = True


@regulator_page
def example_list(request: UserRequest, edition_id: str) -> HttpResponse:
    row = edition_visible_to(request.user, edition_id)
    core = core_edition_for(row)
    entries = examples.entries_of(core)
    context = {
        "edition": row,
        "rows": [(entry, _settled(core, entry)) for entry in entries],
        "editable": row.is_draft and can(request.user, "edition.manage"),
    }
    return render(request, "regulator/edition_examples.html", context)


@regulator_page
def change_example(request: UserRequest, edition_id: str) -> HttpResponse:
    """Write an example anew, or add one, beside how it is settled."""
    row = edition_visible_to(request.user, edition_id)
    require(request.user, "edition.manage")
    core = core_edition_for(row)
    example_id = request.GET.get("at", "")
    entry = examples.entry_of(core, example_id) if example_id else {}
    kind = lines_of(with_every_wager(core))
    seen = examples.state_of(entry) if entry else ""
    if request.method != "POST":
        form = ExampleForm.from_example(kind, entry.get("title", ""), entry.get("events", ()))
        return _page(request, row, core, form, _texts(entry), entry, seen)
    form = ExampleForm.from_post(kind, request.POST)
    texts = {name: request.POST.get(name, "").strip() for name in TEXTS}
    seen = request.POST.get("seen", "") or seen
    try:
        given = _entry(form, texts)
        if "use" in request.POST and not form.error_summary():
            texts["end"] = given["end"] = _settled(core, given).balance
        if "save" in request.POST and not form.error_summary():
            examples.save_example(
                actor=request.user, edition_id=row.pk, example_id=example_id, fields=given, seen=seen
            )
            messages.success(request, f"The example “{given['title']}” is saved.")
            return redirect("regulator:edition-examples", row.pk)
    except NotPossible as error:
        given = {}
        for problem in error.problems or ({"path": error.field, "message": error.message},):
            _reject(form, problem["path"], problem["message"])
    except (BadValue, Conflict) as error:
        given = {}
        _reject(form, error.field, error.message)
    return _page(request, row, core, form, texts, given, seen)


@require_POST
@regulator_page
def move_example(request: UserRequest, edition_id: str) -> HttpResponse:
    up = request.POST.get("to") == "up"
    name = request.POST.get("at", "")
    examples.move_example(actor=request.user, edition_id=edition_id, example_id=name, up=up)
    return redirect("regulator:edition-examples", edition_id)


@require_POST
@regulator_page
def delete_example(request: UserRequest, edition_id: str) -> HttpResponse:
    name = request.POST.get("at", "")
    examples.delete_example(actor=request.user, edition_id=edition_id, example_id=name)
    messages.success(request, f"The example {name} is deleted. The audit trail keeps its title.")
    return redirect("regulator:edition-examples", edition_id)


def _page(
    request: UserRequest,
    row: Edition,
    core: CoreEdition,
    form: ExampleForm,
    texts: Mapping[str, str],
    entry: Mapping[str, Any],
    seen: str,
) -> HttpResponse:
    summary = form.error_summary()
    form.add_spare_lines(6 if "more" in request.POST else 2)
    example_id = request.GET.get("at", "")
    context = {
        "edition": row,
        "example_id": example_id,
        "form": form,
        "texts": texts,
        "seen": seen,
        "summary": summary,
        "bets": form.kind.bets(form.lines),
        "currency": core.currency,
        "settled": _settled(core, entry) if entry.get("events") and not summary else None,
    }
    return render(request, "regulator/edition_example.html", context, status=422 if summary else 200)


def _settled(core: CoreEdition, entry: Mapping[str, Any]) -> SettledExample:
    symbol = currency_symbol(core.currency)
    try:
        example, run = examples.settled(core, {"title": "An example", **entry})
    except BadInput as error:
        return SettledExample(problem=examples.read_problem(error), as_stated=False)
    steps = []
    for event, step in zip(example.read, run.steps, strict=True):
        outcome, _ = step_outcome(step, symbol)
        steps.append((event_words(run.ruleset, event), outcome, signed_money(step.balance, symbol)))
    stated = example.end is None or example.end == run.balance
    return SettledExample(steps, end_words(run, symbol), amount_text(run.balance), as_stated=stated)


def _entry(form: ExampleForm, texts: Mapping[str, str]) -> dict[str, Any]:
    """The example as its file has it."""
    entry: dict[str, Any] = {name: text for name, text in texts.items() if text}
    entry["events"] = form.read_events()
    entry["title"] = " ".join(form.title.split())
    if "subjects" in entry:
        entry["subjects"] = [each.strip() for each in entry["subjects"].split(",") if each.strip()]
    for name in ("terms", "readings"):
        if name in entry:
            entry[name] = _json(entry[name], name)
    return entry


def _json(text: str, name: str) -> Any:
    try:
        return parse(text)
    except BadInput as error:
        raise BadValue(f"This is not JSON: {error.message}.", field=name) from None


def _texts(entry: Mapping[str, Any]) -> dict[str, str]:
    texts = {name: entry.get(name, "") for name in TEXTS}
    texts["subjects"] = ", ".join(entry.get("subjects", ()))
    for name in ("terms", "readings"):
        texts[name] = json.dumps(entry[name], ensure_ascii=False) if entry.get(name) else ""
    return {name: str(text) for name, text in texts.items()}


def _reject(form: ExampleForm, path: str, message: str) -> None:
    if path.startswith("events["):
        form.reject(BadValue(message, field=path))
    else:
        form.errors[path if path in ("title", *TEXTS) else "rows"] = message
