"""A sheet of 500 rule sets checked, beside 500 single checks by the core.

A round takes each side in turn, so that what else the machine does drops out; the median of five rounds
counts. A single check is what `craps check` does without starting: JSON text in, findings out. A sheet is
read from its bytes, every cell, and each row is checked and its problems are put to cells. The goal is a
ratio of at most 5. "stored" has no goal: it is all of what an upload does until its result can be shown, on
SQLite, with rows, results and audit entry.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

GOAL = 5.0
EDITION = "md-craps"
CASINO = "Harbour Point Casino"


def rulesets(count: int) -> list[dict[str, Any]]:
    """Rules as operators submit them: every choice stated, one in ten with a breach."""
    from craps import load_edition

    edition = load_edition(EDITION)
    wagers = list(edition.baseline_wagers)
    vig = {"collect": "placement", "rate": "1/20", "base": "wager", "refund_on_removal": True}
    found = []
    for number in range(count):
        most = 150 if number % 10 == 9 else 1 + number % 20
        multiples = {"4": most, "5": 4, "6": 5, "8": 5, "9": 4, "10": most}
        flats = ("pass_line", "come", "dont_pass", "dont_come")
        limits = {wager: {"min": str(5 + number), "max": "5000"} for wager in ("pass_line", "come", "field")}
        found.append(
            {
                "edition": EDITION,
                "operator": "Harbour Point Gaming",
                "currency": "USD",
                "wagers": wagers,
                "odds": {flat: {"multiples": multiples, "excess": True} for flat in flats},
                "vig": {"buy": vig, "lay": vig},
                "paytables": {"fire": "A", "bonus": "A"},
                "limits": limits | {"fire": {"min": "1", "max": "5", "increment": "1"}},
                "making": {"called_with_cash": True},
                "table": {"length_ft": "12", "dice": 5, "shape": "oblong", "high_walls": True},
            }
        )
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, default=500)
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "portal.settings", "DEMO": "1", "BAIZE_DATA": folder}
        return compare(chosen.rows, chosen.rounds)


def compare(count: int, rounds: int) -> int:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    sides = dict(single=single_checks(count), **sheet_checks(count), stored=stored(count))
    took: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds + 1):  # the first warms up
        for name, run in sides.items():
            start = time.process_time()
            run()
            took[name].append(time.process_time() - start)
    median = {name: statistics.median(times[1:]) for name, times in took.items()}
    print(f"{count} rule sets, median of {rounds}:")
    for name, seconds in median.items():
        print(f"  {name:8} {seconds * 1e3:8.0f} ms   {seconds / median['single']:.2f} times single checks")
    worst = max(median[kind] for kind in ("xlsx", "csv", "jsonl")) / median["single"]
    print(f"goal: at most {GOAL:g} times; worst {worst:.2f}")
    return 0 if worst <= GOAL else 1


def single_checks(count: int) -> Callable[[], None]:
    from craps import check, load_ruleset

    texts = [json.dumps(ruleset) for ruleset in rulesets(count)]

    def run() -> None:
        for text in texts:
            check(load_ruleset(text))

    return run


def sheet_checks(count: int) -> dict[str, Callable[[], None]]:
    """Files checked without a database."""
    from craps import load_edition
    from portal.sheets.checking import Casino, RowChecker
    from portal.sheets.files import read_file

    casinos = [Casino(1, CASINO, {})]

    def checking(data: bytes) -> Callable[[], None]:
        def run() -> None:
            file = read_file(data, load_edition)
            checker = RowChecker(file.edition, casinos, kind=file.kind, columns=file.columns)
            broken = sum(checker.check(row).outcome == "broken" for row in file.rows)
            assert broken == count // 10, broken

        return run

    return {kind: checking(data) for kind, data in files(count).items()}


def files(count: int, operator: str = "") -> dict[str, bytes]:
    from craps import load_edition, load_ruleset
    from portal.pages.csv_download import csv_lines
    from portal.sheets.csv_reader import keep_apostrophes
    from portal.sheets.writing import export_cells, json_line, sheet_rows, workbook

    edition = load_edition(EDITION)
    rules = [
        load_ruleset(ruleset | ({"operator": operator} if operator else {})) for ruleset in rulesets(count)
    ]
    rows = [export_cells(edition, casino=CASINO, tables="all", ruleset=each.to_json()) for each in rules]
    cells = ([keep_apostrophes(cell) for cell in row] for row in sheet_rows(edition, rows))
    return {
        "xlsx": workbook(edition, [CASINO], rows),
        "csv": "".join(csv_lines(cells)).encode(),
        "jsonl": "".join(
            json_line(casino=CASINO, tables="all", ruleset=each.to_json()) for each in rules
        ).encode(),
    }


def stored(count: int) -> Callable[[], None]:
    """Uploads of an xlsx file, each time another one."""
    from portal.sheets import services
    from tests.factories import create_property, make_house

    house = make_house("md", EDITION)
    create_property(organisation=house.operator, jurisdiction="md", name=CASINO)
    services.CHECKED_AT_ONCE = count
    uploads = iter([files(count, operator=f"Operator {number}")["xlsx"] for number in range(12)])

    def run() -> None:
        sheet, is_new = services.upload(actor=house.submitter, filename="rules.xlsx", data=next(uploads))
        sheet.refresh_from_db()
        assert is_new and sheet.state == "done"

    return run


if __name__ == "__main__":
    sys.exit(main())
