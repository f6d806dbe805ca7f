"""Uploading a sheet and creating drafts from it: whose, once, whole, and one row at a time."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.utils import timezone

from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.review import workflow
from portal.sheets import selectors, services, tasks, work
from portal.sheets.checking import RowChecker
from portal.sheets.exporting import cells_to_export
from portal.sheets.models import RowOutcome, Sheet, SheetRow, SheetState
from portal.submissions.models import Submission
from portal.submissions.tables import tables_of
from portal.validation import drafts
from tests.factories import House, create_property, create_table, make_house
from tests.portal.sheets.books import filled_template

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

GOOD: dict[str, Any] = {"odds.pass_line.multiples": "2"}
BROKEN: dict[str, Any] = {"odds.pass_line.multiples": "9"}


@pytest.fixture
def house() -> House:
    return make_house()


def upload(house: House, *rows: dict[str, Any]) -> Sheet:
    data = filled_template("nz-revised", house.property.name, rows)
    sheet, _ = services.upload(actor=house.submitter, filename="rules.xlsx", data=data)
    sheet.refresh_from_db()
    return sheet


def create(house: House, sheet: Sheet, *numbers: int, together: bool = False) -> list[str]:
    """Has drafts created, and returns the reference of each row, "" where it has none."""
    services.request_drafts(actor=house.submitter, sheet_id=sheet.pk, rows=numbers or None, together=together)
    return references(sheet)


def references(sheet: Sheet) -> list[str]:
    rows = sheet.rows.select_related("submission").order_by("number")
    return [row.submission.reference if row.submission else "" for row in rows]


def test_rows_are_checked_and_nothing_is_created_unasked(house: House) -> None:
    sheet = upload(house, GOOD, BROKEN)
    assert sheet.state == SheetState.DONE
    assert [row.outcome for row in sheet.rows.order_by("number")] == [RowOutcome.OK, RowOutcome.BROKEN]
    assert Submission.objects.count() == 0
    assert AuditEntry.objects.filter(action="sheet.upload", object_id=str(sheet.pk)).exists()


def test_good_rows_become_drafts_and_broken_ones_nothing(house: House) -> None:
    sheet = upload(house, GOOD, BROKEN, {"chip_unit": "5"})
    first, broken, last = create(house, sheet)
    assert broken == ""
    drafts = {draft.reference: draft for draft in Submission.objects.select_related("current_version")}
    assert set(drafts) == {first, last}
    row = sheet.rows.get(number=3)
    version = drafts[first].current_version
    assert version is not None
    assert (version.digest, version.ruleset, version.number) == (row.digest, row.ruleset, 1)
    assert version.runs.count() == 1


def test_only_ticked_rows(house: House) -> None:
    sheet = upload(house, GOOD, {"chip_unit": "5"})
    assert [bool(reference) for reference in create(house, sheet, 4)] == [False, True]
    with pytest.raises(NotPossible):
        create(house, sheet, 4)
    with pytest.raises(BadValue):
        services.request_drafts(actor=house.submitter, sheet_id=sheet.pk, rows=[], together=False)


def test_rows_with_the_same_rules_can_become_one_draft(house: House) -> None:
    for label in ("CR-1", "CR-2", "CR-3"):
        create_table(property=house.property, label=label)
    entered = [GOOD | {"tables": "CR-1"}, GOOD | {"tables": "CR-3"}, {"tables": "CR-2", "chip_unit": "5"}]
    sheet = upload(house, *entered)
    first, second, third = create(house, sheet, together=True)
    assert first == second != third
    assert Submission.objects.count() == 2
    one = Submission.objects.get(reference=first)
    assert ([table.label for table in tables_of(one)], one.all_tables) == (["CR-1", "CR-3"], False)
    rows = cells_to_export(house.submitter, sheet.edition, "all")
    assert [row["tables"] for row in rows] == ["CR-1; CR-3", "CR-2"]


def test_each_row_apart_where_that_is_chosen(house: House) -> None:
    for label in ("CR-1", "CR-2"):
        create_table(property=house.property, label=label)
    sheet = upload(house, GOOD | {"tables": "CR-1"}, GOOD | {"tables": "CR-2"})
    assert len(set(create(house, sheet))) == 2


def test_the_same_file_again_is_the_same_sheet_and_creates_nothing_twice(house: House) -> None:
    data = filled_template("nz-revised", house.property.name, [GOOD, BROKEN])
    sheet, is_new = services.upload(actor=house.submitter, filename="a.xlsx", data=data)
    assert is_new
    before = create(house, sheet)
    again, is_new = services.upload(actor=house.submitter, filename="b.xlsx", data=data)
    assert (again.pk, is_new) == (sheet.pk, False)
    with pytest.raises(NotPossible):
        create(house, again)
    assert references(again) == before
    assert Submission.objects.count() == 1


def test_a_longer_file_with_the_same_row_names_the_draft_there_is(house: House) -> None:
    first = create(house, upload(house, GOOD))[0]
    later = create(house, upload(house, GOOD, {"chip_unit": "5"}))
    assert later[0] == first
    assert Submission.objects.count() == 2


def test_a_withdrawn_draft_can_be_made_again(house: House) -> None:
    sheet = upload(house, GOOD)
    first = create(house, sheet)[0]
    workflow.withdraw(actor=house.submitter, reference=first, reason="By mistake.")
    second = create(house, sheet)[0]
    assert first != second


def test_uploading_again_checks_again_against_new_tables(house: House) -> None:
    data = filled_template("nz-revised", house.property.name, [GOOD | {"tables": "CR-7"}])
    sheet, _ = services.upload(actor=house.submitter, filename="a.xlsx", data=data)
    assert sheet.rows.get().outcome == RowOutcome.BROKEN
    create_table(property=house.property, label="CR-7")
    services.upload(actor=house.submitter, filename="a.xlsx", data=data)
    assert sheet.rows.get().outcome == RowOutcome.OK


def test_a_draft_that_is_refused_says_why_and_the_others_are_created(house: House) -> None:
    other = create_property(organisation=house.operator, jurisdiction="nz")
    sheet = upload(house, GOOD, {"casino": other.name, "chip_unit": "5"})
    SheetRow.objects.filter(sheet=sheet, number=3).update(ruleset={"edition": "nz-revised", "odd": 1})
    first, second = create(house, sheet)
    assert (first, bool(second)) == ("", True)
    row = sheet.rows.get(number=3)
    assert "is not a known field" in row.refusal
    assert row.wanted_by is None


def test_whose_a_sheet_is(house: House) -> None:
    sheet = upload(house, GOOD)
    assert selectors.sheet(house.viewer, sheet.pk) == sheet
    for stranger in (house.outsider, house.officer, house.site_admin):
        with pytest.raises(NotFound):
            selectors.sheet(stranger, sheet.pk)
    with pytest.raises(NotFound):
        services.request_drafts(actor=house.outsider, sheet_id=sheet.pk, rows=None, together=False)
    with pytest.raises(NotPermitted):
        services.request_drafts(actor=house.viewer, sheet_id=sheet.pk, rows=None, together=False)
    with pytest.raises(NotPermitted):
        services.upload(actor=house.viewer, filename="a.xlsx", data=b"x")


# Workers that die ----------------------------------------------------------------------------------------


class Killed(BaseException):
    """The worker's process ends here."""


