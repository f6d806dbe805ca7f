"""The answers of casework.py, field by field."""

from collections.abc import Iterable, Mapping
from typing import Any

from portal.api.components import Component, Field, ListOf, Serializer
from portal.api.schema_helpers import (
    DATETIME,
    INTEGER,
    REFERENCE,
    TEXT,
    TEXT_OR_NULL,
    array_of,
    object_of,
    one_of,
)
from portal.review.models import StandardKind
from portal.submissions.standing import STANDINGS

_ROW = {"path": TEXT, "label": TEXT, "clause": TEXT_OR_NULL}
_CHANGED = array_of(object_of("A rule that differs.", was=TEXT_OR_NULL, now=TEXT_OR_NULL, **_ROW))


def _rows(rows: Iterable[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{name: row.get(name) or None for name in (*_ROW, *names)} for row in rows]


_COMPARED = Serializer(
    reference=Field(REFERENCE, "was.submission.reference"),
    version=Field(INTEGER, "was.number"),
    values=Field(_CHANGED, lambda row, _: _rows(row.values, "was", "now")),
)
CASE_COMPARISON: Component = Serializer(
    "CaseComparison",
    version=Field(INTEGER, "version.number"),
    edition=Field(TEXT, "version.submission.edition_id"),
    rules=Field(
        array_of(
            object_of(
                "A rule and how it stands to the rulebook.",
                value=TEXT_OR_NULL,
                standing=one_of(STANDINGS),
                severity=TEXT_OR_NULL,
                rulebook=TEXT_OR_NULL,
                **_ROW,
            )
        ),
        lambda row, _: _rows(row.rulebook.rules, "value", "standing", "severity", "rulebook"),
    ),
    approved=Field(_COMPARED, null=True),
    returned=Field(_COMPARED, null=True),
)
STANDARD_TEXTS = ListOf(
    "StandardTexts",
    Serializer(
        "StandardText",
        "A condition or paragraph that forms insert.",
        id=INTEGER,
        kind=one_of(StandardKind.values),
        version=Field(INTEGER, "current.number"),
        title=Field(TEXT, "current.title"),
        text=Field(TEXT, "current.text"),
        changed_at=Field(DATETIME, "current.made_at"),
    ),
)
