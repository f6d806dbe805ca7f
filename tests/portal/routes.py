"""Every address of the portal as Django knows it, and how its gaps are filled for a test."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.urls import get_resolver, reverse

from portal.accounts import tokens
from portal.accounts.jurisdiction_services import add_day
from portal.accounts.models import Role, RoleChange
from portal.accounts.services import invite, set_roles
from portal.bundles import services as bundles
from portal.documents.models import Document
from portal.notices.models import Endpoint
from portal.notices.webhooks import services as webhooks
from portal.review.conditions import report_condition
from portal.review.models import ConditionFile
from portal.review.queue_actions import save_filter
from portal.review.standards import add_standard
from portal.sheets import services as sheets
from portal.sheets.models import Sheet
from portal.sign_in import factors
from portal.sign_in.models import BrowserSession, FactorReset, TrustedBrowser
from portal.sign_in.resets import ask_reset
from portal.submissions import examples, uploads
from portal.submissions.models import Submission
from tests import consulting, experts
from tests.factories import House, answered, approved, create_table, create_user, draft, in_review, replied
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
PLAIN = {"slug": "odds", "move": "recommend", "step": 0, "key": "pass-line", "provider_id": "toto"}

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
    "report_file_id": lambda house, made: _reported_file(house).pk,
    "reply_file_id": lambda house, made: replied(house, PDF).files.get().pk,
    "example_id": lambda house, made: (
        examples.save(
            actor=house.submitter, reference=made.reference, title="A seven", events=[{"roll": [3, 4]}]
        ).pk
    ),
    "condition_id": lambda house, made: (
        approved(house, conditions=[{"text": "Post a sign.", "due_on": None}]).conditions.get().pk
    ),
    "standard_id": lambda house, made: _standard(house),
    "code": lambda house, made: create_table(property=house.property).code,
    "inspection_id": lambda house, made: started(house, create_table(property=house.property)).pk,
    "finding_id": lambda house, made: with_finding(house, create_table(property=house.property)).pk,
    "consultation_id": lambda house, made: consulting.opened(house).pk,
    "comment_id": lambda house, made: consulting.confirmed(consulting.opened(house)).pk,
    # "request_id" of an open question, so that one who may see it does.
    "request_id": lambda house, made: experts.asked(house, in_review(house)).pk,
    "shared_id": lambda house, made: _shared(house),
    "expert_file_id": lambda house, made: experts.answered(house, in_review(house), PDF).files.get().pk,
    "answer_id": lambda house, made: _answer(house),
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
    "place": lambda house, made: made.jurisdiction,
    "day_id": lambda house, made: (
        add_day(actor=house.regulator_admin, code="nz", day=date(2027, 6, 14), name="A day").pk
    ),
    "organisation_id": lambda house, made: house.operator.pk,
    "user_id": lambda house, made: house.viewer.pk,
    "invitation_id": lambda house, made: (
        invite(actor=house.operator_admin, email="new@example.org", roles=["operator_viewer"]).pk
    ),
    "change_id": lambda house, made: _role_change(house),
    "token_id": lambda house, made: (
        tokens.create(actor=house.operator_admin, name="A program", scopes=["read"], days=30)[0].pk
    ),
    "factor_id": lambda house, made: factors.enrol_app(actor=house.viewer, secret="A" * 32).pk,
    "session_id": lambda house, made: (
        BrowserSession.objects.create(user=house.viewer, session_key=f"key{made.pk if made else 0}").pk
    ),
    "identity_id": lambda house, made: (
        SocialAccount.objects.create(user=house.viewer, provider="toto", uid=secrets.token_hex(8)).pk
    ),
    "browser_id": lambda house, made: (
        TrustedBrowser.objects.create(user=house.viewer, secret_hash=f"hash{made.pk}").pk
    ),
    "reset_id": lambda house, made: _reset(house).pk,
    "endpoint_id": lambda house, made: _endpoint(house).pk,
    "delivery_id": lambda house, made: (
        webhooks.send_test(actor=house.operator_admin, endpoint_id=_endpoint(house).pk).pk
    ),
}


def _role_change(house: House) -> int:
    """Of the other regulator: of this one the administrator is a stranger in the matrix."""
    person = house.foreign_officer
    admin = create_user(organisation=person.organisation, roles=[Role.REGULATOR_ADMIN])
    set_roles(actor=admin, user_id=person.pk, roles=["regulator_officer", "regulator_approver"])
    return RoleChange.objects.latest("pk").pk


def _standard(house: House) -> int:
    return add_standard(actor=house.regulator_admin, kind="condition", title="A sign", text="Post a sign.").pk


def _reset(house: House) -> FactorReset:
    factors.enrol_app(actor=house.viewer, secret="A" * 32)
    return ask_reset(actor=house.operator_admin, user_id=house.viewer.pk, reason="Her phone was stolen.")


def _shared(house: House) -> int:
    """A document of a case; the request beside it in the address is another's."""
    return experts.case_with_files(house, "dice.pdf").uploads.get().pk


def _answer(house: House) -> int:
    row = consulting.opened(house)
    consulting.answered(house, row, consulting.published(house, row))
    return row.answers.get().pk


def _endpoint(house: House) -> Endpoint:
    return webhooks.add(
        actor=house.operator_admin, url="https://hooks.example.org/", events=["decision.made"]
    )[0]


def _reported_file(house: House) -> ConditionFile:
    row = approved(house, conditions=[{"text": "Post a sign.", "due_on": None}]).conditions.get()
    report_condition(
        actor=house.submitter,
        condition_id=row.pk,
        text="It hangs above the table.",
        files=[{"filename": "sign.pdf", "data": PDF}],
    )
    return ConditionFile.objects.get(step__condition=row)


def _sheet(house: House) -> Sheet:
    row = {"casino": house.property.name, "tables": "all", "ruleset": {"edition": house.edition.pk}}
    data = json.dumps(row).encode()
    return sheets.upload(actor=house.submitter, filename="rules.jsonl", data=data)[0]


NOTHING: dict[str, Any] = {
    "edition_id": "nz-nothing",
    "reference": "NZ-2026-9999",
    "code": "22222222",
    "place": "zz",
}


def real(route: Route, house: House, made: Submission | None = None) -> dict[str, Any]:
    """Values for a route's gaps that lead to something of the house's operator."""
    made = made or draft(house)
    return {gap: PLAIN[gap] if gap in PLAIN else THINGS[gap](house, made) for gap in route.gaps}


def absent(route: Route) -> dict[str, Any]:
    """Values for a route's gaps that lead to nothing at all."""
    return {gap: PLAIN.get(gap, NOTHING.get(gap, 999_999)) for gap in route.gaps}
