"""The only writer of which tables a submission covers.

A draft names its tables. Coming into force takes them over from the approvals they are under; after that an
approval can be suspended or end at some of its tables and hold at the others. Nothing here checks who acts or
writes the state of a submission: the services that call it do, in the same transaction, and hold the lock on
the submission's row. Rules that have ended at a table never come back by themselves.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Property, Table
from portal.errors import BadValue, NotPossible
from portal.submissions import tables as reading
from portal.submissions.models import (
    HOLDS_AT_TABLE,
    HOLDS_FORCE,
    Coverage,
    CoveredTable,
    State,
    Submission,
)


def propose(submission: Submission, *, all_tables: bool, tables: Iterable[str]) -> list[Table]:
    """The draft is for these tables, by code or label; or for all, and takes over these expressly."""
    where = f"Among the tables in use at {submission.property} there is"
    chosen = reading.find_tables(reading.offered_tables(submission), tables, where=where)
    if not all_tables and not chosen:
        raise BadValue("Choose at least one table, or all tables.", field="tables")
    rows = CoveredTable.objects.filter(submission=submission)
    rows.exclude(table__in=chosen).delete()
    named = set(rows.values_list("table_id", flat=True))
    CoveredTable.objects.bulk_create(
        CoveredTable(submission=submission, table=table) for table in chosen if table.pk not in named
    )
    if submission.all_tables != all_tables:
        submission.all_tables = all_tables
        submission.save(update_fields=["all_tables"])
    return chosen


def lock_holders(submission: Submission) -> list[Submission]:
    """What is in force for the same game at the same casino, locked until the transaction ends.

    The casino is locked first, and both before anything is entered in the register: so two approvals for one
    casino wait for each other and cannot deadlock.
    """
    casinos = Property.objects.select_related("organisation").select_for_update(no_key=True, of=("self",))
    submission.property = casinos.get(pk=submission.property_id)
    submission.organisation = submission.property.organisation  # a casino's cases are its operator's
    held = Submission.objects.select_for_update(no_key=True).filter(
        property_id=submission.property_id, game=submission.game, state__in=HOLDS_FORCE
    )
    return list(held.exclude(pk=submission.pk).order_by("pk"))


def put_in_force(submission: Submission, tables: Iterable[Table], *, on: date, to: date | None) -> None:
    """These tables are under the submission from now on. What held there has ended."""
    days: dict[str, Any] = {"state": Coverage.IN_FORCE, "in_force_from": on, "in_force_to": to}
    proposed = CoveredTable.objects.filter(submission=submission, state=Coverage.PROPOSED)
    proposed.filter(table__in=(tables := list(tables))).update(**days)
    known = set(CoveredTable.objects.filter(submission=submission).values_list("table_id", flat=True))
    CoveredTable.objects.bulk_create(
        CoveredTable(submission=submission, table=table, **days) for table in tables if table.pk not in known
    )


def part_of(submission: Submission, names: Iterable[str]) -> list[Table]:
    """Those tables, by code or label, at which the approval holds; none for no names: the whole of it."""
    if not (names := list(names)):
        return []
    if submission.state not in HOLDS_FORCE:
        raise BadValue(
            f"{submission.reference} is not in force at any table yet. Leave the tables out.", field="tables"
        )
    where = f"{submission.reference} is in force at"
    return reading.find_tables(reading.tables_of(submission), names, where=where)


def suspend(submission: Submission, tables: Sequence[Table]) -> list[Table]:
    """Suspends an approval at these tables, or everywhere. Returns the tables if it holds at others too."""
    return _switch(submission, tables, Coverage.IN_FORCE, Coverage.SUSPENDED)


def lift(submission: Submission, tables: Sequence[Table]) -> list[Table]:
    """Puts it in force again at these tables, or everywhere. Returns as `suspend` does."""
    return _switch(submission, tables, Coverage.SUSPENDED, Coverage.IN_FORCE)


def end(submission: Submission, tables: Sequence[Table], *, ended_as: str, on: date) -> list[Table]:
    """Ends an approval at these tables, or everywhere. Returns the tables if it holds at others still."""
    part = _part(submission, tables)
    for row in _held(submission, part):
        row.state, row.ended_as = Coverage.ENDED, ended_as
        last = min(on, row.in_force_to or on)  # never later than the last day it had already
        row.in_force_to = max(last, row.in_force_from or last)
        row.save(update_fields=["state", "ended_as", "in_force_to"])
    if not part:  # what it was to take over it never will
        proposed = CoveredTable.objects.filter(submission=submission, state=Coverage.PROPOSED)
        proposed.update(state=Coverage.ENDED, ended_as=ended_as)
    return part


def set_last_days(submission: Submission, last_day: Callable[[Table], date | None]) -> date | None:
    """Writes the last day of each table at which it holds. Returns the last of them; None if one has none."""
    days = []
    for row in _held(submission, []):
        days.append(last_day(row.table))
        if row.in_force_to != days[-1]:
            row.in_force_to = days[-1]
            row.save(update_fields=["in_force_to"])
    known = [day for day in days if day is not None]
    return max(known) if known and len(known) == len(days) else None


def standing(submission: Submission) -> str:
    """The state that follows from its tables: in force if it is at one of them."""
    in_force = CoveredTable.objects.filter(submission=submission, state=Coverage.IN_FORCE).exists()
    return State.IN_FORCE if in_force else State.SUSPENDED


def table_changed(*, obj: Any, **_: Any) -> None:
    """A table that is new, or in use again, falls under the approval that is for all tables."""
    if not isinstance(obj, Table) or not obj.active:
        return
    prop = Property.objects.select_for_update(no_key=True).get(pk=obj.property_id)
    submission = (
        Submission.objects.select_for_update(no_key=True)
        .filter(property=prop, game=obj.game, state__in=HOLDS_FORCE, all_tables=True)
        .first()
    )
    rows = CoveredTable.objects.filter(table=obj)
    today = jurisdiction(prop.jurisdiction).today()
    if submission is not None and submission.in_force_to and submission.in_force_to < today:
        return  # its last day has passed; it is about to end
    if submission is None or rows.filter(Q(submission=submission) | Q(state__in=HOLDS_AT_TABLE)).exists():
        return
    if rows.filter(state=Coverage.ENDED, in_force_to__gt=submission.in_force_from).exists():
        return  # an approval of its own ended here since
    CoveredTable.objects.create(
        submission=submission,
        table=obj,
        state=submission.state,
        in_force_from=today,
        in_force_to=submission.in_force_to,
    )


def _switch(submission: Submission, tables: Sequence[Table], source: str, target: str) -> list[Table]:
    part = _part(submission, tables)
    rows = _held(submission, part)
    already = [row.table.label for row in rows if row.state == target]
    if part and already:
        raise NotPossible(
            f"{submission.reference} is {Coverage(target).label.lower()} at {', '.join(already)} already."
        )
    rows.filter(state=source).update(state=target)
    return part


def _part(submission: Submission, tables: Sequence[Table]) -> list[Table]:
    """The tables, or none if they are all at which it holds."""
    held = set(_held(submission, []).values_list("table_id", flat=True))
    return list(tables) if held - {table.pk for table in tables} else []


def _held(submission: Submission, part: Sequence[Table]) -> QuerySet[CoveredTable]:
    rows = CoveredTable.objects.filter(submission=submission, state__in=HOLDS_AT_TABLE)
    return (rows.filter(table__in=part) if part else rows).select_related("table").order_by("table__label")
