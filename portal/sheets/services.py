"""Uploading a sheet, and asking for drafts from its rows. The work itself is in work.py."""

import hashlib
from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_organisation
from portal.audit.services import record
from portal.editions.selectors import published_edition
from portal.errors import BadValue, NotPossible
from portal.queueing import queue_on_commit
from portal.sheets import selectors, tasks, work
from portal.sheets.files import RawRow, read_file
from portal.sheets.models import GOOD, RowOutcome, Sheet, SheetRow, SheetState, without_draft
from portal.submissions.upload_types import shown_name

# Up to so many rows are checked, and so many drafts created, before the page answers.
CHECKED_AT_ONCE = 100
CREATED_AT_ONCE = 10


def upload(*, actor: User, filename: str, data: bytes) -> tuple[Sheet, bool]:
    """Stores the rows of a file and has them checked. SheetRefused says why a file cannot be used.

    The second value is False if the operator uploaded the same bytes before: the sheet is that one, and its
    rows without a draft are checked again.
    """
    require(actor, "submission.edit")
    organisation = own_organisation(actor)
    digest = hashlib.sha256(data).hexdigest()
    known = Sheet.objects.filter(organisation=organisation, sha256=digest).first()
    if known is not None:
        _check_again(actor, known)
        return known, False
    file = read_file(data, published_edition)
    try:
        with transaction.atomic():
            sheet = Sheet.objects.create(
                organisation=organisation,
                edition_id=file.edition.id,
                filename=shown_name(filename, file.kind),
                kind=file.kind,
                size=len(data),
                sha256=digest,
                columns=file.columns,
                semicolons=file.semicolons,
                uploaded_by=actor,
            )
            SheetRow.objects.bulk_create(
                (SheetRow(sheet=sheet, number=row.number, entered=_entered(row)) for row in file.rows),
                batch_size=200,
            )
            facts = {
                "file": sheet.filename,
                "sha256": digest,
                "rows": len(file.rows),
                "edition": file.edition.id,
            }
            record(actor=actor, action="sheet.upload", obj=sheet, after=facts)
    except IntegrityError:  # the same bytes, at the same moment
        return Sheet.objects.get(organisation=organisation, sha256=digest), False
    _start(sheet, at_once=len(file.rows) <= CHECKED_AT_ONCE)
    return sheet, True


def request_drafts(*, actor: User, sheet_id: int, rows: Iterable[int] | None, together: bool) -> int:
    """Has drafts created from good rows, all or those with these numbers. Returns how many were asked for.

    `together`: rows with the same casino and the same rules become one draft for all their tables.
    """
    visible = selectors.sheet(actor, sheet_id)
    require(actor, "submission.edit")
    with transaction.atomic():
        sheet = Sheet.objects.select_for_update(no_key=True).get(pk=visible.pk)
        if sheet.rows.filter(outcome=RowOutcome.UNCHECKED).exists():
            raise NotPossible("The sheet is still being checked. Wait until every row has its result.")
        usable = sheet.rows.filter(without_draft(), outcome__in=GOOD, wanted_by__isnull=True)
        if rows is not None:
            numbers = list(rows)
            if not numbers:
                raise BadValue("Tick the rows to turn into drafts.", field="rows")
            usable = usable.filter(number__in=numbers)
        chosen = list(usable.values_list("pk", "number"))
        if not chosen:
            raise NotPossible("None of these rows can become a draft: they have one, or are to be corrected.")
        SheetRow.objects.filter(pk__in=[pk for pk, _ in chosen]).update(
            wanted_by=actor, together=together, refusal="", submission=None, created_at=None
        )
        facts = {"rows": [number for _, number in chosen], "together": together}
        record(actor=actor, action="sheet.create_drafts", obj=sheet, after=facts)
        _make_due(sheet)
    _start(sheet, at_once=len(chosen) <= CREATED_AT_ONCE)
    return len(chosen)


def _check_again(actor: User, sheet: Sheet) -> None:
    """Casinos, tables or the edition may have changed since."""
    with transaction.atomic():
        sheet = Sheet.objects.select_for_update(no_key=True).get(pk=sheet.pk)
        rows = sheet.rows.filter(without_draft(), wanted_by__isnull=True)
        count = rows.update(outcome=RowOutcome.UNCHECKED, refusal="")
        if count:
            record(actor=actor, action="sheet.check_again", obj=sheet, after={"rows": count})
            _make_due(sheet)
    if count:
        _start(sheet, at_once=count <= CHECKED_AT_ONCE)


def _make_due(sheet: Sheet) -> None:
    """A worker that is at it loses its claim after the row it is at; the next one goes on."""
    Sheet.objects.filter(pk=sheet.pk).update(
        state=SheetState.WAITING, attempts=0, next_attempt_at=timezone.now(), claim="", lease_until=None
    )


def _start(sheet: Sheet, *, at_once: bool) -> None:
    if at_once:
        work.work_on(sheet.pk)
    else:
        queue_on_commit(tasks.work, sheet.pk)


def _entered(row: RawRow) -> dict[str, object]:
    return {"cells": row.cells, "problems": row.problems, "ruleset": row.ruleset}
