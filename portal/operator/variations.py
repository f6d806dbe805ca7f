"""Varying an approval: the new draft, and how it differs from what was approved."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import require
from portal.errors import NotFound, NotPossible
from portal.pages.guards import operator_page
from portal.review import variation
from portal.submissions.examples import own_examples
from portal.submissions.models import Submission
from portal.submissions.selectors import submission
from portal.submissions.uploads import uploads
from portal.submissions.wording import describe_choices


@operator_page
def vary(request: HttpRequest, reference: str) -> HttpResponse:
    """Says what a variation is, and makes the draft on POST."""
    found = submission(request.user, reference)
    require(request.user, "submission.edit")
    if request.method == "POST":
        made = variation.vary(actor=request.user, reference=reference)
        messages.success(
            request,
            f"Draft {made.reference} is made from the approved rules{_along(request, made)}. "
            f"{reference} stays in force until the variation is approved.",
        )
        if left := own_examples(found).count() - own_examples(made).count():
            messages.warning(
                request,
                f"{left} of your examples cannot be settled under {made.edition_id} and did not come along.",
            )
        return redirect("operator:draft", made.reference)
    hindered = variation.obstacle(found)
    if hindered:
        raise NotPossible(hindered)
    context = {
        "submission": found,
        "open_variation": variation.open_variation(found),
        "chosen": describe_choices(found.submitted_version.rules) if found.submitted_version else [],
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


def _along(request: HttpRequest, made: Submission) -> str:
    """The documents and examples that came along, in words."""
    counts = (
        (uploads(request.user, made).count(), "document", "documents"),
        (own_examples(made).count(), "example of your own", "examples of your own"),
    )
    told = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return f", with {' and '.join(told)}" if told else ""
