"""The witnesses of this log: asks them to sign its checkpoints, and keeps their signatures.

They are named by LOG_WITNESSES; the demonstration has one of its own. A witness that does not answer is asked
again every minute and holds nothing up. One that refuses is recorded in the audit trail and shown on the
log's page: it has seen another log under this name.
"""

import contextlib
import logging
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal.audit.services import record
from portal.note_keys import BadNote, Key
from portal.register import log_client, notes, tile_store, witnessing
from portal.register.checkpoints import latest
from portal.register.keys import KeyProblem
from portal.register.models import Checkpoint, Cosignature, LogWitness
from portal.register.tiles import BadTiles
from portal.register.witnessing import SIZE_TYPE

logger = logging.getLogger(__name__)

CLOCKS_DIFFER = 300  # seconds that the clock of a witness may be ahead of ours
_REFUSALS = {
    403: "does not accept the key that signed the checkpoint",
    404: "does not know this log",
    409: "has signed another checkpoint over the same number of entries",
    422: "does not accept that the log adds to what it signed before",
}


class Witness(NamedTuple):
    """A witness: its public key and the address it signs at; none if its signatures are brought by hand."""

    key: Key
    address: str


@dataclass(frozen=True)
class WitnessStatus:
    """What a witness last signed, and what is wrong if it did not sign the latest checkpoint."""

    key: str
    size: int | None
    cosigned_at: datetime | None
    problem: str
    refused: bool

    @property
    def name(self) -> str:
        return self.key.partition("+")[0]


class BadCosignature(Exception):
    """The lines are not signatures of known witnesses under this checkpoint. The message says why."""


def configured() -> list[Witness]:
    if settings.DEMO and not settings.LOG_WITNESSES:
        with contextlib.suppress(KeyProblem):
            return [Witness(witnessing.public_key(), f"{settings.SITE_URL}/witness/")]
    return [Witness(*entry) for entry in settings.LOG_WITNESSES]


def statuses() -> list[WitnessStatus]:
    """Every witness, by name, with the largest checkpoint it signed."""
    shown = []
    for witness in sorted(configured()):
        key = str(witness.key)
        rows = Cosignature.objects.filter(witness=key).select_related("checkpoint")
        last, state = rows.order_by("-checkpoint_id").first(), LogWitness.objects.filter(key=key).first()
        shown.append(
            WitnessStatus(
                key,
                last.checkpoint.size if last else None,
                last.cosigned_at if last else None,
                state.problem if state else "",
                state.refused if state else False,
            )
        )
    return shown


def public_keys() -> list[str]:
    """The keys of today's witnesses, then those of earlier ones whose signatures are kept."""
    present = [str(witness.key) for witness in sorted(configured())]
    earlier = Cosignature.objects.order_by("witness").values_list("witness", flat=True).distinct()
    return [*present, *(key for key in earlier if key not in present)]


def health() -> str:
    """The line of the witnesses in /readyz."""
    away = [str(row) for row in LogWitness.objects.filter(key__in=_keys()).exclude(problem="")]
    return f"not signed by {', '.join(sorted(away))}" if away else "ok"


def due() -> list[str]:
    """The keys of the witnesses that have an address and have not signed the latest checkpoint."""
    last = latest()
    if last is None:
        return []
    signed = set(last.cosignatures.values_list("witness", flat=True))
    return [str(one.key) for one in configured() if one.address and str(one.key) not in signed]


def ask(key: str) -> bool:
    """Ask a witness to sign the latest checkpoint. Return whether it did; what went wrong is recorded."""
    witness = next((one for one in configured() if str(one.key) == key and one.address), None)
    checkpoint = latest()
    if witness is None or checkpoint is None:
        return False
    state = LogWitness.objects.filter(key=key).first()
    try:
        lines = _request(witness, checkpoint, state.size if state else 0)
        add_cosignatures(checkpoint=checkpoint, lines=lines, witnesses=[witness])
    except log_client.LogUnreachable as error:
        logger.warning("A witness gives no usable answer: %s", error)
        _save_problem(key, "It gave no usable answer when it was last asked.")
    except BadCosignature as error:
        _save_problem(key, f"It answered with something other than its signature. {error}")
    except witnessing.SigningRefused as error:
        _save_problem(key, str(error), refused=True)
    except BadTiles as error:
        logger.error("No witness is asked: %s", error)  # the log repairs its tiles before it signs again
    else:
        return True
    return False


