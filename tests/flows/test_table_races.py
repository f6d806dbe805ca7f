"""Many approvals for one table at once: they take over from each other, and never do two hold it.

TABLE_RACES=200 runs as many; each waits for the others, never for a number of seconds.
"""

import os
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import OperationalError, connection

from portal.accounts import services as accounts
from portal.accounts.models import Table
from portal.errors import Conflict
from portal.register.integrity import check_integrity
from portal.register.models import Entry
from portal.review import workflow
from portal.review.models import Decision
from portal.submissions.models import HOLDS_AT_TABLE, HOLDS_FORCE, CoveredTable, State, Submission
from portal.submissions.tables import approval_at
from tests.factories import House, approved, create_table, digest, make_house, odds, recommended

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

APPROVALS = int(os.environ.get("TABLE_RACES", "12"))
HANDS = 40  # at a time: a database has so many connections


def race(acts: list[Callable[[], Any]]) -> list[Any]:
    """What each act returned or raised; as many as there are hands at once."""
    left, results, turn = list(enumerate(acts)), [None] * len(acts), threading.Lock()
    gate = threading.Barrier(hands := min(HANDS, len(acts)))

    def run() -> None:
        gate.wait()
        try:
            while True:
                with turn:
                    if not left:
                        return
                    place, act = left.pop()
                try:
                    results[place] = act()
                except Exception as error:  # the test looks at it
                    results[place] = error  # type: ignore[call-overload]  # a list of anything
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(hands)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def approve(house: House, made: Submission) -> Callable[[], Decision]:
    """Tries until it is made: SQLite turns away whoever has waited too long for its one lock."""
    seen = digest(made)

    def act() -> Decision:
        while True:
            with suppress(Conflict, OperationalError):
                return workflow.approve(
                    actor=house.approver, reference=made.reference, digest=seen, no_conflict=True
                )

    return act


def test_many_approvals_for_one_table() -> None:
    house = make_house()
    table, other = (create_table(property=house.property, label=label) for label in ("C-101", "C-102"))
    old = approved(house).submission
    cases = [recommended(house, odds(1 + n % 2), table) for n in range(APPROVALS)]
    over, seen = threading.Event(), Counter[int]()

    def watch() -> None:
        """Counts what holds the table, again and again, while they race."""
        while not over.is_set():
            with suppress(OperationalError):  # locked
                seen[CoveredTable.objects.filter(table=table, state__in=HOLDS_AT_TABLE).count()] += 1
        connection.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    results = race([approve(house, case) for case in cases])
    over.set()
    watcher.join()
    failed = [result for result in results if not isinstance(result, Decision)]
    assert not failed, Counter(str(error) for error in failed)
    assert set(seen) == {1}
    states = Counter(
        Submission.objects.filter(pk__in=[case.pk for case in cases]).values_list("state", flat=True)
    )
    assert states == {State.IN_FORCE: 1, State.SUPERSEDED: APPROVALS - 1}
    holder = approval_at(table)
    assert holder is not None and holder.state == State.IN_FORCE and approval_at(other) == old
    told = Entry.objects.filter(kind="decision").values_list("outcome", flat=True)
    assert Counter(told) == {"approved": APPROVALS + 1, "superseded": APPROVALS}
    assert check_integrity().problems == []


def test_tables_and_approvals_change_at_once() -> None:
    """A table is added, one taken over, one suspended and the whole revoked: no deadlock, one holds each."""
    house = make_house()
    tables = [create_table(property=house.property, label=f"C-10{n}") for n in (1, 2, 3)]
    old = approved(house).submission
    one, everything = recommended(house, odds(1), tables[0]), recommended(house, odds(2))

    def suspend() -> Submission:
        return workflow.suspend(
            actor=house.approver, reference=old.reference, reason="No sign.", tables=[tables[1].code]
        )

    def revoke() -> Submission:
        return workflow.revoke(
            actor=house.approver, reference=old.reference, reason="No sign.", urgency="Now."
        )

    def add() -> Table:
        return accounts.add_table(actor=house.operator_admin, property_id=house.property.pk, label="C-104")

    results = race([approve(house, one), suspend, add, approve(house, everything), revoke])
    assert [type(results[place]) for place in (0, 2, 3)] == [Decision, Table, Decision], results
    held = CoveredTable.objects.filter(state__in=HOLDS_AT_TABLE, table__property=house.property)
    assert Counter(held.values_list("submission__state", flat=True)) == {State.IN_FORCE: 4}
    assert approval_at(tables[0]) == one
    assert {approval_at(table) for table in [*tables[1:], results[2]]} == {everything}
    assert not CoveredTable.objects.filter(state__in=HOLDS_AT_TABLE).exclude(
        submission__state__in=HOLDS_FORCE
    )
    assert check_integrity().problems == []
