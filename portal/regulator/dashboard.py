"""A regulator's dashboard: the person's own work, late and unassigned cases, conditions due."""

from django.http import HttpResponse
from django.shortcuts import render

from portal.accounts.absences import absence_of, stands_in_for
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.consultations import selectors as consultations
from portal.editions.selectors import waiting_for
from portal.http import UserRequest
from portal.inspections import selectors as inspections
from portal.notices.selectors import notices
from portal.pages.guards import regulator_page
from portal.regulator.queue import CaseRow, annotate_rows, officers_of
from portal.review import queue, selectors
from portal.review.conditions import (
    conditions_due,
    conditions_overdue,
    conditions_to_judge,
    is_overdue,
)
from portal.review.deactivated import operators_left
from portal.submissions.models import State, Submission

MAX_ROWS = 8  # of one list; the queue has the rest


@regulator_page
def dashboard(request: UserRequest) -> HttpResponse:
    actor = request.user
    counts = queue.queue_counts(actor)
    judges, judges_conditions = can(actor, "inspection.judge"), can(actor, "condition.judge")
    conditions = [(row, is_overdue(row)) for row in conditions_due(actor)[: queue.MOST_COUNTED]]
    context = {
        **_lists(actor),
        "absence": absence_of(actor),
        "stands_in": stands_in_for(actor),
        "decides": can(actor, "review.decide"),
        "reviews": can(actor, "review.claim"),
        "tiles": _tiles(actor, counts, overdue=sum(overdue for _, overdue in conditions)),
        "counts": [
            (state, state.label, queue.count_words(counts[state])) for state in State if counts[state]
        ],
        "conditions": conditions[:5],
        "reported_conditions": conditions_to_judge(actor)[: MAX_ROWS if judges_conditions else 0],
        "overdue_conditions": conditions_overdue(actor)[: MAX_ROWS if judges_conditions else 0],
        "overdue_operators": selectors.overdue_from_operators(actor, MAX_ROWS)
        if can(actor, "review.claim")
        else [],
        "operators_left": operators_left(actor),
        "to_judge": inspections.findings_to_judge(actor)[: MAX_ROWS if judges else 0],
        "overdue_findings": inspections.findings_overdue(actor)[: MAX_ROWS if judges else 0],
        "to_moderate": consultations.needs_moderation(actor),
        "consultations": consultations.needs_attention(actor),
        "editions": waiting_for(actor),
        "under_way": inspections.under_way(actor),
        "inspects": can(actor, "inspection.carry_out"),
        "notices": notices(actor)[:5],
        "officers": officers_of(actor),
        "here": request.path,
    }
    return render(request, "regulator/dashboard.html", context)


def _lists(actor: User) -> dict[str, list[CaseRow]]:
    """Each case once: in the first list that it belongs to."""
    cases = {}
    if can(actor, "review.decide"):
        cases["to_decide"] = queue.queue(actor, state=State.RECOMMENDED)
    if can(actor, "review.claim"):
        cases["mine"] = queue.queue(actor, assignee="me").exclude(state=State.RECOMMENDED)
    cases["late"] = queue.queue(actor, clock="late")
    cases["unassigned"] = queue.queue(actor, state=State.SUBMITTED, assignee="none")
    listed: dict[int, tuple[str, Submission]] = {}
    for name, rows in cases.items():
        new = [row for row in rows[: MAX_ROWS + len(listed)] if row.pk not in listed][:MAX_ROWS]
        listed |= {row.pk: (name, row) for row in new}
    lists: dict[str, list[CaseRow]] = {name: [] for name in cases}
    for row in annotate_rows(actor, [row for _, row in listed.values()]):
        lists[listed[row.submission.pk][0]].append(row)
    return lists


def _tiles(actor: User, counts: dict[str, int], *, overdue: int) -> list[dict[str, object]]:
    """The figures at the top; each links to what it counts."""
    late, soon = (queue.count_of(queue.queue(actor, clock=clock)) for clock in ("late", "soon"))
    unassigned = queue.count_of(queue.queue(actor, assignee="none", state=State.SUBMITTED))
    return [
        _tile("late", late, "?clock=late", "breach"),
        _tile("due within 7 days", soon, "?clock=soon", "refer"),
        _tile("unassigned", unassigned, "?state=submitted&officer=none", "info"),
        _tile("recommended, to decide", counts[State.RECOMMENDED], "?state=recommended", "info"),
        _tile(
            "overdue condition" if overdue == 1 else "overdue conditions",
            overdue,
            "",
            "breach",
        ),
    ]


def _tile(words: str, number: int, query: str, tone: str) -> dict[str, object]:
    count = queue.count_words(number)
    return {"words": words, "count": count, "query": query, "tone": tone if number else ""}
