"""The one list of fields the register may show. A field that is not listed here is never published."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop

from craps.codec import canonical_bytes
from portal.register import merkle

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
# Later changes of an approval: suspended, revoked, superseded and so on.
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
# `decision` names the entry of the decision behind the document: its position and its hash.
DOCUMENT = (
    "kind",
    "reference",
    "jurisdiction",
    "document",
    "sha256",
    "ruleset_digest",
    "issued_on",
    "decision",
)

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
# Shown through `outcome_word`, which translates them.
OUTCOME_LABELS = {
    "approved": gettext_noop("Approved"),
    "approved_with_conditions": gettext_noop("Approved with conditions"),
    "refused": gettext_noop("Refused"),
    "in_force": gettext_noop("Came into force"),
    "suspended": gettext_noop("Suspended"),
    "reinstated": gettext_noop("Suspension lifted"),
    "superseded": gettext_noop("Superseded"),
    "surrendered": gettext_noop("Surrendered"),
    "revoked": gettext_noop("Revoked"),
    "expired": gettext_noop("Expired"),
}
DECISION_OUTCOMES = ("approved", "approved_with_conditions", "refused")
# The states a case can have when this is the last outcome entered for it.
STATES_BY_OUTCOME = {
    "approved": ("approved", "in_force"),
    "approved_with_conditions": ("approved", "in_force"),
    "refused": ("refused",),
    "in_force": ("in_force",),
    "suspended": ("suspended",),
    "reinstated": ("in_force",),
    "superseded": ("superseded",),
    "surrendered": ("surrendered",),
    "revoked": ("revoked",),
    "expired": ("expired",),
}


def decision_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    """Return only the facts that this outcome makes public."""
    fields = FIELDS_BY_OUTCOME[facts["outcome"]]
    return {field: facts[field] for field in fields if field in facts} | {"kind": "decision"}


def document_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    return {field: facts[field] for field in DOCUMENT if field in facts} | {"kind": "document"}


def leaf_hash(leaf: dict[str, Any]) -> str:
    return merkle.leaf_hash(canonical_bytes(leaf)).hex()
