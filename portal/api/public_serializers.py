"""The answers anybody may read, field by field: editions, rulebooks, the register and its log."""

from typing import Any

from django.urls import reverse

from craps import rulebook
from craps.readings import APPROVAL, MONEY, RECORDED
from portal.api.components import Component, Context, Field, ListOf, PageOf, Serializer, columns
from portal.api.schema_helpers import (
    ADDRESS,
    BOOLEAN,
    DATE,
    DATETIME,
    EXACT,
    INTEGER,
    JURISDICTION,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    WAGER,
    array_of,
    object_of,
    one_of,
    or_null,
)
from portal.consultations.selectors import consultations_of
from portal.documents.models import Document
from portal.documents.selectors import public_documents
from portal.editions.models import Edition
from portal.editions.selectors import core_edition
from portal.editions.slips import published_explanations
from portal.register import selectors as register
from portal.register.models import Checkpoint, Cosignature, Entry
from portal.register.public_fields import DECISION_OUTCOMES
from portal.register.selectors import DecidedEntry
from portal.register.serializers import serialize_entry
from portal.submissions.models import State
from portal.validation.models import Severity

# Editions, rulebooks and checks ----------------------------------------------------------------------------

EDITION = Serializer(
    "Edition",
    base=columns(Edition, "id title jurisdiction authority game in_force_from digest"),
)
EDITION_PAGE = PageOf(EDITION, newest_first=False)
EXPLANATION = Serializer(
    "PublishedExplanation",
    "What looked like an error before the edition was published, and why the regulator says it is right.",
    label=TEXT,
    clause=TEXT_OR_NULL,
    sentence=TEXT,
    was=TEXT_OR_NULL,
    now=TEXT_OR_NULL,
    explanation=TEXT,
)
WHOLE_EDITION = Serializer(
    "WholeEdition",
    "An edition with every value and its clause. `consultations` are those that were held on its draft.",
    base=EDITION,
    source=TEXT_OR_NULL,
    document=OBJECT,
    consultations=Field(
        array_of(TEXT), lambda edition, _: [row.slug for row in consultations_of(edition.pk)]
    ),
    explanations=Field(EXPLANATION, lambda row, _: published_explanations(row.pk), many=True),
)

CLAUSE = Serializer(
    "Clause",
    "One clause, in words of our own.",
    id=TEXT,
    number=TEXT_OR_NULL,
    heading=TEXT_OR_NULL,
    text=TEXT_OR_NULL,
    parent=TEXT_OR_NULL,
    depth=INTEGER,
    slip=TEXT_OR_NULL,
    note=TEXT_OR_NULL,
)
CLAUSES = Serializer(
    "Clauses", edition=Field(TEXT, "id"), title=TEXT, clauses=Field(CLAUSE, many=True)
)  # of a rulebook


def _checks(clause: rulebook.Clause, context: Context) -> list[str]:
    return [rule.id for rule in rulebook.enforced_by(core_edition(context.kwargs["edition_id"]), clause.id)]


def _examples(clause: rulebook.Clause, context: Context) -> list[str]:
    return [
        example.id for example in rulebook.shown_by(core_edition(context.kwargs["edition_id"]), clause.id)
    ]


def _readings(clause: rulebook.Clause, context: Context) -> list[str]:
    edition = core_edition(context.kwargs["edition_id"])
    return [reading.id for reading in rulebook.readings_at(edition, clause.id)]


ONE_CLAUSE = Serializer(
    "OneClause",
    "A clause with the checks that enforce it, the examples that show it and the readings that cite it.",
    base=CLAUSE,
    edition=Field(TEXT, lambda _, context: context.kwargs["edition_id"]),
    terms=Field(array_of(TEXT), lambda clause, _: list(clause.terms)),
    checks=Field(array_of(TEXT), _checks),
    examples=Field(array_of(TEXT), _examples),
    readings=Field(array_of(TEXT), _readings),
)

