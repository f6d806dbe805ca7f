"""Writes a decision with its conditions and waivers. The state it brings is workflow.py's to write."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.errors import BadValue, NotPossible
from portal.review import gate
from portal.review.models import Condition, Decision, GrantedWaiver, Recommendation
from portal.review.required_input import require_reason
from portal.review.transitions import latest_recommendation
from portal.submissions.models import Submission, Version
from portal.validation.models import Run


def approval(
    *,
    submission: Submission,
    run: Run,
    actor: User,
    reason: str,
    effective_on: date | None,
    ends_on: date | None,
    conditions: Iterable[Mapping[str, Any]],
    waivers: Iterable[int],
) -> Decision:
    """An approval from a day on, of the version of a run; with conditions, that is a separate outcome."""
    version = run.version
    recommendation = recommendation_of(submission, version)
    reason = reason.strip()
    if recommendation.outcome == Recommendation.Outcome.REFUSE and not reason:
        raise BadValue("The officer recommended to refuse. Say why you decide otherwise.", field="reason")
    today = jurisdiction(submission.jurisdiction).today()
    effective_on = effective_on or today
    if effective_on < today:
        raise BadValue("An approval takes effect today or later.", field="effective_on")
    if ends_on is not None and ends_on <= effective_on:
        raise BadValue("A trial ends after the day it takes effect.", field="ends_on")
    terms = _terms(conditions, effective_on)
    granted = gate.granted_waivers(run=run, waivers=waivers)
    decision = Decision.objects.create(
        submission=submission,
        version=version,
        outcome=Decision.Outcome.APPROVED_WITH_CONDITIONS if terms else Decision.Outcome.APPROVED,
        reason=reason,
        digest=version.digest,
        recommended_by=recommendation.made_by,
        decided_by=actor,
        effective_on=effective_on,
        ends_on=ends_on,
        no_conflict=True,
    )
    Condition.objects.bulk_create(
        Condition(decision=decision, text=text, due_on=due_on) for text, due_on in terms
    )
    GrantedWaiver.objects.bulk_create(GrantedWaiver(decision=decision, explanation=e) for e in granted)
    return decision


def refusal(*, submission: Submission, version: Version, actor: User, reason: str) -> Decision:
    return Decision.objects.create(
        submission=submission,
        version=version,
        outcome=Decision.Outcome.REFUSED,
        reason=require_reason(reason, "A refusal needs its reasons."),
        digest=version.digest,
        recommended_by_id=recommendation_of(submission, version).made_by_id,
        decided_by=actor,
        no_conflict=True,
    )


def recommendation_of(submission: Submission, version: Version) -> Recommendation:
    """The recommendation a decision is based on; without one there is no decision."""
    made = latest_recommendation(submission)
    if made is None or made.digest != version.digest:
        raise NotPossible("Nobody has recommended this version yet.")
    return made


def _terms(conditions: Iterable[Mapping[str, Any]], effective_on: date) -> list[tuple[str, date | None]]:
    """Text and day of each condition; rows left empty are left out."""
    terms = []
    for given in conditions:
        text, due_on = str(given.get("text") or "").strip(), given.get("due_on")
        if not text and due_on:
            raise BadValue(
                "A condition has a day but no text. Write what has to be done.", field="conditions"
            )
        if not text:
            continue
        if due_on is not None and due_on < effective_on:
            raise BadValue(
                "A condition is due on the day the approval takes effect or later.", field="conditions"
            )
        terms.append((text, due_on))
    return terms
