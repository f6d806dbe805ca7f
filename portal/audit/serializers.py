"""An audit entry as rows of before and after for a page, and as a record for export."""

import json
from dataclasses import dataclass
from typing import Any

from portal.audit.models import AuditEntry

_MAX_TEXT = 400


@dataclass(frozen=True)
class Change:
    name: str
    was: str
    now: str


def changes(entry: AuditEntry) -> list[Change]:
    """Each fact before and after; "" where the entry has no value."""
    before, after = _facts(entry.before), _facts(entry.after)
    return [
        Change(name.replace("_", " "), _text(before.get(name)), _text(after.get(name)))
        for name in {**before, **after}
    ]


def as_record(entry: AuditEntry) -> dict[str, Any]:
    """The complete entry, for export."""
    return {
        "id": entry.pk,
        "at": entry.at.isoformat(),
        "actor": entry.actor_name or "Baize",
        "action": entry.action,
        "object_type": entry.object_type,
        "object_id": entry.object_id,
        "object": entry.object_label,
        "jurisdiction": entry.jurisdiction,
        "organisation": entry.organisation.name if entry.organisation else "",
        "request_id": entry.request_id,
        "before": entry.before,
        "after": entry.after,
    }


def _facts(value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, dict) else {"value": value}


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        text = "; ".join(_text(item) for item in value)
    elif isinstance(value, dict):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"
