"""The queue: cases to open, take or assign, each from its row."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from portal.accounts.absences import absence_of, away
from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import Absence, Organisation, Role, User
from portal.accounts.permissions import can
from portal.accounts.selectors import people_with, properties
from portal.editions.models import PUBLISHED
from portal.editions.selectors import editions_visible_to
from portal.errors import BadValue
from portal.http import UserRequest, next_page
from portal.keyset import keyset_page
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.paging import selection
from portal.regulator.forms import AssignForm, SaveFilterForm
from portal.review import bulk, queue, queue_actions, workflow
from portal.review.clock import Clock, clocks
from portal.review.models import Flag
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import WAITING, State, Submission, Version
from portal.submissions.tables import named_tables

# Parameter in the address: parameter of the selector.
FILTERS = {
    "q": "query",
    "state": "state",
    "jurisdiction": "jurisdiction",
    "game": "game",
    "operator": "operator",
    "officer": "assignee",
    "flag": "flag",
    "clock": "clock",
    "age": "age",
    "order": "order",
}
ALWAYS_VISIBLE = ("q", "state", "officer", "order")  # the other filters are collapsed
CLAIMABLE = TRANSITIONS["claim"].sources


@dataclass(frozen=True)
class CaseRow:
    """A case in a table of cases."""

    submission: Submission
    clock: Clock | None
    flags: list[Flag]
    news: str
    tables: str  # those it names; empty if it is for all
    breaches: int
    refers: int
    can_claim: bool
    can_assign: bool
    shown: bulk.ListedCase  # what an act on several cases is bound to
    away: Absence | None = None  # of its officer


@regulator_page
def cases(request: UserRequest) -> HttpResponse:
    """All cases of the regulator's jurisdictions. An unknown filter value is ignored."""
    return _page(request)


@require_POST
@regulator_page
def claim(request: UserRequest, reference: str) -> HttpResponse:
    workflow.claim(actor=request.user, reference=reference)
    messages.success(request, f"You are now reviewing {reference}.")
    return _redirect_back(request, reference)


@require_POST
@regulator_page
def assign(request: UserRequest, reference: str) -> HttpResponse:
    """Assign a case to an officer or, if none is chosen, make it unassigned."""
    form = AssignForm(request.POST)
    if not form.is_valid():
        raise BadValue("Choose an officer from the list.", field="assignee")
    submission = queue_actions.assign(
        actor=request.user, reference=reference, assignee_id=form.cleaned_data["assignee"]
    )
    change = f"assigned to {submission.assignee}" if submission.assignee else "unassigned"
    absence = absence_of(submission.assignee) if submission.assignee else None
    stands_in = f" {absence.person} is {absence.words}; {absence.deputy} stands in." if absence else ""
    messages.success(request, f"{reference} is now {change}.{stands_in}")
    return _redirect_back(request, reference)


@require_POST
@regulator_page
def save_filter(request: UserRequest) -> HttpResponse:
    form = SaveFilterForm(request.POST)
    if saved := run_service(form, queue_actions.save_filter, actor=request.user):
        messages.success(request, f"The view “{saved.name}” is saved.")
        return redirect(f"{request.path.removesuffix('views/')}?{saved.query_string}")
    return _page(request, save_form=form)


@require_POST
@regulator_page
def delete_filter(request: UserRequest, filter_id: int) -> HttpResponse:
    queue_actions.delete_filter(actor=request.user, filter_id=filter_id)
    messages.success(request, "The saved view is deleted.")
    return redirect("regulator:queue")


