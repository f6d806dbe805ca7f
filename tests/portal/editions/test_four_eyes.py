"""Two people for an edition: one proposes, another publishes, two withdraw; in code and in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from portal.accounts.models import Role, User, UserRole
from portal.audit.models import AuditEntry
from portal.editions import drafting, events, moves, publishing, withdrawing
from portal.editions.models import Drafter, Edition, EditionState
from portal.editions.services import load_built_in_editions
from portal.editions.tasks import keep_dates
from portal.errors import BadValue, Conflict, DomainError, NotFound, NotPermitted, NotPossible
from tests.factories import create_user
from tests.portal.editions.drafts import (
    a_draft,
    a_first_edition,
    an_administrator,
    author,
    called_back,
    change,
    explained,
    in_days,
    pass_tests,
    proposed,
    publish,
    second_person,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def loaded(db: None) -> None:
    load_built_in_editions()


@pytest.fixture
def draft() -> Edition:
    return change(a_draft("md-craps"), "table.dice", "6", "7/A")


def colleague(row: Edition, role: Role = Role.REGULATOR_ADMIN) -> User:
    return create_user(organisation=author(row).organisation, roles=[role])


def publish_by(actor: User, row: Edition, digest: str = "") -> Edition:
    return publishing.publish(actor=actor, edition_id=row.pk, digest=digest or row.proposed_digest)


def last_entry(row: Edition) -> AuditEntry:
    return AuditEntry.objects.filter(object_id=row.pk).latest("pk")


# Proposing and publishing --------------------------------------------------------------------------------


def test_a_proposal_names_person_day_and_digest_and_is_frozen(draft: Edition) -> None:
    before = draft.contents_digest
    row = proposed(draft, days=10)
    assert row.state == EditionState.PROPOSED and row.proposed_by == author(row)
    assert row.in_force_from == in_days("md", 10)
    assert row.contents_digest != before  # the day is part of it
    assert row.proposed_digest == publishing.digest_to_propose(row)
    for act in (
        lambda: change(row, "table.dice", "8", "7/A"),
        lambda: drafting.change_head(actor=author(row), edition_id=row.pk, title="x", in_force_from=None),
        lambda: drafting.delete(actor=author(row), edition_id=row.pk),
    ):
        with pytest.raises(NotPossible, match="is proposed by"):
            act()
    entry = last_entry(row)
    assert entry.action == "edition.propose" and (entry.after or {})["digest"] == row.proposed_digest


def test_neither_proposer_nor_drafter_publishes_and_the_message_names_who_can(draft: Edition) -> None:
    helper, approver = colleague(draft), colleague(draft, Role.REGULATOR_APPROVER)
    row = proposed(change(draft, "table.dice", "7", "7/A", actor=helper))
    for actor in (author(row), helper):
        with pytest.raises(NotPossible, match=f"publish it. {approver.name} can publish"):
            publish_by(actor, row)
    row.refresh_from_db()
    assert row.is_proposed
    assert publish_by(approver, row).published_by == approver


def test_who_drafted_before_it_was_sent_back_still_cannot_publish(draft: Edition) -> None:
    first, second, third = author(draft), colleague(draft), colleague(draft, Role.REGULATOR_APPROVER)
    row = proposed(draft)
    row = publishing.send_back(actor=second, edition_id=row.pk, remarks="Seven dice, not six.")
    row = explained(change(row, "table.dice", "7", "7/A", actor=second), actor=second)
    pass_tests(row)
    row = publishing.propose(actor=second, edition_id=row.pk, digest=row.contents_digest, on=in_days("md", 3))
    for actor in (first, second):
        with pytest.raises(NotPossible, match="second person"):
            publish_by(actor, row)
    assert publish_by(third, row).is_scheduled


def test_a_second_account_of_the_drafter_publishes_nothing(draft: Edition) -> None:
    row, drafter = proposed(draft), author(draft)
    twin = partial(create_user, organisation=drafter.organisation, roles=[Role.REGULATOR_APPROVER])
    for other in (twin(email=drafter.email.replace("@", "+two@")), twin(name=drafter.name.upper())):
        with pytest.raises(NotPossible, match="same name or mailbox"):
            publish_by(other, row)


def test_whoever_is_new_or_was_brought_in_by_the_drafter_publishes_nothing(draft: Edition) -> None:
    row, now = proposed(draft), timezone.now()
    new, brought = colleague(draft, Role.REGULATOR_APPROVER), colleague(draft, Role.REGULATOR_APPROVER)
    UserRole.objects.filter(user=new).update(since=now)
    UserRole.objects.filter(user=brought).update(since=now - timedelta(days=3), given_by=author(draft))
    with pytest.raises(NotPossible, match="cannot decide with a new role for 24 hours"):
        publish_by(User.objects.get(pk=new.pk), row)
    with pytest.raises(NotPossible, match="gave you your role"):
        publish_by(User.objects.get(pk=brought.pk), row)


def test_without_a_second_person_it_says_whom_to_invite(draft: Edition) -> None:
    row = proposed(draft)
    with pytest.raises(NotPossible, match="Invite a second regulator administrator"):
        publish_by(author(row), row)


def test_it_binds_to_the_digest_that_was_proposed(draft: Edition) -> None:
    row = proposed(draft)
    second = second_person(row)
    for wrong in (draft.contents_digest[::-1], "0" * 64, row.digest):
        with pytest.raises(Conflict, match="nothing was published"):
            publish_by(second, row, wrong)
    shown = row.proposed_digest
    row = change(publishing.take_back(actor=author(row), edition_id=row.pk), "table.dice", "8", "7/A")
    row = proposed(row)
    with pytest.raises(Conflict, match="proposed again"):
        publish_by(second, row, shown)
    assert publish_by(second, row).is_scheduled


def test_a_day_that_has_passed_has_to_be_proposed_again(
    draft: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = proposed(draft, days=2)
    second, day = second_person(row), in_days("md", 3)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    with pytest.raises(NotPossible, match=r"has passed\. It has to be sent back and proposed"):
        publish_by(second, row)
    row = publishing.send_back(actor=second, edition_id=row.pk, remarks="A new day, please.")
    row = publishing.propose(actor=author(row), edition_id=row.pk, digest=row.contents_digest, on=day)
    assert publish_by(second, row).state == EditionState.IN_FORCE


def test_remarks_are_required_kept_on_the_draft_and_gone_when_it_is_proposed_again(draft: Edition) -> None:
    row = proposed(draft)
    second = second_person(row)
    with pytest.raises(BadValue, match="Enter what has to be changed") as refused:
        publishing.send_back(actor=second, edition_id=row.pk, remarks="  \n")
    assert refused.value.field == "remarks"
    row = publishing.send_back(actor=second, edition_id=row.pk, remarks="Clause 7/A says eight.")
    assert (row.state, row.remarks, row.remarks_by) == ("draft", "Clause 7/A says eight.", second)
    assert (row.proposed_by, row.proposed_digest) == (None, "")
    assert (last_entry(row).after or {})["remarks"] == "Clause 7/A says eight."
    assert proposed(row).remarks == ""


def test_only_the_proposer_takes_it_back_and_sends_nothing_back(draft: Edition) -> None:
    row, second = proposed(draft), colleague(draft)
    with pytest.raises(NotPossible, match="send it back with remarks"):
        publishing.take_back(actor=second, edition_id=row.pk)
    with pytest.raises(NotPossible, match="Take the proposal back"):
        publishing.send_back(actor=author(row), edition_id=row.pk, remarks="x")
    assert publishing.take_back(actor=author(row), edition_id=row.pk).is_draft


def test_obstacles_are_asked_when_proposing_and_when_publishing(draft: Edition) -> None:
    asked: list[str] = []

    def receive(*, edition: Edition, **_: object) -> list[dict[str, str]]:
        asked.append(edition.state)
        return [] if len(asked) == 1 else [{"path": "x", "message": "A slip is not explained."}]

    events.obstacles_asked.connect(receive)
    try:
        row = proposed(draft)
        with pytest.raises(NotPossible) as refused:
            publish_by(second_person(row), row)
    finally:
        events.obstacles_asked.disconnect(receive)
    assert asked == ["proposed", "proposed"]
    assert refused.value.problems[0]["message"] == "A slip is not explained."


def test_an_edition_that_follows_none_goes_the_same_way(draft: Edition) -> None:
    row = pass_tests(a_first_edition(author(draft)))
    assert publishing.obstacles(row) == []
    row = proposed(row, days=0)
    with pytest.raises(NotPossible, match="second person"):
        publish_by(author(row), row)
    row = publish_by(second_person(row), row)
    assert (row.state, row.parent) == (EditionState.IN_FORCE, None)


# Withdrawing ---------------------------------------------------------------------------------------------


def test_it_is_withdrawn_by_two(draft: Edition) -> None:
    row = publish(draft)
    asker = author(row)
    with pytest.raises(NotPossible, match="Ask first"):
        withdrawing.confirm_withdrawal(actor=asker, edition_id=row.pk)
    with pytest.raises(BadValue, match="Enter why"):
        withdrawing.ask_withdrawal(actor=asker, edition_id=row.pk, reason="")
    row = withdrawing.ask_withdrawal(actor=asker, edition_id=row.pk, reason="Field 12 pays too much.")
    assert row.is_scheduled and row.is_to_withdraw
    with pytest.raises(NotPossible, match="You asked to withdraw it, so a second person has to confirm"):
        withdrawing.confirm_withdrawal(actor=asker, edition_id=row.pk)
    second = second_person(row)
    with pytest.raises(NotPossible, match="already asked"):
        withdrawing.ask_withdrawal(actor=second, edition_id=row.pk, reason="Me too.")
    with pytest.raises(NotPossible, match="can take the request back"):
        withdrawing.drop_withdrawal(actor=second, edition_id=row.pk)
    row = withdrawing.confirm_withdrawal(actor=second, edition_id=row.pk)
    assert (row.state, row.published_by, row.proposed_by) == ("draft", None, None)
    assert (row.withdrawal_asked_by, row.withdrawn_by) == (asker, second)
    with pytest.raises(NotPossible, match="is “Draft”"):
        withdrawing.confirm_withdrawal(actor=second, edition_id=row.pk)
    row = proposed(change(row, "table.dice", "8", "7/A"))
    assert (row.withdrawal_asked_by, row.withdrawn_by, row.withdrawal_reason) == (None, None, "")


def test_the_request_is_taken_back(draft: Edition) -> None:
    row = publish(draft)
    row = withdrawing.ask_withdrawal(actor=author(row), edition_id=row.pk, reason="A mistake?")
    row = withdrawing.drop_withdrawal(actor=author(row), edition_id=row.pk)
    assert not row.is_to_withdraw
    with pytest.raises(NotPossible, match="Nobody has asked"):
        withdrawing.confirm_withdrawal(actor=second_person(row), edition_id=row.pk)


def test_on_its_day_it_comes_into_force_and_the_request_lapses(
    draft: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = publish(draft, days=2)
    withdrawing.ask_withdrawal(actor=author(row), edition_id=row.pk, reason="A mistake?")
    second, day = second_person(row), in_days("md", 2)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    with pytest.raises(NotPossible, match="has come, so it comes into force"):
        withdrawing.confirm_withdrawal(actor=second, edition_id=row.pk)
    keep_dates()
    row.refresh_from_db()
    assert (row.state, row.withdrawal_asked_by) == (EditionState.IN_FORCE, None)
    assert "to withdraw it" in (last_entry(row).after or {})["lapsed"]
    with pytest.raises(NotPossible, match="An edition in force cannot be withdrawn"):
        withdrawing.confirm_withdrawal(actor=second, edition_id=row.pk)


# Every move in every state, and by whom ------------------------------------------------------------------

CALLS: dict[str, Callable[[User, Edition], Edition]] = {
    "propose": lambda actor, row: publishing.propose(
        actor=actor, edition_id=row.pk, digest=row.contents_digest, on=in_days("md", 9)
    ),
    "take_back": lambda actor, row: publishing.take_back(actor=actor, edition_id=row.pk),
    "send_back": lambda actor, row: publishing.send_back(actor=actor, edition_id=row.pk, remarks="No."),
    "publish": lambda actor, row: publish_by(actor, row, "0" * 64),
    "ask_withdrawal": lambda actor, row: withdrawing.ask_withdrawal(
        actor=actor, edition_id=row.pk, reason="No."
    ),
    "drop_withdrawal": lambda actor, row: withdrawing.drop_withdrawal(actor=actor, edition_id=row.pk),
    "confirm_withdrawal": lambda actor, row: withdrawing.confirm_withdrawal(actor=actor, edition_id=row.pk),
}
MAKE: dict[str, Callable[[Edition], Edition]] = {
    "draft": pass_tests,
    "proposed": proposed,
    "scheduled": publish,
    "in_force": lambda row: publish(row, days=0),
}


@pytest.mark.parametrize("state", MAKE)
def test_no_move_is_made_in_a_wrong_state(state: str, draft: Edition) -> None:
    row = MAKE[state](draft)
    for name, move in moves.MOVES.items():
        if name in CALLS and state not in move.sources:
            with pytest.raises(NotPossible):
                CALLS[name](colleague(row), row)
    assert Edition.objects.get(pk=row.pk).state == state


@pytest.mark.parametrize("name", CALLS)
def test_no_move_is_made_by_the_wrong_person(name: str, draft: Edition) -> None:
    state = str(moves.MOVES[name].sources[0])
    row = MAKE[state](draft)
    officer = colleague(row, Role.REGULATOR_OFFICER)
    machine = create_user(organisation=author(row).organisation, roles=[Role.REGULATOR_ADMIN])
    machine.is_machine = True
    wrong = [(officer, NotPermitted), (machine, NotPermitted), (an_administrator("nz"), NotFound)]
    if moves.MOVES[name].permission == "edition.manage":
        wrong.append((colleague(row, Role.REGULATOR_APPROVER), NotPermitted))
    expected: type[DomainError]
    for actor, expected in wrong:
        with pytest.raises(expected):
            CALLS[name](actor, row)
    assert Edition.objects.get(pk=row.pk).state == state


# The database itself -------------------------------------------------------------------------------------


def refused(sql: str, match: str, *values: str | int) -> None:
    with (
        pytest.raises(IntegrityError, match=match),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, values)


PUBLISH = (
    "UPDATE editions_edition SET state = 'scheduled', published_by_id = %s, published_at = proposed_at "
    "WHERE id = %s"
)
SECOND = "by a second person"


def test_the_database_refuses_proposer_and_drafter_and_takes_a_second_person(draft: Edition) -> None:
    helper = colleague(draft)
    row = proposed(change(draft, "table.dice", "7", "7/A", actor=helper))
    for person in (author(row), helper):
        refused(PUBLISH, SECOND, person.pk, row.pk)
        refused(PUBLISH.replace("scheduled", "in_force"), SECOND, person.pk, row.pk)
    refused("UPDATE editions_edition SET state = 'scheduled' WHERE id = %s", SECOND, row.pk)
    with connection.cursor() as cursor:
        cursor.execute(PUBLISH, [colleague(row).pk, row.pk])
    row.refresh_from_db()
    assert row.is_scheduled


def test_the_database_publishes_no_draft_and_no_new_row(draft: Edition) -> None:
    second = colleague(draft)
    refused(PUBLISH, SECOND, second.pk, draft.pk)
    Edition.objects.filter(pk=draft.pk).update(in_force_from=in_days("md", 3))
    columns = [str(field.column) for field in Edition._meta.concrete_fields]
    copied = ", ".join({"id": "'md-copy'", "state": "'proposed'"}.get(column, column) for column in columns)
    insert = f"INSERT INTO editions_edition ({', '.join(columns)}) SELECT {copied} FROM editions_edition"
    refused(f"{insert} WHERE id = %s", SECOND, draft.pk)


@pytest.mark.parametrize(
    "change_to",
    [
        "document = '{}'",
        "contents_digest = 'x'",
        "title = 'x'",
        "id = 'md-x'",
        "parent_id = 'md-mini'",
        "in_force_from = '2050-01-01'",
        "proposed_digest = 'x'",
        "proposed_at = loaded_at",
        "proposed_by_id = %(other)s",
    ],
)
def test_the_database_keeps_what_is_proposed(change_to: str, draft: Edition) -> None:
    row = proposed(draft)
    change_to = change_to.replace("%(other)s", str(colleague(row).pk))
    refused(f"UPDATE editions_edition SET {change_to} WHERE id = %s", "not changed", row.pk)
    refused("DELETE FROM editions_edition WHERE id = %s", "not changed", row.pk)


def test_the_database_keeps_the_drafters_of_what_is_not_a_draft(draft: Edition) -> None:
    other = colleague(draft)
    row = proposed(draft)
    refused("DELETE FROM editions_drafter WHERE edition_id = %s", "drafters", row.pk)
    refused("UPDATE editions_drafter SET user_id = %s WHERE edition_id = %s", "drafters", other.pk, row.pk)
    publishing.take_back(actor=author(row), edition_id=row.pk)
    drafting.delete(actor=author(row), edition_id=row.pk)
    assert not Drafter.objects.filter(edition_id=row.pk).exists()


def test_the_database_withdraws_only_by_two(draft: Edition) -> None:
    row = publish(draft)
    asker, second = author(row), second_person(row)
    withdraw = (
        "UPDATE editions_edition SET state = 'draft', published_by_id = NULL, published_at = NULL, "
        "proposed_by_id = NULL, proposed_at = NULL, proposed_digest = '', withdrawn_by_id = %s, "
        "withdrawn_at = loaded_at WHERE id = %s"
    )
    by_two = "by two people|edition_withdrawn_by_two"
    refused(withdraw, by_two, second.pk, row.pk)  # nobody asked
    withdrawing.ask_withdrawal(actor=asker, edition_id=row.pk, reason="A mistake.")
    refused(withdraw, by_two, asker.pk, row.pk)
    refused("UPDATE editions_edition SET state = 'proposed' WHERE id = %s", "two people|by_somebody", row.pk)
    refused(
        "UPDATE editions_edition SET withdrawal_asked_by_id = %s WHERE id = %s", by_two, second.pk, row.pk
    )
    with connection.cursor() as cursor:
        cursor.execute(withdraw, [second.pk, row.pk])
    row.refresh_from_db()
    assert row.is_draft


def test_one_published_by_one_person_before_still_comes_into_force(draft: Edition) -> None:
    """As an earlier version of Baize has left it: no proposal, published by the person who drafted it."""
    from portal.audit.append_only import guard_tables, unguard_tables

    unguard_tables()
    Edition.objects.filter(pk=draft.pk).update(
        state="scheduled",
        published_by=author(draft),
        published_at=draft.loaded_at,
        in_force_from=in_days("md", 0) - timedelta(days=1),
    )
    guard_tables()
    keep_dates()
    draft.refresh_from_db()
    assert draft.state == EditionState.IN_FORCE


def test_a_withdrawn_edition_needs_two_people_again(draft: Edition) -> None:
    row = called_back(publish(draft))
    row = proposed(row)
    with pytest.raises(NotPossible, match="second person"):
        publish_by(author(row), row)
