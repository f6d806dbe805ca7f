"""Security events as log lines of `baize.security`: who did what from where, for those who watch.

They are the entries of the trail whose action begins with one of these words, logged when they are stored.
"""

import logging

from django.db import transaction

from portal.audit.models import AuditEntry
from portal.middleware import request_facts

EVENTS = (
    "sign_in",
    "sign_out",
    "step_up",
    "second_factor",
    "recovery",
    "session",
    "user.",
    "invitation",
    "machine.",
    "token.",
    "calendar.",
    "webhook.",
    "organisation",
    "audit.",
)
REFUSED = (".turned_away", ".refused", ".failed", ".infected", ".slowed")
logger = logging.getLogger("baize.security")


def is_security_event(action: str) -> bool:
    return action.startswith(EVENTS) or action.endswith(REFUSED)


def log_event(entry: AuditEntry) -> None:
    """Write the line once the entry is there for good: what is undone did not happen."""
    if not is_security_event(entry.action):
        return
    refused = entry.action.endswith(REFUSED)
    facts = request_facts()  # a sign-out has forgotten later who it was
    if entry.actor_id:
        facts["user"] = str(entry.actor_id)
    facts |= {"event": entry.action, "object": f"{entry.object_type}:{entry.object_id}".strip(":")}
    message = "%s by %s on %s"
    values = (entry.action, entry.actor_id or "nobody", facts["object"] or "nothing")
    level = logging.WARNING if refused else logging.INFO
    transaction.on_commit(lambda: logger.log(level, message, *values, extra=facts), robust=True)


def locked_out(**_: object) -> None:
    logger.warning("sign_in.locked", extra={"event": "sign_in.locked"})


def unknown_account() -> None:
    """What was typed is left out: people do type a password into the wrong field."""
    logger.warning("sign_in.failed for an address without an account", extra={"event": "sign_in.failed"})
