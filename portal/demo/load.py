"""Loads the demonstration. Safe to repeat: existing people and cases stay as they are."""

import heapq
from datetime import UTC, datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from portal.accounts import services
from portal.accounts.models import Kind, Organisation, User
from portal.accounts.selectors import DEMO_DOMAIN
from portal.audit.models import AuditEntry
from portal.audit.services import record
from portal.demo import consultations, history, integrations, pending
from portal.demo.cases import ARRIVALS, CASES
from portal.demo.clock import Story, freeze_time
from portal.demo.editions import NEXT_EDITIONS
from portal.demo.experts import EXPERT_REQUESTS
from portal.demo.further_games import FURTHER_GAMES
from portal.demo.inspections import INSPECTIONS
from portal.demo.jurisdictions import regulators_enter_their_letters_head
from portal.demo.people import (
    DEMO_PASSWORD,
    EXPERTS,
    LABORATORY,
    OPERATORS,
    REGULATORS,
    SITE_ADMIN,
    Person,
)
from portal.demo.sheets import SHEETS
from portal.demo.standards import regulators_keep_standard_texts
from portal.demo.tables import TABLE_CASES
from portal.demo.team import TEAMS
from portal.editions.services import load_built_in_editions
from portal.notices.models import Mail
from portal.register.editions import enter_built_in

# Before the first story: everybody is past their waiting day.
ROLES_SINCE = datetime(2024, 1, 1, tzinfo=UTC)
# Stored in the audit trail of databases loaded earlier: do not change.
CASE_LOADED = "demo.case"
INTEGRATIONS = "portal.notices.demo.systems"


def months_before() -> None:
    """Run the stories of the months before side by side, each step at its own moment."""
    due: list[tuple[datetime, int, Story]] = []
    for place, start in enumerate((*history.STORIES, *pending.STORIES, *consultations.STORIES)):
        story = start()
        heapq.heappush(due, (next(story), place, story))
    with freeze_time(due[0][0]):
        enter_built_in()
    while due:
        moment, place, story = heapq.heappop(due)
        with freeze_time(moment):
            next_moment = next(story, None)
        if next_moment is not None:
            heapq.heappush(due, (next_moment, place, story))


# Letters' heads, earlier decisions, current cases, inspections of their tables, editions to come, and what
# arrived last.
SCENES = (
    regulators_enter_their_letters_head,
    regulators_keep_standard_texts,
    months_before,
    *CASES,
    *FURTHER_GAMES,
    *TABLE_CASES,
    *SHEETS,
    *INSPECTIONS,
    *EXPERT_REQUESTS,
    *TEAMS,
    *NEXT_EDITIONS,
    *ARRIVALS,
)


def load_demo() -> dict[str, int]:
    """Return how many people and cases were added. The worker renders the documents later."""
    load_built_in_editions()
    with transaction.atomic():
        people = _load_people()
    loaded = set(AuditEntry.objects.filter(action=CASE_LOADED).values_list("object_label", flat=True))
    if INTEGRATIONS not in loaded:
        with transaction.atomic():
            integrations.set_up()
            record(actor=None, action=CASE_LOADED, label=INTEGRATIONS)
    missing = [scene for scene in SCENES if scene.__name__ not in loaded]
    for scene in missing:
        with transaction.atomic():
            scene()
            # Nobody reads these addresses: the e-mails are kept for viewing and never sent.
            Mail.objects.filter(sent_at=None).update(sent_at=timezone.now())
            integrations.deliver_waiting()
            record(actor=None, action=CASE_LOADED, label=scene.__name__)
    return {"people": people, "cases": len(missing)}


def _load_people() -> int:
    password = make_password(DEMO_PASSWORD)  # hashed once: hashing is slow, and all share it
    added = _add_person(SITE_ADMIN, None, password)
    for regulator in REGULATORS:
        organisation = Organisation.objects.filter(name=regulator.name).first()
        if organisation is None:
            organisation = services.create_organisation(
                actor=None,
                name=regulator.name,
                kind=Kind.REGULATOR,
                jurisdictions=[regulator.jurisdiction],
            )
        added += sum(_add_person(person, organisation, password) for person in regulator.people)
    laboratory = Organisation.objects.filter(name=LABORATORY).first()
    if laboratory is None:
        laboratory = services.create_organisation(actor=None, name=LABORATORY, kind=Kind.EXPERT)
    added += sum(_add_person(person, laboratory, password) for person in EXPERTS)
    for operator in OPERATORS:
        organisation = Organisation.objects.filter(name=operator.name).first()
        if organisation is None:
            organisation = services.create_organisation(actor=None, name=operator.name, kind=Kind.OPERATOR)
        for casino in operator.casinos:
            prop = organisation.properties.filter(name=casino.name).first()
            if prop is None:
                prop = services.create_property(
                    actor=None,
                    organisation=organisation,
                    name=casino.name,
                    jurisdiction=operator.jurisdiction,
                    address=casino.address,
                )
            labels = set(prop.tables.values_list("label", flat=True))
            for label, game in casino.tables:
                if label not in labels:
                    services.create_table(actor=None, prop=prop, label=label, game=game)
        added += sum(_add_person(person, organisation, password) for person in operator.people)
    return added


def _add_person(person: Person, organisation: Organisation | None, password: str) -> int:
    email = f"{person.email}@{DEMO_DOMAIN}"
    if User.objects.filter(email=email).exists():
        return 0
    user = services.create_user(
        actor=None, email=email, name=person.name, roles=person.roles, organisation=organisation
    )
    User.objects.filter(pk=user.pk).update(password=password)
    user.role_rows.update(since=ROLES_SINCE)
    return 1
