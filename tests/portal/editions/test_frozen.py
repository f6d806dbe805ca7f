"""What is proposed is what is published, with explanations and the parent's text, whoever writes the rows."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from portal.audit.models import AuditEntry
from portal.editions import clauses, publishing, withdrawing
from portal.editions.models import Drafter, Edition
from portal.editions.selectors import rulebook_of
from portal.editions.services import load_built_in_editions
from portal.editions.slip_services import Typed, explain
from portal.editions.slips import published_explanations, slips_of
from portal.errors import Conflict, NotPossible
from tests.portal.editions.drafts import (
    a_draft,
    author,
    called_back,
    change,
    pass_tests,
    proposed,
    publish,
    second_person,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SQLITE_ONLY = pytest.mark.sqlite  # PostgreSQL has no INSERT OR REPLACE
POSTGRES_ONLY = pytest.mark.postgres  # SQLite has no TRUNCATE


@pytest.fixture(autouse=True)
def loaded(db: None) -> None:
    load_built_in_editions()


@pytest.fixture
def row() -> Edition:
    """Proposed, with a possible error that is explained."""
    return proposed(change(a_draft("md-craps"), "table.dice", "6", "7/A"))


def follower_of(row: Edition, dice: str = "7") -> Edition:
    return change(a_draft(row.pk, actor=author(row)), "table.dice", dice, "7/A")


def refused(sql: str, match: str) -> None:
    with pytest.raises(IntegrityError, match=match), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def explain_anew(row: Edition, text: str) -> None:
    texts = {each.slip.id: Typed(text, each.slip.digest) for each in slips_of(row)}
    explain(actor=author(row), edition_id=row.pk, texts=texts)


# Explanations --------------------------------------------------------------------------------------------


def test_a_second_person_publishes_the_explanations_that_they_read(row: Edition) -> None:
    second, shown = second_person(row), row.proposed_digest
    row = publishing.take_back(actor=author(row), edition_id=row.pk)
    explain_anew(row, "Nobody read this.")
    row = proposed(row)  # for the same day: the contents are the same
    with pytest.raises(Conflict, match="proposed again"):
        publishing.publish(actor=second, edition_id=row.pk, digest=shown)
    publishing.publish(actor=second, edition_id=row.pk, digest=row.proposed_digest)
    assert [each.explanation for each in published_explanations(row.pk)] == ["Nobody read this."]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE editions_explanation SET text = 'Other words.'",
        "DELETE FROM editions_explanation",
        "INSERT INTO editions_explanation (edition_id, slip, slip_digest, label, clause, was, now, sentence, "
        "text, explained_by_id, explained_at) SELECT edition_id, 'x', slip_digest, label, clause, was, now, "
        "sentence, text, explained_by_id, explained_at FROM editions_explanation",
    ],
)
def test_the_database_keeps_the_explanations_of_what_is_proposed(sql: str, row: Edition) -> None:
    refused(sql, "explanations")


def test_the_database_moves_no_explanation_to_another_edition(row: Edition) -> None:
    other = change(a_draft("md-craps", "md-other-2099", actor=author(row)), "table.dice", "8", "7/A")
    explain_anew(other, "Decided by the board.")
    moved = f"UPDATE editions_explanation SET edition_id = '{row.pk}', slip = 'x'"
    refused(f"{moved} WHERE edition_id = '{other.pk}'", "explanations")


# An edition on top of one that is withdrawn --------------------------------------------------------------


def test_an_edition_is_not_withdrawn_under_a_published_one() -> None:
    first = publish(change(a_draft("md-craps"), "table.dice", "6", "7/A"), days=10)
    first = withdrawing.ask_withdrawal(actor=author(first), edition_id=first.pk, reason="A misprint.")
    second = publish(follower_of(first), days=20)
    with pytest.raises(NotPossible, match="is published and follows on it"):
        withdrawing.confirm_withdrawal(actor=second_person(first), edition_id=first.pk)
    refused(
        "UPDATE editions_edition SET state = 'draft', published_by_id = NULL, published_at = NULL, "
        "proposed_by_id = NULL, proposed_at = NULL, proposed_digest = '', withdrawn_at = loaded_at, "
        f"withdrawn_by_id = {second_person(first).pk} WHERE id = '{first.pk}'",
        "follows on a published one",
    )
    called_back(second)
    first = withdrawing.confirm_withdrawal(actor=second_person(first), edition_id=first.pk)
    assert first.is_draft
    with pytest.raises(NotPossible) as problem:
        proposed(second, days=20)
    assert "was withdrawn. Publish that one again first" in problem.value.problems[0]["message"]


def test_the_database_publishes_nothing_on_top_of_one_that_was_withdrawn() -> None:
    first = publish(change(a_draft("md-craps"), "table.dice", "6", "7/A"), days=10)
    second = proposed(follower_of(first), days=20)
    called_back(first)
    refused(
        f"UPDATE editions_edition SET state = 'scheduled', published_by_id = {second_person(second).pk}, "
        f"published_at = proposed_at WHERE id = '{second.pk}'",
        "follows on a published one",
    )


def test_what_follows_on_a_changed_text_says_the_changed_text() -> None:
    first = publish(change(a_draft("md-craps"), "table.dice", "6", "7/A"), days=10)
    second = follower_of(first)
    digest = second.contents_digest
    second = publish(second, days=20)
    assert "a set of 5 dice" in rulebook_text(second)
    called_back(second)
    first = called_back(first)
    fields = {"id": "7/A", "heading": "Dice", "text": "A set of 6 dice must be at the table."}
    first = publish(
        clauses.change_clause(actor=author(first), edition_id=first.pk, clause_id="7/A", fields=fields),
        days=10,
    )
    second.refresh_from_db()
    second = publish(second, days=20)
    assert second.contents_digest != digest and "A set of 6 dice" in rulebook_text(second)


def rulebook_text(row: Edition) -> str:
    book = rulebook_of(row.pk)
    clause = book.find("7/A") if book else None
    assert clause is not None
    return clause.text


# Rows that others would replace --------------------------------------------------------------------------


def copied(row: Edition, **changes: str) -> str:
    columns = [str(field.column) for field in Edition._meta.concrete_fields]
    values = ", ".join(changes.get(column, column) for column in columns)
    return f"({', '.join(columns)}) SELECT {values} FROM editions_edition WHERE id = '{row.pk}'"


@SQLITE_ONLY
def test_no_row_is_replaced_by_another(row: Edition) -> None:
    other = change(a_draft("md-craps", "md-other-2099", actor=author(row)), "table.dice", "8", "7/A")
    explain_anew(other, "Decided by the board.")
    for target in (row.pk, "md-craps"):
        refused(f"INSERT OR REPLACE INTO editions_edition {copied(other, id=repr(target))}", "replaced")
        refused(f"UPDATE OR REPLACE editions_edition SET id = '{target}' WHERE id = '{other.pk}'", "changed")
    mine, theirs = Drafter.objects.get(edition=row), Drafter.objects.get(edition=other)
    refused(
        "INSERT OR REPLACE INTO editions_drafter (id, edition_id, user_id, first_at) "
        f"VALUES ({mine.pk}, '{other.pk}', {second_person(row).pk}, '2026-01-01')",
        "replaced",
    )
    refused(f"UPDATE OR REPLACE editions_drafter SET id = {mine.pk} WHERE id = {theirs.pk}", "drafters")
    said, others = row.explanations.get(), other.explanations.first()
    assert others is not None
    refused(f"UPDATE OR REPLACE editions_explanation SET id = {said.pk} WHERE id = {others.pk}", "expl")
    entry = AuditEntry.objects.latest("pk")
    columns = [f'"{field.column}"' for field in AuditEntry._meta.concrete_fields]
    forged = ", ".join("'forged'" if column == '"action"' else column for column in columns)
    refused(
        f"INSERT OR REPLACE INTO audit_entry ({', '.join(columns)}) SELECT {forged} FROM audit_entry "
        f"WHERE id = {entry.pk}",
        "append-only",
    )


@SQLITE_ONLY
def test_one_published_successor_is_not_replaced_by_another(row: Edition) -> None:
    other = change(a_draft("md-craps", "md-other-2099", actor=author(row)), "table.dice", "8", "7/A")
    other, second = pass_tests(proposed(other, days=40)), second_person(row)
    publishing.publish(actor=second, edition_id=row.pk, digest=row.proposed_digest)
    refused(
        f"UPDATE OR REPLACE editions_edition SET state = 'scheduled', published_by_id = {second.pk}, "
        f"published_at = proposed_at WHERE id = '{other.pk}'",
        "follows on a published one",
    )


@POSTGRES_ONLY
@pytest.mark.parametrize("table", ["editions_drafter", "editions_explanation", "editions_edition CASCADE"])
def test_no_table_is_emptied(table: str, row: Edition) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    refused(f"TRUNCATE {table}", "not emptied|append-only")
