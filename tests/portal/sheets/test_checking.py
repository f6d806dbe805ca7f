"""Every row is checked with the core: each problem names its cell, the clause and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from craps.editions import all_edition_ids, load_edition
from portal.sheets.checking import BROKEN, OK, REFER, Casino, CheckedRow, RowChecker
from portal.sheets.files import read_file
from tests.portal.sheets.books import filled_template, jsonl_file, letter_of

WHARF = Casino(7, "Kōwhai Wharf Casino", {"CR-01": "aaaaaaaa", "CR-02": "bbbbbbbb"}, {"RD-1": "red dog"})
RIVER = Casino(8, "River Casino", {})


def checked(data: bytes, *casinos: Casino) -> list[CheckedRow]:
    file = read_file(data, load_edition)
    checker = RowChecker(
        file.edition,
        casinos or (WHARF, RIVER),
        kind=file.kind,
        columns=file.columns,
        semicolons=file.semicolons,
    )
    return [checker.check(row) for row in file.rows]


def sheet(edition: str, *rows: dict[str, Any]) -> list[CheckedRow]:
    return checked(filled_template(edition, WHARF.name, rows))


def only_problem(row: CheckedRow) -> dict[str, Any]:
    assert len(row.problems) == 1, row.problems
    return row.problems[0]


def test_a_row_without_breaches() -> None:
    row = sheet("nz-revised", {"tables": "CR-02; cr-01", "odds.pass_line.multiples": "2"})[0]
    assert (row.outcome, row.problems, row.casino) == (OK, [], WHARF)
    assert (row.all_tables, row.tables) == (False, ["bbbbbbbb", "aaaaaaaa"])
    assert row.ruleset == {"edition": "nz-revised", "odds": {"pass_line": {"multiples": "2"}}}


def test_a_breach_names_cell_clause_and_the_nearest_allowed_value() -> None:
    problem = only_problem(sheet("md-craps", {}, {"odds.pass_line.multiples.4": "150"})[1])
    assert problem["cells"] == [f"{letter_of('md-craps', 'odds.pass_line.multiples.4')}4"]
    assert (problem["severity"], problem["clause"], problem["right"]) == ("breach", "6/E", "100")
    assert problem["label"] == "Odds on Pass Bet, on 4"


def test_what_to_enter_is_written_as_the_cell_takes_it() -> None:
    rows = sheet(
        "md-craps",
        {"vig.buy.rate": "7%"},
        {"payouts.place:6": "2 to 1"},
        {"table.dice": "4"},
        {"come_out.hardway": "on"},
    )
    right = [only_problem(row)["right"] for row in rows]
    assert right == ["5%", "7 to 6", "5", "off"]


def test_a_wager_left_out_or_not_possible_is_named_by_its_own_column() -> None:
    wagers = {f"wagers.{wager}": "yes" for wager in load_edition("md-craps").wagers}
    row = sheet("md-craps", wagers | {"wagers.pass_line": "no"})[0]
    cells = {cell for problem in row.problems for cell in problem["cells"]}
    assert f"{letter_of('md-craps', 'wagers.pass_line')}3" in cells
    left_out = next(
        p for p in row.problems if p["cells"] == [f"{letter_of('md-craps', 'wagers.pass_line')}3"]
    )
    assert left_out["right"] == "yes"


def test_unreadable_cells_are_all_named_beside_the_breaches_of_the_others() -> None:
    row = sheet(
        "md-craps",
        {
            "chip_unit": "five",
            "vig.buy.rate": "0.05",
            "table.high_walls": "perhaps",
            "vig.buy.collect": "never",
            "payouts.field:2": "double",
            "odds.come.multiples": "101",
            "limits.pass_line.min": "3,5",
            "limits.pass_line.max": "-1",
        },
    )[0]
    assert row.outcome == BROKEN
    assert row.ruleset is None
    said = {problem["path"]: problem["message"] for problem in row.problems}
    assert said["chip_unit"] == "Enter an amount in figures, such as 25, 2.50 or 1,500."
    assert said["vig.buy.rate"] == "Enter the rate as a percentage with its sign, such as 5%."
    assert said["table.high_walls"] == "Enter yes or no."
    assert said["vig.buy.collect"].startswith("Enter one of: when the bet is placed; only when it wins")
    assert "7 to 6" in said["payouts.field:2"]
    assert said["limits.pass_line.min"] == said["chip_unit"]
    assert said["limits.pass_line.max"] == "Pass Bet, maximum should be 0 or more, not -1."
    for problem in row.problems:
        assert problem["cells"] == [f"{letter_of('md-craps', problem['path'])}3"]


def test_a_comma_in_a_file_with_semicolons_is_never_guessed() -> None:
    head = "edition;casino;tables;chip_unit\n"
    row = checked((head + f"nz-revised;{WHARF.name};all;1,500\n").encode())[0]
    assert "may be a decimal or a thousands separator" in only_problem(row)["message"]
    assert only_problem(row)["cells"] == ["D2"]
    assert checked((head + f"nz-revised;{WHARF.name};all;1.5\n").encode())[0].outcome == OK


def test_one_value_for_all_points_and_one_for_each_is_not_both() -> None:
    row = sheet("nz-revised", {"odds.come.multiples": "2", "odds.come.multiples.4": "1"})[0]
    assert "not both" in only_problem(row)["message"]


def test_casino_and_tables_are_checked() -> None:
    rows = sheet(
        "nz-revised",
        {"casino": "Nowhere"},
        {"casino": ""},
        {"tables": "CR-09; RD-1"},
        {"tables": ""},
        {"casino": "kōwhai  wharf casino", "tables": "ALL"},
    )
    said = [[problem["message"] for problem in row.problems] for row in rows]
    assert said[0] == ["“Nowhere” is not one of your casinos. Enter Kōwhai Wharf Casino or River Casino."]
    assert said[1][0].startswith("No casino is named.")
    assert said[2] == [
        "Kōwhai Wharf Casino has no table “CR-09” of this game. Enter CR-01, CR-02 or “all”.",
        "RD-1 is a table of red dog. Enter CR-01, CR-02 or “all”.",
    ]
    assert said[3] == ["No table is named. Enter CR-01, CR-02 or “all”."]
    assert rows[4].outcome == OK


def test_an_edition_that_is_not_for_the_casino() -> None:
    gone = Casino(9, WHARF.name, {}, {}, "nz-1998 is no longer in force for new rules.")
    row = checked(filled_template("nz-1998", WHARF.name, [{}]), gone)[0]
    assert (only_problem(row)["cells"], row.outcome) == (["A3"], BROKEN)


def test_a_breach_in_what_has_no_column_names_the_last_one() -> None:
    more = '"{""odds"":{""come"":{""multiples"":9}}}"'
    text = f"edition,casino,tables,more\nnz-revised,{WHARF.name},all,{more}\n"
    problem = only_problem(checked(text.encode())[0])
    assert (problem["cells"], problem["path"], problem["right"]) == (["D2"], "odds.come.multiples", "2×")


def test_a_point_for_the_regulator_does_not_break_a_row() -> None:
    some = {f"wagers.{wager}": "yes" for wager in load_edition("nz-revised").wagers if wager != "horn"}
    row = sheet("nz-revised", some)[0]
    assert row.outcome == REFER
    assert only_problem(row)["severity"] == "refer"


def test_lines_of_json_are_checked_one_by_one() -> None:
    good = {"casino": WHARF.name, "tables": ["CR-01"], "ruleset": {"edition": "nz-revised"}}
    data = jsonl_file(
        [
            good,
            good | {"ruleset": {"edition": "nz-revised", "chip_unit": 0}},
            good | {"ruleset": {"edition": "nz-1998"}},
            good | {"table": "all"},
        ]
    )
    rows = checked(data + b"{not json}\n\n")
    assert [row.outcome for row in rows] == [OK, BROKEN, BROKEN, BROKEN, BROKEN]
    assert rows[0].tables == ["aaaaaaaa"]
    problem = only_problem(rows[1])
    assert (problem["cells"], problem["message"]) == (["line 2"], "Smallest chip should be above 0, not 0.")
    assert "not JSON" in only_problem(rows[4])["message"]


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_a_sheet_with_fifty_broken_rows_names_each_cell(edition_id: str) -> None:
    """Fifty rows, each with one figure that cannot be: the cell of each is named, and no other."""
    edition = load_edition(edition_id)
    wheel = {"wheel.spaces": "1 = 24; 2 = 15", "wheel.payouts": "1 = 1 to 1; 2 = 2 to 1"}
    whole = wheel if edition_id == "bc-wheel" else {}
    paths = [f"limits.{wager}.{field}" for wager in edition.wagers for field in ("min", "max", "increment")]
    broken = [whole | {paths[number % len(paths)]: f"a{number}"} for number in range(50)]
    rows = checked(filled_template(edition_id, WHARF.name, [whole, *broken]))
    assert rows[0].outcome == OK
    for number, row in enumerate(rows[1:]):
        named = [problem["cells"] for problem in row.problems]
        assert named == [[f"{letter_of(edition_id, paths[number % len(paths)])}{number + 4}"]]
        assert (row.outcome, row.ruleset) == (BROKEN, None)
