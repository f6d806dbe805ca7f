"""People, casinos and cases for tests. Cases are made by the product's own services, never by hand."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from django.contrib.auth.hashers import make_password
from django.db import transaction

from craps.choices import owed
from portal import handover
from portal.accounts.jurisdictions import Jurisdiction, forget, jurisdiction
from portal.accounts.models import Kind, Organisation, Oversight, Property, Role, Table, User, UserRole
from portal.editions.models import Edition
from portal.editions.rulesets import parse_ruleset
from portal.editions.services import load_built_in_editions
from portal.review import ticks, workflow
from portal.review.answers import GivenFile
from portal.review.models import Decision, IntentNotice, Query
from portal.submissions import coverage
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft, save_draft

T = TypeVar("T")
PASSWORD = "a long enough pass phrase"
PASSWORD_HASH = make_password(PASSWORD)
_numbers = itertools.count()  # no two names or addresses are the same


def change_jurisdiction(code: str, **fields: Any) -> None:
    """As if the regulator had changed it earlier."""
    Jurisdiction.objects.filter(code=code).update(**fields)
    forget()


def create_operator(**fields: Any) -> Organisation:
    return Organisation.objects.create(
        **{"name": f"Operator {next(_numbers)}", "kind": Kind.OPERATOR} | fields
    )


def create_regulator(jurisdictions: Iterable[str] = ("nz",), **fields: Any) -> Organisation:
    name = f"Regulator {next(_numbers)}"
    regulator = Organisation.objects.create(**{"name": name, "kind": Kind.REGULATOR} | fields)
    Oversight.objects.bulk_create(
        Oversight(organisation=regulator, jurisdiction=code) for code in jurisdictions
    )
    return regulator


def create_user(organisation: Organisation | None = None, roles: Iterable[str] = (), **fields: Any) -> User:
    number = next(_numbers)
    defaults = {"email": f"person{number}@example.org", "name": f"Person {number}", "password": PASSWORD_HASH}
    user = User.objects.create(**defaults | fields, organisation=organisation)
    # Given long ago, whatever day it is in the test: nobody is on their waiting day.
    since = datetime(2000, 1, 1, tzinfo=UTC)
    UserRole.objects.bulk_create(UserRole(user=user, role=role, since=since) for role in roles)
    return user


def create_property(**fields: Any) -> Property:
    if "organisation" not in fields:
        fields["organisation"] = create_operator()
    return Property.objects.create(**{"name": f"Casino {next(_numbers)}", "jurisdiction": "nz"} | fields)


def create_table(**fields: Any) -> Table:
    if "property" not in fields:
        fields["property"] = create_property()
    with transaction.atomic():
        table = Table.objects.create(**{"label": f"CR-{next(_numbers):02d}"} | fields)
        coverage.table_changed(obj=table)
    return table


def close_account(person: User, actor: User) -> None:
    """Closes the account as its administrator does: the open work goes to nobody."""
    seen = handover.fingerprint(handover.open_work(actor, person.pk))
    handover.close_account(actor=actor, user_id=person.pk, receiver_id=None, seen=seen)


@dataclass(frozen=True)
class House:
    """One jurisdiction with an operator, its regulator, and people who have no business there."""

    operator: Organisation
    regulator: Organisation
    property: Property
    edition: Edition
    submitter: User
    viewer: User
    operator_admin: User
    officer: User
    approver: User
    officer_and_approver: User
    inspector: User
    regulator_admin: User
    outsider: User  # submits for another operator in the same jurisdiction
    foreign_officer: User  # of another jurisdiction's regulator
    foreign_approver: User
    site_admin: User
    expert: User  # of a laboratory that a regulator can ask


def create_laboratory(**fields: Any) -> Organisation:
    return Organisation.objects.create(
        **{"name": f"Laboratory {next(_numbers)}", "kind": Kind.EXPERT} | fields
    )


def make_house(jurisdiction: str = "nz", edition: str = "nz-revised") -> House:
    if not Edition.objects.filter(pk=edition).exists():  # a test's database has them from the start
        load_built_in_editions()
    operator, other = create_operator(), create_operator()
    regulator = create_regulator(jurisdictions=[jurisdiction])
    elsewhere = create_regulator(jurisdictions=["sg" if jurisdiction != "sg" else "nz"])
    create_property(organisation=other, jurisdiction=jurisdiction)

    def person(organisation: Organisation | None, *roles: Role) -> User:
        return create_user(organisation=organisation, roles=roles)

    return House(
        operator=operator,
        regulator=regulator,
        property=create_property(organisation=operator, jurisdiction=jurisdiction),
        edition=Edition.objects.get(pk=edition),
        submitter=person(operator, Role.OPERATOR_SUBMITTER),
        viewer=person(operator, Role.OPERATOR_VIEWER),
        operator_admin=person(operator, Role.OPERATOR_ADMIN),
        officer=person(regulator, Role.REGULATOR_OFFICER),
        approver=person(regulator, Role.REGULATOR_APPROVER),
        officer_and_approver=person(regulator, Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER),
        inspector=person(regulator, Role.REGULATOR_INSPECTOR),
        regulator_admin=person(regulator, Role.REGULATOR_ADMIN),
        outsider=person(other, Role.OPERATOR_SUBMITTER),
        foreign_officer=person(elsewhere, Role.REGULATOR_OFFICER),
        foreign_approver=person(elsewhere, Role.REGULATOR_APPROVER),
        site_admin=person(None, Role.SITE_ADMIN),
        expert=person(create_laboratory(), Role.EXPERT),
    )


# A wheel of an operator's own: 54 spaces.
WHEEL = {
    "spaces": {"1": "24", "2": "15", "5": "7", "10": "4", "20": "2", "joker": "1", "crown": "1"},
    "payouts": {
        "1": "1:1",
        "2": "2:1",
        "5": "5:1",
        "10": "10:1",
        "20": "20:1",
        "joker": "45:1",
        "crown": "45:1",
    },
}


def odds(multiple: int, edition: str = "nz-revised") -> dict[str, Any]:
    """A rule set that states one odds multiple for all four flat bets."""
    return {
        "edition": edition,
        "odds": {flat: {"multiples": multiple} for flat in ("pass_line", "come", "dont_pass", "dont_come")},
    }


def complete(ruleset: dict[str, Any]) -> dict[str, Any]:
    """The same rules with every choice stated that the document leaves to the operator, at its baseline."""
    rules = parse_ruleset(ruleset)
    edition = rules.edition
    baseline: dict[str, Any] = {
        "wagers": list(edition.baseline_wagers),
        "odds": {
            flat: {"multiples": str(rule.baseline[4]), "excess": True} for flat, rule in edition.odds.items()
        },
        "making": {"called_with_cash": True},
        "vig": {
            wager: {"collect": rule.collect.value[0], "rate": str(rule.rate.value), "base": rule.base.value}
            for wager, rule in edition.vig.items()
        },
        "paytables": {name: choice.baseline for name, choice in edition.paytables.items()},
        # Games played in rounds.
        "decks": str(edition.own["cards"]["baseline"]) if "cards" in edition.own else "",
        "table": {"positions_per_player": "7", "dealer_bet_area": True},
        "wheel": WHEEL,
    }
    stated = copy.deepcopy(ruleset)
    for path in (choice.path for choice in owed(rules)):
        *parents, last = path.split(".")
        here, there = stated, baseline
        for key in parents:
            here, there = here.setdefault(key, {}), there[key]
        here[last] = there[last]
    return stated


def draft(house: House, ruleset: dict[str, Any] | None = None, *tables: Table) -> Submission:
    """A draft for these tables, or for all."""
    made = create_draft(
        actor=house.submitter,
        property_id=house.property.pk,
        edition_id=house.edition.pk,
        all_tables=not tables,
        tables=[table.code for table in tables],
    )
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset=ruleset or odds(2, house.edition.pk),
        expected_version=1,
    )
    made.refresh_from_db()
    return made


def submitted(house: House, ruleset: dict[str, Any] | None = None, *tables: Table) -> Submission:
    """Handed in, with every choice stated and a word on every finding that needs one."""
    return submit_draft(house, draft(house, complete(ruleset or odds(2, house.edition.pk)), *tables))


def submit_draft(house: House, made: Submission) -> Submission:
    """This draft, or amended version, handed in likewise."""
    explanations = [
        {"finding": p["finding"], "kind": p["needs"], "text": "Our floor plan calls for it."}
        for p in workflow.submit_gate(made)
    ]
    return workflow.submit(
        actor=house.submitter,
        reference=made.reference,
        digest=digest(made),
        name="Ana Holt",
        role="Compliance manager",
        explanations=explanations,
    )


def in_review(house: House, ruleset: dict[str, Any] | None = None, *tables: Table) -> Submission:
    return workflow.claim(actor=house.officer, reference=submitted(house, ruleset, *tables).reference)


def answered(house: House, *files: bytes, ruleset: dict[str, Any] | None = None) -> Query:
    """A query that was asked and answered, with these PDFs."""
    made = in_review(house, ruleset)
    due = jurisdiction(made.jurisdiction).today() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    given = [GivenFile(filename=f"plan {n}.pdf", data=data) for n, data in enumerate(files, 1)]
    workflow.answer_query(actor=house.submitter, reference=made.reference, text="The first.", files=given)
    return made.queries.get()


def replied(house: House, *files: bytes) -> IntentNotice:
    """A notice of intent to revoke an approval, and the operator's reply, with these PDFs."""
    made = approved(house).submission
    due = jurisdiction(made.jurisdiction).today() + timedelta(days=10)
    about = {"reference": made.reference}
    workflow.give_notice_of_intent(**about, actor=house.officer, reason="Loaded dice.", due_on=due)
    given = [GivenFile(filename=f"photo {n}.pdf", data=data) for n, data in enumerate(files, 1)]
    workflow.reply_to_notice(**about, actor=house.submitter, text="They are new.", files=given)
    return made.intent_notices.get()


