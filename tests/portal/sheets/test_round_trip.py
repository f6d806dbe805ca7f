"""Rule sets that go out as a sheet come in again with the same digest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from craps import all_edition_ids, load_ruleset
from craps.edition import Edition
from craps.editions import load_edition
from craps.games import game_of
from craps.ruleset import RuleSet, first_ruleset, with_every_wager
from portal.sheets.checking import Casino, RowChecker
from portal.sheets.columns import columns_of, lists_of
from portal.sheets.files import SheetFile, read_file
from portal.sheets.rows import read_row, write_row
from portal.sheets.writing import export_cells, json_line, workbook
from tests.portal.sheets.books import csv_file

CASINO = "Kōwhai Wharf; =Casino"


def every_field(edition: Edition) -> dict[str, Any]:
    """A rule set that states something in every column, and in the layout."""
    ruleset: dict[str, Any] = dict(first_ruleset(edition).to_json())
    samples = {
        "NumberCell": "12.5", "RateCell": "6.25%", "FlagCell": "yes", "PayoutCell": "25 for 1",
        "TextCell": "oblong", "currency": "NZD",
    }  # fmt: skip
    cells = {}
    for column in columns_of(edition):
        name = type(column.cell).__name__
        if column.path.endswith(".multiples") or column.path in ("edition", "casino", "tables", "more"):
            continue
        if column.path == "currency":
            cells[column.path] = "NZD"
        elif name == "NumberCell" and getattr(column.codec, "whole", False):
            cells[column.path] = "3"
        elif name == "ChoiceCell":
            cells[column.path] = column.cell.choices[-1]
        elif name in samples and column.path not in ruleset:
            cells[column.path] = samples[name]
    wheel = {"wheel": ruleset["wheel"]} if "wheel" in ruleset else {}
    reading = read_row(edition, cells)
    assert not reading.problems
    reading.ruleset |= wheel
    reading.ruleset["layout"] = game_of(edition).standard_layout(with_every_wager(edition)) | {
        "legends": ["No call bets; cash plays", "=SUM(A1)", "'=x"]
    }
    return reading.ruleset


def odd_ones(edition: Edition) -> Iterator[dict[str, Any]]:
    """What has no column, or what a spreadsheet would like to change."""
    start = first_ruleset(edition).to_json()
    yield start
    yield start | {"operator": "=1+1"}
    yield start | {"operator": "'=1+1"}
    yield start | {"operator": " -5 "}
    yield start | {"operator": "_x0041_ 007"}
    yield start | {"operator": "yes", "chip_unit": "35/3"}
    yield start | {"limits": {}, "table": {}}
    yield start | {"wagers": []}
    yield start | {"wagers": list(reversed(list(edition.wagers)))[:2]}
    yield start | {"layout": {"legends": ["none"], "areas": []}}
    yield start | {"layout": {"legends": []}}


def craps_ones(edition: Edition) -> Iterator[dict[str, Any]]:
    yield {"edition": edition.id, "odds": {}, "numbers": {"lay": ["10", "4"]}}
    yield {"edition": edition.id, "odds": {"come": {"multiples": {}}}}
    yield {
        "edition": edition.id,
        "odds": {"come": {"multiples": "35/3"}, "pass_line": {"multiples": {"4": "3"}}},
    }
    yield {"edition": edition.id, "payouts": {"place": "2:1", "place:4": "9:5", "field:2": "0:1"}}
    yield {"edition": edition.id, "limits": {"sharpshooter": {"max": "7"}, "table": {"min": "5"}}}
    yield {"edition": edition.id, "wagers": ["pass_line", "big_6", "sharpshooter", "hop"]}


def rulesets(edition: Edition) -> list[RuleSet]:
    found = [every_field(edition), *odd_ones(edition)]
    if not game_of(edition).in_rounds:
        found += craps_ones(edition)
    return [load_ruleset(json.loads(json.dumps(data, default=str)), edition) for data in found]


def digests(file: SheetFile) -> list[str]:
    checker = RowChecker(
        file.edition,
        [Casino(1, CASINO, {"CR-01": "aaaaaaaa"})],
        kind=file.kind,
        columns=file.columns,
        semicolons=file.semicolons,
    )
    checked = [checker.check(row) for row in file.rows]
    unreadable = [p for row in checked for p in row.problems if p["severity"] == "unreadable"]
    assert unreadable == []
    return [row.digest for row in checked]


@pytest.mark.slow
@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_xlsx_csv_and_jsonl_give_the_same_digests(edition_id: str) -> None:
    edition = load_edition(edition_id)
    rules = rulesets(edition)
    expected = [each.digest for each in rules]
    rows = [export_cells(edition, casino=CASINO, tables="all", ruleset=each.to_json()) for each in rules]
    lines = [json_line(casino=CASINO, tables="all", ruleset=each.to_json()) for each in rules]
    files = {
        "xlsx": workbook(edition, [CASINO], rows),
        "csv": csv_file(edition, rows),
        "jsonl": "".join(lines).encode(),
    }
    for kind, data in files.items():
        file = read_file(data, lambda edition_id: load_edition(edition_id))
        assert file.kind == kind
        assert digests(file) == expected, kind


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_most_of_a_rule_set_is_in_columns_of_its_own(edition_id: str) -> None:
    edition = load_edition(edition_id)
    cells = write_row(edition, load_ruleset(every_field(edition), edition).to_json())
    assert "more" not in cells
    assert set(lists_of(edition)) >= {"wagers"}
