"""Checks the rows of a sheet and creates the drafts asked for, across crashes (portal/outbox.py has claims).

Rows are checked in batches; each draft is created in a transaction of its own, together with the note in the
row that it has one. A worker that dies leaves whole rows behind it, and the next one continues.
"""

import logging
import time
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts.models import Property, Table
from portal.editions.selectors import core_edition_for, editions_for
from portal.errors import DomainError
from portal.outbox import Outbox
from portal.sheets.checking import Casino, CheckedRow, RowChecker
from portal.sheets.files import RawRow
from portal.sheets.models import RowOutcome, Sheet, SheetRow, SheetState, without_draft
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft

logger = logging.getLogger(__name__)

BATCH = 50
LEASE = timedelta(seconds=90)
LONGEST = 45  # seconds; well within the time that a task may take
SHEETS = Outbox(
    model=Sheet,
    waiting=SheetState.WAITING,
    in_work=(SheetState.WORKING,),
    lease=LEASE,
    max_attempts=10,
)
FAILED = "The draft could not be created. Try again. If the problem continues, contact the administrator."


def work_on(sheet_id: int) -> bool:
    """Does what is due for a sheet, for a while. Returns True if the rest has to be queued again."""
    sheet: Sheet | None = SHEETS.claim(sheet_id)
    if sheet is None:
        return False
    deadline = time.monotonic() + LONGEST
    if not (_check_rows(sheet, deadline) and _create_drafts(sheet, deadline)):
        return bool(SHEETS.claimed(sheet).update(state=SheetState.WAITING, claim="", lease_until=None))
    SHEETS.claimed(sheet).update(state=SheetState.DONE, claim="", lease_until=None)
    return False


def overdue() -> QuerySet[Sheet]:
    return SHEETS.due().order_by("pk")


def fail_exhausted() -> None:
    """Stops sheets whose workers died again and again; uploading the file again starts anew."""
    SHEETS.exhausted().update(state=SheetState.FAILED, claim="", lease_until=None)


# Checking ------------------------------------------------------------------------------------------------


def _check_rows(sheet: Sheet, deadline: float) -> bool:
    """False if there is more to do, or someone else has the sheet."""
    checker = None
    while batch := list(sheet.rows.filter(outcome=RowOutcome.UNCHECKED).order_by("number")[:BATCH]):
        checker = checker or checker_of(sheet)
        for row in batch:
            entered = row.entered
            raw = RawRow(row.number, entered["cells"], entered["problems"], entered["ruleset"])
            _note(row, checker.check(raw))
        with transaction.atomic():
            if not _renew(sheet):
                return False
            # Much quicker than bulk_update, which builds an expression for every value.
            SheetRow.objects.bulk_create(
                batch, update_conflicts=True, unique_fields=["id"], update_fields=_RESULT
            )
        if time.monotonic() > deadline:
            return False
    return True


_RESULT = ("outcome", "problems", "property", "all_tables", "tables", "ruleset", "digest", "owed")


def _note(row: SheetRow, checked: CheckedRow) -> None:
    row.outcome, row.problems = checked.outcome, checked.problems
    row.property_id = checked.casino.id if checked.casino else None
    row.all_tables, row.tables = checked.all_tables, checked.tables
    row.ruleset, row.digest, row.owed = checked.ruleset, checked.digest, checked.owed


def checker_of(sheet: Sheet) -> RowChecker:
    """What the rows of a sheet are checked against: its edition, and the operator's casinos."""
    edition = sheet.edition
    places = Property.objects.filter(organisation_id=sheet.organisation_id, jurisdiction=edition.jurisdiction)
    return RowChecker(
        core_edition_for(edition),
        [_casino(prop, edition.pk, edition.game) for prop in places.prefetch_related("tables")],
        kind=sheet.kind,
        columns=sheet.columns,
        semicolons=sheet.semicolons,
    )


