"""Files that come with an answer or a report of the operator: frozen with it, read by both sides only."""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypedDict

from django.conf import settings

from portal.accounts.models import User
from portal.errors import BadValue, NotFound
from portal.review.models import (
    AnswerFile,
    ConditionFile,
    ConditionStep,
    IntentFile,
    IntentNotice,
    Query,
)
from portal.scanning import quarantine
from portal.submissions import selectors
from portal.submissions.models import Submission
from portal.submissions.upload_types import Checked, checked
from portal.submissions.uploads import too_large

MOST = 10  # files with one answer or report


class GivenFile(TypedDict):
    filename: str
    data: bytes


def checked_files(given: Iterable[GivenFile]) -> list[Checked]:
    """What may be stored of these; refuses, with the reason, a file that may not."""
    checked_so_far: list[Checked] = []
    for one in given:
        try:
            if len(one["data"]) > settings.UPLOAD_MAX_MB * 1024 * 1024:
                raise too_large()
            file = checked(one["data"], one["filename"])
        except BadValue as error:  # of several, which
            raise BadValue(f"{one['filename'][-100:]}: {error.message}", field="file") from None
        if any(file.data == other.data for other in checked_so_far):
            raise BadValue(f"{file.filename} is there twice. Send each file once.", field="file")
        checked_so_far.append(file)
    if len(checked_so_far) > MOST:
        raise BadValue(f"Send at most {MOST} files at once.", field="file")
    return checked_so_far


def store(
    of: Query | ConditionStep | IntentNotice,
    uploads: Iterable[Checked],
    names: list[str],
    *,
    actor: User,
    **columns: bool,
) -> None:
    """Writes the files and their rows. Names go into `names` first, so that a failure leaves no file."""
    folder = {Query: "answers", ConditionStep: "conditions", IntentNotice: "replies"}[type(of)]
    for file in uploads:
        name = f"{folder}/{uuid.uuid4().hex}"
        names.append(name)
        of.files.create(
            filename=file.filename,
            content_type=file.content_type,
            size=len(file.data),
            sha256=quarantine.store(name, file.data, filename=file.filename, actor=actor, about=_case(of)),
            file=name,
            **columns,
        )


def _case(of: Query | ConditionStep | IntentNotice) -> Submission:
    return of.condition.decision.submission if isinstance(of, ConditionStep) else of.submission


@contextmanager
def kept_if_done() -> Iterator[list[str]]:
    """Names of files that are written; deleted again if what they belong to fails."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        discard(stored)
        raise


def discard(names: Iterable[str]) -> None:
    for name in names:
        quarantine.discard(name)


def answer_file(actor: User, file_id: int) -> AnswerFile:
    """One file the actor may read. What it may not read does not exist for it."""
    row = AnswerFile.objects.select_related("query").filter(pk=file_id).first()
    if row is None or not selectors.submissions(actor).filter(pk=row.query.submission_id).exists():
        raise NotFound(f"There is no document {file_id}.")
    return row


def condition_file(actor: User, file_id: int) -> ConditionFile:
    """The same of a file that came with the report of a condition."""
    row = ConditionFile.objects.select_related("step__condition__decision").filter(pk=file_id).first()
    seen = selectors.submissions(actor)
    if row is None or not seen.filter(pk=row.step.condition.decision.submission_id).exists():
        raise NotFound(f"There is no document {file_id}.")
    return row


def intent_file(actor: User, file_id: int) -> IntentFile:
    """The same of a file that came with the reply to a notice of intent."""
    row = IntentFile.objects.select_related("notice").filter(pk=file_id).first()
    if row is None or not selectors.submissions(actor).filter(pk=row.notice.submission_id).exists():
        raise NotFound(f"There is no document {file_id}.")
    return row