_RULE = {
    "rule": TEXT,
    "subject": TEXT,
    "severity": one_of(Severity.values),
    "clause": TEXT,
    "clauses": array_of(TEXT),
    "text": TEXT,
}
RULE = Component("Rule", object_of(**_RULE))
RULES = Component("Rules", object_of(edition=TEXT, title=TEXT, rules=array_of(RULE.ref)))
READING = Component(
    "Reading",
    object_of(
        "A question that a document leaves open, and how the edition reads it.",
        id=TEXT,
        kind=one_of((MONEY, APPROVAL, RECORDED)),
        clauses=array_of(TEXT),
        question=TEXT,
        options={"type": "object", "additionalProperties": TEXT},
        chosen=TEXT,
        why=TEXT,
    ),
)
READINGS = Component("EditionReadings", object_of(edition=TEXT, title=TEXT, readings=array_of(READING.ref)))
EXPLAINED_RULE = Component(
    "ExplainedRule", object_of(rule=TEXT, editions=array_of(object_of(edition=TEXT, title=TEXT, **_RULE)))
)
_CELL = object_of(
    pays=TEXT, edge=EXACT, edge_percent=TEXT, clause=TEXT, optional={"wagered": EXACT, "note": TEXT}
)
MATRIX = Component(
    "Matrix",
    object_of(
        "What each wager pays and costs under each edition.",
        editions=array_of(object_of(id=TEXT, title=TEXT, digest=SHA256, currency=TEXT)),
        wagers=array_of(
            object_of(
                wager=WAGER,
                label=TEXT,
                cells={"type": "object", "additionalProperties": _CELL},
                optional={"space": TEXT, "play": TEXT},
            )
        ),
    ),
)

# The register ----------------------------------------------------------------------------------------------

# Written by the register itself, whose downloads have the same fields.
_ENTRY = {
    "reference": REFERENCE,
    "jurisdiction": JURISDICTION,
    "outcome": one_of(DECISION_OUTCOMES),
    "standing": one_of(State.values),
    "operator": TEXT_OR_NULL,
    "property": TEXT_OR_NULL,
    "edition": TEXT_OR_NULL,
    "edition_title": TEXT_OR_NULL,
    "tables": TEXT_OR_NULL,
    "decided_on": or_null(DATE),
    "in_force_from": or_null(DATE),
    "in_force_to": or_null(DATE),
    "position": INTEGER,
    "leaf_hash": SHA256,
}


def _entry(entry: DecidedEntry) -> dict[str, Any]:
    """As in the register's files, but for nothing, which is an empty cell there."""
    return {name: None if value == "" else value for name, value in serialize_entry(entry).items()}


