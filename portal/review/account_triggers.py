"""Database triggers for accounts, whatever program writes to the database.

- An account closes only when its cases have been handed over.
"""

from portal.audit.triggers import Trigger, guard
from portal.submissions.models import WAITING, State

ACCOUNTS = "accounts_user"
CASES_FIRST = "an account hands over its cases first"
_STATES = ", ".join(f"'{state.value}'" for state in (*WAITING, State.RETURNED))
_WITH_CASES = f"(SELECT s.assignee_id FROM submissions_submission s WHERE s.state IN ({_STATES}))"  # noqa: S608

_TRIGGERS = (
    Trigger(
        "close_account_without_cases_update",
        "UPDATE",
        ACCOUNTS,
        f"OLD.is_active AND NOT NEW.is_active AND NEW.id IN {_WITH_CASES}",
        CASES_FIRST,
    ),
)

GUARDS = (guard(ACCOUNTS, _TRIGGERS),)