def queued(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a large sheet: nothing is done within the request, and no worker runs yet."""
    monkeypatch.setattr(services, "CHECKED_AT_ONCE", 0)
    monkeypatch.setattr(services, "CREATED_AT_ONCE", 0)
    monkeypatch.setattr(tasks.work, "delay", lambda sheet_id: None)


def lease_ends(sheet: Sheet) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(lease_until=timezone.now() - work.LEASE)


@pytest.mark.parametrize("dies_at", [1, 2, 3, 5])
def test_a_worker_killed_while_checking_is_followed_by_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch, dies_at: int
) -> None:
    queued(monkeypatch)
    monkeypatch.setattr(work, "BATCH", 2)
    sheet = upload(house, *({"chip_unit": str(number + 1)} for number in range(6)))
    assert (sheet.state, selectors.progress(sheet).checked) == (SheetState.WAITING, 0)
    steps = itertools.count(1)
    check = RowChecker.check

    def dying(self: Any, row: Any) -> Any:
        if next(steps) == dies_at:
            raise Killed
        return check(self, row)

    with monkeypatch.context() as patched:
        patched.setattr(RowChecker, "check", dying)
        with pytest.raises(Killed):
            work.work_on(sheet.pk)
    assert selectors.progress(sheet).checked == (dies_at - 1) // 2 * 2
    assert not work.overdue().exists(), "another worker holds it"
    lease_ends(sheet)
    assert list(work.overdue()) == [sheet]
    work.work_on(sheet.pk)
    sheet.refresh_from_db()
    assert (sheet.state, selectors.progress(sheet).good) == (SheetState.DONE, 6)


@pytest.mark.parametrize("dies_at", [1, 2, 4])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_worker_killed_while_creating_leaves_nothing_half_done(
    house: House, monkeypatch: pytest.MonkeyPatch, dies_at: int, moment: str
) -> None:
    sheet = upload(house, *({"chip_unit": str(number + 1)} for number in range(4)))
    queued(monkeypatch)
    create(house, sheet)
    assert selectors.progress(sheet).wanted == 4
    steps = itertools.count(1)
    create_draft = drafts.create_draft

    def dying(**given: Any) -> Submission:
        step = next(steps)
        if step == dies_at and moment == "before":
            raise Killed
        submission = create_draft(**given)
        if step == dies_at:
            raise Killed
        return submission

    with monkeypatch.context() as patched:
        patched.setattr(work, "create_draft", dying)
        with pytest.raises(Killed):
            work.work_on(sheet.pk)
    assert Submission.objects.count() == dies_at - 1
    assert selectors.progress(sheet).created == dies_at - 1
    lease_ends(sheet)
    work.work_on(sheet.pk)
    assert Submission.objects.count() == 4
    assert len(set(references(sheet))) == 4


def test_a_worker_that_is_too_slow_loses_its_claim(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    queued(monkeypatch)
    monkeypatch.setattr(work, "BATCH", 1)
    sheet = upload(house, GOOD, {"chip_unit": "5"})
    check = RowChecker.check
    taken: list[bool] = []

    def overtaken(self: Any, row: Any) -> Any:
        if not taken:
            taken.append(True)
            lease_ends(sheet)
            work.work_on(sheet.pk)
        return check(self, row)

    monkeypatch.setattr(RowChecker, "check", overtaken)
    work.work_on(sheet.pk)
    sheet.refresh_from_db()
    assert (sheet.state, selectors.progress(sheet).good) == (SheetState.DONE, 2)


def test_long_work_is_continued_in_another_task(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    queued(monkeypatch)
    monkeypatch.setattr(work, "LONGEST", -1)
    monkeypatch.setattr(work, "BATCH", 1)
    sheet = upload(house, GOOD, {"chip_unit": "5"})
    more = [work.work_on(sheet.pk) for _ in range(2)]
    assert more == [True, True]
    monkeypatch.setattr(work, "LONGEST", 45)
    assert work.work_on(sheet.pk) is False
    sheet.refresh_from_db()
    assert sheet.state == SheetState.DONE


def test_a_sheet_whose_workers_always_die_stops(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    queued(monkeypatch)
    sheet = upload(house, GOOD)
    Sheet.objects.filter(pk=sheet.pk).update(state=SheetState.WORKING, claim="x", attempts=10)
    lease_ends(sheet)
    tasks.sweep()
    sheet.refresh_from_db()
    assert sheet.state == SheetState.FAILED


def test_drafts_wait_for_the_check(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    queued(monkeypatch)
    sheet = upload(house, GOOD)
    with pytest.raises(NotPossible, match="still being checked"):
        create(house, sheet)
