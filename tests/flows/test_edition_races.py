"""Fifty people publish one proposal at once: one of them does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.editions import publishing, withdrawing
from portal.editions.models import Edition
from portal.errors import NotPossible
from portal.register.models import Entry
from tests.factories import House, create_user, make_house
from tests.flows.test_races import at_once
from tests.portal.editions.drafts import a_draft, lower_odds, proposed, publish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 50


@pytest.fixture
def racing_house() -> House:
    return make_house("md", "md-craps")


def people(house: House) -> list[User]:
    return [create_user(organisation=house.regulator, roles=[Role.REGULATOR_APPROVER]) for _ in range(HANDS)]


def a_draft_of(house: House) -> Edition:
    return lower_odds(a_draft("md-craps", actor=house.regulator_admin))


def count(action: str, row: Edition) -> int:
    return AuditEntry.objects.filter(action=action, object_id=row.pk).count()


def test_fifty_publications_make_one(racing_house: House) -> None:
    row = proposed(a_draft_of(racing_house))

    def act(actor: User) -> Callable[[], Edition]:
        return lambda: publishing.publish(actor=actor, edition_id=row.pk, digest=row.proposed_digest)

    results = at_once([act(actor) for actor in people(racing_house)])
    won = [result for result in results if isinstance(result, Edition)]
    lost = [result for result in results if isinstance(result, NotPossible)]
    assert (len(won), len(lost)) == (1, HANDS - 1), results
    row.refresh_from_db()
    assert row.is_scheduled and row.published_by == won[0].published_by
    assert count("edition.publish", row) == 1
    assert Entry.objects.filter(edition_id=row.pk).count() == 1


def test_fifty_confirmations_and_the_taking_back_of_the_request_make_one(racing_house: House) -> None:
    row = publish(a_draft_of(racing_house))
    asker = racing_house.regulator_admin
    withdrawing.ask_withdrawal(actor=asker, edition_id=row.pk, reason="A mistake.")

    def act(actor: User) -> Callable[[], Edition]:
        return lambda: withdrawing.confirm_withdrawal(actor=actor, edition_id=row.pk)

    acts = [act(actor) for actor in people(racing_house)]
    acts[25] = lambda: withdrawing.drop_withdrawal(actor=asker, edition_id=row.pk)
    results = at_once(acts)
    assert sum(isinstance(result, Edition) for result in results) == 1, results
    assert all(isinstance(result, Edition | NotPossible) for result in results)
    assert count("edition.confirm_withdrawal", row) + count("edition.drop_withdrawal", row) == 1
