"""Register entries as plain data, the same for JSON, spreadsheet and feed."""

from typing import Any

from portal.register.selectors import DecidedEntry

COLUMNS = (
    "reference", "jurisdiction", "outcome", "standing", "operator", "property", "edition", "edition_title",
    "tables", "decided_on", "in_force_from", "in_force_to", "position", "leaf_hash",
)  # fmt: skip


def serialize_entry(entry: DecidedEntry) -> dict[str, Any]:
    """One decision with its state today (`standing`) and its position and hash in the log."""
    days = {
        name: value.isoformat() if value else None
        for name in ("decided_on", "in_force_from", "in_force_to")
        for value in [getattr(entry, name)]
    }
    return {
        "reference": entry.reference,
        "jurisdiction": entry.jurisdiction,
        "outcome": entry.outcome,
        "standing": entry.standing,
        "operator": entry.operator,
        "property": entry.property,
        "edition": entry.edition_id,
        "edition_title": entry.edition_title,
        "tables": _tables(entry),
        **days,
        "position": entry.position,
        "leaf_hash": entry.leaf_hash,
    }


def _tables(entry: DecidedEntry) -> str:
    """The tables an approval names, by label; “all” if it is for all tables of its game."""
    return "all" if entry.for_all else ", ".join(table["label"] for table in entry.named or [])
