"""What an entry of the trail says happened, as rows of what it was and what it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from portal.audit.models import AuditEntry

_LONGEST = 400


@dataclass(frozen=True)
class Row:
    name: str
    was: str
    now: str


def rows(entry: AuditEntry) -> list[Row]:
    """Each fact before and after; one that is on one side only has "" on the other."""
    before, after = _facts(entry.before), _facts(entry.after)
    return [
        Row(name.replace("_", " "), _text(before.get(name)), _text(after.get(name)))
        for name in {**before, **after}
    ]


def as_record(entry: AuditEntry) -> dict[str, Any]:
    """An entry with all that is known of it, for export."""
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
        text = "; ".join(_text(each) for each in value)
    elif isinstance(value, dict):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
