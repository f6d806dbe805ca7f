"""Many hands at once: exactly one wins, nothing is lost, every attempt is in the trail."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from portal.audit.models import Entry
from portal.documents import outbox
from portal.documents.models import Document
from portal.documents.signing import Signer
from portal.errors import Conflict, DomainError
from portal.register.models import Entry as Registered
from portal.review import workflow
from portal.review.models import Decision
from portal.submissions.models import State
from portal.submissions.services import create_draft, save_draft
from tests.factories import House, digest, draft, make_house, odds, recommended

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 12


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """Runs each act in a thread of its own, all let go together; what each returned or raised."""
    gate = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int) -> None:
        gate.wait()
        try:
            results[place] = acts[place]()
        except Exception as error:  # the test looks at it
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


@pytest.fixture
def racing_house() -> House:
    return make_house()


def test_many_approvals_make_one(racing_house: House) -> None:
    house = racing_house
    made = recommended(house)

    def approve() -> Decision:
        return workflow.approve(
            actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True
        )

    results = at_once([approve] * HANDS)
    won = [r for r in results if isinstance(r, Decision)]
    lost = [r for r in results if isinstance(r, DomainError)]
    assert (len(won), len(lost)) == (1, HANDS - 1), results
    assert Decision.objects.count() == 1
    kinds = Counter(Document.objects.values_list("kind", flat=True))
    assert kinds["certificate"] == 1
    assert set(kinds.values()) == {1}, kinds
    assert Registered.objects.filter(kind="decision").count() == 1
    attempts = Counter(
        Entry.objects.filter(action__startswith="submission.approve").values_list("action", flat=True)
    )
    assert attempts == {"submission.approve": 1, "submission.approve.turned_away": HANDS - 1}


def test_approve_and_withdraw_cannot_both_win(racing_house: House) -> None:
    house = racing_house
    made = recommended(house)
    results = at_once(
        [
            lambda: workflow.approve(
                actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True
            ),
            lambda: workflow.withdraw(actor=house.submitter, reference=made.reference),
        ]
    )
    assert sum(isinstance(r, DomainError) for r in results) == 1, results
    made.refresh_from_db()
    assert (made.state == State.IN_FORCE) == Decision.objects.exists() == Document.objects.exists()
    assert made.state in (State.IN_FORCE, State.WITHDRAWN)


def test_parallel_saves_lose_nothing(racing_house: House) -> None:
    house = racing_house
    made = draft(house)

    def save(multiple: int) -> Callable[[], Any]:
        return lambda: save_draft(
            actor=house.submitter, reference=made.reference, ruleset=odds(multiple), expected_version=2
        )

    results = at_once([save(multiple) for multiple in range(3, 3 + HANDS)])
    saved = [r for r in results if not isinstance(r, Exception)]
    assert len(saved) == 1, results
    assert all(isinstance(r, Conflict) for r in results if isinstance(r, Exception)), results
    made.refresh_from_db()
    assert made.current_version == saved[0]
    assert made.versions.count() == 3


def test_references_are_given_once(racing_house: House) -> None:
    house = racing_house

    def new() -> str:
        return create_draft(
            actor=house.submitter, property_id=house.property.pk, edition_id="nz-revised"
        ).reference

    references = at_once([new] * HANDS)
    assert sorted(r[-4:] for r in references) == [f"{n:04d}" for n in range(1, HANDS + 1)]


def test_many_workers_make_one_document(racing_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house = racing_house
    monkeypatch.setattr("portal.documents.pdf.render", lambda kind, snapshot: b"%PDF")
    monkeypatch.setattr(
        "portal.documents.signing.sign", lambda data, **about: (data, Signer("5" * 64, "A signer", "a chain"))
    )
    made = recommended(house)
    workflow.approve(actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True)
    document = Document.objects.get(kind="certificate")
    results = at_once([lambda: outbox.produce(document.pk)] * HANDS)
    assert sorted(results) == [False] * (HANDS - 1) + [True]
    assert Registered.objects.filter(kind="document").count() == 1