def annotate_rows(actor: User, submissions: list[Submission]) -> list[CaseRow]:
    """Add clock, findings, flags and what the actor can do to each case, with a few queries for all."""
    flags: dict[int, list[Flag]] = {}
    for flag in Flag.objects.filter(submission__in=submissions):
        flags.setdefault(flag.submission_id, []).append(flag)
    running, news, runs = clocks(submissions), queue.news_of(submissions), queue.latest_runs(submissions)
    digests = dict(
        Version.objects.filter(pk__in=[row.submitted_version_id for row in submissions]).values_list(
            "pk", "digest"
        )
    )
    tables = named_tables(submissions)
    absent = away(row.assignee_id for row in submissions)
    may_claim, may_assign = can(actor, "review.claim"), can(actor, "review.assign")
    return [
        CaseRow(
            submission,
            clock=running.get(submission.pk),
            flags=flags.get(submission.pk, []),
            news=news.get(submission.pk, ""),
            tables=tables.get(submission.pk, ""),
            breaches=run.breaches if run else 0,
            refers=run.refers if run else 0,
            can_claim=may_claim and submission.state in CLAIMABLE and submission.assignee_id != actor.pk,
            can_assign=may_assign and submission.state in WAITING,
            shown=bulk.ListedCase.to(
                actor, submission, digests.get(submission.submitted_version_id or 0, "")
            ),
            away=absent.get(submission.assignee_id or 0),
        )
        for submission in submissions
        for run in [runs.get(submission.pk)]
    ]


def officers_of(actor: User) -> list[User]:
    """The officers of the actor's organisation, to whom its cases can be assigned."""
    people = people_with(Role.REGULATOR_OFFICER, organisation_id=actor.organisation_id)
    return list(people.order_by("name"))


def _redirect_back(request: UserRequest, reference: str) -> HttpResponse:
    """Redirect to the page of this site that the form names, else to the case."""
    return redirect(next_page(request) or reverse("regulator:case", args=[reference]))


def _page(request: UserRequest, save_form: SaveFilterForm | None = None) -> HttpResponse:
    chosen = {name: request.GET.get(name, "").strip() for name in FILTERS}
    rows = queue.queue(request.user, **{FILTERS[name]: value for name, value in chosen.items()})
    page = keyset_page(request, rows)
    officers = officers_of(request.user)
    query = request.GET.copy()
    for place in ("after", "before", "select"):
        query.pop(place, None)
    context = {
        "chosen": chosen,
        "filtered": any(value for name, value in chosen.items() if name != "order"),
        "expanded": any(value for name, value in chosen.items() if name not in ALWAYS_VISIBLE),
        "choices": _choices(request.user, officers, chosen),
        "page": page,
        "rows": annotate_rows(request.user, page.rows),
        "count": queue.count_words(queue.count_of(rows)),
        "here": request.get_full_path(),
        "officers": officers,
        "acts": bulk.acts_open_to(request.user),
        **selection(request),
        "saved": queue_actions.filters(request.user),
        "query_string": query.urlencode(),
        "save_form": save_form or SaveFilterForm(initial={"query_string": query.urlencode()}),
    }
    return render(request, "regulator/queue.html", context, status=422 if save_form else 200)


def _choices(actor: User, officers: list[User], chosen: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """The options of each filter."""
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
        "officer": [("", "Anyone"), ("me", "Me"), ("none", "Unassigned")]
        + [(str(person.pk), person.name) for person in officers if person.pk != actor.pk],
        "order": [("", queue.ORDERS[order])]
        + [(name, words) for name, words in queue.ORDERS.items() if name != order],
        "jurisdiction": [("", "All")] + [(code, jurisdiction_name(code)) for code in own],
        "game": [("", "Any"), *((game, capfirst(game)) for game in _games(actor))],
        "operator": [("", "Any")] + [(str(each.pk), each.name) for each in operators],
        "flag": [("", "With or without"), *Flag.Kind.choices],
        "clock": [("", "Any"), *queue.CLOCKS.items()],
        "age": [("", "Any time"), *queue.AGES.items()],
    }


def _games(actor: User) -> list[str]:
    """The games that the jurisdictions' published editions govern, as they call them."""
    rows = editions_visible_to(actor).filter(state__in=PUBLISHED)
    return list(rows.order_by("game").values_list("game", flat=True).distinct())
