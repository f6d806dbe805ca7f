"""Who is told of what happens to a case besides its moves: who has it, remarks, conditions, what is due."""

from __future__ import annotations

from typing import Any

from portal.accounts.models import User
from portal.notices.models import Topic
from portal.notices.receivers import approvers_of, assignee_of, operator_of, tell_of_case
from portal.review.models import Comment, Condition, Query
from portal.submissions.models import Submission
from portal.text import format_day


def assigned(*, submission: Submission, actor: User, **_: Any) -> None:
    people = [person for person in assignee_of(submission) if person.pk != actor.pk]
    text = f"{actor.name} gave you {submission.reference} of {submission.organisation} to review."
    tell_of_case(people, submission, text, topic=Topic.WORK)


def commented(*, comment: Comment, **_: Any) -> None:
    if not comment.shown_to_operator:
        return
    submission = comment.submission
    text = f"The regulator added a remark to {submission.reference} for {submission.property}."
    tell_of_case(operator_of(submission), submission, text, topic=Topic.PROGRESS)


def condition_judged(*, condition: Condition, **_: Any) -> None:
    submission = condition.decision.submission
    became = "is recorded as met" if condition.met_at else "is open again"
    text = f"A condition of {submission.reference} for {submission.property} {became}: {condition.text}"
    tell_of_case(operator_of(submission), submission, _short(text), topic=Topic.DECISION)


def query_due(*, row: Query, submission: Submission, overdue: bool, **_: Any) -> None:
    if overdue:
        tell_of_case(
            assignee_of(submission),
            submission,
            f"{submission.organisation} has not answered your question about {submission.reference}, "
            f"which was due on {format_day(row.due_on)}.",
            topic=Topic.REMINDER,
        )
        text = (
            f"Your answer about {submission.reference} was due on {format_day(row.due_on)}. "
            "The regulator waits."
        )
    else:
        text = f"Your answer to the question about {submission.reference} is due on {format_day(row.due_on)}."
    tell_of_case(operator_of(submission), submission, text, topic=Topic.REMINDER)


def condition_due(*, row: Condition, submission: Submission, overdue: bool, **_: Any) -> None:
    if row.due_on is None:
        return
    when = f"was due on {format_day(row.due_on)}" if overdue else f"is due on {format_day(row.due_on)}"
    text = _short(f"A condition of {submission.reference} {when}: {row.text}")
    people = [*operator_of(submission), *(approvers_of(submission) if overdue else ())]
    tell_of_case(people, submission, text, topic=Topic.REMINDER)


def _short(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:299]}…"
