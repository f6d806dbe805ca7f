"""Writes the trail. Called inside the transaction of the service whose act it records."""

from __future__ import annotations

from typing import Any

from portal.accounts.models import Organisation, User
from portal.audit.models import AuditEntry
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
    """One row: `actor=None` is Baize itself (worker, clock, set-up).

    The thing's own organisation and jurisdiction say who may read the row, unless given.
    """
    request_id = current_request_id.get()
    return AuditEntry.objects.create(
        actor=actor,
        actor_name=_named(actor) if actor else "",
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


def _named(actor: User) -> str:
    """As the trail shows them for good; an act through a token says which."""
    who = f"{actor.name} (machine account)" if actor.is_machine else f"{actor.name} <{actor.email}>"
    return (f"{who}, token {actor.token.prefix}" if actor.token else who)[:260]
