"""Which rules are in force at a table, and which tables a submission covers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from craps.games import game_words
from portal.accounts.models import Property, Table
from portal.errors import BadValue
from portal.submissions.models import (
    ENDED_STATES,
    HOLDS_AT_TABLE,
    HOLDS_FORCE,
    Coverage,
    CoveredTable,
    State,
    Submission,
)
from portal.text import and_list


def approval_at(table: Table, on: date | None = None) -> Submission | None:
    """The approval in force or suspended at a table today, or on a past day; None if there is none."""
    row = coverage_at(table, on)
    return row.submission if row else None


def coverage_at(table: Table, on: date | None = None) -> CoveredTable | None:
    """The row that says so, with the days on which the approval holds there, and its state today."""
    rows = CoveredTable.objects.filter(table=table).select_related("submission")
    if on is None:
        return rows.filter(state__in=HOLDS_AT_TABLE).first()
    held = rows.filter(in_force_from__lte=on).exclude(in_force_to__lt=on)
    return held.order_by("-in_force_from", "-submission_id").first()


def approvals_at(prop: Property, game: str = "") -> dict[int, CoveredTable]:
    """By table, the approval in force or suspended there today, at all tables of a casino or of one game."""
    rows = CoveredTable.objects.filter(table__property=prop, state__in=HOLDS_AT_TABLE)
    if game:
        rows = rows.filter(table__game=game)
    rows = rows.select_related("submission", "table").order_by("table__label")
    return {row.table_id: row for row in rows}


def tables_of(submission: Submission) -> QuerySet[Table]:
    """The tables a submission covers: where it holds; once it has ended, where it held; before it comes into
    force, the tables it would take now."""
    if submission.state in HOLDS_FORCE:
        return Table.objects.filter(coverage__in=_rows(submission, *HOLDS_AT_TABLE))
    if submission.state in ENDED_STATES:
        return Table.objects.filter(coverage__in=_rows(submission, Coverage.ENDED))
    return proposed_tables(submission)


def proposed_tables(submission: Submission) -> QuerySet[Table]:
    """The tables it names; if it is for all tables, also every other without an approval of its own."""
    wanted = Q(coverage__in=_rows(submission, Coverage.PROPOSED))
    if submission.all_tables:
        own = CoveredTable.objects.filter(state__in=HOLDS_AT_TABLE, submission__all_tables=False)
        # A table out of use goes along with the approval it is under: no approval is left behind for it.
        held = CoveredTable.objects.filter(state__in=HOLDS_AT_TABLE, submission__all_tables=True)
        in_use = Q(active=True) | Q(pk__in=held.values("table"))
        wanted |= Q(game=submission.game) & in_use & ~Q(pk__in=own.values("table"))
    return Table.objects.filter(wanted, property_id=submission.property_id).distinct()


def held_elsewhere(submission: Submission, tables: Iterable[Table]) -> list[tuple[Submission, list[Table]]]:
    """The other approvals that hold at these tables now, and at which of them."""
    rows = CoveredTable.objects.filter(table__in=list(tables), state__in=HOLDS_AT_TABLE)
    by_case: dict[Submission, list[Table]] = {}
    for row in (
        rows.exclude(submission=submission).select_related("submission", "table").order_by("table__label")
    ):
        by_case.setdefault(row.submission, []).append(row.table)
    return sorted(by_case.items(), key=lambda item: item[0].pk)


def replaced_by(
    submission: Submission, tables: Iterable[Table] | None = None
) -> list[tuple[Submission, list[Table]]]:
    """What this submission replaces when it comes into force, and at which tables.

    `tables` are those it would take now, if the caller knows them. One for all tables replaces the one before
    it also where no table is entered.
    """
    replaced = held_elsewhere(submission, proposed_tables(submission) if tables is None else tables)
    if submission.all_tables:
        before = Submission.objects.filter(
            property_id=submission.property_id,
            game=submission.game,
            state__in=HOLDS_FORCE,
            all_tables=True,
        ).exclude(pk=submission.pk)
        replaced += [(one, []) for one in before if one not in dict(replaced)]
    return replaced


def offered_tables(submission: Submission) -> QuerySet[Table]:
    """The tables in use that a draft can name."""
    return Table.objects.filter(property_id=submission.property_id, game=submission.game, active=True)


@dataclass(frozen=True)
class TablesSummary:
    """Which tables a submission covers, for pages, documents and programs."""

    all_tables: bool
    tables: list[Table]
    suspended: list[Table]  # some of them, if not all
    ended: list[Table]  # tables at which it no longer holds, while it holds at others
    replaces: list[tuple[Submission, list[Table]]]  # when it comes into force
    game: str

    @property
    def game_name(self) -> str:
        return game_words(self.game)

    @property
    def words(self) -> str:
        """The tables in a sentence: “all craps tables”, “C-101 and C-102”."""
        if self.all_tables:
            return f"all {self.game_name} tables"
        return and_list([table.label for table in self.tables]) or "no table"


def summary_of(submission: Submission) -> TablesSummary:
    rows = list(submission.covered.select_related("table").order_by("table__label"))
    holds = submission.state in HOLDS_FORCE
    coming = submission.state not in (*HOLDS_FORCE, *ENDED_STATES, State.REFUSED, State.WITHDRAWN)
    held = [row.table for row in rows if row.state in HOLDS_AT_TABLE]
    suspended = [row.table for row in rows if row.state == Coverage.SUSPENDED]
    tables = held if holds else list(tables_of(submission))
    return TablesSummary(
        all_tables=submission.all_tables,
        tables=tables,
        suspended=suspended if submission.state == State.IN_FORCE else [],
        ended=[row.table for row in rows if row.state == Coverage.ENDED] if holds else [],
        replaces=replaced_by(submission, tables) if coming else [],
        game=submission.game,
    )


def covered_rows(submission: Submission) -> list[CoveredTable]:
    """The rows of a submission, and before it comes into force one for each table it would take now."""
    rows = list(submission.covered.select_related("table"))
    if submission.state not in (*HOLDS_FORCE, *ENDED_STATES):
        known = {row.table_id for row in rows}
        proposed = proposed_tables(submission).exclude(pk__in=known)
        rows += [CoveredTable(submission=submission, table=table) for table in proposed]
    return sorted(rows, key=lambda row: row.table.label)


def named_tables(submissions: Iterable[Submission]) -> dict[int, str]:
    """By case, the tables it names in words, at the cost of one query; nothing for one for all tables."""
    cases = [case.pk for case in submissions if not case.all_tables]
    rows = CoveredTable.objects.filter(submission__in=cases).order_by("table__label")
    labels: dict[int, list[str]] = {}
    for case, label in rows.values_list("submission_id", "table__label"):
        labels.setdefault(case, []).append(label)
    return {case: and_list(own) for case, own in labels.items()}


def facts_of_tables(tables: Iterable[Table]) -> list[dict[str, str]]:
    """Code and label of each, as moves, the register and programs have them."""
    return [{"code": table.code, "label": table.label} for table in tables]


def find_tables(tables: QuerySet[Table], names: Iterable[str], *, where: str) -> list[Table]:
    """These tables by code or label, each once, in the order of their labels.

    `where` begins the sentence about one that is not among them: “Harbour Point Casino has”.
    """
    known = list(tables)
    by_label = {table.label.casefold(): table for table in known}
    by_code = {table.code: table for table in known}
    named: dict[int, Table] = {}
    unknown = []
    for name in (str(name).strip() for name in names):
        table = by_code.get(name) or by_label.get(name.casefold())
        if table is None:
            unknown.append(name)
        else:
            named[table.pk] = table
    if unknown:
        offered = ", ".join(table.label for table in known) or "none"
        raise BadValue(f"{where} no table {', '.join(unknown)}. Choose from: {offered}.", field="tables")
    return [table for table in known if table.pk in named]


def _rows(submission: Submission, *states: Coverage) -> QuerySet[CoveredTable]:
    return CoveredTable.objects.filter(submission=submission, state__in=states)
