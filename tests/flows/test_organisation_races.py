"""An organisation is deactivated while its people add what would let somebody in: nothing of it is left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from portal.accounts import deactivation, machines, services, tokens
from portal.accounts.models import Invitation, Role, Token, User
from portal.errors import DomainError
from portal.notices.models import Endpoint
from portal.notices.webhooks import services as webhooks
from tests.factories import House, make_house
from tests.flows.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ADDED: dict[str, Callable[[House], Any]] = {
    "invitation": lambda house: services.invite(
        actor=house.operator_admin, email="new@example.org", roles=[Role.OPERATOR_VIEWER]
    ),
    "token": lambda house: tokens.create(actor=house.operator_admin, name="T", scopes=["read"], days=7),
    "machine": lambda house: machines.create_machine(
        actor=house.operator_admin, name="M", roles=[Role.OPERATOR_VIEWER]
    ),
    "webhook": lambda house: webhooks.add(
        actor=house.operator_admin, url="https://example.org/hook", events=["decision.made"]
    ),
}


@pytest.mark.postgres
@pytest.mark.parametrize("what", ADDED)
@pytest.mark.parametrize("first", ["the organisation", "what is added"])
def test_what_is_added_in_the_same_moment_is_refused_or_ends(what: str, first: str) -> None:
    house = make_house()
    house.operator_admin.roles  # noqa: B018  # as its request has read them
    begun, may_end = threading.Event(), threading.Event()

    def end() -> None:
        deactivation.deactivate(
            actor=house.site_admin, organisation_id=house.operator.pk, reason="The licence has ended."
        )

    def add() -> None:
        ADDED[what](house)

    leads, follows = (end, add) if first == "the organisation" else (add, end)

    def lead() -> None:
        with transaction.atomic():
            leads()
            begun.set()
            may_end.wait(60)

    def follow() -> None:
        assert begun.wait(60)
        threading.Timer(0.3, may_end.set).start()
        follows()

    results = at_once([lead, follow])
    assert results[0] is None, results
    assert results[1] is None or isinstance(results[1], DomainError), results
    assert not Token.objects.live().filter(user__organisation=house.operator).exists()
    assert not User.objects.filter(organisation=house.operator, is_machine=True, is_active=True).exists()
    assert not Invitation.objects.filter(organisation=house.operator, cancelled_at=None).exists()
    assert not Endpoint.objects.filter(organisation=house.operator, active=True).exists()
