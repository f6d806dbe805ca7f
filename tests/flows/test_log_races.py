"""Many enter and many sign at once: no gap, no entry that comes late, no two checkpoints that disagree."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection, transaction

from portal.register import checkpoints, log, merkle
from portal.register.models import Checkpoint, Entry
from portal.register.services import enter_decision
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft
from tests.factories import House, make_house, present
from tests.flows.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def racing_house() -> House:
    return make_house()


class Undone(Exception):
    """What makes a transaction go back."""


def a_case(house: House) -> Submission:
    case = create_draft(actor=house.submitter, property_id=house.property.pk, edition_id="nz-revised")
    Submission.objects.filter(pk=case.pk).update(
        state="refused", submitted_at=case.created_at, decided_at=case.created_at
    )
    return case


def enter(case: Submission) -> Entry:
    facts = {"reference": case.reference, "jurisdiction": "nz", "outcome": "refused"}
    return enter_decision(submission=case, facts=facts)


def test_entering_going_back_and_signing_at_once(racing_house: House) -> None:
    cases = [a_case(racing_house) for _ in range(18)]

    def stay(case: Submission) -> Callable[[], Any]:
        def act() -> int:
            with transaction.atomic():
                return enter(case).position

        return act

    def go_back(case: Submission) -> Callable[[], Any]:
        def act() -> None:
            with transaction.atomic():
                enter(case)
                raise Undone

        return act

    acts: list[Callable[[], Any]] = []
    for place, case in enumerate(cases):
        acts.append(go_back(case) if place % 3 == 0 else stay(case))
        acts.append(checkpoints.sign)
    results = at_once(acts)
    strange = [r for r in results if isinstance(r, Exception) and not isinstance(r, Undone)]
    assert not strange, strange
    assert [e.position for e in Entry.objects.order_by("position")] == list(range(12))
    assert not log.status().problems
    assert present(checkpoints.sign()).size == 12
    signed = list(Checkpoint.objects.order_by("size"))
    for old, new in pairwise(signed):
        steps = [bytes.fromhex(step) for step in log.consistency(old.size, new.size)["proof"]]
        roots = bytes.fromhex(old.root), bytes.fromhex(new.root)
        assert merkle.verify_consistency(old.size, new.size, *roots, steps)


def test_many_who_sign_the_same_make_one_checkpoint(racing_house: House) -> None:
    for _ in range(3):
        with transaction.atomic():
            enter(a_case(racing_house))
    results = at_once([checkpoints.sign] * 12)
    assert {r.size for r in results} == {3}, results
    assert Checkpoint.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("ends", ["commit", "rollback"])
def test_an_entry_that_is_not_yet_committed_holds_up_the_next_and_is_not_signed_over(
    racing_house: House, ends: str
) -> None:
    first, slow, quick = (a_case(racing_house) for _ in range(3))
    with transaction.atomic():
        enter(first)
    entered, may_end = threading.Event(), threading.Event()
    positions: dict[str, int] = {}

    def slowly() -> None:
        try:
            with transaction.atomic():
                positions["slow"] = enter(slow).position
                entered.set()
                may_end.wait(120)
                if ends == "rollback":
                    raise Undone
        except Undone:
            pass
        finally:
            connection.close()

    def quickly() -> None:
        with transaction.atomic():
            positions["quick"] = enter(quick).position
        connection.close()

    threads = [threading.Thread(target=slowly), threading.Thread(target=quickly)]
    threads[0].start()
    assert entered.wait(120)
    threads[1].start()
    # While the slow one is open, the log is what was committed before it, and the quick one waits its turn.
    assert present(checkpoints.sign()).size == 1
    threads[1].join(0.5)
    assert threads[1].is_alive()
    may_end.set()
    for thread in threads:
        thread.join(120)
    assert positions["quick"] == (2 if ends == "commit" else 1)
    assert present(checkpoints.sign()).size == positions["quick"] + 1
    assert [c.size for c in log.checkpoints()] == [positions["quick"] + 1, 1]
