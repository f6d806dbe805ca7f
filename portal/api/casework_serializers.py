"""The answers of casework.py, field by field."""

from portal.api.components import Component, Field, ListOf, Serializer
from portal.api.schema_helpers import DATETIME, INTEGER, REFERENCE, TEXT, array_of, object_of, one_of, or_null
from portal.review.models import StandardKind
from portal.submissions.standing import STANDINGS

_ROW = {"path": TEXT, "label": TEXT, "clause": TEXT}
_CHANGED = array_of(object_of("A rule that differs.", was=TEXT, now=TEXT, **_ROW))
_COMPARED = Serializer(
    reference=Field(REFERENCE, "was.submission.reference"),
    version=Field(INTEGER, "was.number"),
    values=_CHANGED,
)
CASE_COMPARISON: Component = Serializer(
    "CaseComparison",
    version=Field(INTEGER, "version.number"),
    edition=Field(TEXT, "version.submission.edition_id"),
    rules=Field(
        array_of(
            object_of(
                "A rule and how it stands to the rulebook.",
                value=TEXT,
                standing=one_of(STANDINGS),
                severity=TEXT,
                rulebook=or_null(TEXT),
                **_ROW,
            )
        ),
        lambda row, _: [
            {name: rule.get(name) for name in (*_ROW, "value", "standing", "severity", "rulebook")}
            for rule in row.rulebook.rules
        ],
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
