"""An attempt that meets a concurrent change is refused and recorded; a broken database is not hidden."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, OperationalError

from portal.audit.models import AuditEntry
from portal.errors import BadValue, Conflict, NotFound, NotPossible
from portal.submissions.attempts import audited_attempt
from tests.factories import House, draft


class Deadlock(Exception):
    sqlstate = "40P01"


def deadlocked() -> OperationalError:
    error = OperationalError("deadlock detected")
    error.__cause__ = Deadlock()
    return error


def tried(house: House, error: Exception, **options: Any) -> Exception:
    """What comes of a service that ends in this error."""
    reference = draft(house).reference

    @audited_attempt("submission.try", **options)
    def act(*, actor: Any, reference: str) -> None:
        AuditEntry.objects.create(action="half.done")
        raise error

    with pytest.raises(Exception) as caught:  # each case says which
        act(actor=house.submitter, reference=reference)
    assert not AuditEntry.objects.filter(action="half.done").exists()
    return caught.value


def turned_away() -> list[dict[str, str] | None]:
    rows = AuditEntry.objects.filter(action="submission.try.turned_away")
    return list(rows.values_list("after", flat=True))


@pytest.mark.parametrize(
    "error", [IntegrityError("UNIQUE"), OperationalError("database is locked"), deadlocked()], ids=str
)
def test_whoever_was_second_is_told(house: House, error: Exception) -> None:
    found = tried(house, error)
    assert isinstance(found, Conflict)
    assert "at the same moment. Your change was not saved." in found.message
    assert turned_away() == [{"because": found.message}]


def test_a_refusal_is_passed_on_and_kept(house: House) -> None:
    refusal = NotPossible("Not now.")
    assert tried(house, refusal) is refusal
    assert turned_away() == [{"because": "Not now."}]


def test_only_the_refusals_asked_for_are_kept(house: House) -> None:
    assert isinstance(tried(house, BadValue("Too long."), audited=(NotPossible,)), BadValue)
    assert turned_away() == []


def test_what_does_not_exist_leaves_no_row(house: House) -> None:
    assert isinstance(tried(house, NotFound("There is none.")), NotFound)
    assert turned_away() == []


def test_a_database_that_is_away_is_no_race(house: House) -> None:
    assert isinstance(tried(house, OperationalError("server closed the connection")), OperationalError)
    assert turned_away() == []


def test_inside_another_attempt_there_is_one_row(house: House) -> None:
    reference = draft(house).reference

    @audited_attempt("submission.inner")
    def inner(*, actor: Any, reference: str) -> None:
        raise NotPossible("Not now.")

    @audited_attempt("submission.outer")
    def outer(*, actor: Any, reference: str) -> None:
        inner(actor=actor, reference=reference)

    with pytest.raises(NotPossible):
        outer(actor=house.submitter, reference=reference)
    rows = AuditEntry.objects.filter(action__endswith=".turned_away")
    assert [row.action for row in rows] == ["submission.outer.turned_away"]
