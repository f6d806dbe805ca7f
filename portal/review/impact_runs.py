"""Looks at every approval under an edition's parent, across crashes (portal/work_runs.py).

Approvals are looked at in chunks; each chunk is stored in one transaction with the count. A worker that dies
leaves whole approvals behind it, and the next one looks at those that are missing. An approval that was added
later is missing too, so asking again looks at that one only. A changed draft begins anew.

Publishing asks as well, and the run that is finished after it notifies operators and regulator: in the
transaction that finishes it, so exactly once.
"""

import hashlib
import logging
import time
from collections.abc import Iterator, Sequence
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from craps.codec import canonical_bytes
from craps.version import core_digest
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import NotPossible
from portal.queueing import queue_on_commit
from portal.review import events, tasks
from portal.review.impact import EditionPair, concerned
from portal.review.impact_models import ImpactRow, ImpactRun
from portal.review.impact_rows import row_of
from portal.submissions.models import Submission
from portal.work_runs import LONGEST, Runs, Stopped

logger = logging.getLogger(__name__)

AT_ONCE = 50  # up to so many approvals are looked at before the page answers
CHUNK = 50  # approvals in memory
SAVE_EVERY = 2  # seconds
# They name an edition and decide nothing: a run outlives a new title or date.
_HEAD = ("title", "in_force_from")


def ask(*, actor: User, edition_id: str) -> ImpactRun:
    """Look at the approvals that were not looked at yet, a few at once and many by a worker."""
    edition = edition_visible_to(actor, edition_id)
    require(actor, "review.view")
    if edition.parent is None:
        raise NotPossible(f"“{edition.title}” replaces no edition, so there are no approvals to check.")
    with transaction.atomic():
        run = _make_due(edition, asked_by=actor)
        record(actor=actor, action="edition.look_at_impact", obj=edition, after={"approvals": run.total})
    if run.total - run.looked_at <= AT_ONCE:
        work_on(run.pk)
    else:
        queue_on_commit(tasks.look_at_impact, run.pk)
    run.refresh_from_db()
    return run


def edition_published(*, edition: Edition, **_: Any) -> None:
    """Have people notified when the run for what was published is finished."""
    if edition.parent is not None:
        run = _make_due(edition, notify=True)
        queue_on_commit(tasks.look_at_impact, run.pk)


def edition_unpublished(*, edition: Edition, **_: Any) -> None:
    """Notify nobody of approvals that would breach what is a draft again."""
    ImpactRun.objects.filter(edition=edition).update(has_to_notify=False)


def work_on(run_id: int, seconds: float = LONGEST) -> bool:
    """Look at approvals for a while. Return True if the rest has to be queued again."""
    return RUNS.work_on(run_id, lambda run: _look_at_missing(run, time.monotonic() + seconds))


def examined(edition: Edition) -> str:
    """The digest of all that decides the result for an approval: both editions, and the program."""
    if edition.parent is None:
        raise ValueError(f"{edition.pk} has no parent.")
    now, was = core_edition_for(edition), core_edition_for(edition.parent)
    data = {key: value for key, value in now.data.items() if key not in _HEAD}
    text = canonical_bytes({"now": data, "was": was.contents_digest, "core": core_digest()})
    return hashlib.sha256(text).hexdigest()


def missing(run: ImpactRun) -> QuerySet[Submission]:
    """The approvals that were not looked at yet."""
    known = run.rows.filter(version=F("submission__submitted_version")).values("submission_id")
    return concerned(run.edition).exclude(pk__in=known)


def outdated(run: ImpactRun) -> QuerySet[ImpactRow]:
    """The rows of what is no longer approved."""
    current = concerned(run.edition).order_by().values("submitted_version_id")
    return run.rows.exclude(version__in=current)


# The work ------------------------------------------------------------------------------------------------


