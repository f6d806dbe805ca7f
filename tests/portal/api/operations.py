"""Every operation of the API as Django knows it: a new address is in every generated test by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.urls import URLPattern

from portal.accounts.jurisdictions import jurisdiction
from portal.api import urls
from portal.api.endpoint import Operation
from portal.api.media_types import JSON
from portal.api.openapi import METHODS
from portal.consultations.models import Consultation
from portal.documents.models import Document
from portal.inspections.models import InspectionFinding
from portal.register import checkpoints
from portal.review import conditions, endings, workflow
from portal.review.answers import GivenFile
from portal.review.models import AnswerFile, Condition, ConditionFile, IntentFile
from portal.submissions import examples, uploads
from portal.submissions.models import Submission, Upload
from tests.factories import House, answered, digest, draft, tick_off
from tests.portal.routes import Route


@dataclass(frozen=True)
class Op:
    """One method of one address."""

    method: str
    route: Route
    template: str  # /submissions/{reference}
    declared: Operation

    def __str__(self) -> str:
        return f"{self.method} {self.route.name.removeprefix('api:')}"

    @property
    def is_of_a_case(self) -> bool:
        return not self.declared.is_public and "reference" in self.route.gaps

    @property
    def takes_json(self) -> bool:
        return self.declared.body is not None and self.declared.accepts == (JSON,)

    def address(self, values: dict[str, Any]) -> str:
        return self.route.address(values).removeprefix("/api/v1")


def operations() -> list[Op]:
    return list(_walk())


def _walk() -> Iterator[Op]:
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        view = getattr(pattern.callback, "view_class", None)
        route = Route(f"api:{pattern.name}", tuple(pattern.pattern.converters))
        template = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)).removeprefix("v1/")
        for method in METHODS:
            declared = getattr(getattr(view, method, None), "operation", None)
            if declared is not None:
                yield Op(method, route, template, declared)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever was stored is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# What stands in addresses ----------------------------------------------------------------------------------

NOWHERE: dict[str, Any] = {
    "property": 999_999,
    "reference": "NZ-2026-9999",
    "edition_id": "nz-nowhere",
    "clause_id": "99.9",
    "rule": "nz.no.such",
    "number": 999,
    "kind": "certificate",
    "code": "zzzzzzzz",
    "document_id": 999_999,
    "example_id": 999_999,
    "upload_id": 999_999,
    "file_id": 999_999,
    "slug": "nz-nowhere",
    "inspection_id": 999_999,
    "finding_id": 999_999,
    "condition_id": 999_999,
    "report_file_id": 999_999,
    "reply_file_id": 999_999,
}
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
PUBLIC: dict[str, Any] = {"edition_id": "md-craps", "clause_id": "5/G(3)(a)", "rule": "md.vig.rate"}


def things_of(made: Submission, house: House) -> dict[str, Any]:
    """Ids of a case and of things in it, whatever state it is in."""
    own = examples.own_examples(made).first()
    attached = Upload.objects.filter(submission=made).first()
    sent = AnswerFile.objects.filter(query__submission=made).first()
    found = InspectionFinding.objects.filter(inspection__organisation=house.operator).first()
    paper = Document.objects.filter(submission=made).first()
    asked_for = Condition.objects.filter(decision__submission=made).order_by("pk").last()
    evidence = ConditionFile.objects.filter(step__condition__decision__submission=made).first()
    replied = IntentFile.objects.filter(notice__submission=made).first()
    return {
        **PUBLIC,
        "reference": made.reference,
        "property": house.property.pk,
        "number": 1,
        "kind": "certificate",
        "code": table.code if (table := house.property.tables.first()) else NOWHERE["code"],
        "example_id": own.pk if own else NOWHERE["example_id"],
        "upload_id": attached.pk if attached else NOWHERE["upload_id"],
        "file_id": sent.pk if sent else NOWHERE["file_id"],
        "slug": asked.slug if (asked := Consultation.objects.last()) else NOWHERE["slug"],
        "inspection_id": found.inspection_id if found else NOWHERE["inspection_id"],
        "finding_id": found.pk if found else NOWHERE["finding_id"],
        "condition_id": asked_for.pk if asked_for else NOWHERE["condition_id"],
        "report_file_id": evidence.pk if evidence else NOWHERE["report_file_id"],
        "reply_file_id": replied.pk if replied else NOWHERE["reply_file_id"],
        "document_id": paper.pk if paper else NOWHERE["document_id"],
    }


def draft_with_example(house: House, ruleset: dict[str, Any] | None = None) -> Submission:
    """A draft with an example and an attached file."""
    made = draft(house, ruleset)
    by: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
    examples.save(**by, title="A seven", events=[{"roll": [3, 4]}])
    uploads.add(**by, kind="laboratory", confidential=True, filename="report.pdf", data=PDF)
    return made


def in_force(house: House, ruleset: dict[str, Any] | None = None) -> Submission:
    """A case that was asked about, answered and approved; a condition reported, a notice replied to."""
    made = answered(house, PDF, ruleset=ruleset).submission
    tick_off(house.officer, made)
    word: dict[str, Any] = {"reference": made.reference, "digest": digest(made), "no_conflict": True}
    workflow.recommend(actor=house.officer, reason="Within the edition.", **word)
    terms = [{"text": "Post a sign.", "due_on": None}, {"text": "Send a photograph.", "due_on": None}]
    decision = workflow.approve(actor=house.approver, conditions=terms, **word)
    conditions.report_condition(
        actor=house.submitter,
        condition_id=decision.conditions.earliest("pk").pk,
        text="It hangs above the table.",
        files=[{"filename": "sign.pdf", "data": PDF}],
    )
    due = jurisdiction(made.jurisdiction).today() + timedelta(days=10)
    endings.give_notice_of_intent(
        actor=house.officer, reference=made.reference, reason="No sign is posted.", due_on=due
    )
    photo = GivenFile(filename="sign.pdf", data=PDF)
    endings.reply_to_notice(
        actor=house.submitter, reference=made.reference, text="It hangs there now.", files=[photo]
    )
    made.refresh_from_db()
    return made


def signed_size() -> int:
    """How many entries the checkpoint covers that is signed now."""
    checkpoint = checkpoints.sign()
    assert checkpoint is not None
    return checkpoint.size