ENTRY = Component(
    "Entry",
    object_of("A decision in the public register.", **_ENTRY),
    lambda entry, _: _entry(entry),
)
ENTRY_PAGE = PageOf(ENTRY, order_by="position")
WHOLE_ENTRY = Component(
    "WholeEntry",
    object_of("`leaf` is everything published about it, and what its hash is of.", **_ENTRY, leaf=OBJECT),
    lambda entry, _: {**_entry(entry), "leaf": entry.leaf},
)
LOG_ENTRY = Serializer(
    "LogEntry",
    base=columns(Entry, "position outcome entered_at leaf leaf_hash"),
    kind=TEXT,
    label=Field(TEXT, lambda entry, _: register.outcome_label(entry)),
)
HISTORY = Serializer(
    "History",
    reference=REFERENCE,
    entries=Field(LOG_ENTRY, lambda entry, _: register.history(entry.reference), many=True),
)
TABLE_CODE = {"type": "string", "pattern": "^[2-9a-z]{8}$", "description": "A table's code, on its sign."}
DOCUMENT_TITLE = Field(TEXT, lambda document, _: document.get_kind_display())
PUBLIC_DOCUMENT = Serializer(
    base=columns(Document, "kind state sha256 size"),
    title=DOCUMENT_TITLE,
    table=Field(or_null(TABLE_CODE), lambda document, _: document.table_code or None),
    address=Field(
        ADDRESS,
        lambda document, _: reverse(
            "api:register-document", args=[document.submission.reference, document.name]
        ),
    ),
)
PUBLIC_DOCUMENTS = Serializer(
    "PublicDocuments",
    reference=REFERENCE,
    documents=Field(PUBLIC_DOCUMENT, lambda entry, _: public_documents(entry.reference), many=True),
)
_POSTED_LIMIT = Serializer(
    "PostedLimit",
    "Limits at a table, of one or more wagers. `since` is when a notice set them; null: as approved.",
    wagers=Field(array_of(TEXT), lambda row, _: list(row.wagers)),
    words=TEXT,
    bounds={"type": "object", "additionalProperties": EXACT},
    since=Field(or_null(DATETIME), lambda row, _: row.notice.takes_effect_at if row.notice else None),
)
TABLE = Serializer(
    "Table",
    "A gaming table and what is in force there. `reference` is null if no approval holds.",
    code=Field(TABLE_CODE, "table.code"),
    label=Field(TEXT, "table.label"),
    game=Field(TEXT, "table.game"),
    property=Field(TEXT, "table.property.name"),
    place=Field(TEXT, "table.property.place.slug"),
    jurisdiction=Field(JURISDICTION, "table.property.jurisdiction"),
    in_use=Field(BOOLEAN, "table.active"),
    on=or_null(DATE),
    standing=Field(one_of((State.IN_FORCE, State.SUSPENDED, "none")), lambda row, _: row.standing or "none"),
    may_run=BOOLEAN,
    reference=Field(or_null(REFERENCE), lambda row, _: row.approval.reference if row.approval else None),
    ruleset_digest=Field(
        or_null(SHA256), lambda row, _: row.entry.leaf["ruleset_digest"] if row.entry else None
    ),
    in_force_from=Field(or_null(DATE), lambda row, _: row.coverage.in_force_from if row.coverage else None),
    in_force_to=Field(or_null(DATE), lambda row, _: row.coverage.in_force_to if row.coverage else None),
    limits=Field(_POSTED_LIMIT, many=True),
    documents=Field(PUBLIC_DOCUMENT, many=True),
)
VERIFICATION = Serializer(
    "Verified",
    "Whether a document is genuine, and whether it is still in force.",
    verdict=one_of(("genuine", "altered", "unknown")),
    why=TEXT_OR_NULL,
    reference=or_null(REFERENCE),
    document=Field(TEXT_OR_NULL, "kind_label"),
    standing=or_null(one_of(State.values)),
    in_force=BOOLEAN,
    superseded_by=or_null(REFERENCE),
    signer=TEXT_OR_NULL,
    key=or_null(SHA256),
    signed_at=or_null(DATETIME),
    sha256=or_null(SHA256),
    ruleset_digest=or_null(SHA256),
)

# The transparency log --------------------------------------------------------------------------------------

LOG_ENTRIES = ListOf("LogEntries", LOG_ENTRY, key="entries")
COSIGNATURE = Serializer("Cosignature", base=columns(Cosignature, "witness cosigned_at"), name=TEXT)
CHECKPOINT = Serializer(
    "Checkpoint",
    base=columns(Checkpoint, "size root signed_at"),
    note=Field(TEXT, "cosigned_note"),
    cosignatures=Field(COSIGNATURE, lambda row, _: row.cosignatures.all(), many=True),
)
CHECKPOINT_PAGE = PageOf(CHECKPOINT, order_by="size")
WITNESS = Serializer(
    "Witness",
    "What a witness last signed. `problem` says why it did not sign the latest checkpoint.",
    name=TEXT,
    key=TEXT_OR_NULL,
    size=or_null(INTEGER),
    cosigned_at=or_null(DATETIME),
    problem=TEXT_OR_NULL,
    refused=BOOLEAN,
)
LOG_STATE = Serializer(
    "LogState",
    origin=TEXT,
    size=INTEGER,
    waiting=INTEGER,
    checkpoint=Field(CHECKPOINT, null=True),
    examined_at=or_null(DATETIME),
    problems=array_of(TEXT),
    keys=array_of(TEXT),
    witnesses=Field(WITNESS, many=True),
)
_PROOF = {"proof": array_of(SHA256)}
INCLUSION = Component(
    "Inclusion", object_of(position=INTEGER, size=INTEGER, leaf_hash=SHA256, checkpoint=TEXT, **_PROOF)
)
CONSISTENCY = Component(
    "Consistency", object_of(old=INTEGER, new=INTEGER, old_checkpoint=TEXT, new_checkpoint=TEXT, **_PROOF)
)
PROOF = Component("Proof", object_of(checkpoint=TEXT, leaf=TEXT, position=INTEGER, size=INTEGER, **_PROOF))
