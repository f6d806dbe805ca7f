"""The terms of an approval: from when and until when, under which conditions, with which waivers.

An officer proposes them with a recommendation; the approver decides on them and may change them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.errors import BadValue
from portal.review import gate
from portal.review.models import Decision, Recommendation
from portal.submissions.models import Submission, Version
from portal.text import format_day, limited_text


@dataclass(frozen=True)
class Terms:
    effective_on: date | None = None  # None: the day of the approval
    ends_on: date | None = None
    conditions: tuple[tuple[str, date | None], ...] = ()  # text, and the day it is due
    waivers: Mapping[int, str] | None = None  # of requests that are granted: id, and the breach in words

    @property
    def granted(self) -> Mapping[int, str]:
        return self.waivers or {}

    def __bool__(self) -> bool:
        return bool(self.effective_on or self.ends_on or self.conditions or self.waivers)

    @property
    def stored(self) -> dict[str, Any]:
        """As a recommendation stores them, and the trail."""
        return {
            "effective_on": self.effective_on,
            "ends_on": self.ends_on,
            "conditions": [
                {"text": text, "due_on": due_on.isoformat() if due_on else None}
                for text, due_on in self.conditions
            ],
            "waivers": sorted(self.granted),
        }


def checked_terms(
    *,
    submission: Submission,
    version: Version,
    effective_on: date | None,
    ends_on: date | None,
    conditions: Iterable[Mapping[str, Any]],
    waivers: Iterable[int],
) -> Terms:
    """The terms as given, if an approval that is made today could have them."""
    today = jurisdiction(submission.jurisdiction).today()
    if effective_on is not None and effective_on < today:
        raise BadValue("Choose today or a later day for the approval to take effect.", field="effective_on")
    starts = effective_on or today
    if ends_on is not None and ends_on <= starts:
        raise BadValue("Choose an end date after the day the approval takes effect.", field="ends_on")
    granted = gate.requested_waivers(version=version, waivers=waivers)
    return Terms(
        effective_on,
        ends_on,
        tuple(_conditions(conditions, starts)),
        {request.pk: request.message for request in granted},
    )


def recommended_terms(made: Recommendation) -> Terms:
    """What the officer proposed."""
    requests = made.version.explanations.filter(pk__in=made.waivers)
    return Terms(
        made.effective_on,
        made.ends_on,
        tuple(
            (row["text"], date.fromisoformat(row["due_on"]) if row["due_on"] else None)
            for row in made.conditions
        ),
        {request.pk: request.message for request in requests},
    )


def decided_terms(decision: Decision) -> Terms:
    waivers = decision.waivers.all()
    return Terms(
        decision.effective_on,
        decision.ends_on,
        tuple((row.text, row.due_on) for row in decision.conditions.all()),
        {waiver.explanation_id: waiver.explanation.message for waiver in waivers},
    )


def departures(proposed: Terms, decided: Terms, *, on: date) -> list[str]:
    """Where what an approver decides on a day departs from what was recommended, a sentence for each."""
    sentences = []
    if (proposed.effective_on or on) != (decided.effective_on or on):
        sentences.append(
            f"In force from {format_day(decided.effective_on or on)}. "
            f"Recommended: {_day(proposed.effective_on, 'the day of the approval')}."
        )
    if proposed.ends_on != decided.ends_on:
        sentences.append(
            f"{f'Ends on {format_day(decided.ends_on)}' if decided.ends_on else 'No end date'}. "
            f"Recommended: {_day(proposed.ends_on, 'no end date')}."
        )
    before, now = dict(proposed.conditions), dict(decided.conditions)
    sentences += [f"Condition added: {text}" for text in now if text not in before]
    sentences += [f"Recommended condition left out: {text}" for text in before if text not in now]
    sentences += [
        f"Condition “{text}”: {_due(due_on)}. Recommended: {_due(before[text])}."
        for text, due_on in now.items()
        if text in before and before[text] != due_on
    ]
    waived, asked = decided.granted, proposed.granted
    sentences += [f"Waived, not recommended: {waived[pk]}" for pk in waived if pk not in asked]
    sentences += [f"Recommended, not waived: {asked[pk]}" for pk in asked if pk not in waived]
    return sentences


def departures_of(decision: Decision) -> list[str]:
    """The same of a decision that was made, from the recommendation it followed."""
    made = (
        Recommendation.objects.filter(version=decision.version_id, made_at__lte=decision.decided_at)
        .select_related("version")
        .order_by("-pk")
        .first()
    )
    if not decision.is_approval or made is None or made.outcome == Recommendation.Outcome.REFUSE:
        return []
    on = jurisdiction(decision.submission.jurisdiction).today(decision.decided_at)
    return departures(recommended_terms(made), decided_terms(decision), on=on)


def _conditions(given: Iterable[Mapping[str, Any]], starts: date) -> Iterable[tuple[str, date | None]]:
    """Text and day of each condition; rows left empty are left out."""
    for row in given:
        text, due_on = limited_text(str(row.get("text") or ""), field="conditions"), row.get("due_on")
        if not text and due_on:
            raise BadValue(
                "A condition has a day but no text. Enter what has to be done.", field="conditions"
            )
        if not text:
            continue
        if due_on is not None and due_on < starts:
            raise BadValue(
                "Choose a due date for the condition on or after the day the approval takes effect.",
                field="conditions",
            )
        yield text, due_on


def _day(day: date | None, otherwise: str) -> str:
    return format_day(day) if day else otherwise


def _due(day: date | None) -> str:
    return f"due {format_day(day)}" if day else "no day"
