"""Adds to the register. Each function is called inside the transaction of the act it publishes."""

from __future__ import annotations

from datetime import date
from typing import Any

from portal.register import public
from portal.register.models import Entry, Kind
from portal.submissions.counters import next_number
from portal.submissions.models import Submission

COUNTER = "register"


def enter_decision(*, submission: Submission, facts: dict[str, Any]) -> Entry:
    """Publishes an outcome: of `facts`, only what the list of public fields names for it."""
    return _append(submission, Kind.DECISION, public.decision_leaf(facts))


def enter_document(
    *, submission: Submission, document: str, sha256: str, ruleset_digest: str, issued_on: date
) -> Entry:
    """Publishes that a document was issued, with the hash of its bytes."""
    leaf = public.document_leaf(
        {
            "reference": submission.reference,
            "jurisdiction": submission.jurisdiction,
            "document": document,
            "sha256": sha256,
            "ruleset_digest": ruleset_digest,
            "issued_on": issued_on.isoformat(),
        }
    )
    return _append(submission, Kind.DOCUMENT, leaf)


def _append(submission: Submission, kind: str, leaf: dict[str, Any]) -> Entry:
    decided_on = leaf.get("decided_on")
    return Entry.objects.create(
        position=next_number(COUNTER) - 1,
        kind=kind,
        leaf=leaf,
        leaf_hash=public.leaf_hash(leaf),
        submission=submission,
        reference=leaf["reference"],
        jurisdiction=leaf["jurisdiction"],
        outcome=leaf.get("outcome", ""),
        operator=leaf.get("operator", ""),
        property=leaf.get("property", ""),
        edition_id=leaf.get("edition", ""),
        edition_title=leaf.get("edition_title", ""),
        decided_on=date.fromisoformat(decided_on) if decided_on else None,
    )
