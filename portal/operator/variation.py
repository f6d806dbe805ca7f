"""Varying an approval: the new draft, and how it differs from what was approved."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import require
from portal.errors import NotFound, NotPossible
from portal.pages.guards import operator_page
from portal.review import variation
from portal.submissions.selectors import submission
from portal.submissions.wording import chosen


@operator_page
def vary(request: HttpRequest, reference: str) -> HttpResponse:
    """Says what a variation is, and makes the draft on POST."""
    found = submission(request.user, reference)
    require(request.user, "submission.edit")
    if request.method == "POST":
        made = variation.vary(actor=request.user, reference=reference)
        messages.success(
            request,
            f"Draft {made.reference} is made from the approved rules. {reference} stays in force until "
            "the variation is approved.",
        )
        return redirect("operator:draft", made.reference)
    hindered = variation.obstacle(found)
    if hindered:
        raise NotPossible(hindered)
    context = {
        "submission": found,
        "open_variation": variation.open_variation(found),
        "chosen": chosen(found.submitted_version.ruleset) if found.submitted_version else [],
    }
    return render(request, "operator/vary.html", context)


@operator_page
def changes(request: HttpRequest, reference: str) -> HttpResponse:
    """Values, settlements and edges of a variation beside those approved."""
    found = submission(request.user, reference)
    differing = variation.changes(request.user, found)
    if differing is None:
        raise NotFound(f"{reference} varies no approval.")
    return render(request, "operator/changes.html", {"submission": found, "changes": differing})
