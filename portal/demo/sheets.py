"""A sheet of rule sets that an operator has uploaded: some rows are good, some are to be corrected.

As in cases.py, do not rename the function.
"""

from collections.abc import Callable

from craps import load_ruleset
from portal.accounts.models import Property
from portal.demo import actors
from portal.demo.cases import md_rules
from portal.editions.selectors import core_edition
from portal.sheets import services
from portal.sheets.rows import Cells
from portal.sheets.writing import export_cells, workbook

EDITION = "md-craps"


def md_sheet_for_several_tables() -> None:
    """Five rule sets; the first has become a draft."""
    edition = core_edition(EDITION)
    prop = Property.objects.get(name="Harbour Point Casino")
    north = Property.objects.get(name="Harbour Point North")
    quiet = {"pass_line": {"min": "10", "max": "1000"}, "fire": {"min": "1", "max": "5", "increment": "1"}}

    def row(prop: Property, tables: str, multiples: int, **cells: str) -> Cells:
        rules = load_ruleset({"edition": EDITION, **md_rules(multiples, limits=quiet)}, edition)
        stated = export_cells(edition, casino=prop.name, tables=tables, ruleset=rules.to_json())
        return stated | {path.replace("__", "."): text for path, text in cells.items()}

    rows = [
        row(prop, "C-101", 10),
        row(north, "C-201", 5),
        row(prop, "C-101", 150, limits__fire__max="7"),
        row(north, "C-202", 5, casino="Harbour Point Nord", vig__buy__rate="0.05"),
        row(north, "all", 20, vig__lay__rate="6%", table__dice="4"),
    ]
    data = workbook(edition, [prop.name, north.name], rows)
    submitter = actors.operator(prop)
    sheet, _ = services.upload(actor=submitter, filename="craps tables 2027.xlsx", data=data)
    services.request_drafts(actor=submitter, sheet_id=sheet.pk, rows=[3], together=False)


SHEETS: tuple[Callable[[], None], ...] = (md_sheet_for_several_tables,)