def _casino(prop: Property, edition_id: str, game: str) -> Casino:
    offered = list(editions_for(prop).values_list("pk", flat=True))
    refusal = (
        ""
        if edition_id in offered
        else f"{edition_id} is no longer in force for new rules. Choose from: {', '.join(offered) or 'none'}."
    )
    tables: list[Table] = [table for table in prop.tables.all() if table.active]
    return Casino(
        prop.pk,
        prop.name,
        {table.label: table.code for table in tables if table.game == game},
        {table.label: table.game for table in tables if table.game != game},
        refusal,
    )


# Drafts --------------------------------------------------------------------------------------------------


def _create_drafts(sheet: Sheet, deadline: float) -> bool:
    """False if there is more to do, or someone else has the sheet."""
    wanted = sheet.rows.filter(wanted_by__isnull=False).order_by("number")
    while (row := wanted.select_related("wanted_by", "property").first()) is not None:
        with transaction.atomic():
            if not _renew(sheet):
                return False
            # Two sheets of one operator may have the same row: one after the other.
            Property.objects.select_for_update(no_key=True).filter(pk=row.property_id or 0).first()
            group = _group(row)
            refusal = ""
            try:
                with transaction.atomic():
                    submission = _already_created(row, group) or _create(row, group)
                    _keep(group, submission)
            except DomainError as error:
                refusal = error.message
            except SoftTimeLimitExceeded:
                raise  # says nothing about the row: the next worker continues with it
            except Exception:
                logger.exception("%s: no draft could be created", row)
                refusal = FAILED
            if refusal:
                _rows(group).update(wanted_by=None, refusal=refusal[:500])
        if time.monotonic() > deadline:
            return False
    return True


def _group(row: SheetRow) -> list[SheetRow]:
    """The rows that become one draft."""
    if not row.together:
        return [row]
    same = SheetRow.objects.filter(
        sheet=row.sheet_id,
        property=row.property_id,
        digest=row.digest,
        together=True,
        wanted_by=row.wanted_by_id,
    )
    return list(same.order_by("number"))


def _rows(group: list[SheetRow]) -> QuerySet[SheetRow]:
    return SheetRow.objects.filter(pk__in=[row.pk for row in group])


def _already_created(row: SheetRow, group: list[SheetRow]) -> Submission | None:
    """The draft made before, by another sheet or a row above, of the same casino, tables and rules."""
    earlier = SheetRow.objects.filter(
        property=row.property_id,
        digest=row.digest,
        submission__isnull=False,
        sheet__edition=row.sheet.edition_id,
    ).exclude(without_draft())
    covered = coverage_of(group)
    for other in earlier.select_related("submission").order_by("pk"):
        submission = other.submission
        if submission is None:
            continue
        if coverage_of(list(submission.sheet_rows.filter(sheet=other.sheet_id))) == covered:
            return submission
    return None


def coverage_of(rows: list[SheetRow]) -> tuple[bool, tuple[str, ...]]:
    """Whether rows are for all tables, else the codes of theirs."""
    if any(row.all_tables for row in rows):
        return True, ()
    return False, tuple(sorted({code for row in rows for code in row.tables}))


def _create(row: SheetRow, group: list[SheetRow]) -> Submission:
    if row.wanted_by is None or row.property_id is None or row.ruleset is None:
        raise RuntimeError(f"{row} is wanted, but lacks what a draft needs.")
    all_tables, tables = coverage_of(group)
    return create_draft(
        actor=row.wanted_by,
        property_id=row.property_id,
        edition_id=row.sheet.edition_id,
        ruleset=row.ruleset,
        all_tables=all_tables,
        tables=tables,
    )


def _keep(group: list[SheetRow], submission: Submission) -> None:
    _rows(group).update(submission=submission, created_at=timezone.now(), wanted_by=None, refusal="")


# The claim -----------------------------------------------------------------------------------------------


def _renew(sheet: Sheet) -> bool:
    """Holds the sheet for another while; False if someone else has it. Progress begins a new attempt."""
    return bool(SHEETS.claimed(sheet).update(lease_until=timezone.now() + LEASE, attempts=1))
