"""Database triggers for accounts, whatever program writes to the database.

- An account closes only when its cases have been handed over.
- A deactivated organisation gets no account, invitation, token or running webhook.
- A deputy is of the same organisation as the person who is away.
- A deactivated organisation submits no case, and none is submitted where the only regulators are deactivated.
"""

from portal.audit.triggers import Trigger, guard
from portal.submissions.models import WAITING, State

ACCOUNTS = "accounts_user"
INVITATIONS, TOKENS, ABSENCES = "accounts_invitation", "accounts_token", "accounts_absence"
ENDPOINTS, SUBMISSIONS = "notices_endpoint", "submissions_submission"
CASES_FIRST = "an account hands over its cases first"
SAME_ORGANISATION = "a deputy is of the same organisation"
LETS_NOBODY_IN = "a deactivated organisation lets nobody in"
NO_CASE = "a case is submitted by an active operator to an active regulator"
_STATES = ", ".join(f"'{state.value}'" for state in (*WAITING, State.RETURNED))
_WITH_CASES = f"(SELECT s.assignee_id FROM submissions_submission s WHERE s.state IN ({_STATES}))"  # noqa: S608

_GONE = "o.deactivated_at IS NOT NULL"
_ORGANISATION_GONE = (
    f"EXISTS (SELECT 1 FROM accounts_organisation o WHERE o.id = NEW.organisation_id AND {_GONE})"  # noqa: S608
)
_OWNER_GONE = (
    "EXISTS (SELECT 1 FROM accounts_user u JOIN accounts_organisation o ON o.id = u.organisation_id"  # noqa: S608
    f" WHERE u.id = NEW.user_id AND {_GONE})"
)
_REGULATORS = (
    "SELECT 1 FROM accounts_oversight v JOIN accounts_organisation o ON o.id = v.organisation_id"
    " WHERE v.jurisdiction = NEW.jurisdiction AND o.deactivated_at IS"
)
_NO_REGULATOR = f"(EXISTS ({_REGULATORS} NOT NULL) AND NOT EXISTS ({_REGULATORS} NULL))"

_TRIGGERS = (
    Trigger(
        "close_account_without_cases_update",
        "UPDATE",
        ACCOUNTS,
        f"OLD.is_active AND NOT NEW.is_active AND NEW.id IN {_WITH_CASES}",
        CASES_FIRST,
    ),
    Trigger(
        "deputy_of_the_same_organisation_insert",
        "INSERT",
        ABSENCES,
        "NOT EXISTS (SELECT 1 FROM accounts_user p JOIN accounts_user d"
        " ON d.organisation_id = p.organisation_id WHERE p.id = NEW.person_id AND d.id = NEW.deputy_id)",
        SAME_ORGANISATION,
    ),
    Trigger("no_account_of_deactivated_insert", "INSERT", ACCOUNTS, _ORGANISATION_GONE, LETS_NOBODY_IN),
    Trigger("no_invitation_to_deactivated_insert", "INSERT", INVITATIONS, _ORGANISATION_GONE, LETS_NOBODY_IN),
    Trigger("no_token_of_deactivated_insert", "INSERT", TOKENS, _OWNER_GONE, LETS_NOBODY_IN),
    Trigger("no_webhook_of_deactivated_insert", "INSERT", ENDPOINTS, _ORGANISATION_GONE, LETS_NOBODY_IN),
    Trigger(
        "no_webhook_of_deactivated_update",
        "UPDATE",
        ENDPOINTS,
        f"NEW.active AND NOT OLD.active AND {_ORGANISATION_GONE}",
        LETS_NOBODY_IN,
    ),
    Trigger(
        "no_case_of_deactivated_update",
        "UPDATE",
        SUBMISSIONS,
        "NEW.state = 'submitted' AND OLD.state IN ('draft', 'returned')"
        f" AND ({_ORGANISATION_GONE} OR {_NO_REGULATOR})",
        NO_CASE,
    ),
)

GUARDS = tuple(
    guard(table, _TRIGGERS) for table in (ACCOUNTS, INVITATIONS, TOKENS, ABSENCES, ENDPOINTS, SUBMISSIONS)
)
