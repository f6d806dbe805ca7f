"""Database triggers for decisions, whatever program writes to the database.

- A case is approved only with a decision that has as many waivers as its version has breaches. No case comes
  to be as approved, and an approved one keeps its version: the decision was made on that one.
- A waiver is granted only where the operator asked for it in the version that is decided.
"""

from portal.audit.triggers import Trigger, guard
from portal.submissions.models import DECIDED, State

CASES = "submissions_submission"
WAIVERS = "review_grantedwaiver"
WAIVER_FOR_EACH = "an approval has a waiver for each breach"
WAIVER_ASKED_FOR = "a waiver is granted for a request in the version that is decided"

_APPROVED = ", ".join(f"'{state.value}'" for state in DECIDED if state != State.REFUSED)

_TRIGGERS = (
    Trigger("approve_with_waivers_insert", "INSERT", CASES, f"NEW.state IN ({_APPROVED})", WAIVER_FOR_EACH),
    Trigger(
        "approve_with_waivers_update",
        "UPDATE",
        CASES,
        f"NEW.state IN ({_APPROVED})"  # noqa: S608
        f" AND (OLD.state NOT IN ({_APPROVED}) OR NEW.current_version_id {{ne}} OLD.current_version_id)"
        " AND NOT EXISTS (SELECT 1 FROM review_decision d JOIN validation_run r ON r.id = d.run_id"
        " WHERE d.version_id = NEW.current_version_id AND r.version_id = d.version_id"
        " AND d.outcome <> 'refused'"
        " AND r.breaches = (SELECT COUNT(*) FROM review_grantedwaiver w WHERE w.decision_id = d.id))",
        WAIVER_FOR_EACH,
    ),
    Trigger(
        "waive_as_asked_insert",
        "INSERT",
        WAIVERS,
        "NOT EXISTS (SELECT 1 FROM review_decision d JOIN review_explanation e ON e.version_id = d.version_id"
        " WHERE d.id = NEW.decision_id AND e.id = NEW.explanation_id AND e.kind = 'waiver')",
        WAIVER_ASKED_FOR,
    ),
)

GUARDS = (guard(CASES, _TRIGGERS), guard(WAIVERS, _TRIGGERS))
