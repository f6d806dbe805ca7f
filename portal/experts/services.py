"""Asking an outside expert about a case: the question, another day, its end, and the answer.

The only writer of requests. Each write leaves an entry in the trail of the regulator; the operator is told
nothing, because the opinion is part of the review.
"""

import uuid
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_organisation
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.experts import events, selectors
from portal.experts.models import ExpertFile, ExpertRequest, RequestState, SharedUpload
from portal.review import answers
from portal.review.required_input import require_text
from portal.scanning import quarantine
from portal.submissions.models import State, Submission
from portal.submissions.selectors import lock_submission
from portal.submissions.uploads import uploads
from portal.text import format_day

LONGEST = 8_000
LATEST = timedelta(days=366)
# An officer asks while the case is being reviewed.
ASKED_WHILE = (State.IN_REVIEW, State.QUERY_OPEN)


@transaction.atomic
def ask(
    *,
    actor: User,
    reference: str,
    organisation_id: int,
    question: str,
    due_on: date,
    upload_ids: Iterable[int] = (),
) -> ExpertRequest:
    """Ask an organisation of experts. It sees the question, the submitted rules and these documents."""
    submission = lock_submission(actor, reference, "expert.ask")
    if submission.state not in ASKED_WHILE or submission.submitted_version is None:
        raise NotPossible(
            f"{reference} is “{submission.get_state_display()}”. "
            "An expert can be asked only while a case is in review."
        )
    organisation = selectors.organisations_to_ask().filter(pk=organisation_id).first()
    if organisation is None:
        raise BadValue("Choose the expert from the list.", field="organisation_id")
    words = require_text(question, "question", "Enter the question to the expert.", longest=LONGEST)
    _check_day(submission, due_on)
    wanted = set(upload_ids)
    chosen = list(uploads(actor, submission).filter(pk__in=wanted))
    if {row.pk for row in chosen} != wanted:
        raise BadValue("Choose from the documents of this case.", field="upload_ids")
    row = ExpertRequest.objects.create(
        submission=submission,
        version=submission.submitted_version,
        organisation=organisation,
        regulator=own_organisation(actor),
        jurisdiction=submission.jurisdiction,
        question=words,
        due_on=due_on,
        asked_by=actor,
    )
    SharedUpload.objects.bulk_create(SharedUpload(request=row, upload=upload) for upload in chosen)
    after = {
        "question": words,
        "due_on": due_on,
        "version": row.version.number,
        "documents": [upload.filename for upload in chosen],
    }
    _record(actor, "expert.ask", row, after=after)
    events.asked.send(sender=ExpertRequest, request=row)
    return row


@transaction.atomic
def extend(*, actor: User, request_id: int, due_on: date) -> ExpertRequest:
    """Give the expert another day."""
    row = _held(actor, request_id)
    _check_day(row.submission, due_on)
    before, row.due_on = row.due_on, due_on
    row.reminded_at = row.overdue_told_at = None  # it is due again: the expert is reminded again
    row.save(update_fields=["due_on", "reminded_at", "overdue_told_at"])
    _record(actor, "expert.extend", row, before={"due_on": before}, after={"due_on": due_on})
    events.extended.send(sender=ExpertRequest, request=row)
    return row


@transaction.atomic
def withdraw(*, actor: User, request_id: int, reason: str) -> ExpertRequest:
    """Take the question back. The expert loses sight of the case at once."""
    row = _held(actor, request_id)
    row.withdrawal_reason = require_text(
        reason, "reason", "Enter why the question is withdrawn. The expert reads it.", longest=2_000
    )
    row.withdrawn_at, row.withdrawn_by = timezone.now(), actor
    row.save(update_fields=["withdrawal_reason", "withdrawn_at", "withdrawn_by"])
    _record(actor, "expert.withdraw", row, after={"reason": row.withdrawal_reason})
    events.withdrawn.send(sender=ExpertRequest, request=row)
    return row


def answer(
    *, actor: User, request_id: int, text: str, files: Iterable[answers.GivenFile] = ()
) -> ExpertRequest:
    """The expert answers with words and files. That ends the expert's access to the case."""
    require(actor, "expert.answer")
    checked = answers.checked_files(files)
    stored: list[str] = []
    try:
        return _answer(actor, request_id, text, checked, stored)
    except BaseException:
        answers.discard(stored)
        raise


@transaction.atomic
def _answer(actor: User, request_id: int, text: str, checked: list[Any], stored: list[str]) -> ExpertRequest:
    selectors.open_request(actor, request_id)
    row = ExpertRequest.objects.select_for_update(no_key=True).get(pk=request_id)
    if row.state != RequestState.OPEN:
        raise NotPossible("This request has ended. Nothing was sent.")
    words = require_text(text, "text", "Enter your answer.", longest=LONGEST * 2)
    row.answer, row.answered_by, row.answered_at = words, actor, timezone.now()
    row.save(update_fields=["answer", "answered_by", "answered_at"])
    for file in checked:
        name = f"experts/{uuid.uuid4().hex}"
        stored.append(name)
        ExpertFile.objects.create(
            request=row,
            filename=file.filename,
            content_type=file.content_type,
            size=len(file.data),
            sha256=quarantine.store(
                name, file.data, filename=file.filename, actor=actor, about=row.submission
            ),
            file=name,
        )
    after = {"answer": words, "files": [file.filename for file in checked]}
    _record(actor, "expert.answer", row, after=after)
    events.answered.send(sender=ExpertRequest, request=row)
    return row


def _held(actor: User, request_id: int) -> ExpertRequest:
    """An open request about a case the actor may see, locked."""
    selectors.request_of_case(actor, request_id)
    require(actor, "expert.ask")
    row = ExpertRequest.objects.select_for_update(no_key=True).get(pk=request_id)
    if row.state != RequestState.OPEN:
        raise NotPossible(f"This request is “{row.state.label}”. Nothing was changed.")
    return row


def _check_day(submission: Submission, due_on: date) -> None:
    today = jurisdiction(submission.jurisdiction).today()
    if not today < due_on <= today + LATEST:
        raise BadValue(
            f"Choose a day after {format_day(today)} and within a year.",
            field="due_on",
        )


def _record(actor: User, action: str, row: ExpertRequest, **facts: Any) -> None:
    # Filed under the regulator: the operator's trail says nothing of it.
    facts["after"] = {"request": row.pk, "expert": row.organisation.name, **facts["after"]}
    record(actor=actor, action=action, obj=row.submission, organisation=row.regulator, **facts)
