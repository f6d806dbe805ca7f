"""The one list of what the register may ever show. A field that is not here cannot get there."""

from __future__ import annotations

import hashlib
import json
from typing import Any

APPROVAL = (
    "kind",
    "reference",
    "jurisdiction",
    "outcome",
    "operator",
    "property",
    "edition",
    "edition_title",
    "edition_digest",
    "game",
    "ruleset_digest",
    "decided_on",
    "effective_on",
    "ends_on",
    "conditions",
    "waivers",
    "chosen",
)
# What became of an approval afterwards: suspended, revoked, superseded and so on.
STANDING = (
    "kind",
    "reference",
    "jurisdiction",
    "outcome",
    "operator",
    "property",
    "ruleset_digest",
    "decided_on",
)
REFUSAL = ("kind", "reference", "jurisdiction", "outcome")
DOCUMENT = ("kind", "reference", "jurisdiction", "document", "sha256", "ruleset_digest", "issued_on")

FIELDS_BY_OUTCOME = {
    "approved": APPROVAL,
    "approved_with_conditions": APPROVAL,
    "refused": REFUSAL,
    "in_force": STANDING,
    "suspended": STANDING,
    "reinstated": STANDING,
    "superseded": STANDING,
    "surrendered": STANDING,
    "revoked": STANDING,
    "expired": STANDING,
}
OUTCOME_LABELS = {
    "approved": "Approved",
    "approved_with_conditions": "Approved with conditions",
    "refused": "Refused",
    "in_force": "Came into force",
    "suspended": "Suspended",
    "reinstated": "Suspension lifted",
    "superseded": "Superseded",
    "surrendered": "Surrendered",
    "revoked": "Revoked",
    "expired": "Expired",
}
DECIDING = ("approved", "approved_with_conditions", "refused")


def decision_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    """Keeps what this outcome makes public of the facts and drops the rest."""
    fields = FIELDS_BY_OUTCOME[facts["outcome"]]
    return {field: facts[field] for field in fields if field in facts} | {"kind": "decision"}


def document_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    return {field: facts[field] for field in DOCUMENT if field in facts} | {"kind": "document"}


def canonical(leaf: dict[str, Any]) -> bytes:
    """UTF-8 JSON, keys sorted, no white space: the bytes that are hashed."""
    return json.dumps(leaf, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def leaf_hash(leaf: dict[str, Any]) -> str:
    """Hashed as RFC 6962 hashes a leaf, so that the rows can later stand in a Merkle log as they are."""
    return hashlib.sha256(b"\x00" + canonical(leaf)).hexdigest()
