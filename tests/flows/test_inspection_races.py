"""Two devices send the same inspection at the same moment: everything is stored once."""

from __future__ import annotations

import uuid
from collections import Counter

import pytest

from portal.errors import DomainError, NotPossible
from portal.inspections import findings, reminders, services
from portal.inspections.models import Inspection, InspectionFinding, ItemAnswer, Photo, Sending
from portal.inspections.services import GivenAnswer
from tests.factories import House, make_house
from tests.flows.test_races import at_once
from tests.inspecting import finish, photo, send, started, table_in_force, with_finding

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 6


@pytest.fixture
def racing_house() -> House:
    return make_house()


def test_one_inspection_is_under_way_at_a_table(racing_house: House) -> None:
    table = table_in_force(racing_house)
    begun = at_once([lambda: started(racing_house, table)] * HANDS)
    assert {one.pk for one in begun} == {Inspection.objects.get().pk}
    numbers = list(Inspection.objects.get().items.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_same_key_from_many_devices_counts_once(racing_house: House) -> None:
    inspection = started(racing_house)
    key = uuid.uuid4()
    answer = GivenAnswer(item=1, result="not_in_order", remark="Worn.", photos=[photo()])
    results = at_once([lambda: send(racing_house, inspection, answer, key=key)] * HANDS)
    assert results == [None] * HANDS
    assert (Sending.objects.count(), ItemAnswer.objects.count(), Photo.objects.count()) == (1, 1, 1)


def test_two_devices_finish_and_one_of_them_does(racing_house: House) -> None:
    inspection = started(racing_house)
    send(racing_house, inspection, GivenAnswer(item=1, result="not_in_order", remark="Worn."))
    results = at_once([lambda: finish(racing_house, inspection)] * HANDS)
    kinds = Counter(type(result) for result in results)
    assert kinds[Inspection] == 1
    assert kinds[NotPossible] == HANDS - 1
    assert InspectionFinding.objects.count() == 1


def test_one_judgement_of_a_remedy_counts(racing_house: House) -> None:
    finding = with_finding(racing_house)
    findings.answer(actor=racing_house.submitter, finding_id=finding.pk, text="Done.")
    results = at_once(
        [lambda: findings.close(actor=racing_house.officer, finding_id=finding.pk, text="Seen.")] * HANDS
    )
    assert sum(isinstance(result, InspectionFinding) for result in results) == 1
    assert sum(isinstance(result, DomainError) for result in results) == HANDS - 1
    assert finding.steps.filter(kind="closed").count() == 1


def test_two_clocks_remind_once(racing_house: House) -> None:
    finding = with_finding(racing_house)
    InspectionFinding.objects.filter(pk=finding.pk).update(due_on="2026-01-05")
    assert sum(at_once([reminders.remind] * HANDS)) == 1


def test_sending_and_finishing_at_once_loses_nothing_that_was_taken(racing_house: House) -> None:
    inspection = started(racing_house)
    send(racing_house, inspection, GivenAnswer(item=1, result="in_order"))
    keys = [uuid.uuid4() for _ in range(HANDS)]
    results = at_once(
        [
            *(
                lambda n=number, key=key: services.save_answers(
                    actor=racing_house.inspector,
                    inspection_id=inspection.pk,
                    key=key,
                    answers=[GivenAnswer(item=n, result="not_in_order", remark="Worn.")],
                )
                for number, key in enumerate(keys, start=2)
            ),
            lambda: finish(racing_house, inspection),
        ]
    )
    taken = sum(isinstance(result, Inspection) for result in results[:-1])
    assert ItemAnswer.objects.filter(result="not_in_order").count() == taken
    assert InspectionFinding.objects.count() == taken
