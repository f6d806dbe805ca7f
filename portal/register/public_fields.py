"""The one list of fields the register may show. A field that is not listed here is never published."""

from typing import Any, NamedTuple

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
    "all_tables",
    "tables",
)
# Later changes of an approval: suspended, revoked, superseded and so on. One that concerns only some tables
# names them, and `standing` is the state of the approval after it.
STANDING = (
    "kind",
    "reference",
    "jurisdiction",
    "outcome",
    "operator",
    "property",
    "ruleset_digest",
    "decided_on",
    "tables",
    "standing",
)
REFUSAL = ("kind", "reference", "jurisdiction", "outcome")
# `decision` names the entry of the decision behind the document: its position and its hash.
# `table` is the code of the table that a sign is for; a sign for any table of its casino has none.
DOCUMENT = (
    "kind",
    "reference",
    "jurisdiction",
    "document",
    "table",
    "sha256",
    "ruleset_digest",
    "issued_on",
    "decision",
)


class Outcome(NamedTuple):
    """The label of an outcome (translated by `outcome_word`), the fields it makes public, and the states a
    case can have while it is the last outcome entered for it."""

    label: str
    fields: tuple[str, ...]
    states: tuple[str, ...]


OUTCOMES = {
    "approved": Outcome(gettext_noop("Approved"), APPROVAL, ("approved", "in_force")),
    "approved_with_conditions": Outcome(
        gettext_noop("Approved with conditions"), APPROVAL, ("approved", "in_force")
    ),
    "refused": Outcome(gettext_noop("Refused"), REFUSAL, ("refused",)),
    "in_force": Outcome(gettext_noop("Came into force"), STANDING, ("in_force",)),
    "suspended": Outcome(gettext_noop("Suspended"), STANDING, ("suspended",)),
    "reinstated": Outcome(gettext_noop("Suspension lifted"), STANDING, ("in_force",)),
    "superseded": Outcome(gettext_noop("Superseded"), STANDING, ("superseded",)),
    "surrendered": Outcome(gettext_noop("Surrendered"), STANDING, ("surrendered",)),
    "revoked": Outcome(gettext_noop("Revoked"), STANDING, ("revoked",)),
    "expired": Outcome(gettext_noop("Expired"), STANDING, ("expired",)),
}
DECISION_OUTCOMES = ("approved", "approved_with_conditions", "refused")
PUBLIC_STATES = sorted({state for outcome in OUTCOMES.values() for state in outcome.states})


def decision_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    """Return only the facts that this outcome makes public."""
    fields = OUTCOMES[facts["outcome"]].fields
    return {field: facts[field] for field in fields if field in facts} | {"kind": "decision"}


def states_after(leaf: dict[str, Any]) -> tuple[str, ...]:
    """The states a case can have while this is the last outcome entered for it."""
    return (leaf["standing"],) if "standing" in leaf else OUTCOMES[leaf["outcome"]].states


def document_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    return {field: facts[field] for field in DOCUMENT if field in facts} | {"kind": "document"}


def leaf_hash(leaf: dict[str, Any]) -> str:
    return merkle.leaf_hash(canonical_bytes(leaf)).hex()
