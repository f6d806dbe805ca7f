"""The receipt for a submission: what was sent, what happens next, and by when. Page and PDF say the same."""

from datetime import date
from typing import Any

from django.conf import settings

from craps.games import game_words
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.selectors import regulators_of
from portal.documents.models import Document, DocumentKind
from portal.documents.services import order
from portal.review import decision_facts, returns
from portal.review.models import Move
from portal.submissions.models import CLOCK_RUNS, Submission, Version
from portal.submissions.uploads import submitted_with
from portal.submissions.wording import describe_choices


def order_receipt(submission: Submission, version: Version) -> Document:
    """Order the PDF of what was just submitted, in that transaction."""
    snapshot = facts_of(submission, version)
    # Each submission has a version of its own, so its number tells receipts apart.
    return order(
        kind=DocumentKind.RECEIPT,
        submission=submission,
        version=version,
        snapshot=snapshot,
        occasion=str(version.number),
    )


def facts_of(submission: Submission, version: Version) -> dict[str, Any]:
    """All that the receipt for a submitted version says."""
    where = jurisdiction(submission.jurisdiction)
    declaration = version.declaration
    move = submitting_move(version)
    heading = decision_facts.heading(
        submission, version, regulators_of(submission.jurisdiction).first(), move.at
    )
    before = next((each.move for each in returns.returns(submission) if each.reply == move), None)
    return heading | {
        "declaration": {
            "name": declaration.name,
            "role": declaration.role,
            "account": declaration.made_by.name,
        },
        "for_tables": move.table_words or f"all {game_words(submission.game)} tables",
        "chosen": describe_choices(version.rules),
        "explanations": explanations_of(version),
        "uploads": [
            {
                "filename": row.filename,
                "kind": row.get_kind_display(),
                "confidential": row.confidential,
                "size": row.size,
                "sha256": row.sha256,
            }
            for row in submitted_with(version)
        ],
        "returned": before.reason if before else "",
        "reply": move.reason,
        "due_on": _due_on(submission, version),
        "review_days": where.review_days,
        "case_url": f"{settings.SITE_URL}/operator/submissions/{submission.reference}/",
    }


def submitting_move(version: Version) -> Move:
    """The move with which a version was submitted."""
    return Move.objects.filter(version=version, name="submit").latest("pk")


def explanations_of(version: Version) -> list[dict[str, str]]:
    """The waivers requested and the reasons given with a version."""
    return [
        {
            "kind": row.kind,
            "clause": row.clause,
            "message": row.message,
            "text": row.text,
        }
        for row in version.explanations.order_by("pk")
    ]


def receipt_of(version: Version) -> Document | None:
    """The PDF, in any state; None for a version submitted before there were receipts."""
    return Document.objects.filter(version=version, kind=DocumentKind.RECEIPT).first()


def _due_on(submission: Submission, version: Version) -> str | None:
    """The day by which the regulator aims to decide, while its clock runs for this version."""
    runs = submission.state in CLOCK_RUNS and submission.submitted_version_id == version.pk
    day: date | None = submission.due_on if runs else None
    return day.isoformat() if day else None
