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
# An end that is decided and takes effect after `last_day`, or is taken back before.
PLANNED = (*STANDING, "last_day")
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
# An edition published, withdrawn before its day, come into force, or loaded with the program (`event`).
# `contents_digest` is over the document, its clauses and its examples; `digest` over the document alone.
# `explanations`: what looked like an error before publication, and why the regulator says it is right.
EDITION = (
    "kind",
    "event",
    "edition",
    "edition_title",
    "jurisdiction",
    "game",
    "digest",
    "contents_digest",
    "parent",
    "in_force_from",
    "on",
    "readings",
    "explanations",
)
# A clause that an edition reads otherwise than the one it replaces.
READING = (
    "kind",
    "jurisdiction",
    "edition",
    "edition_title",
    "reading",
    "clauses",
    "question",
    "option",
    "effect",
    "was",
    "why",
    "on",
)
# New limits at a table, from a moment on, under the approval that `reference` names.
LIMITS = (
    "kind",
    "notice",
    "reference",
    "jurisdiction",
    "operator",
    "property",
    "table",
    "limits",
    "clause",
    "takes_effect_at",
    "given_on",
    "ruleset_digest",
)
# The outcome of an inspection, where the regulator shows outcomes. No finding, no remark, no person.
INSPECTION = (
    "kind",
    "inspection",
    "reference",
    "jurisdiction",
    "regulator",
    "operator",
    "property",
    "table",
    "result",
    "inspected_on",
    "ruleset_digest",
)
_FIELDS = {
    "document": DOCUMENT,
    "edition": EDITION,
    "reading": READING,
    "limits": LIMITS,
    "inspection": INSPECTION,
}
EDITION_EVENTS = {
    "loaded": gettext_noop("Edition loaded with the program"),
    "published": gettext_noop("Edition published"),
    "withdrawn": gettext_noop("Publication withdrawn"),
    "came_into_force": gettext_noop("Edition came into force"),
}
INSPECTION_RESULTS = {
    "in_order": gettext_noop("Inspected: in order"),
    "not_in_order": gettext_noop("Inspected: not in order"),
}


class PublicOutcome(NamedTuple):
    """The label of an outcome (translated by `outcome_word`), the fields it makes public, and the states a
    case can have while it is the last outcome entered for it."""

    label: str
    fields: tuple[str, ...]
    states: tuple[str, ...]


_HOLDS = ("in_force", "suspended")
OUTCOMES = {
    "approved": PublicOutcome(gettext_noop("Approved"), APPROVAL, ("approved", "in_force")),
    "approved_with_conditions": PublicOutcome(
        gettext_noop("Approved with conditions"), APPROVAL, ("approved", "in_force")
    ),
    "refused": PublicOutcome(gettext_noop("Refused"), REFUSAL, ("refused",)),
    "in_force": PublicOutcome(gettext_noop("Came into force"), STANDING, ("in_force",)),
    "suspended": PublicOutcome(gettext_noop("Suspended"), STANDING, ("suspended",)),
    "reinstated": PublicOutcome(gettext_noop("Suspension lifted"), STANDING, ("in_force",)),
    "superseded": PublicOutcome(gettext_noop("Superseded"), STANDING, ("superseded",)),
    "surrendered": PublicOutcome(gettext_noop("Surrendered"), STANDING, ("surrendered",)),
    "revoked": PublicOutcome(gettext_noop("Revoked"), STANDING, ("revoked",)),
    "expired": PublicOutcome(gettext_noop("Expired"), STANDING, ("expired",)),
    "surrender_declared": PublicOutcome(gettext_noop("Surrender declared"), PLANNED, _HOLDS),
    "surrender_taken_back": PublicOutcome(gettext_noop("Surrender taken back"), PLANNED, _HOLDS),
    "revocation_decided": PublicOutcome(gettext_noop("Revocation decided"), PLANNED, _HOLDS),
    "revocation_taken_back": PublicOutcome(gettext_noop("Revocation taken back"), PLANNED, _HOLDS),
}
# Outcomes that change nothing on the day they are entered.
OF_A_LATER_DAY = tuple(name for name, outcome in OUTCOMES.items() if outcome.fields == PLANNED)
DECISION_OUTCOMES = ("approved", "approved_with_conditions", "refused")
PUBLIC_STATES = sorted({state for outcome in OUTCOMES.values() for state in outcome.states})


def decision_leaf(facts: dict[str, Any]) -> dict[str, Any]:
    """Return only the facts that this outcome makes public."""
    fields = OUTCOMES[facts["outcome"]].fields
    return {field: facts[field] for field in fields if field in facts} | {"kind": "decision"}


def states_after(leaf: dict[str, Any]) -> tuple[str, ...]:
    """The states a case can have while this is the last outcome entered for it."""
    return (leaf["standing"],) if "standing" in leaf else OUTCOMES[leaf["outcome"]].states


def leaf_of(kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Return only the facts that an entry of this kind makes public; for decisions see `decision_leaf`."""
    return {field: facts[field] for field in _FIELDS[kind] if field in facts} | {"kind": kind}


def leaf_hash(leaf: dict[str, Any]) -> str:
    return merkle.leaf_hash(canonical_bytes(leaf)).hex()
