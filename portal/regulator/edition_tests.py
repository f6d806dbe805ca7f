"""The core's own tests of a draft: how far they are, and what they found."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from craps.edition_tests import TITLES, edition_tests
from portal.accounts.permissions import can
from portal.editions import test_runs
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.http import UserRequest
from portal.pages.guards import regulator_page
from portal.work_runs import RunState


@regulator_page
def tests_page(request: UserRequest, edition_id: str) -> HttpResponse:
    row = edition_visible_to(request.user, edition_id)
    counts = Counter(test.kind for test in edition_tests(core_edition_for(row)))
    context = {
        "edition": row,
        "may_run": not row.is_published and can(request.user, test_runs.permission_to_ask(row)),
        **tests_state(row),
        "kinds": [(title, counts[kind]) for kind, title in TITLES.items()],
    }
    return render(request, "regulator/edition_tests.html", context)


@require_POST
@regulator_page
def run_tests(request: UserRequest, edition_id: str) -> HttpResponse:
    run = test_runs.ask(actor=request.user, edition_id=edition_id)
    if run.state == RunState.DONE:
        count = len(run.problems)
        said = (
            "All tests have passed." if not count else f"The tests found {count} problem{'s'[: count != 1]}."
        )
        messages.success(request, said)
    return redirect("regulator:edition-tests", edition_id)


def tests_state(row: Edition) -> dict[str, Any]:
    """How the tests of a draft stand, for its pages."""
    run = test_runs.run_of(row)
    current = run is not None and test_runs.is_current(run, row)
    return {
        "run": run,
        "tests_current": current,
        "tests_passed": bool(run and current and run.state == RunState.DONE and not run.problems),
        "tests_failed": bool(run and current and run.state == RunState.FAILED),
    }
