"""Runs the core's own tests on a draft before it may be published, across crashes (portal/work_runs.py).

The tests of an edition have a fixed order (craps/edition_tests.py), so a run is continued at the number it
has come to. A run belongs to what was tested: after a change of the draft it is out of date.
"""

import hashlib
import time
from typing import Any

from django.db import transaction
from django.utils import timezone

from craps.codec import canonical_bytes
from craps.edition_tests import edition_tests
from craps.version import core_digest
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions import tasks
from portal.editions.models import Edition, EditionTestRun
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import NotPossible
from portal.queueing import queue_on_commit
from portal.work_runs import LONGEST, Runs, RunState

AT_ONCE = 2  # seconds of tests before the page answers
SAVE_EVERY = 1  # second
MOST_PROBLEMS = 200
RUNS = Runs(EditionTestRun)
NOT_PASSED = "The tests of this draft have not passed yet. Run them."
# They name an edition and decide nothing: a run outlives a new title or date.
_HEAD = ("title", "in_force_from")


def ask(*, actor: User, edition_id: str) -> EditionTestRun:
    """Run the tests of a draft as it is now: the first ones at once, the rest by a worker.

    Also of a proposed one, by the second person too: after a new release they have to pass again.
    """
    edition = edition_visible_to(actor, edition_id)
    require(actor, permission_to_ask(edition))
    if edition.is_published:
        raise NotPossible(f"“{edition.title}” is published. Tests are run on drafts.")
    with transaction.atomic():
        run = _make_due(edition, actor)
        record(actor=actor, action="edition.run_tests", obj=edition, after={"tests": run.total})
    if work_on(run.pk, AT_ONCE):
        queue_on_commit(tasks.run_tests, run.pk)
    run.refresh_from_db()
    return run


def permission_to_ask(edition: Edition) -> str:
    return "edition.publish" if edition.is_proposed else "edition.manage"


def work_on(run_id: int, seconds: float = LONGEST) -> bool:
    """Run tests for a while. Return True if the rest has to be queued again."""
    return RUNS.work_on(run_id, lambda run: _run_missing(run, time.monotonic() + seconds))


def run_of(edition: Edition) -> EditionTestRun | None:
    """The latest run of an edition's tests, of its present contents or not."""
    return EditionTestRun.objects.filter(edition=edition).first()


def is_current(run: EditionTestRun, edition: Edition) -> bool:
    return run.examined == examined(edition)


def has_passed(edition: Edition) -> bool:
    run = run_of(edition)
    return run is not None and run.state == RunState.DONE and not run.problems and is_current(run, edition)


def obstacles(*, edition: Edition, **_: Any) -> list[dict[str, str]]:
    """What prevents a draft from being published: tests that were not run on what it says now, or failed."""
    run = run_of(edition)
    if run is None or not is_current(run, edition):
        return [{"path": "tests", "message": NOT_PASSED}]
    if run.is_working:
        message = f"The tests of this draft are running: {run.done} of {run.total} are done."
        return [{"path": "tests", "message": message}]
    if run.state == RunState.FAILED:
        return [
            {"path": "tests", "message": f"The tests of this draft stopped: {run.failure} Run them again."}
        ]
    if run.problems:
        count = len(run.problems)
        words = "problem" if count == 1 else "problems"
        return [{"path": "tests", "message": f"The tests of this draft found {count} {words}."}]
    return []


def examined(edition: Edition) -> str:
    """The digest of all that decides the result: the contents, those it follows on, and the program."""
    core = core_edition_for(edition)
    text = {
        "document": {key: value for key, value in core.data.items() if key not in _HEAD},
        "book": edition.book,
        "examples": edition.examples,
        "parent": edition.parent.contents_digest if edition.parent else "",
        "core": core_digest(),
    }
    return hashlib.sha256(canonical_bytes(text)).hexdigest()


def _make_due(edition: Edition, actor: User) -> EditionTestRun:
    digest = examined(edition)
    EditionTestRun.objects.get_or_create(edition=edition, defaults={"examined": digest})
    run = EditionTestRun.objects.select_for_update(no_key=True).get(edition=edition)
    run.edition, run.asked_by = edition, actor
    if run.examined != digest or not run.is_working:
        if run.examined != digest or run.state != RunState.FAILED:
            run.done, run.problems = 0, []
        run.examined, run.started_at, run.finished_at = digest, timezone.now(), None
        run.wait_anew()
    run.total = len(edition_tests(core_edition_for(edition)))
    run.save()
    return run


def _run_missing(run: EditionTestRun, deadline: float) -> bool:
    """False if there is more to do."""
    edition = run.edition
    digest = examined(edition)
    tests = edition_tests(core_edition_for(edition))
    if digest != run.examined:  # the draft was changed after the last worker stopped
        run.examined, run.done, run.problems = digest, 0, []
        if not RUNS.hold(run, examined=digest, done=0, total=len(tests), problems=[]):
            return True
    problems = list(run.problems)
    save_at = time.monotonic() + SAVE_EVERY
    for done, test in enumerate(tests[run.done :], run.done + 1):
        problems += [{"kind": test.kind, "name": test.name, "message": said} for said in test.run()]
        now = time.monotonic()
        if now < min(save_at, deadline):
            continue
        if not RUNS.hold(run, done=done, problems=problems[:MOST_PROBLEMS]):
            return True
        if now > deadline and done < len(tests):
            return False
        save_at = now + SAVE_EVERY
    RUNS.finish(run, done=len(tests), total=len(tests), problems=problems[:MOST_PROBLEMS])
    return True
