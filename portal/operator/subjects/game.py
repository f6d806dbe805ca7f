"""The step for the game as a whole: the operator's name and the smallest chip."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from craps.edition import Edition
from portal.operator.fields import Field, Group


def groups(edition: Edition, ruleset: dict[str, Any]) -> list[Group]:
    currency = ruleset.get("currency", edition.currency)
    chip = Field(
        "chip_unit",
        f"Value in {currency}",
        str(ruleset.get("chip_unit", "1")),
        hint="Payable amounts and worked examples are figured in this unit.",
    )
    name = Field("operator", "As it stands on the table", str(ruleset.get("operator", "")))
    return [Group("operator", "Operator’s name", (name,)), Group("chip_unit", "Smallest chip", (chip,))]


def read(
    edition: Edition, posted: QueryDict, ruleset: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """An emptied field is no longer stated."""
    changed = dict(ruleset)
    for path in ("operator", "chip_unit"):
        text = " ".join(posted.get(path, "").split())
        changed.pop(path, None)
        if text:
            changed[path] = text
    return changed, {}
