"""Questions to the operator: asked several at once, answered one by one, extended and withdrawn.

The state of the case is workflow.py's: it changes when questions are asked and when the last one is closed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from django.db.models import Max
from django.utils import timezone

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.review import answers, events, moving
from portal.review.guards import is_the_assignee
from portal.review.models import OPEN_QUESTION, Query
from portal.review.required_input import require_text
from portal.submissions import selectors
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import State, Submission
from portal.text import LONGEST, format_day

MOST = 20  # questions at once


class Asked(TypedDict, total=False):
    text: str
    files: Iterable[answers.GivenFile]


class Answered(TypedDict, total=False):
    question: int | None  # its id; needed while several are open
    text: str
    files: Iterable[answers.GivenFile]


def ask(
    *, submission: Submission, actor: User, asked: Sequence[Asked], due_on: date, stored: list[str]
) -> list[Query]:
    """Writes the questions of one letter, with their files."""
    if due_on <= moving.today_at(submission):
        raise BadValue("Give the operator at least until tomorrow to answer.", field="due_on")
    if len(asked) > MOST:
        raise BadValue(f"Ask at most {MOST} questions at once.", field="text")
    last = submission.queries.aggregate(last=Max("letter"))["last"] or 0
    rows = []
    for number, one in enumerate(asked, 1):
        row = Query.objects.create(
            submission=submission,
            letter=last + 1,
            number=number,
            text=require_text(one.get("text", ""), "text", "Enter the question.", longest=LONGEST),
            due_on=due_on,
            asked_by=actor,
        )
        uploads = answers.checked_files(one.get("files", ()))
        answers.store(row, uploads, stored, actor=actor, with_question=True)
        rows.append(row)
    return rows


def answer(
    *, submission: Submission, actor: User, given: Sequence[Answered], stored: list[str]
) -> list[Query]:
    """Writes the answers to these questions; the others stay open."""
    if not given:
        raise BadValue("Enter your answer.", field="text")
    rows = []
    for one in given:
        row = _open_question(submission, one.get("question"))
        row.answer = require_text(one.get("text", ""), "text", "Enter your answer.", longest=LONGEST)
        row.answered_by, row.answered_at = actor, timezone.now()
        uploads = answers.checked_files(one.get("files", ()))
        row.save(update_fields=["answer", "answered_by", "answered_at"])
        answers.store(row, uploads, stored, actor=actor)
        rows.append(row)
        _record(actor, "query.answer", row, after={"files": [file.filename for file in uploads]})
    return rows


def withdraw(*, submission: Submission, actor: User, question: int | None, reason: str) -> Query:
    """The officer does not need the answer any more."""
    row = _open_question(submission, question)
    row.withdrawn_by, row.withdrawn_at = actor, timezone.now()
    row.withdrawn_reason = reason.strip()[:LONGEST]
    row.save(update_fields=["withdrawn_by", "withdrawn_at", "withdrawn_reason"])
    _record(actor, "query.withdraw", row, after={"reason": row.withdrawn_reason})
    return row


@audited_attempt("query.extend")
def extend_query(*, actor: User, reference: str, due_on: date) -> Submission:
    """Gives the operator until another day for every question that is open."""
    submission = selectors.lock_submission(actor, reference, "review.query")
    rows = list(open_questions(submission))
    if submission.state != State.QUERY_OPEN or not rows:
        raise NotPossible(f"{reference} has no open question. Its deadline cannot be changed.")
    if problem := is_the_assignee(submission, actor):
        raise NotPossible(problem)
    today, before = moving.today_at(submission), rows[0].due_on
    if due_on <= max(today, before):
        raise BadValue(f"Choose a day after {format_day(max(today, before))}.", field="due_on")
    # It is due again: so the operator is reminded again.
    submission.queries.filter(**OPEN_QUESTION).update(
        due_on=due_on, extended_from=before, reminded_at=None, overdue_told_at=None
    )
    record(
        actor=actor,
        action="query.extend",
        obj=submission,
        before={"due_on": before},
        after={"due_on": due_on},
    )
    events.query_extended.send(sender=Query, submission=submission, due_on=due_on)
    return submission


def open_questions(submission: Submission) -> Iterable[Query]:
    """Those that wait for an answer, as they were asked."""
    return submission.queries.filter(**OPEN_QUESTION).order_by("letter", "number")


def is_open(submission: Submission) -> bool:
    return submission.queries.filter(**OPEN_QUESTION).exists()


def _open_question(submission: Submission, question: int | None) -> Query:
    rows = submission.queries.select_for_update(no_key=True).filter(**OPEN_QUESTION).order_by("pk")
    questions = list(rows) if question is None else list(rows.filter(pk=question))
    if not questions:
        raise NotPossible("This question has been answered or withdrawn already.")
    if len(questions) > 1:
        raise BadValue("Several questions are open. Choose one.", field="question")
    return questions[0]


def _record(actor: User, action: str, row: Query, after: Mapping[str, Any]) -> None:
    record(
        actor=actor,
        action=action,
        obj=row.submission,
        after={"letter": row.letter, "question": row.number}
        | {name: value for name, value in after.items() if value},
    )