def tick_off(actor: User, made: Submission) -> None:
    """Ticks off every finding that waits for it."""
    for key in ticks.unticked(present(made.submitted_version)):
        ticks.tick(actor=actor, reference=made.reference, finding_key=key)


def recommended(house: House, ruleset: dict[str, Any] | None = None, *tables: Table) -> Submission:
    made = in_review(house, ruleset, *tables)
    tick_off(house.officer, made)
    workflow.recommend(
        actor=house.officer,
        reference=made.reference,
        digest=digest(made),
        reason="Within the edition.",
        no_conflict=True,
    )
    made.refresh_from_db()
    return made


def approved(house: House, ruleset: dict[str, Any] | None = None, *tables: Table, **given: Any) -> Decision:
    made = recommended(house, ruleset, *tables)
    return workflow.approve(
        actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True, **given
    )


def refused(house: House, reason: str = "No ground was shown.") -> Submission:
    made = recommended(house)
    workflow.refuse(
        actor=house.approver, reference=made.reference, digest=digest(made), reason=reason, no_conflict=True
    )
    return made


def today(code: str = "nz") -> date:
    return jurisdiction(code).today()


def digest(submission: Submission) -> str:
    return present(submission.current_version).digest


def present(value: T | None) -> T:
    """A value that has to be there."""
    assert value is not None
    return value
