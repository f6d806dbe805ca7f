"""The answers about consultations, field by field."""

from typing import Any

from portal.api.components import Context, Field, PageOf, Serializer, columns
from portal.api.schema_helpers import (
    BOOLEAN,
    DATE,
    DATETIME,
    EXACT,
    INTEGER,
    JURISDICTION,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    array_of,
    object_of,
    one_of,
    or_null,
)
from portal.consultations.facts import COUNTED
from portal.consultations.models import AffectedCount, Answer, Comment, Consultation, ConsultationState, Step

STRUCK = "[struck out]"

CONSULTATION = Serializer(
    "Consultation",
    "A draft of an edition that is or was open for comment until the end of `closes_on`.",
    slug=TEXT,
    jurisdiction=JURISDICTION,
    title=TEXT,
    state=one_of(ConsultationState.values),
    takes_comments=Field(BOOLEAN, "is_open"),
    opened_at=DATETIME,
    closes_on=DATE,
    closed_at=or_null(DATETIME),
    edition=Field(or_null(TEXT), lambda row, _: row.edition_id if row.is_frozen else None),
    comments=Field(INTEGER, "published_count"),
)
CONSULTATION_PAGE = PageOf(CONSULTATION)

_PAIR = {"was": TEXT, "now": TEXT}
_VALUE = object_of(label=TEXT, clause=TEXT, **_PAIR)
_STEP = Serializer(
    base=columns(Step, "kind at text"),
    closes_on=or_null(DATE),
    since=Field(array_of(_VALUE), lambda step, _: step.snapshot.facts["since"] if step.snapshot else []),
)


def _fact(name: str) -> Any:
    return lambda row, _: row.snapshot.facts[name]


def _affected(row: Consultation, _: Context) -> dict[str, int] | None:
    counted = AffectedCount.objects.filter(snapshot=row.snapshot).first()
    return counted.counts if counted else None


WHOLE_CONSULTATION = Serializer(
    "WholeConsultation",
    base=CONSULTATION,
    introduction=TEXT_OR_NULL,
    questions=array_of(TEXT),
    statement=TEXT_OR_NULL,
    statement_at=or_null(DATETIME),
    draft=Field(TEXT, "snapshot.title"),
    replaces=Field(or_null(TEXT), "snapshot.parent_id"),
    digest=Field(SHA256, "snapshot.digest"),
    values=Field(array_of(_VALUE), _fact("values")),
    texts=Field(array_of(object_of(id=TEXT, label=TEXT, **_PAIR)), _fact("texts")),
    edges=Field(
        array_of(
            object_of(
                "Exact. `was` is empty for a bet that is new, `now` for one that is no longer offered.",
                bet=TEXT,
                **_PAIR,
            )
        ),
        _fact("edges"),
    ),
    examples=Field(
        array_of(
            object_of(
                "`difference` is what the player has more under the draft.",
                title=TEXT,
                was=array_of(TEXT),
                now=array_of(TEXT),
                difference=EXACT,
            )
        ),
        _fact("examples"),
    ),
    affected=Field(or_null(object_of(**dict.fromkeys(COUNTED, INTEGER))), _affected),
    steps=Field(_STEP, lambda row, _: row.steps.select_related("snapshot").order_by("pk"), many=True),
)


def _text(comment: Comment, _: Context) -> str:
    return "".join(STRUCK if part.struck else part.text for part in comment.public_parts)


_ANSWER = Serializer(base=columns(Answer, "id text answered_at"))
PUBLISHED_COMMENT = Serializer(
    "PublishedComment",
    number=INTEGER,
    clause=Field(or_null(TEXT), lambda comment, _: comment.clause or None),
    question=or_null(INTEGER),
    name=Field(or_null(TEXT), lambda comment, _: comment.public_name or None),
    organisation=Field(TEXT_OR_NULL, "public_organisation"),
    sent_at=DATETIME,
    text=Field(TEXT, _text),
    answer=Field(_ANSWER, null=True),
)
PUBLISHED_COMMENT_PAGE = PageOf(PUBLISHED_COMMENT, order_by="number", newest_first=False)
