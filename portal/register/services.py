"""Adds entries to the register, inside the transaction of the act they publish.

The counter row stays locked until the commit, so positions are committed in order and without gaps: no entry
can commit late behind a checkpoint that should have covered it.
"""

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
        | ({"table": table} if table else {})
    )
    return _append(submission, leaf)


def columns(leaf: dict[str, Any]) -> dict[str, Any]:
    """The columns of an entry, which repeat parts of its leaf for searching."""
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


def _ensure_place(prop: Property) -> None:
    """Give the casino its public address, made from its name, at its first approval.

    The caller holds the counter's lock, so two slugs are never chosen at once.
    """
    if Place.objects.filter(property=prop).exists():
        return
    name = slugify(prop.name)[:120] or "casino"
    slug, number = name, 1
    while Place.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{name}-{number}"
    Place.objects.create(slug=slug, property=prop)
