"""Signs the log. A checkpoint is signed over a log that was found whole, or not at all.

Signing is done by one process at a time, and each size is signed once: two checkpoints that contradict
each other cannot come to be. What is found wrong is in the audit trail, told to the site administrators and
shown on the log's page, and nothing is signed until it is put right.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from portal.audit.services import record
from portal.register import checkpoint_store, events, keys, notes
from portal.register.integrity import IntegrityReport, check_integrity, inconsistencies
from portal.register.models import Checkpoint, Entry, LogKey, LogState

logger = logging.getLogger(__name__)

# An untouched log is recomputed this often; one with new entries before each signature.
EXAMINED_EVERY = timedelta(minutes=10)


def sign_if_due() -> Checkpoint | None:
    """Signs what is new. Without anything new, looks now and then whether all is as it was."""
    state = LogState.objects.first()
    if state is not None and not state.problems and state.examined_at is not None:
        last = latest()
        nothing_new = (last.size if last else 0) == count()
        if nothing_new and timezone.now() - state.examined_at < EXAMINED_EVERY:
            return last
    return sign()


def sign() -> Checkpoint | None:
    """Recomputes the whole log and signs it if it is whole. The latest checkpoint, or None if it is not."""
    try:
        key = keys.present_key()
    except keys.KeyProblem as problem:
        _stop([str(problem)])
        return None
    found = check_integrity()
    if found.problems:
        _stop(found.problems)
        return None
    with transaction.atomic():
        state = _hold()
        # What another process signed while we looked is held to what we found.
        heads = _signed_meanwhile()
        if any(head.size > found.size for head in heads):
            return latest()  # there is more than we saw: the next look takes it in
        departed = inconsistencies(found.tree, heads)
        if not departed:
            _all_is_well(state)
            return _sign(found, key)
    _stop(departed)
    return None


def latest() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def count() -> int:
    """How many entries there are."""
    top = Entry.objects.aggregate(top=Max("position"))["top"]
    return 0 if top is None else top + 1


def _sign(found: IntegrityReport, key: Ed25519PrivateKey) -> Checkpoint | None:
    last = latest()
    if found.size == (last.size if last else 0):
        return last
    head = notes.Head(keys.origin(), found.size, found.tree.root())
    note = notes.sign(head.text(), head.origin, key)
    checkpoint_store.save(note)
    LogKey.objects.get_or_create(line=str(notes.key_named(head.origin, key)))
    checkpoint = Checkpoint.objects.create(size=head.size, root=head.root.hex(), note=note)
    record(
        actor=None,
        action="log.sign",
        obj=checkpoint,
        after={"size": checkpoint.size, "root": checkpoint.root},
    )
    return checkpoint


def _signed_meanwhile() -> list[notes.Head]:
    known, last = keys.public_keys(), latest()
    signed = [*checkpoint_store.load(), *([last.note] if last else [])]
    return [notes.read_head(notes.signed_text(note, known)) for note in signed]


def _stop(problems: list[str]) -> None:
    """Says once what is wrong, in the trail and to those who can put it right."""
    logger.error("No checkpoint is signed: %s", " ".join(problems))
    with transaction.atomic():
        state = _hold()
        before = state.problems
        state.problems, state.examined_at = problems, timezone.now()
        state.save()
        if before != problems:
            record(
                actor=None,
                action="log.stop",
                obj=state,
                label="Register log",
                before={"problems": before},
                after={"problems": problems},
            )
            events.log_stopped.send(sender=LogState, problems=problems)


def _all_is_well(state: LogState) -> None:
    before = state.problems
    state.problems, state.examined_at = [], timezone.now()
    state.save()
    if before:
        record(
            actor=None,
            action="log.resume",
            obj=state,
            label="Register log",
            before={"problems": before},
            after={"problems": []},
        )


def _hold() -> LogState:
    """The log's one row, held until the transaction ends: one process signs at a time."""
    LogState.objects.get_or_create(pk=1)
    return LogState.objects.select_for_update(no_key=True).get(pk=1)
