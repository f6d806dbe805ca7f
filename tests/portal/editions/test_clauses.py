"""The rulebook of a draft: its clauses change with its values."""

from __future__ import annotations

from typing import Any

import pytest

from craps.contents import problems
from craps.rulebook import book
from portal.accounts.models import Role
from portal.audit.models import AuditEntry
from portal.editions import clauses
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.errors import BadValue, Conflict, NotPermitted, NotPossible
from tests.factories import create_user
from tests.portal.editions.drafts import a_draft, author

FIRE = "11/B(1)(b)"


@pytest.fixture
def draft(db: None) -> Edition:
    return a_draft("md-craps")


def write(row: Edition, clause_id: str, seen: str = "", **fields: Any) -> Edition:
    entry = clauses.clause_entry(row, clause_id)
    return clauses.change_clause(
        actor=author(row), edition_id=row.pk, clause_id=clause_id, fields={**entry, **fields}, seen=seen
    )


def add(row: Edition, at: str, where: str, **fields: Any) -> Edition:
    return clauses.add_clause(actor=author(row), edition_id=row.pk, at=at, where=where, fields=fields)


def ids(row: Edition) -> list[str]:
    return [each.id for each in book(core_edition_for(row)).clauses]


def refused(raised: pytest.ExceptionInfo[NotPossible]) -> list[tuple[str, str]]:
    return [(problem["path"], problem["message"]) for problem in raised.value.problems]


def test_the_first_change_makes_the_rulebook_the_drafts_own(draft: Edition) -> None:
    before = draft.contents_digest
    row = write(draft, FIRE, text="The maximum is $10.")
    assert row.book is not None and row.contents_digest != before and row.digest == draft.digest
    own, theirs = book(core_edition_for(row)), book("md-craps")
    assert own.clause(FIRE).text == "The maximum is $10." and "$10" not in theirs.clause(FIRE).text
    assert [each.id for each in own.clauses] == [each.id for each in theirs.clauses]
    assert [each.id for each in clauses.clause_differences(row)] == [FIRE]
    assert problems(core_edition_for(row)) == []
    entry = AuditEntry.objects.filter(action="edition.change_clause").get()
    assert entry.after == {FIRE: "The maximum is $10."}
    row = clauses.undo_clause(actor=author(row), edition_id=row.pk, clause_id=FIRE)
    assert clauses.clause_differences(row) == []


def test_what_would_be_wrong_is_refused_at_its_field(draft: Edition) -> None:
    with pytest.raises(NotPossible) as raised:
        write(draft, FIRE, text="See [99/Z] and <b>.", parent="99")
    fields = dict(refused(raised))
    assert "[99/Z]" in fields["text"] or "<" in fields["text"]
    assert "is not a clause" in fields["parent"]
    draft.refresh_from_db()
    assert draft.book is None


def test_a_change_over_a_newer_one_is_refused(draft: Edition) -> None:
    seen = clauses.state_of(clauses.clause_entry(draft, FIRE))
    row = write(draft, FIRE, seen, text="The maximum is $10.")
    with pytest.raises(Conflict, match=r"now reads: “.*\$10"):
        write(row, FIRE, seen, text="The maximum is $20.")


def test_a_new_number_is_followed_by_what_cites_it(draft: Edition) -> None:
    below = [each for each in ids(draft) if each.startswith("11/B(")]
    row = write(draft, "11/B", id="11/Z")
    assert [each for each in ids(row) if each.startswith("11/Z(")] == [
        each.replace("11/B", "11/Z") for each in below
    ]
    assert row.document["wagers"]["fire"]["max"][1].startswith("11/Z")
    assert problems(core_edition_for(row)) == []
    with pytest.raises(BadValue, match="already a clause 11/A"):
        write(row, "11/Z", id="11/A")


def test_clauses_are_added_moved_and_deleted(draft: Edition) -> None:
    row = add(draft, "11/A", clauses.AFTER, id="11/AA", heading="Notice", text="A notice hangs at the table.")
    place = ids(row).index("11/AA")
    assert ids(row)[place + 1] == "11/B"
    row = clauses.move_clause(actor=author(row), edition_id=row.pk, clause_id="11/AA", up=True)
    assert ids(row).index("11/AA") < ids(row).index("11/A")
    with pytest.raises(NotPossible, match=r"named by .*Fire"):
        clauses.delete_clause(actor=author(row), edition_id=row.pk, clause_id=FIRE)
    with pytest.raises(NotPossible, match="is below it"):
        clauses.delete_clause(actor=author(row), edition_id=row.pk, clause_id="11/B")
    row = clauses.delete_clause(actor=author(row), edition_id=row.pk, clause_id="11/AA")
    assert "11/AA" not in ids(row) and clauses.clause_differences(row) == []
    with pytest.raises(BadValue, match="already a clause"):
        add(row, "11/A", clauses.BEFORE, id="11/B", text="Twice.")


def test_a_deleted_clause_comes_back_at_its_place(draft: Edition) -> None:
    before = ids(draft)
    core = core_edition_for(draft)
    free = next(each for each in reversed(before) if not clauses.why_not_deleted(draft, each))
    row = clauses.delete_clause(actor=author(draft), edition_id=draft.pk, clause_id=free)
    assert free not in ids(row) and core != core_edition_for(row)
    row = clauses.undo_clause(actor=author(row), edition_id=row.pk, clause_id=free)
    assert ids(row) == before


def test_only_those_who_manage_editions_change_a_rulebook(draft: Edition) -> None:
    organisation = author(draft).organisation
    officer = create_user(organisation=organisation, roles=[Role.REGULATOR_OFFICER])
    with pytest.raises(NotPermitted):
        clauses.move_clause(actor=officer, edition_id=draft.pk, clause_id="11/A", up=False)
