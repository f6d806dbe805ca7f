"""Signs checkpoints of the log, each over what was signed before and new entries that have just been checked.

One process signs at a time and each size is signed once, so two checkpoints never contradict each other.
A failed check is recorded in the audit trail, sent to the site administrators and shown on the log's page;
nothing is signed until the whole log passes again.
"""

import logging
import time
from collections.abc import Iterator
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from portal.audit.services import record
from portal.register import checkpoint_store, events, keys, notes, tile_store
from portal.register.integrity import IntegrityReport, check_growth, check_integrity
from portal.register.models import Checkpoint, Entry, LogState
from portal.register.tiles import Builder

logger = logging.getLogger(__name__)

# How often the whole log is checked; less often if checking took longer than a hundredth of this.
CHECK_INTERVAL = timedelta(minutes=10)
_SHARE = 100


def sign_if_due() -> Checkpoint | None:
    """Sign new entries, if there are any or the log has stopped."""
    state, last = LogState.objects.first(), latest()
    if (state is None or not state.problems) and (last.size if last else 0) == count():
        return last
    return sign()


def check_if_due() -> None:
    """Check the whole log once in each CHECK_INTERVAL."""
    state = LogState.objects.first()
    if state is not None and state.examined_at is not None:
        wait = max(CHECK_INTERVAL, timedelta(milliseconds=state.took_ms) * _SHARE)
        if timezone.now() - state.examined_at < wait:
            return
    check()


def check() -> IntegrityReport:
    """Check the whole log, record the result, and make damaged tiles again if the entries are in order."""
    began = time.monotonic()
    report = check_integrity()
    took_ms = int((time.monotonic() - began) * 1000)
    if report.problems:
        _stop(report.problems, took_ms)
        return report
    with transaction.atomic():
        state = _lock_state()
        if not report.tiles_match:
            last = latest()
            size = last.size if last else 0
            tile_store.rebuild(_leaf_hashes(size))
            record(actor=None, action="log.tiles", obj=state, label="Register log", after={"size": size})
        _save_state(state, [], took_ms)
    return report


def sign() -> Checkpoint | None:
    """Check what is new and sign it. Return the latest checkpoint, or None if a check failed."""
    try:
        key = keys.current_key()
    except keys.KeyProblem as problem:
        _stop([str(problem)])
        return None
    if LogState.objects.exclude(problems=[]).exists() and check().problems:
        return None
    for _ in range(2):
        with transaction.atomic():
            _lock_state()
            growth = check_growth()
            if growth.tiles is not None and not growth.problems:
                return _sign(growth.base, growth.tiles, key)
        if growth.tiles is not None:
            _stop(growth.problems)
            return None
        # The stored hashes are not those of the last checkpoint: made again if all else is in order.
        if check().problems:
            return None
    return None


def latest() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def count() -> int:
    """How many entries the log has."""
    top = Entry.objects.aggregate(top=Max("position"))["top"]
    return 0 if top is None else top + 1


def _sign(base: int, tiles: Builder, key: Ed25519PrivateKey) -> Checkpoint | None:
    size = tiles.frontier.size
    if size == base:
        return latest()
    head = notes.TreeHead(keys.origin(), size, tiles.frontier.root())
    note = notes.sign(head.text(), head.origin, key)
    tile_store.save(tiles.take())
    checkpoint_store.save(note)
    keys.publish(key)
    checkpoint = Checkpoint.objects.create(size=head.size, root=head.root.hex(), note=note)
    record(actor=None, action="log.sign", obj=checkpoint, after={"size": head.size, "root": head.root.hex()})
    return checkpoint


def _leaf_hashes(size: int) -> Iterator[bytes]:
    rows = Entry.objects.filter(position__lt=size).order_by("position").values_list("leaf_hash", flat=True)
    return (bytes.fromhex(leaf_hash) for leaf_hash in rows.iterator(chunk_size=2000))


def _stop(problems: list[str], took_ms: int | None = None) -> None:
    """Record the problems; announce them if they are not the ones already recorded."""
    logger.error("No checkpoint is signed: %s", " ".join(problems))
    with transaction.atomic():
        if _save_state(_lock_state(), problems, took_ms):
            events.log_stopped.send(sender=LogState, problems=problems)


def _save_state(state: LogState, problems: list[str], took_ms: int | None) -> bool:
    """Store the result of a check, with an audit row if it differs from the last one.

    `took_ms` is how long checking the whole log took; None if only what is new was checked.
    """
    before = state.problems
    state.problems = problems
    if took_ms is not None:
        state.took_ms, state.examined_at = took_ms, timezone.now()
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
