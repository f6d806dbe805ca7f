"""Loads the demonstration. Safe to repeat: who and what is there already stays as it is."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from portal.accounts import services
from portal.accounts.demo import DEMO_PASSWORD
from portal.accounts.models import Kind, Organisation, User
from portal.accounts.selectors import DEMO_DOMAIN
from portal.audit.models import Entry
from portal.audit.services import record
from portal.editions.services import load_built_in_editions
from portal.notices.demo import systems
from portal.notices.demo.attached import sg_reopens_with_documents
from portal.notices.demo.cases import CASES
from portal.notices.demo.casework import bc_one_condition_met
from portal.notices.demo.cast import OPERATORS, REGULATORS, SITE_ADMIN, Person
from portal.notices.demo.editions import NEXT_EDITIONS
from portal.notices.demo.hands import Hands
from portal.notices.demo.history import months_before
from portal.notices.demo.varied import nz_varies_odds_and_layout
from portal.notices.models import Mail

CASE_MADE = "demo.case"
# In the order of time: what was decided before, what goes on, what is to come.
SCENES = (
    months_before,
    *CASES,
    nz_varies_odds_and_layout,
    bc_one_condition_met,
    sg_reopens_with_documents,
    *NEXT_EDITIONS,
)


def load_demo() -> dict[str, int]:
    """Returns how many people and cases were added. Documents are queued, and made by the worker."""
    load_built_in_editions()
    with transaction.atomic():
        people = _load_people()
    cases = 0
    made = set(Entry.objects.filter(action=CASE_MADE).values_list("object_label", flat=True))
    if systems.__name__ not in made:
        with transaction.atomic():
            systems.set_up()
            _remember(systems.__name__)
    for case in SCENES:
        if case.__name__ in made:
            continue
        with transaction.atomic():
            case(Hands())
            # Nobody reads these addresses: the letters are kept to be looked at, not sent.
            Mail.objects.filter(sent_at=None).update(sent_at=timezone.now())
            systems.take_messages()
            _remember(case.__name__)
        cases += 1
    return {"people": people, "cases": cases}


def _load_people() -> int:
    # One slow hash for all of them: it is one password.
    password = make_password(DEMO_PASSWORD)
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
    for operator in OPERATORS:
        organisation = Organisation.objects.filter(name=operator.name).first()
        if organisation is None:
            organisation = services.create_organisation(actor=None, name=operator.name, kind=Kind.OPERATOR)
        for casino in operator.casinos:
            if organisation.properties.filter(name=casino.name).exists():
                continue
            prop = services.create_property(
                actor=None,
                organisation=organisation,
                name=casino.name,
                jurisdiction=operator.jurisdiction,
                address=casino.address,
            )
            for label, game in casino.tables:
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
    return 1


def _remember(name: str) -> None:
    record(actor=None, action=CASE_MADE, label=name)
