"""Many hands at once: exactly one wins, nothing is lost, every attempt is in the trail."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from portal.accounts import services as accounts
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role
from portal.accounts.selectors import people_with
from portal.audit.models import AuditEntry
from portal.documents import outbox
from portal.documents.models import Document
from portal.documents.signing import Signer
from portal.errors import Conflict, DomainError, NotPossible
from portal.register.models import Entry
from portal.review import reminders, ticks, workflow
from portal.review.models import Decision, Query, Tick
from portal.submissions.models import State, Submission
from portal.validation.drafts import create_draft, save_draft
from tests.factories import (
    House,
    approved,
    close_account,
    create_user,
    digest,
    draft,
    in_review,
    make_house,
    odds,
    present,
    recommended,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 12
APPROVALS = 50


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


def approve(house: House, made: Submission) -> Callable[[], Decision]:
    return lambda: workflow.approve(
        actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True
    )


def attempts() -> Counter[str]:
    """What was tried with cases since they were recommended, as the trail has it."""
    since = AuditEntry.objects.filter(action="submission.recommend").latest("pk").pk
    rows = AuditEntry.objects.filter(pk__gt=since, action__startswith="submission.")
    return Counter(rows.exclude(action="submission.come_into_force").values_list("action", flat=True))


def test_fifty_approvals_make_one(racing_house: House) -> None:
    house = racing_house
    made = recommended(house)
    results = at_once([approve(house, made)] * APPROVALS)
    won = [r for r in results if isinstance(r, Decision)]
    lost = [r for r in results if isinstance(r, DomainError)]
    assert (len(won), len(lost)) == (1, APPROVALS - 1), results
    assert Decision.objects.get() == won[0]
    kinds = Counter(Document.objects.values_list("kind", flat=True))
    assert kinds == {"receipt": 1, "certificate": 1, "guide": 1, "sign": 1}
    assert Entry.objects.filter(kind="decision").count() == 1
    assert attempts() == {"submission.approve": 1, "submission.approve.turned_away": APPROVALS - 1}
    made.refresh_from_db()
    assert (made.state, made.due_on) == (State.IN_FORCE, None)


def withdraw(house: House, made: Submission) -> Callable[[], Any]:
    return lambda: workflow.withdraw(actor=house.submitter, reference=made.reference)


def send_back(house: House, made: Submission) -> Callable[[], Any]:
    return lambda: workflow.send_back(
        actor=house.officer_and_approver, reference=made.reference, reason="Look at 4.1 again."
    )


def refuse(house: House, made: Submission) -> Callable[[], Any]:
    return lambda: workflow.refuse(
        actor=house.officer_and_approver,
        reference=made.reference,
        digest=digest(made),
        reason="Not so.",
        no_conflict=True,
    )


@pytest.mark.parametrize(
    ("other", "name", "instead"),
    [
        (withdraw, "withdraw", State.WITHDRAWN),
        (send_back, "send_back", State.IN_REVIEW),
        (refuse, "refuse", State.REFUSED),
    ],
)
@pytest.mark.parametrize("first", ["approve", "other"])
def test_of_an_approval_and_another_move_exactly_one_wins(
    racing_house: House, other: Any, name: str, instead: State, first: str
) -> None:
    house = racing_house
    made = recommended(house)
    acts = [approve(house, made), other(house, made)]
    results = at_once(acts if first == "approve" else acts[::-1])
    lost = [r for r in results if isinstance(r, DomainError)]
    assert len(lost) == 1, results
    made.refresh_from_db()
    approved = made.state == State.IN_FORCE
    assert approved or made.state == instead
    assert Decision.objects.filter(outcome="approved").exists() == approved
    assert Document.objects.filter(kind="certificate").exists() == approved
    assert Entry.objects.filter(outcome="approved").exists() == approved
    winner, loser = ("approve", name) if approved else (name, "approve")
    assert attempts() == {f"submission.{winner}": 1, f"submission.{loser}.turned_away": 1}


def test_an_approval_and_a_query_cannot_both_win(racing_house: House) -> None:
    """The approver decides while a colleague sends the case back and the officer asks the operator."""
    house = racing_house
    made = recommended(house)
    due = jurisdiction("nz").today() + timedelta(days=9)

    def ask() -> Submission:
        return workflow.open_query(actor=house.officer, reference=made.reference, text="Why?", due_on=due)

    def send_back_and_ask() -> Submission:
        send_back(house, made)()
        return ask()

    results = at_once([approve(house, made), ask, send_back_and_ask])
    made.refresh_from_db()
    approved = made.state == State.IN_FORCE
    assert isinstance(results[0], Decision) == approved == (not Query.objects.exists()), results
    assert approved or made.state == State.QUERY_OPEN
    assert Query.objects.count() + Decision.objects.count() == 1
    tried = attempts()
    assert tried["submission.approve"] + tried["submission.approve.turned_away"] == 1
    assert tried["submission.send_back"] + tried["submission.send_back.turned_away"] == 1
    asked = 1 if approved else 2  # whoever could not send it back did not get as far as asking
    assert tried["submission.open_query"] + tried["submission.open_query.turned_away"] == asked


def test_an_edit_never_slips_under_an_approval(racing_house: House) -> None:
    """The operator saves while the approver decides on what it handed in."""
    house = racing_house
    made = recommended(house)
    seen = digest(made)

    def edit() -> Any:
        return save_draft(
            actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2
        )

    results = at_once([approve(house, made), edit, edit])
    assert isinstance(results[0], Decision), results
    assert all(isinstance(r, NotPossible) for r in results[1:]), results
    made.refresh_from_db()
    assert (digest(made), Decision.objects.get().digest, made.versions.count()) == (seen, seen, 2)
    assert attempts() == {"submission.approve": 1, "submission.edit.turned_away": 2}


def test_an_edit_of_what_was_returned_races_the_next_decision(racing_house: House) -> None:
    """Sent back, returned and edited while the approver still has the page open: the stale text loses."""
    house = racing_house
    made = recommended(house)

    def back_to_the_operator() -> Any:
        send_back(house, made)()
        workflow.return_for_amendment(
            actor=house.officer, reference=made.reference, digest=digest(made), reason="Lower."
        )
        return save_draft(
            actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2
        )

    results = at_once([approve(house, made), back_to_the_operator])
    made.refresh_from_db()
    lost = [r for r in results if isinstance(r, DomainError)]
    assert len(lost) == 1, results
    if made.state == State.RETURNED:
        assert (made.versions.count(), Decision.objects.count()) == (3, 0)
    else:
        assert (made.state, made.versions.count(), Decision.objects.count()) == (State.IN_FORCE, 2, 1)


def test_two_approvals_for_one_table_leave_one_in_force(racing_house: House) -> None:
    """Neither a gap nor an overlap: the one that comes later takes over in its own transaction."""
    house = racing_house
    former = recommended(house)
    approve(house, former)()
    cases = [recommended(house, odds(n)) for n in (1, 2)]
    results = at_once([approve(house, made) for made in cases])
    assert all(isinstance(r, Decision) for r in results), results
    states = Counter(Submission.objects.values_list("state", flat=True))
    assert states == {State.IN_FORCE: 1, State.SUPERSEDED: 2}
    held = Submission.objects.get(state=State.IN_FORCE)
    for ended in Submission.objects.filter(state=State.SUPERSEDED):
        assert ended.in_force_to == held.in_force_from
    told = Entry.objects.filter(kind="decision").values_list("outcome", flat=True)
    assert Counter(told) == {"approved": 3, "superseded": 2}


def test_an_approval_waits_for_what_happens_to_the_one_it_takes_over_from(racing_house: House) -> None:
    """Suspended, put in force by the calendar and superseded at once: nobody is stuck, one holds."""
    house = racing_house
    former = recommended(house)
    approve(house, former)()
    tomorrow = jurisdiction("nz").today() + timedelta(days=1)
    later, now = recommended(house, odds(1)), recommended(house)
    workflow.approve(
        actor=house.approver,
        reference=later.reference,
        digest=digest(later),
        effective_on=tomorrow,
        no_conflict=True,
    )

    def suspend() -> Submission:
        return workflow.suspend(actor=house.approver, reference=former.reference, reason="No sign.")

    def the_day_comes() -> Submission:
        return workflow.come_into_force(submission=later, on=tomorrow)

    results = at_once([approve(house, now), suspend, the_day_comes])
    unexpected = [r for r in results if isinstance(r, Exception) and not isinstance(r, DomainError)]
    assert not unexpected, results
    assert isinstance(results[0], Decision), results
    assert isinstance(results[2], Submission), results
    states = Counter(Submission.objects.values_list("state", flat=True))
    assert states == {State.IN_FORCE: 1, State.SUPERSEDED: 2}


def test_the_last_two_administrators_cannot_end_each_other(racing_house: House) -> None:
    house = racing_house
    other = create_user(organisation=house.operator, roles=[Role.OPERATOR_ADMIN])
    changed, may_end = threading.Event(), threading.Event()

    def first() -> None:
        with transaction.atomic():
            accounts.set_roles(actor=house.operator_admin, user_id=other.pk, roles=[Role.OPERATOR_VIEWER])
            changed.set()
            may_end.wait(120)

    def second() -> None:
        assert changed.wait(120)
        threading.Timer(0.3, may_end.set).start()
        close_account(house.operator_admin, other)

    results = at_once([first, second])
    assert results[0] is None, results
    assert isinstance(results[1], DomainError), results
    assert people_with(Role.OPERATOR_ADMIN, organisation_id=house.operator.pk).get() == house.operator_admin


@pytest.mark.postgres
def test_a_case_is_suspended_while_its_certificate_is_issued(racing_house: House) -> None:
    """The entry of the document refers to the case that the move holds: neither waits for ever."""
    decision = approved(racing_house)
    document = outbox.claim(Document.objects.get(kind="certificate").pk)
    assert document is not None
    entered, may_end = threading.Event(), threading.Event()

    def issue() -> bool:
        with transaction.atomic():
            done = outbox.finish(
                document, outbox.SignedDocument(b"%PDF", Signer("5" * 64, "A signer", "a chain"))
            )
            entered.set()
            may_end.wait(120)
        return done

    def suspend() -> Submission:
        assert entered.wait(120)
        threading.Timer(0.3, may_end.set).start()  # by then the move waits for its place in the register
        reference = decision.submission.reference
        return workflow.suspend(actor=racing_house.approver, reference=reference, reason="No sign.")

    results = at_once([issue, suspend])
    assert results[0] is True, results
    assert isinstance(results[1], Submission), results
    told = Entry.objects.order_by("position").values_list("kind", "outcome")
    assert list(told) == [("decision", "approved"), ("document", ""), ("decision", "suspended")]


def test_many_clocks_remind_once(racing_house: House) -> None:
    house = racing_house
    made = in_review(house)
    tomorrow = jurisdiction("nz").today() + timedelta(days=1)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Why?", due_on=tomorrow)
    assert sum(at_once([reminders.remind] * 6)) == 1
    assert AuditEntry.objects.filter(action="reminder.due").count() == 1


def test_many_ticks_of_one_finding_are_one(racing_house: House) -> None:
    house = racing_house
    made = in_review(house, odds(4))
    key = next(iter(ticks.unticked(present(made.submitted_version))))
    results = at_once(
        [lambda: ticks.tick(actor=house.officer, reference=made.reference, finding_key=key)] * 6
    )
    assert not [r for r in results if isinstance(r, Exception)], results
    assert Tick.objects.count() == 1


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
    monkeypatch.setattr("portal.documents.pdf.render", lambda *args: b"%PDF")
    monkeypatch.setattr(
        "portal.documents.signing.sign", lambda data, **about: (data, Signer("5" * 64, "A signer", "a chain"))
    )
    made = recommended(house)
    workflow.approve(actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True)
    document = Document.objects.get(kind="certificate")
    results = at_once([lambda: outbox.produce(document.pk)] * HANDS)
    assert sorted(results) == [False] * (HANDS - 1) + [True]
    assert Entry.objects.filter(kind="document").count() == 1
