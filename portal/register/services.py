"""Adds entries to the register, inside the transaction of the act they publish.

The counter row stays locked until the commit, so positions are committed in order and without gaps: no entry
can commit late behind a checkpoint that should have covered it.
"""

from datetime import date
from typing import Any

from django.db.models import Q
from django.utils.text import slugify

from craps.codec import canonical_bytes
from portal.accounts.models import Property
from portal.errors import NotPossible
from portal.queueing import queue_on_commit
from portal.register import public_fields, tasks
from portal.register.models import Entry, Kind, Place
from portal.register.tiles import MAX_ENTRY
from portal.submissions.counters import next_number
from portal.submissions.models import Submission

COUNTER = "register"


def enter_decision(*, submission: Submission, facts: dict[str, Any]) -> Entry:
    """Publish an outcome. Of `facts`, only the fields listed as public for it are stored."""
    leaf = public_fields.decision_leaf(facts)
    entry = _append(submission, leaf)
    if entry.property:
        _ensure_place(submission.property)
    return entry


def enter_document(
    *,
    submission: Submission,
    document: str,
    sha256: str,
    ruleset_digest: str,
    issued_on: date,
    table: str = "",
) -> Entry:
    """Publish that a document was issued, with the hash of its bytes and the decision it belongs to.

    `table` is the code of the table that a sign is for.
    """
    decision = _decision(submission, ruleset_digest)
    leaf = public_fields.leaf_of(
        Kind.DOCUMENT,
        {
            "reference": submission.reference,
            "jurisdiction": submission.jurisdiction,
            "document": document,
            "sha256": sha256,
            "ruleset_digest": ruleset_digest,
            "issued_on": issued_on.isoformat(),
            "decision": {"position": decision.position, "leaf_hash": decision.leaf_hash},
        }
        | ({"table": table} if table else {}),
    )
    return _append(submission, leaf)


def enter_limits(*, submission: Submission, facts: dict[str, Any]) -> Entry:
    """Publish limits changed by notice, under an approval."""
    return _append(submission, public_fields.leaf_of(Kind.LIMITS, facts))


def enter_inspection(*, submission: Submission | None, facts: dict[str, Any]) -> Entry:
    """Publish the outcome of an inspection, under the approval that was inspected if there is one."""
    return _append(submission, public_fields.leaf_of(Kind.INSPECTION, facts))


def enter_edition(*, facts: dict[str, Any]) -> Entry:
    """Publish an event of an edition; it belongs to no case."""
    return _append(None, public_fields.leaf_of(Kind.EDITION, facts))


def enter_reading(*, facts: dict[str, Any]) -> Entry:
    """Publish a reading that an edition changes; it belongs to no case."""
    return _append(None, public_fields.leaf_of(Kind.READING, facts))


def columns(leaf: dict[str, Any]) -> dict[str, Any]:
    """The columns of an entry, which repeat parts of its leaf for searching."""
    decided_on = leaf.get("decided_on")
    return {
        "kind": leaf["kind"],
        "reference": leaf.get("reference", ""),
        "jurisdiction": leaf["jurisdiction"],
        "outcome": leaf.get("outcome") or leaf.get("event") or leaf.get("result") or "",
        "operator": leaf.get("operator", ""),
        "property": leaf.get("property", ""),
        "edition_id": leaf.get("edition", ""),
        "edition_title": leaf.get("edition_title", ""),
        "decided_on": date.fromisoformat(decided_on) if decided_on else None,
    }


def _append(submission: Submission | None, leaf: dict[str, Any]) -> Entry:
    length = len(canonical_bytes(leaf))
    if length > MAX_ENTRY:
        raise NotPossible(
            f"What the register would publish has {length:,} bytes; an entry has room for {MAX_ENTRY:,}. "
            "Shorten the longest texts, such as conditions or reasons."
        )
    entry = Entry.objects.create(
        position=next_number(COUNTER) - 1,
        leaf=leaf,
        leaf_hash=public_fields.leaf_hash(leaf),
        submission=submission,
        **columns(leaf),
    )
    queue_on_commit(tasks.sign_checkpoint)
    return entry


def _decision(submission: Submission, ruleset_digest: str) -> Entry:
    """The approval of exactly these rules."""
    return Entry.objects.filter(
        submission=submission,
        kind=Kind.DECISION,
        outcome__in=public_fields.DECISION_OUTCOMES,
        leaf__ruleset_digest=ruleset_digest,
    ).latest("position")


def _ensure_place(prop: Property) -> None:
    """Give the casino its public address, made from its name, at its first approval.

    The caller holds the counter's lock, so two slugs are never chosen at once.
    """
    name = slugify(prop.name)[:120] or "casino"
    alike = Place.objects.filter(Q(property=prop) | Q(slug=name) | Q(slug__startswith=f"{name}-"))
    taken = dict(alike.values_list("slug", "property_id"))
    if prop.pk in taken.values():
        return
    slug, number = name, 1
    while slug in taken:
        number += 1
        slug = f"{name}-{number}"
    Place.objects.create(slug=slug, property=prop)
