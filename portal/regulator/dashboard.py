"""A regulator's dashboard: what needs this person, what is late or soon due, what nobody has taken."""

from __future__ import annotations

from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.notices.selectors import notices
from portal.pages.guards import regulator_page
from portal.regulator.queue import dressed, officers_of
from portal.review import queue
from portal.review.conditions import conditions_due
from portal.review.models import Condition
from portal.submissions.models import State, Submission

MOST = 8  # rows of one list; the rest is in the queue


@regulator_page
def dashboard(request: HttpRequest) -> HttpResponse:
    actor = request.user
    lists = _lists(actor)
    dressed(actor, list({row.pk: row for row in chain(*lists.values())}.values()))
    counts = queue.queue_counts(actor)
    due, overdue = _conditions(actor)
    context = {
        **lists,
        "decides": can(actor, "review.decide"),
        "reviews": can(actor, "review.claim"),
        "tiles": _tiles(actor, counts, overdue),
        "counts": [
            (state, state.label, queue.count_words(counts[state])) for state in State if counts[state]
        ],
        "conditions": due[:5],
        "notices": notices(actor)[:5],
        "officers": officers_of(actor),
        "here": request.path,
    }
    return render(request, "regulator/dashboard.html", context)


def _lists(actor: User) -> dict[str, list[Submission]]:
    """Each case once: in the first list that it belongs to."""
    wanted = {}
    if can(actor, "review.decide"):
        wanted["to_decide"] = queue.queue(actor, state=State.RECOMMENDED)
    if can(actor, "review.claim"):
        wanted["mine"] = queue.queue(actor, assignee="me").exclude(state=State.RECOMMENDED)
    wanted["late"] = queue.queue(actor, clock="late")
    wanted["unclaimed"] = queue.queue(actor, state=State.SUBMITTED, assignee="none")
    seen: set[int] = set()
    lists: dict[str, list[Submission]] = {}
    for name, rows in wanted.items():
        lists[name] = [row for row in rows[: MOST + len(seen)] if row.pk not in seen][:MOST]
        seen |= {row.pk for row in lists[name]}
    return lists


def _tiles(actor: User, counts: dict[str, int], overdue: int) -> list[dict[str, object]]:
    """The figures on top; each leads to what it counts."""
    late, soon = (queue.count_of(queue.queue(actor, clock=clock)) for clock in ("late", "soon"))
    free = queue.count_of(queue.queue(actor, assignee="none", state=State.SUBMITTED))
    return [
        _tile("late", late, "?clock=late", "breach"),
        _tile("due within 7 days", soon, "?clock=soon", "refer"),
        _tile("with nobody yet", free, "?state=submitted&officer=none", "info"),
        _tile("recommended, to decide", counts[State.RECOMMENDED], "?state=recommended", "info"),
        _tile("overdue conditions", overdue, "", "breach"),
    ]


def _tile(words: str, number: int, query: str, tone: str) -> dict[str, object]:
    count = queue.count_words(number)
    return {"words": words, "count": count, "query": query, "tone": tone if number else ""}


def _conditions(actor: User) -> tuple[list[Condition], int]:
    """Those unmet, the most pressing first, and how many of them are overdue."""
    rows = list(conditions_due(actor)[: queue.MOST_COUNTED])
    for row in rows:
        row.overdue = (
            row.due_on is not None and row.due_on < jurisdiction(row.decision.submission.jurisdiction).today()
        )
    return rows, sum(row.overdue for row in rows)