@transaction.atomic
def _make_due(edition: Edition, *, asked_by: User | None = None, notify: bool = False) -> ImpactRun:
    digest = examined(edition)
    ImpactRun.objects.get_or_create(edition=edition, defaults={"examined": digest})
    run = ImpactRun.objects.select_for_update(no_key=True).get(edition=edition)
    run.edition = edition
    run.has_to_notify = run.has_to_notify or notify
    run.asked_by = asked_by or run.asked_by
    if run.examined != digest or not run.is_working:
        _begin(run, digest)
        run.wait_anew()
    run.total = concerned(edition).count()
    run.save()
    return run


def _begin(run: ImpactRun, digest: str) -> None:
    """Keep the rows that still hold."""
    (run.rows.all() if run.examined != digest else outdated(run)).delete()
    run.examined, run.started_at, run.finished_at = digest, timezone.now(), None
    run.looked_at = run.rows.count()


def _look_at_missing(run: ImpactRun, deadline: float) -> bool:
    """False if there is more to do, or someone else has the run."""
    edition = run.edition
    if edition.parent is None:
        raise Stopped(f"{edition.pk} has no parent any more.")
    digest = examined(edition)
    if digest != run.examined:  # the draft was changed after the last worker stopped
        with transaction.atomic():
            _begin(run, digest)
            progress = {"examined": digest, "started_at": run.started_at, "looked_at": run.looked_at}
            if not RUNS.hold(run, **progress):
                transaction.set_rollback(True)
                return False
    comparison = EditionPair.of(core_edition_for(edition.parent), core_edition_for(edition))
    while ids := list(missing(run).values_list("pk", flat=True)):
        rows: list[ImpactRow] = []
        save_at = time.monotonic() + SAVE_EVERY
        for place, submission in enumerate(_in_chunks(edition, ids), 1):
            rows.append(_look_at(run, comparison, submission))
            now = time.monotonic()
            if place < len(ids) and len(rows) < CHUNK and now < min(save_at, deadline):
                continue
            if not _save(run, rows) or now > deadline:
                return False
            rows, save_at = [], now + SAVE_EVERY
    return _finish(run)


def _in_chunks(edition: Edition, ids: Sequence[int]) -> Iterator[Submission]:
    for start in range(0, len(ids), CHUNK):
        rows = concerned(edition).filter(pk__in=ids[start : start + CHUNK])
        for submission in rows.select_related("edition").prefetch_related("own_examples"):
            if submission.submitted_version is not None:
                submission.submitted_version.submission = submission
            yield submission


def _look_at(run: ImpactRun, comparison: EditionPair, submission: Submission) -> ImpactRow:
    try:
        return row_of(run, comparison.look_at(submission))
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        logger.exception("%s could not be looked at under %s", submission, comparison.now.id)
        raise Stopped(f"{submission.reference} could not be checked: {error}") from error


@transaction.atomic
def _save(run: ImpactRun, rows: Sequence[ImpactRow]) -> bool:
    """Store a chunk and hold the run for another while; False if someone else has it."""
    held = RUNS.hold(run, looked_at=F("looked_at") + len(rows))
    if held:
        ImpactRow.objects.bulk_create(rows)
    return held


@transaction.atomic
def _finish(run: ImpactRun) -> bool:
    """Close the run and, after a publication, notify people; False if someone else has it."""
    held = RUNS.outbox.claimed(run).select_for_update(no_key=True).first()
    if held is None:
        return False
    outdated(run).delete()
    count = run.rows.count()
    RUNS.finish(run, looked_at=count, total=count, has_to_notify=False)
    if held.has_to_notify:
        run.refresh_from_db()
        record(actor=None, action="edition.notify_impact", obj=run.edition, after={"approvals": count})
        events.published_impact_known.send(ImpactRun, edition=run.edition)
    return True


def _stopped(run: ImpactRun) -> None:
    """Say that a run after a publication stopped for good: nobody else would notice."""
    if ImpactRun.objects.filter(pk=run.pk, has_to_notify=True).exists():
        events.published_impact_failed.send(ImpactRun, edition=run.edition)


RUNS = Runs(ImpactRun, _stopped)
