"""Writes a decision with its conditions and waivers. The state it brings is workflow.py's to write."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.errors import BadValue, NotPossible
from portal.review import gate
from portal.review.guards import latest_recommendation
from portal.review.models import Condition, Decision, Explanation, GrantedWaiver, Recommendation
from portal.review.required_input import require_reason
from portal.review.terms import Terms, checked_terms
from portal.submissions.models import Submission, Version
from portal.text import limited_text
from portal.validation.models import Run


def checked_approval(
    *,
    submission: Submission,
    run: Run,
    reason: str,
    effective_on: date | None,
    ends_on: date | None,
    conditions: Iterable[Mapping[str, Any]],
    waivers: Iterable[int],
) -> tuple[Recommendation, Terms, list[Explanation]]:
    """What an approval would rest on: the recommendation, the terms, and the requests it would grant."""
    recommendation = recommendation_of(submission, run.version)
    if recommendation.outcome == Recommendation.Outcome.REFUSE and not reason.strip():
        raise BadValue("The officer recommended to refuse. Enter why you decide differently.", field="reason")
    terms = checked_terms(
        submission=submission,
        version=run.version,
        effective_on=effective_on,
        ends_on=ends_on,
        conditions=conditions,
        waivers=waivers,
    )
    return recommendation, terms, gate.granted_waivers(run=run, waivers=terms.granted)


def approval(*, submission: Submission, run: Run, actor: User, reason: str, **given: Any) -> Decision:
    """An approval from a day on, of the version of a run; with conditions, that is a separate outcome.

    `given` are the terms, as `checked_approval` takes them.
    """
    recommendation, terms, granted = checked_approval(submission=submission, run=run, reason=reason, **given)
    outcomes = Decision.Outcome
    decision = Decision.objects.create(
        submission=submission,
        version=run.version,
        run=run,
        outcome=outcomes.APPROVED_WITH_CONDITIONS if terms.conditions else outcomes.APPROVED,
        reason=limited_text(reason, field="reason"),
        digest=run.version.digest,
        recommended_by=recommendation.made_by,
        decided_by=actor,
        effective_on=terms.effective_on or jurisdiction(submission.jurisdiction).today(),
        ends_on=terms.ends_on,
        no_conflict=True,
    )
    Condition.objects.bulk_create(
        Condition(decision=decision, text=text, due_on=due_on) for text, due_on in terms.conditions
    )
    GrantedWaiver.objects.bulk_create(GrantedWaiver(decision=decision, explanation=e) for e in granted)
    return decision


def refusal(*, submission: Submission, version: Version, actor: User, reason: str) -> Decision:
    return Decision.objects.create(
        submission=submission,
        version=version,
        outcome=Decision.Outcome.REFUSED,
        reason=require_reason(reason, "Enter the reasons for the refusal."),
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
