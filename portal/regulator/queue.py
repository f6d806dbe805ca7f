"""The queue: cases by what they need, each to be opened, taken or given to a colleague from its row."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.models import Organisation, Role, User
from portal.accounts.permissions import can
from portal.accounts.selectors import people_with, properties
from portal.keyset import keyset_page
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.regulator.forms import SaveFilterForm
from portal.review import handling, queue, workflow
from portal.review.clock import clocks
from portal.review.models import Flag
from portal.submissions.models import WAITING, State, Submission

# Name in the address: name in the selector.
FILTERS = {
    "q": "query",
    "state": "state",
    "jurisdiction": "jurisdiction",
    "operator": "operator",
    "officer": "assignee",
    "flag": "flag",
    "clock": "clock",
    "age": "age",
    "order": "order",
}
# Those that stand in the first line of the form; the others are folded.
FIRST = ("q", "state", "officer", "order")
TAKEN = (State.SUBMITTED, State.IN_REVIEW)


@regulator_page
def cases(request: HttpRequest) -> HttpResponse:
    """All cases of the regulator's jurisdictions. An unknown filter value is ignored."""
    return _page(request)


@require_POST
@regulator_page
def claim(request: HttpRequest, reference: str) -> HttpResponse:
    workflow.claim(actor=request.user, reference=reference)
    messages.success(request, f"{reference} is yours to review.")
    return back(request, reference)


@require_POST
@regulator_page
def assign(request: HttpRequest, reference: str) -> HttpResponse:
    """Gives a case to an officer, or with nobody chosen back to all."""
    chosen = request.POST.get("assignee", "")
    found = handling.assign(
        actor=request.user,
        reference=reference,
        assignee_id=int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 10 else None,
    )
    to = f"with {found.assignee}" if found.assignee else "with nobody: any officer can take it"
    messages.success(request, f"{reference} is now {to}.")
    return back(request, reference)


@require_POST
@regulator_page
def save_filter(request: HttpRequest) -> HttpResponse:
    form = SaveFilterForm(request.POST)
    saved = run_service(
        form,
        handling.save_filter,
        actor=request.user,
        name=form.data.get("name", ""),
        query_string=form.data.get("query_string", ""),
    )
    if saved:
        messages.success(request, f"The view “{saved.name}” is saved.")
        return redirect(f"{request.path.removesuffix('views/')}?{saved.query_string}")
    return _page(request, save_form=form)


@require_POST
@regulator_page
def delete_filter(request: HttpRequest, filter_id: int) -> HttpResponse:
    handling.delete_filter(actor=request.user, filter_id=filter_id)
    messages.success(request, "The saved view is deleted.")
    return redirect("regulator:queue")


def back(request: HttpRequest, reference: str) -> HttpResponse:
    """To the page the form stood on, if it says so and it is ours; else to the case."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}):
        return redirect(wanted)
    return redirect("regulator:case", reference)


def dressed(actor: User, rows: list[Submission]) -> list[Submission]:
    """Rows of a table of cases with clock, findings, marks and what can be done from there."""
    rows = queue.with_findings(rows)
    marks: dict[int, list[Flag]] = {}
    for mark in Flag.objects.filter(submission__in=[row.pk for row in rows]):
        marks.setdefault(mark.submission_id, []).append(mark)
    running, news = clocks(rows), queue.news_of(rows)
    may_take = can(actor, "review.claim")
    may_assign = can(actor, "review.assign")
    for row in rows:
        row.clock = running.get(row.pk)
        row.marks = marks.get(row.pk, [])
        row.news = news.get(row.pk, "")
        row.can_take = may_take and row.state in TAKEN and row.assignee_id != actor.pk
        row.can_assign = may_assign and row.state in WAITING
    return rows


def officers_of(actor: User) -> list[User]:
    """Those a case of this regulator can be given to."""
    people = people_with(Role.REGULATOR_OFFICER, organisation_id=actor.organisation_id)
    return list(people.order_by("name"))


def _page(request: HttpRequest, save_form: SaveFilterForm | None = None) -> HttpResponse:
    chosen = {name: request.GET.get(name, "").strip() for name in FILTERS}
    rows = queue.queue(request.user, **{FILTERS[name]: value for name, value in chosen.items()})
    page = keyset_page(request, rows)
    officers = officers_of(request.user)
    kept = request.GET.copy()
    for place in ("after", "before"):
        kept.pop(place, None)
    context = {
        "chosen": chosen,
        "filtered": any(value for name, value in chosen.items() if name != "order"),
        "folded": any(value for name, value in chosen.items() if name not in FIRST),
        "choices": _choices(request.user, officers, chosen),
        "page": page,
        "rows": dressed(request.user, page.rows),
        "count": queue.count_words(queue.count_of(rows)),
        "here": request.get_full_path(),
        "officers": officers,
        "saved": handling.filters(request.user),
        "query_string": kept.urlencode(),
        "save_form": save_form or SaveFilterForm(initial={"query_string": kept.urlencode()}),
    }
    return render(request, "regulator/queue.html", context, status=422 if save_form else 200)


def _choices(actor: User, officers: list[User], chosen: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """What each select offers; one with a single choice is not shown."""
    counts = queue.queue_counts(actor)
    own = actor.organisation.jurisdiction_codes if actor.organisation else []
    operators = Organisation.objects.filter(properties__in=properties(actor)).distinct().order_by("name")
    order = queue.usual_order(chosen["state"])
    return {
        "state": [("", "Waiting for us"), ("all", "Every state")]
        + [
            (state.value, f"{state.label} ({queue.count_words(counts[state])})")
            for state in State
            if state != State.DRAFT
        ],
        "officer": [("", "Anyone"), ("me", "Me"), ("none", "Nobody yet")]
        + [(str(person.pk), person.name) for person in officers if person.pk != actor.pk],
        "order": [("", queue.ORDERS[order])]
        + [(name, words) for name, words in queue.ORDERS.items() if name != order],
        "jurisdiction": [("", "All")] + [(code, JURISDICTIONS[code].name) for code in own],
        "operator": [("", "Any")] + [(str(each.pk), each.name) for each in operators],
        "flag": [("", "With or without"), *Flag.Kind.choices],
        "clock": [("", "Any"), *queue.CLOCKS.items()],
        "age": [("", "Any time"), *queue.AGES.items()],
    }
