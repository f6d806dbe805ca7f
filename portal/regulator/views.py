"""A regulator's dashboard and queue."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.permissions import can
from portal.notices.selectors import notices
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of
from portal.review import selectors
from portal.submissions.models import State

WAITING = "Waiting for us"
ASSIGNEES = [("", "Anyone"), ("me", "Me"), ("none", "Nobody yet")]


@regulator_page
def dashboard(request: HttpRequest) -> HttpResponse:
    """What waits for this person first: their own cases, those to decide, those nobody has taken."""
    counts = selectors.queue_counts(request.user)
    context = {
        "mine": selectors.queue(request.user, assignee="me").exclude(state=State.RECOMMENDED)[:10],
        "unclaimed": selectors.queue(request.user, state=State.SUBMITTED)[:10],
        "to_decide": selectors.queue(request.user, state=State.RECOMMENDED)[:10],
        "decides": can(request.user, "review.decide"),
        "reviews": can(request.user, "review.claim"),
        "counts": [(state.value, state.label, counts[state]) for state in State if counts[state]],
        "notices": notices(request.user)[:5],
    }
    return render(request, "regulator/dashboard.html", context)


@regulator_page
def queue(request: HttpRequest) -> HttpResponse:
    """All cases of the regulator's jurisdictions. An unknown filter value is ignored."""
    counts = selectors.queue_counts(request.user)
    chosen = {
        "state": request.GET.get("state", ""),
        "jurisdiction": request.GET.get("jurisdiction", ""),
        "assignee": request.GET.get("assignee", ""),
        "query": request.GET.get("q", "").strip(),
    }
    own = request.user.organisation.jurisdiction_codes
    context = {
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "states": [("", WAITING), ("all", "Every state")]
        + [(state.value, f"{state.label} ({counts[state]})") for state in State if state != State.DRAFT],
        "assignees": ASSIGNEES,
        "jurisdictions": [(code, JURISDICTIONS[code].name) for code in own] if len(own) > 1 else [],
        **page_of(request, selectors.queue(request.user, **chosen)),
    }
    return render(request, "regulator/queue.html", context)