def add_cosignatures(
    *, checkpoint: Checkpoint, lines: str, witnesses: Iterable[Witness] | None = None
) -> list[Cosignature]:
    """Keep signatures of known witnesses under a checkpoint. Lines of others are ignored.

    Raise BadCosignature if there is none of a known witness, or a false one.
    """
    known = configured() if witnesses is None else witnesses
    text, _ = notes.split(checkpoint.note)
    try:
        verified = notes.cosignatures(text, lines, [witness.key for witness in known])
    except BadNote as error:
        raise BadCosignature(str(error)) from None
    if not verified:
        raise BadCosignature("None of these lines is a signature of a known witness.")
    for one in verified:
        if one.time > time.time() + CLOCKS_DIFFER:
            raise BadCosignature(f"The signature of {one.key.name} is dated in the future.")
    with transaction.atomic():
        return [_keep(checkpoint, one) for one in verified]


def _keep(checkpoint: Checkpoint, one: notes.Cosignature) -> Cosignature:
    kept, is_new = Cosignature.objects.get_or_create(
        checkpoint=checkpoint,
        witness=str(one.key),
        defaults={"line": one.line, "cosigned_at": datetime.fromtimestamp(one.time, UTC)},
    )
    if is_new:
        after = {"size": checkpoint.size, "witness": str(one.key)}
        record(actor=None, action="log.cosign", obj=checkpoint, after=after)
    state, _ = LogWitness.objects.get_or_create(key=str(one.key))
    if state.size < checkpoint.size or state.problem:
        state.size, state.problem, state.refused = max(state.size, checkpoint.size), "", False
        state.changed_at = timezone.now()
        state.save()
    return kept


def _request(witness: Witness, checkpoint: Checkpoint, known: int) -> str:
    """The lines that the witness answers with, or what it refuses with."""
    name = witness.key.name
    answer = _post(witness, checkpoint, min(known, checkpoint.size))
    if answer.status == 409 and answer.content_type == SIZE_TYPE:  # it has seen another size than we think
        size = _size_of(answer, name)
        if size > checkpoint.size:
            raise witnessing.SigningRefused(
                f"{name} has signed {size} entries, this log has {checkpoint.size}: some were lost."
            )
        answer = _post(witness, checkpoint, size)
    if answer.status == 200:
        return answer.body.decode(errors="replace")
    if answer.status in _REFUSALS:
        raise witnessing.SigningRefused(f"{name} {_REFUSALS[answer.status]}.")
    raise log_client.LogUnreachable(f"{name} answers with status {answer.status}.")


def _post(witness: Witness, checkpoint: Checkpoint, old: int) -> log_client.LogAnswer:
    size = checkpoint.size
    proof = tile_store.reader(size).consistency(old, size) if 0 < old < size else []
    body = witnessing.Request(old, proof, checkpoint.note).body()
    return log_client.post(f"{witness.address}add-checkpoint", body)


def _size_of(answer: log_client.LogAnswer, name: str) -> int:
    text = answer.body.decode(errors="replace").removesuffix("\n")
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text):
        raise log_client.LogUnreachable(f"{name} answers with something other than a size.")
    return int(text)


def _save_problem(key: str, problem: str, *, refused: bool = False) -> None:
    """Record that a witness did not sign; a refusal in the audit trail too, once."""
    with transaction.atomic():
        state, _ = LogWitness.objects.get_or_create(key=key)
        if state.problem == problem:
            return
        state.problem, state.refused, state.changed_at = problem[:500], refused, timezone.now()
        state.save()
        if refused:
            logger.error("%s refuses to sign: %s", state, problem)
            record(actor=None, action="log.refused_by_witness", obj=state, after={"problem": problem})


def _keys() -> list[str]:
    return [str(witness.key) for witness in configured()]
