"""What was submitted, as the operator reads it: the receipt, and the same part of the submission's page."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import jurisdiction
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.guards import operator_page
from portal.pages.table_drawing import table_drawings
from portal.review import receipts
from portal.review import selectors as review
from portal.submissions import selectors, uploads
from portal.submissions.models import WAITING, Submission
from portal.submissions.tables import summary_of
from portal.submissions.wording import describe_choices


@operator_page
def receipt(request: UserRequest, reference: str) -> HttpResponse:
    """What was last submitted, what happens next, and by when."""
    submission = selectors.submission(request.user, reference)
    sent = sent_parts(submission)
    version = submission.submitted_version
    if sent is None or version is None:
        raise NotFound(f"{reference} has not been submitted yet, so there is no receipt.")
    context = {
        "submission": submission,
        "summary": summary_of(submission),
        "sent": sent,
        "sent_at": receipts.submitting_move(version).at,
        "chosen": describe_choices(version.rules),
        "is_waiting": submission.state in WAITING,
        "review_days": jurisdiction(submission.jurisdiction).review_days,
        "document": receipts.receipt_of(version),
    }
    return render(request, "operator/receipt.html", context)


def sent_parts(submission: Submission) -> dict[str, Any] | None:
    """What was submitted beside the rules: declaration, waivers requested, reasons, files and layout."""
    version = submission.submitted_version
    if version is None:
        return None
    explanations = list(review.explanations(version))
    rules = version.rules
    stated = "layout" in rules.stated
    return {
        "version": version,
        "declaration": review.declaration(version),
        "waivers": [row for row in explanations if row.kind == "waiver"],
        "reasons": [row for row in explanations if row.kind != "waiver"],
        "uploads": uploads.submitted_with(version),
        "layout_stated": stated,
        **table_drawings(rules, "The layout as submitted" if stated else "The standard layout"),
    }
