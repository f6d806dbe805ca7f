"""A small world for tests of pages: one regulator, two operators, a casino each, and people for every role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from portal.accounts import services as accounts
from portal.accounts.models import Property, Role, User
from portal.editions.services import load_built_in_editions
from portal.review import workflow
from portal.submissions.models import Submission
from portal.submissions.services import create_draft
from portal.validation.services import save_and_check

DOUBLE_ODDS: dict[str, Any] = {
    "odds": {flat: {"multiples": 2} for flat in ("pass_line", "dont_pass", "come", "dont_come")}
}


@dataclass(frozen=True)
class House:
    submitter: User
    colleague: User
    viewer: User
    operator_admin: User
    officer: User
    approver: User
    regulator_admin: User
    rival: User
    elsewhere: User
    casino: Property


def build() -> House:
    """New Zealand's regulator and two of its operators, and Maryland's regulator, who must see none of it."""
    load_built_in_editions()
    regulator = accounts.create_organisation(
        actor=None, name="Aotearoa Gaming Board", kind="regulator", jurisdictions=["nz"]
    )
    maryland = accounts.create_organisation(
        actor=None, name="Chesapeake Board", kind="regulator", jurisdictions=["md"]
    )
    operator = accounts.create_organisation(actor=None, name="Kauri Casinos", kind="operator")
    rival = accounts.create_organisation(actor=None, name="Rimu Resorts", kind="operator")

    def person(name: str, organisation: Any, *roles: str) -> User:
        email = f"{name.split()[0].lower()}@example.org"
        return accounts.create_user(
            actor=None, email=email, name=name, roles=roles, organisation=organisation
        )

    casino = accounts.create_property(
        actor=None, organisation=operator, name="Kauri Point", jurisdiction="nz"
    )
    accounts.create_property(actor=None, organisation=rival, name="Rimu House", jurisdiction="nz")
    return House(
        submitter=person("Sam Submitter", operator, Role.OPERATOR_SUBMITTER),
        colleague=person("Cleo Colleague", operator, Role.OPERATOR_SUBMITTER),
        viewer=person("Vera Viewer", operator, Role.OPERATOR_VIEWER),
        operator_admin=person("Ada Admin", operator, Role.OPERATOR_ADMIN),
        officer=person("Olive Officer", regulator, Role.REGULATOR_OFFICER),
        approver=person("Paul Approver", regulator, Role.REGULATOR_APPROVER),
        regulator_admin=person("Rita Regulator", regulator, Role.REGULATOR_ADMIN),
        rival=person("Rob Rival", rival, Role.OPERATOR_SUBMITTER),
        elsewhere=person("Mary Maryland", maryland, Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER),
        casino=casino,
    )


def draft(house: House, **ruleset: Any) -> Submission:
    """A draft for the casino under the revised New Zealand edition, saved and checked."""
    made = create_draft(actor=house.submitter, property_id=house.casino.pk, edition_id="nz-revised")
    stated = {**made.current_version.ruleset, **(ruleset or DOUBLE_ODDS)}
    save_and_check(actor=house.submitter, reference=made.reference, ruleset=stated, expected_version=1)
    made.refresh_from_db()
    return made


def submitted(house: House, **ruleset: Any) -> Submission:
    made = draft(house, **ruleset)
    workflow.submit(
        actor=house.submitter,
        reference=made.reference,
        digest=made.current_version.digest,
        name="Sam Submitter",
        role="Head of Compliance",
        explanations=[
            {
                "rule": row["rule"],
                "path": row["path"],
                "kind": row["needs"],
                "text": "A trial for one season.",
            }
            for row in workflow.submit_gate(made)
        ],
    )
    made.refresh_from_db()
    return made


def in_review(house: House, **ruleset: Any) -> Submission:
    made = submitted(house, **ruleset)
    workflow.claim(actor=house.officer, reference=made.reference)
    made.refresh_from_db()
    return made


def recommended(house: House, **ruleset: Any) -> Submission:
    made = in_review(house, **ruleset)
    workflow.recommend(
        actor=house.officer,
        reference=made.reference,
        digest=made.current_version.digest,
        outcome="approve",
        reason="Within the rulebook.",
        no_conflict=True,
    )
    made.refresh_from_db()
    return made


def approved(house: House, **ruleset: Any) -> Submission:
    made = recommended(house, **ruleset)
    workflow.approve(
        actor=house.approver, reference=made.reference, digest=made.current_version.digest, no_conflict=True
    )
    made.refresh_from_db()
    return made
