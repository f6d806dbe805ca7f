"""Drafted editions for tests, made by the product's own services."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from craps.examples import examples_data
from craps.rulebook import book_data
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.editions import drafting, publishing, starting, test_runs, withdrawing
from portal.editions.draft_store import save_contents
from portal.editions.models import Edition, EditionTestRun
from portal.editions.slip_services import Typed, explain
from portal.editions.slips import open_slips
from portal.work_runs import RunState
from tests.factories import create_regulator, create_user

FLATS = ("pass_line", "come", "dont_pass", "dont_come")


def an_administrator(jurisdiction: str) -> User:
    return create_user(
        organisation=create_regulator(jurisdictions=[jurisdiction]), roles=[Role.REGULATOR_ADMIN]
    )


def author(row: Edition) -> User:
    assert row.drafted_by is not None
    return row.drafted_by


def a_draft(parent_id: str, edition_id: str = "", actor: User | None = None) -> Edition:
    parent = Edition.objects.get(pk=parent_id)
    return starting.start(
        actor=actor or an_administrator(parent.jurisdiction),
        parent_id=parent_id,
        edition_id=edition_id or starting.suggested_id(parent),
        title=f"{parent.title}, as drafted",
    )


def change(row: Edition, path: str, value: Any, clause: str, actor: User | None = None) -> Edition:
    return drafting.change_value(
        actor=actor or author(row), edition_id=row.pk, path=path, value=value, clause=clause
    )


def read_so(row: Edition, reading: str, option: str, why: str = "Decided by the board.") -> Edition:
    """Another option of a reading."""
    return drafting.change_value(
        actor=author(row), edition_id=row.pk, path=f"readings.{reading}", value=option, why=why
    )


def lower_odds(row: Edition, most: int = 10, clause: str = "6/E") -> Edition:
    """Maryland's most odds, for all four flat bets."""
    for flat in FLATS:
        row = change(row, f"odds.{flat}.most.all", str(most), clause)
    return row


def published_draft(parent_id: str, *, days: int = 30, edition_id: str = "") -> Edition:
    """A draft with one harmless change, published from a day; days=0 is at once."""
    row = a_draft(parent_id, edition_id)
    clause = str(row.document["table"]["dice"][1]) if "dice" in row.document.get("table", {}) else "1.1"
    path = "table.dice" if "dice" in row.document.get("table", {}) else "wagers.field.name"
    row = change(row, path, "6" if path == "table.dice" else "Field bet, so named", clause)
    return publish(row, days=days)


def explained(row: Edition, text: str = "Decided by the board.", actor: User | None = None) -> Edition:
    """A draft whose possible errors are all explained."""
    texts = {each.slip.id: Typed(text, each.slip.digest) for each in open_slips(row)}
    explain(actor=actor or author(row), edition_id=row.pk, texts=texts)
    return row


def pass_tests(row: Edition) -> Edition:
    """As if the worker had run the tests of the draft and all had passed: one test runs them."""
    digest = test_runs.examined(row)
    passed = {"examined": digest, "state": RunState.DONE, "done": 1, "total": 1, "problems": []}
    EditionTestRun.objects.update_or_create(edition=row, defaults=passed)
    return row


def proposed(row: Edition, *, days: int = 30) -> Edition:
    """Proposed by the person who started it; what looks like an error in it is explained first."""
    pass_tests(explained(row))
    return publishing.propose(
        actor=author(row), edition_id=row.pk, digest=row.contents_digest, on=in_days(row.jurisdiction, days)
    )


def publish(row: Edition, *, days: int = 30) -> Edition:
    """Proposed by the person who started it, and published by a second one."""
    row = proposed(row, days=days)
    return publishing.publish(actor=second_person(row), edition_id=row.pk, digest=row.proposed_digest)


def second_person(row: Edition) -> User:
    """Another administrator or approver of the same regulator."""
    organisation = author(row).organisation
    assert organisation is not None
    others = people_with(Role.REGULATOR_ADMIN, Role.REGULATOR_APPROVER, organisation_id=organisation.pk)
    taken = [*row.drafters.values_list("user", flat=True), row.proposed_by_id, row.withdrawal_asked_by_id]
    other = others.exclude(pk__in=[pk for pk in taken if pk]).first()
    return other or create_user(organisation=organisation, roles=[Role.REGULATOR_ADMIN])


def called_back(row: Edition) -> Edition:
    """Withdrawn by two people before its day."""
    row = withdrawing.ask_withdrawal(actor=author(row), edition_id=row.pk, reason="Another board meeting.")
    return withdrawing.confirm_withdrawal(actor=second_person(row), edition_id=row.pk)


def in_days(code: str, days: int) -> date:
    return jurisdiction(code).today() + timedelta(days=days)


def a_first_edition(actor: User, edition_id: str = "md-own-2030") -> Edition:
    """A draft that follows no edition, with its own rulebook and examples."""
    model = Edition.objects.get(pk="md-craps")
    row = Edition(
        pk=edition_id,
        jurisdiction=model.jurisdiction,
        authority=model.authority,
        game=model.game,
        drafted_by=actor,
    )
    document = {key: value for key, value in model.document.items() if key != "in_force_from"}
    save_contents(
        row,
        actor=actor,
        document=document | {"id": edition_id, "title": "Rules of our own"},
        book=book_data(model.pk),
        examples=examples_data(model.pk),
    )
    return row
