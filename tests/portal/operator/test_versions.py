"""Versions: automatic saves stand behind the next save, and any two can be compared, on both sides."""

from __future__ import annotations

from typing import Any

import pytest

from portal.errors import NotFound
from portal.submissions import saves, selectors
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, complete, draft, odds, submit_draft
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow


def save(house: House, made: Submission, rules: dict[str, Any], *, automatic: bool = False) -> None:
    made.refresh_from_db()
    assert made.current_version is not None
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset=rules,
        expected_version=made.current_version.number,
        automatic=automatic,
    )
    made.refresh_from_db()


def limits(most: int) -> dict[str, Any]:
    base = complete(odds(2))
    return base | {"limits": {"pass_line": {"min": "5", "max": str(most)}}}


@pytest.fixture
def edited(house: House) -> Submission:
    """Versions 1 and 2 saved, 3 to 5 automatic, 6 saved, 7 automatic."""
    made = draft(house)
    for most in (100, 200, 300):
        save(house, made, limits(most), automatic=True)
    save(house, made, limits(400))
    save(house, made, limits(500), automatic=True)
    return made


def shape(house: House, made: Submission) -> list[tuple[int, list[int]]]:
    return [
        (each.version.number, [old.number for old in each.autosaves])
        for each in saves.saves(house.submitter, made)
    ]


def test_automatic_saves_stand_behind_the_next_save(house: House, edited: Submission) -> None:
    assert shape(house, edited) == [(7, []), (6, [5, 4, 3]), (2, []), (1, [])]
    # Pressing Save on what was saved automatically makes it a save of its own, and no new version.
    save(house, edited, limits(500))
    save(house, edited, limits(600), automatic=True)
    assert shape(house, edited)[:2] == [(8, []), (7, [])]


def test_the_editor_marks_its_own_saves(house: House) -> None:
    made, client = draft(house), signed_in(house.submitter)
    step = f"/operator/submissions/{made.reference}/draft/limits/"
    form = {"expected_version": "2", "limits.pass_line.max": "700"}
    client.post(f"{step}autosave/", form, headers={"HX-Request": "true"})
    made.refresh_from_db()
    assert saves.saves(house.submitter, made)[0].is_automatic
    client.post(step, form | {"expected_version": "3", "save": "yes"})
    assert not saves.saves(house.submitter, made)[0].is_automatic


def test_the_operator_compares_any_two(house: House, edited: Submission) -> None:
    where = f"/operator/submissions/{edited.reference}/versions/"
    shown = text(signed_in(house.viewer).get(where, {"from": "3", "to": "6"}))
    assert "Version 3 compared with version 6." in shown
    assert "100" in shown
    assert "400" in shown
    assert "3 automatic saves before it, versions 3 to 5" in shown
    first = text(signed_in(house.viewer).get(where))
    assert "Version 6 compared with version 7." in first
    assert signed_in(house.viewer).get(where, {"from": "99", "to": "6"}).status_code == 404
    assert signed_in(house.outsider).get(where).status_code == 404


def test_the_officer_compares_what_was_submitted_and_nothing_later(house: House, edited: Submission) -> None:
    submit_draft(house, edited)
    edited.refresh_from_db()
    where = f"/regulator/cases/{edited.reference}/versions/"
    shown = text(signed_in(house.officer).get(where, {"from": "2", "to": "7"}))
    assert "Version 2 compared with version 7." in shown
    assert house.submitter.name not in shown
    assert signed_in(house.foreign_officer).get(where).status_code == 404
    with pytest.raises(NotFound):
        selectors.version(house.officer, edited.reference, 8)
