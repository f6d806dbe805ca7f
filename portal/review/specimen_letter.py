"""A letter with a jurisdiction's head and nothing behind it, so that people see it before one is sent."""

from typing import Any

from django.conf import settings
from django.utils import timezone

from portal.accounts.jurisdictions import Jurisdiction
from portal.accounts.models import Organisation
from portal.documents import pdf
from portal.documents.models import DocumentKind
from portal.documents.render_context import render_html
from portal.review.decision_facts import letters_head

TEXT = "This is a specimen of your letters, without a signature. It asks nothing and is about no submission."


def specimen_letter(where: Jurisdiction, regulator: Organisation | None) -> bytes:
    """The PDF of a question to an operator, unsigned."""
    return pdf.render_book(render_html(DocumentKind.QUERY, specimen(where, regulator)))


def specimen(where: Jurisdiction, regulator: Organisation | None) -> dict[str, Any]:
    """What a letter says, with the real head and invented content."""
    today = where.today()
    reference = f"{where.prefix}-{today.year}-0000"
    return letters_head(where, regulator) | {
        "reference": reference,
        "operator": "Specimen Operator",
        "property": "Specimen Casino",
        "address": "1 Example Street",
        "edition": "",
        "edition_title": f"the rules of {where.name}",
        "game": "craps",
        "game_name": "craps",
        "decided_at": timezone.now().isoformat(),
        "version": 1,
        "ruleset": {},
        "ruleset_digest": "0" * 64,
        "public_url": f"{settings.SITE_URL}/register/{reference}/",
        "case_url": f"{settings.SITE_URL}/operator/submissions/{reference}/",
        "verify_url": f"{settings.SITE_URL}/verify/",
        "demo": not settings.PRODUCTION,
        "text": TEXT,
        "tables": [],
        "points": [],
        "due_on": where.after_working_days(today, 10).isoformat(),
        "role": "Reviewing officer",
    }
