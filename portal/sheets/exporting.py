"""The rule sets of an operator under an edition, as rows of a sheet or lines of JSONL."""

from collections.abc import Iterator

from portal.accounts.models import User
from portal.editions.models import Edition
from portal.sheets.columns import ALL_TABLES
from portal.sheets.rows import Cells
from portal.sheets.selectors import rules_to_export
from portal.sheets.writing import export_cells, json_line
from portal.submissions.models import Submission, Version
from portal.submissions.tables import tables_of


def cells_to_export(actor: User, edition: Edition, which: str) -> Iterator[Cells]:
    """A row for each draft and approval."""
    for submission, version in _versions(actor, edition, which):
        rules, tables = version.rules, "; ".join(_tables(submission)) or ALL_TABLES
        yield export_cells(
            rules.edition, casino=submission.property.name, tables=tables, ruleset=rules.to_json()
        )


def lines_to_export(actor: User, edition: Edition, which: str) -> Iterator[str]:
    """A line of JSON for each draft and approval."""
    for submission, version in _versions(actor, edition, which):
        yield json_line(
            casino=submission.property.name,
            tables=_tables(submission) or ALL_TABLES,
            ruleset=version.rules.to_json(),
        )


def _versions(actor: User, edition: Edition, which: str) -> Iterator[tuple[Submission, Version]]:
    for submission in rules_to_export(actor, edition, which):
        if submission.current_version is not None:
            submission.current_version.submission = submission
            yield submission, submission.current_version


def _tables(submission: Submission) -> list[str]:
    """The labels of the tables it is for; none where it is for all."""
    return [] if submission.all_tables else [table.label for table in tables_of(submission)]
