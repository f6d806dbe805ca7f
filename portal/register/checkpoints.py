"""Signs checkpoints of the log, each over a log that has just passed the integrity check.

One process signs at a time and each size is signed once, so two checkpoints never contradict each other.
A failed check is recorded in the audit trail, sent to the site administrators and shown on the log's page;
nothing is signed until it is repaired.
"""

import logging
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from portal.audit.services import record
from portal.register import checkpoint_store, events, keys, notes
from portal.register.integrity import IntegrityReport, check_integrity, inconsistencies
from portal.register.models import Checkpoint, Entry, LogState

logger = logging.getLogger(__name__)

# How often a log without new entries is checked. One with new entries is checked before each signature.
CHECK_INTERVAL = timedelta(minutes=10)


def sign_if_due() -> Checkpoint | None:
    """Sign new entries. Without new entries, check the log once in each CHECK_INTERVAL."""
    state = LogState.objects.first()
    if state is not None and not state.problems and state.examined_at is not None:
        last = latest()
        nothing_new = (last.size if last else 0) == count()
        if nothing_new and timezone.now() - state.examined_at < CHECK_INTERVAL:
            return last
    return sign()


def sign() -> Checkpoint | None:
    """Check the whole log and sign it. Return the latest checkpoint, or None if the check failed."""
    try:
        key = keys.current_key()
    except keys.KeyProblem as problem:
        _stop([str(problem)])
        return None
    report = check_integrity()
    if report.problems:
        _stop(report.problems)
        return None
    with transaction.atomic():
        state = _lock_state()
        # Another process may have signed since the check: its checkpoint must agree with this report.
        heads = _latest_heads()
        if any(head.size > report.size for head in heads):
            return latest()  # entries were added since; the next run covers them
        problems = inconsistencies(report.tree, heads)
        if not problems:
            _save_state(state, [])
            return _sign(report, key)
    _stop(problems)
    return None


def latest() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def count() -> int:
    """How many entries the log has."""
    top = Entry.objects.aggregate(top=Max("position"))["top"]
    return 0 if top is None else top + 1


def _sign(report: IntegrityReport, key: Ed25519PrivateKey) -> Checkpoint | None:
    last = latest()
    if report.size == (last.size if last else 0):
        return last
    head = notes.Head(keys.origin(), report.size, report.tree.root())
    note = notes.sign(head.text(), head.origin, key)
    checkpoint_store.save(note)
    keys.publish(key)
    checkpoint = Checkpoint.objects.create(size=head.size, root=head.root.hex(), note=note)
    record(actor=None, action="log.sign", obj=checkpoint, after={"size": head.size, "root": head.root.hex()})
    return checkpoint


def _latest_heads() -> list[notes.Head]:
    known, last = keys.public_keys(), latest()
    signed = [*checkpoint_store.load(), *([last.note] if last else [])]
    return [notes.read_head(notes.signed_text(note, known)) for note in signed]


def _stop(problems: list[str]) -> None:
    """Record the problems; announce them if they are not the ones already recorded."""
    logger.error("No checkpoint is signed: %s", " ".join(problems))
    with transaction.atomic():
        if _save_state(_lock_state(), problems):
            events.log_stopped.send(sender=LogState, problems=problems)


def _save_state(state: LogState, problems: list[str]) -> bool:
    """Store the result of a check, with an audit row if it differs from the last one."""
    before = state.problems
    state.problems, state.examined_at = problems, timezone.now()
    state.save()
    if before == problems:
        return False
    record(
        actor=None,
        action="log.stop" if problems else "log.resume",
        obj=state,
        label="Register log",
        before={"problems": before},
        after={"problems": problems},
    )
    return True


def _lock_state() -> LogState:
    """The log's one row, locked until the transaction ends so that one process signs at a time."""
    LogState.objects.get_or_create(pk=1)
    return LogState.objects.select_for_update(no_key=True).get(pk=1)
