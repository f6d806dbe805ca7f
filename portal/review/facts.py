"""What a decision says, gathered once: for the register, which drops what is not public, and the document."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from portal.accounts.jurisdictions import jurisdiction
from portal.review.models import Decision
from portal.submissions.models import Submission
from portal.submissions.wording import chosen
from portal.validation.models import Run


def of_decision(decision: Decision) -> dict[str, Any]:
    submission, version = decision.submission, decision.version
    decided_on = decision.decided_at.astimezone(jurisdiction(submission.jurisdiction).zone).date()
    return {
        "reference": submission.reference,
        "jurisdiction": submission.jurisdiction,
        "outcome": decision.outcome,
        "operator": submission.organisation.name,
        "property": submission.property.name,
        "edition": submission.edition_id,
        "edition_title": submission.edition.title,
        "edition_digest": submission.edition.digest,
        "game": submission.game,
        "ruleset_digest": decision.digest,
        "decided_on": decided_on.isoformat(),
        "effective_on": decision.effective_on.isoformat() if decision.effective_on else None,
        "ends_on": decision.ends_on.isoformat() if decision.ends_on else None,
        "conditions": [
            {"text": c.text, "due_on": c.due_on.isoformat() if c.due_on else None}
            for c in decision.conditions.all()
        ],
        "waivers": [
            {"rule": w.explanation.rule, "path": w.explanation.path, "clause": w.explanation.clause}
            for w in decision.waivers.select_related("explanation").order_by("pk")
        ],
        "chosen": chosen(version.ruleset),
    }


def of_standing(submission: Submission, outcome: str) -> dict[str, Any]:
    """What became of an approval after it was given."""
    version = submission.current_version
    return {
        "reference": submission.reference,
        "jurisdiction": submission.jurisdiction,
        "outcome": outcome,
        "operator": submission.organisation.name,
        "property": submission.property.name,
        "ruleset_digest": version.digest if version else "",
        "decided_on": jurisdiction(submission.jurisdiction).today().isoformat(),
    }


def snapshot(decision: Decision, run: Run) -> dict[str, Any]:
    """All that the document will say, frozen with the decision: rendering looks nowhere else."""
    submission = decision.submission
    where = jurisdiction(submission.jurisdiction)
    regulator = decision.decided_by.organisation
    return of_decision(decision) | {
        "outcome_label": decision.get_outcome_display(),
        "jurisdiction_name": where.name,
        "currency": where.currency,
        "time_zone": where.time_zone,
        "authority": regulator.name if regulator else where.name,
        "document_authority": submission.edition.authority,
        "address": submission.property.address,
        "decided_at": decision.decided_at.isoformat(),
        "version": decision.version.number,
        "ruleset": decision.version.ruleset,
        "checked": run.checked,
        "verdict": run.verdict,
        "core_version": run.core_version,
        "waived": [
            {"clause": w.explanation.clause, "message": w.explanation.message}
            for w in decision.waivers.select_related("explanation").order_by("pk")
        ],
        "public_url": f"{settings.SITE_URL}/register/{submission.reference}/",
        "demo": bool(settings.DEMO),
    }
