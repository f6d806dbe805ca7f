"""Every address of the portal as Django knows it, and how its gaps are filled for a test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import get_resolver, reverse

from portal.accounts import tokens
from portal.accounts.services import invite
from portal.bundles import services as bundles
from portal.documents.models import Document
from portal.notices.models import Endpoint
from portal.notices.webhooks import services as webhooks
from portal.review.queue_actions import save_filter
from portal.sheets import services as sheets
from portal.sheets.models import Sheet
from portal.submissions import examples, uploads
from portal.submissions.models import Submission
from tests.factories import House, answered, approved, create_table, draft
from tests.inspecting import started, with_finding
from tests.portal.editions.drafts import a_draft

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@dataclass(frozen=True)
class Route:
    name: str  # with its door: operator:submission
    gaps: tuple[str, ...]  # the names in the address: reference, slug

    @property
    def door(self) -> str:
        return self.name.rpartition(":")[0]

    def address(self, values: dict[str, Any]) -> str:
        return reverse(self.name, kwargs={gap: values[gap] for gap in self.gaps})


def routes() -> list[Route]:
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[Any], door: str, outer: tuple[str, ...] = ()) -> Iterator[Route]:
    for pattern in patterns:
        gaps = (*outer, *pattern.pattern.converters)
        if hasattr(pattern, "url_patterns"):
            inner = ":".join(part for part in (door, pattern.namespace) if part)
            yield from _walk(pattern.url_patterns, inner, gaps)
        else:
            name = ":".join(part for part in (door, pattern.name or "nameless") if part)
            yield Route(name, gaps)


# What stands in an address without being anybody's: it is the same for everyone.
PLAIN = {"slug": "odds", "move": "recommend", "step": 0, "key": "pass-line"}

# How to make one of each thing that belongs to somebody. A gap that is in neither table fails the matrix.
THINGS: dict[str, Callable[[House, Submission], Any]] = {
    "edition_id": lambda house, made: a_draft("nz-revised", actor=house.regulator_admin).pk,
    "reference": lambda house, made: made.reference,
    "property_id": lambda house, made: house.property.pk,
    "table_id": lambda house, made: create_table(property=house.property).pk,
    "sheet_id": lambda house, made: _sheet(house).pk,
    "upload_id": lambda house, made: (
        uploads.add(
            actor=house.submitter,
            reference=made.reference,
            kind="laboratory",
            confidential=True,
            filename="report.pdf",
            data=PDF,
        ).pk
    ),
    "file_id": lambda house, made: answered(house, PDF).files.get().pk,
    "example_id": lambda house, made: (
        examples.save(
            actor=house.submitter, reference=made.reference, title="A seven", events=[{"roll": [3, 4]}]
        ).pk
    ),
    "condition_id": lambda house, made: (
        approved(house, conditions=[{"text": "Post a sign.", "due_on": None}]).conditions.get().pk
    ),
    "code": lambda house, made: create_table(property=house.property).code,
    "inspection_id": lambda house, made: started(house, create_table(property=house.property)).pk,
    "finding_id": lambda house, made: with_finding(house, create_table(property=house.property)).pk,
    "photo_id": lambda house, made: (
        with_finding(house, create_table(property=house.property)).item.photos.get().pk
    ),
    "filter_id": lambda house, made: (
        save_filter(actor=house.officer, name="Late ones", query_string="clock=late").pk
    ),
    "document_id": lambda house, made: Document.objects.filter(submission=approved(house).submission)[0].pk,
    "bundle_id": lambda house, made: (
        bundles.order(actor=house.submitter, reference=made.reference, kind="case_file").pk
    ),
    "user_id": lambda house, made: house.viewer.pk,
    "invitation_id": lambda house, made: (
        invite(actor=house.operator_admin, email="new@example.org", roles=["operator_viewer"]).pk
    ),
    "token_id": lambda house, made: (
        tokens.create(actor=house.operator_admin, name="A program", scopes=["read"], days=30)[0].pk
    ),
    "endpoint_id": lambda house, made: _endpoint(house).pk,
    "delivery_id": lambda house, made: (
        webhooks.send_test(actor=house.operator_admin, endpoint_id=_endpoint(house).pk).pk
    ),
}


def _endpoint(house: House) -> Endpoint:
    return webhooks.add(
        actor=house.operator_admin, url="https://hooks.example.org/", events=["decision.made"]
    )[0]


def _sheet(house: House) -> Sheet:
    row = {"casino": house.property.name, "tables": "all", "ruleset": {"edition": house.edition.pk}}
    data = json.dumps(row).encode()
    return sheets.upload(actor=house.submitter, filename="rules.jsonl", data=data)[0]


NOTHING: dict[str, Any] = {"edition_id": "nz-nothing", "reference": "NZ-2026-9999", "code": "22222222"}


def real(route: Route, house: House, made: Submission | None = None) -> dict[str, Any]:
    """Values for a route's gaps that lead to something of the house's operator."""
    made = made or draft(house)
    return {gap: PLAIN[gap] if gap in PLAIN else THINGS[gap](house, made) for gap in route.gaps}


def absent(route: Route) -> dict[str, Any]:
    """Values for a route's gaps that lead to nothing at all."""
    return {gap: PLAIN.get(gap, NOTHING.get(gap, 999_999)) for gap in route.gaps}
