"""Write the audit trail, inside the transaction of the service that acts."""

from typing import Any

from portal.accounts.models import Organisation, User
from portal.audit.models import AuditEntry
from portal.audit.security_log import log_event
from portal.middleware import current_request_id


def record(
    *,
    actor: User | None,
    action: str,
    obj: Any = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    organisation: Organisation | None = None,
    jurisdiction: str = "",
    label: str = "",
) -> AuditEntry:
    """Add one entry. `actor=None` is Baize itself: worker, clock or set-up.

    The object's organisation and jurisdiction, unless others are given, decide who may read the entry.
    """
    request_id = current_request_id.get()
    entry = AuditEntry.objects.create(
        actor=actor,
        actor_name=_actor_name(actor) if actor else "",
        action=action,
        object_type=obj._meta.label_lower if obj is not None else "",
        object_id=str(obj.pk) if obj is not None else "",
        object_label=label or (str(obj)[:200] if obj is not None else ""),
        organisation=organisation or getattr(obj, "organisation", None),
        jurisdiction=jurisdiction or getattr(obj, "jurisdiction", ""),
        before=before,
        after=after,
        request_id="" if request_id == "-" else request_id,
    )
    log_event(entry)
    return entry


def _actor_name(actor: User) -> str:
    """Name and address, or the machine account, and the token if one was used."""
    name = f"{actor.name} (machine account)" if actor.is_machine else f"{actor.name} <{actor.email}>"
    return (f"{name}, token {actor.token.prefix}" if actor.token else name)[:260]
