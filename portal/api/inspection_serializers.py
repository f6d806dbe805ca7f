"""The answers about inspections and their findings, field by field."""

from typing import Any

from django.urls import reverse

from portal.accounts.models import Property, Table
from portal.api.components import Context, Field, PageOf, Serializer, columns
from portal.api.schema_helpers import (
    ADDRESS,
    BOOLEAN,
    DATETIME,
    INTEGER,
    REFERENCE,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    one_of,
    or_null,
)
from portal.inspections.models import ChecklistItem, FindingStep, Inspection, InspectionFinding, ItemResult
from portal.inspections.selectors import is_overdue, items_shown_to


def _reference(inspection: Inspection, _: Context) -> str | None:
    return inspection.version.submission.reference if inspection.version else None


def _side(step: FindingStep, _: Context) -> str:
    return str(step.by.organisation or "Baize")


def _finding_page(finding: InspectionFinding, context: Context) -> str:
    side = "regulator" if context.actor.is_regulator else "operator"
    return reverse(f"{side}:finding", args=[finding.pk])


def _last(item: ChecklistItem, name: str, otherwise: str) -> str:
    answers = list(item.answers.all())
    return str(getattr(answers[-1], name)) if answers else otherwise


INSPECTION = Serializer(
    "Inspection",
    "A finished inspection of a table, and the digest of the rules it was held to.",
    base=columns(Inspection, "id jurisdiction outcome started_at"),
    finished_at=DATETIME,
    digest=Field(or_null(SHA256)),  # null where no rules were in force at the table
    table=Field(columns(Table, "id code label game")),
    property=Field(columns(Property, "id name"), "table.property"),
    reference=Field(or_null(REFERENCE), _reference),
)
INSPECTION_PAGE = PageOf(INSPECTION)
CHECKLIST_ITEM = Serializer(
    "ChecklistItem",
    base=columns(ChecklistItem, "number section label expected clause"),
    result=Field(
        one_of(ItemResult.values), lambda item, _: _last(item, "result", ItemResult.NOT_LOOKED_AT.value)
    ),
    remark=Field(TEXT_OR_NULL, lambda item, _: _last(item, "remark", "")),
    photos=Field(INTEGER, lambda item, _: len(item.photos.all())),
)
FINDING_STEP = Serializer(
    "FindingStep", base=columns(FindingStep, "kind text due_on at"), by=Field(TEXT, _side)
)
INSPECTION_FINDING = Serializer(
    "InspectionFinding",
    base=columns(InspectionFinding, "id state remark due_on closed_at"),
    inspection=Field(INTEGER, "inspection_id"),
    item=Field(TEXT, "item.label"),
    clause=Field(TEXT, "item.clause"),
    table=Field(columns(Table, "id code label game"), "inspection.table"),
    overdue=Field(BOOLEAN, lambda finding, _: is_overdue(finding)),
    suspended=Field(BOOLEAN, lambda finding, _: finding.suspension_id is not None),
    page=Field(ADDRESS, _finding_page),
)
INSPECTION_FINDING_PAGE = PageOf(INSPECTION_FINDING)
WHOLE_INSPECTION_FINDING = Serializer(
    "WholeInspectionFinding",
    base=INSPECTION_FINDING,
    steps=Field(FINDING_STEP, lambda finding, _: finding.steps.all(), many=True),
)


def _findings(inspection: Inspection, _: Context) -> Any:
    return inspection.findings.select_related("item", "inspection__table", "suspension").order_by("pk")


WHOLE_INSPECTION = Serializer(
    "WholeInspection",
    "With its findings and, for the regulator, its checklist. An operator reads the findings only.",
    base=INSPECTION,
    remark=Field(or_null(TEXT), lambda row, context: row.remark if context.actor.is_regulator else None),
    items=Field(CHECKLIST_ITEM, lambda row, context: items_shown_to(context.actor, row), many=True),
    findings=Field(INSPECTION_FINDING, _findings, many=True),
)
