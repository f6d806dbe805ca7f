"""The chain over the audit trail: whoever changes, removes or adds an entry behind our back breaks it.

Writers of entries know nothing of it, so none waits for another. The worker seals the entries of the last
minute (`seal`), in the order of their ids; one that was committed late comes later in the chain.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from craps.codec import digest_of
from portal.audit.models import AuditEntry, AuditLink

BATCH = 1000
# Longer than any transaction may take: an older entry that is not in the chain was slipped in.
LATE = timedelta(hours=1)
START = "0" * 64
logger = logging.getLogger("baize.security")


@dataclass(frozen=True)
class ChainHead:
    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number}:{self.digest}"


@dataclass(frozen=True)
class ChainReport:
    head: ChainHead
    waiting: int  # entries to be sealed within the next minute
    problem: str = ""  # names the first place at which the chain is broken


def seal() -> int:
    """Add the entries that are not in the chain yet. Returns how many were added."""
    added = 0
    while batch := _seal_batch():
        added += batch
    if added:
        logger.info("audit chain head %s", head(), extra={"event": "audit.sealed"})
    return added


def head() -> ChainHead:
    last = AuditLink.objects.last()
    return ChainHead(last.number, last.digest) if last else ChainHead(0, START)


def verify(known: ChainHead | None = None) -> ChainReport:
    """Compute the chain anew. `known` is a head noted elsewhere, such as in the logs; it has to be in it."""
    last = head()
    waiting = _unsealed(None).count()
    problem = next(_problems(known), "")
    return ChainReport(last, waiting, problem)


def link_digest(previous: str, number: int, entry: AuditEntry) -> str:
    return digest_of(
        json.dumps([previous, number, _facts(entry)], sort_keys=True, ensure_ascii=True).encode()
    )


@transaction.atomic
def _seal_batch() -> int:
    last = AuditLink.objects.select_for_update(no_key=True).last()  # one at a time; number is unique besides
    place = ChainHead(last.number, last.digest) if last else ChainHead(0, START)
    links = []
    for entry in _unsealed(last).order_by("pk")[:BATCH]:
        digest = link_digest(place.digest, place.number + 1, entry)
        place = ChainHead(place.number + 1, digest)
        links.append(AuditLink(number=place.number, entry_id=entry.pk, digest=digest))
    AuditLink.objects.bulk_create(links)
    return len(links)


def _unsealed(last: AuditLink | None) -> QuerySet[AuditEntry]:
    """The entries without a link. Once the chain has begun, only late ones have to be looked for."""
    entries = AuditEntry.objects.order_by().filter(~Exists(AuditLink.objects.filter(entry_id=OuterRef("pk"))))
    if last is None:
        return entries
    sealed = AuditEntry.objects.filter(pk=last.entry_id).values_list("at", flat=True).first()
    return entries.filter(at__gte=sealed - LATE) if sealed else entries


def _facts(entry: AuditEntry) -> dict[str, Any]:
    facts = {field.attname: getattr(entry, field.attname) for field in entry._meta.concrete_fields}
    return facts | {"at": entry.at.astimezone(UTC).isoformat()}


def _problems(known: ChainHead | None) -> Iterator[str]:
    previous, number = START, 0
    for links in _batches():
        entries = AuditEntry.objects.in_bulk([link.entry_id for link in links])
        for link in links:
            number += 1
            if link.number != number:
                yield f"Link {number} is missing: the chain goes on with {link.number}."
                return
            entry = entries.get(link.entry_id)
            if entry is None:
                yield f"Entry {link.entry_id} was removed (link {number})."
                return
            if link.digest != link_digest(previous, number, entry):
                yield f"Entry {entry.pk} was changed after it was sealed (link {number}): {entry}"
                return
            if known and known.number == number and known.digest != link.digest:
                yield f"Link {number} is not the one that was noted: the chain was written anew."
                return
            previous = link.digest
    if known and known.number > number:
        yield f"The chain ends at link {number}; link {known.number} was noted."
        return
    late = _unsealed(None).filter(at__lt=timezone.now() - LATE).order_by("pk").first()
    if late is not None:
        yield f"Entry {late.pk} is not in the chain and is older than an hour: {late}"


def _batches() -> Iterator[list[AuditLink]]:
    after = 0
    while links := list(AuditLink.objects.filter(number__gt=after)[:BATCH]):
        yield links
        after = links[-1].number
