"""Inspections of tables and their findings. Reading only: inspecting and judging need a signed-in person."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from craps.codec import OneOf, Text
from portal.api import inspection_serializers as serializers
from portal.api.endpoint import Endpoint, operation
from portal.inspections import models, selectors

read = partial(operation, permission="inspection.view", tag="Inspections")


class Inspections(Endpoint):
    @read(
        "Finished inspections, newest first",
        description="A regulator reads its own; an operator those of its tables.",
        answer=serializers.INSPECTION_PAGE,
        filters={
            "outcome": OneOf(tuple(models.InspectionOutcome.values), "outcome"),
            "table": Text(8, "[0-9a-z]+", "a2b3c4d5"),
        },
    )
    def get(self, query: Any) -> QuerySet[models.Inspection]:
        rows = selectors.inspections(self.actor)
        if "outcome" in query:
            rows = rows.filter(outcome=query["outcome"])
        return rows.filter(table__code=query["table"]) if "table" in query else rows


class Inspection(Endpoint):
    @read("One inspection", answer=serializers.WHOLE_INSPECTION, problems=("not_found",))
    def get(self, inspection_id: int) -> models.Inspection:
        return selectors.inspection(self.actor, inspection_id)


class Findings(Endpoint):
    @read(
        "Findings of inspections, newest first",
        answer=serializers.INSPECTION_FINDING_PAGE,
        filters={"state": OneOf(tuple(models.FindingState.values), "state")},
    )
    def get(self, query: Any) -> QuerySet[models.InspectionFinding]:
        return selectors.findings(self.actor).filter(**query)


class Finding(Endpoint):
    @read(
        "One finding and what happened since",
        answer=serializers.WHOLE_INSPECTION_FINDING,
        problems=("not_found",),
    )
    def get(self, finding_id: int) -> models.InspectionFinding:
        return selectors.finding(self.actor, finding_id)
