"""Adds to the register. Each function is called inside the transaction of the act it publishes.

Positions are given out one at a time and held until the commit, so the entries that are there are always
the first so many: a checkpoint can never be overtaken by an entry that commits late.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.text import slugify

from portal.accounts.models import Property
from portal.queueing import queue_on_commit
from portal.register import public_fields, tasks
from portal.register.models import Entry, Kind, Place
from portal.submissions.counters import next_number
from portal.submissions.models import Submission

COUNTER = "register"


def enter_decision(*, submission: Submission, facts: dict[str, Any]) -> Entry:
    """Publishes an outcome: of `facts`, only what the list of public fields names for it."""
    leaf = public_fields.decision_leaf(facts)
    entry = _append(submission, leaf)
    if entry.property:
        _give_address(submission.property)
    return entry


def enter_document(
    *, submission: Submission, document: str, sha256: str, ruleset_digest: str, issued_on: date
) -> Entry:
    """Publishes that a document was issued, with the hash of its bytes and the decision it belongs to."""
    decision = _decision(submission, ruleset_digest)
    leaf = public_fields.document_leaf(
        {
            "reference": submission.reference,
            "jurisdiction": submission.jurisdiction,
            "document": document,
            "sha256": sha256,
            "ruleset_digest": ruleset_digest,
            "issued_on": issued_on.isoformat(),
            "decision": {"position": decision.position, "leaf_hash": decision.leaf_hash},
        }
    )
    return _append(submission, leaf)


def columns(leaf: dict[str, Any]) -> dict[str, Any]:
    """What the columns of an entry repeat of its leaf, so that it can be found."""
    decided_on = leaf.get("decided_on")
    return {
        "kind": leaf["kind"],
        "reference": leaf["reference"],
        "jurisdiction": leaf["jurisdiction"],
        "outcome": leaf.get("outcome", ""),
        "operator": leaf.get("operator", ""),
        "property": leaf.get("property", ""),
        "edition_id": leaf.get("edition", ""),
        "edition_title": leaf.get("edition_title", ""),
        "decided_on": date.fromisoformat(decided_on) if decided_on else None,
    }


def _append(submission: Submission, leaf: dict[str, Any]) -> Entry:
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


def _give_address(prop: Property) -> None:
    """The casino's public address, from its name at its first approval. One at a time: a position is held."""
    if Place.objects.filter(property=prop).exists():
        return
    name = slugify(prop.name)[:120] or "casino"
    slug, number = name, 1
    while Place.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{name}-{number}"
    Place.objects.create(slug=slug, property=prop)
