"""Wagers by editions: payouts, exact edges, sorting, downloads."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from django.test import Client

from craps import edges, edition_ids, load_edition, load_ruleset
from portal.pages import matrix
from portal.pages.csv_download import escape_formula
from portal.pages.matrix_cells import MatrixRow
from tests.factories import House
from tests.portal.doors import text

EVERY = [load_edition(edition_id) for edition_id in edition_ids()]


def by_label(*ids: str) -> dict[str, MatrixRow]:
    chosen = [load_edition(i) for i in ids] or EVERY
    return {line.label: line for line in matrix.wager_rows(chosen)}


@pytest.mark.slow
def test_figures_are_the_cores_and_exact() -> None:
    found = by_label()
    assert found["Pass line"].cells["nz-1998"].edge == Fraction(7, 495)
    assert found["Place on 6 and 8"].cells["bc-craps"].edge == Fraction(1, 66)
    assert found["Buy on 4 and 10"].cells["nz-1998"].edge == Fraction(1, 21)
    assert found["Any seven"].cells["sg-mbs-v2"].edge == Fraction(1, 6)
    assert found["Any seven"].cells["sg-mbs-v2"].pays == "4 to 1"
    for edition in EVERY:
        rows = edges(load_ruleset({"edition": edition.id, "wagers": list(edition.wagers)}))
        shown = {line.cells[edition.id].edge for line in found.values() if edition.id in line.cells}
        assert {row.edge for row in rows} == shown


def test_every_wager_of_every_edition_has_a_cell() -> None:
    for edition in EVERY:
        there = {line.wager for line in by_label().values() if edition.id in line.cells}
        assert there == set(edition.wagers)


def test_numbers_that_pay_and_cost_the_same_share_a_line() -> None:
    labels = list(by_label())
    assert len(labels) == len(set(labels))
    assert [label for label in labels if label.startswith("Place on")] == [
        "Place on 4 and 10",
        "Place on 5 and 9",
        "Place on 6 and 8",
    ]
    assert {"Hop, two different faces", "Hop, a pair"} <= set(labels)


def test_a_choice_of_the_operator_is_noted() -> None:
    found = by_label("md-craps")
    assert found["Fire"].cells["md-craps"].note == "Table A; the operator may choose B"
    assert "5% on placing" in found["Buy on 4 and 10"].cells["md-craps"].note
    assert by_label("nz-1998")["Buy on 4 and 10"].cells["nz-1998"].note == ""


@pytest.mark.parametrize("descending", [False, True])
def test_sorted_by_an_edition_what_it_lacks_stands_last(descending: bool) -> None:
    found = matrix.wager_rows(EVERY, sort="sg-mbs-v2", descending=descending)
    there = [line.cells["sg-mbs-v2"].edge for line in found if "sg-mbs-v2" in line.cells]
    assert there == sorted(there, reverse=descending)
    assert all("sg-mbs-v2" not in line.cells for line in found[len(there) :])
    assert len(found) == len(matrix.wager_rows(EVERY))


def test_the_page_sorts_by_links_and_says_so(house: House, client: Client) -> None:
    page = client.get("/compare/matrix/?sort=md-craps&order=down").content.decode()
    assert page.count("aria-sort=") == 1
    assert 'aria-sort="descending"' in page
    assert "Sorted by the edge under Maryland craps, the costliest bet first." in page
    assert "?sort=md-craps&amp;order=up" in page
    assert "In the order of the rulebooks" in text(client.get("/compare/matrix/?sort=atlantis"))


def test_a_choice_of_editions_narrows_page_and_downloads(house: House, client: Client) -> None:
    query = "?edition=nz-1998&edition=md-mini"
    assert "Singapore" not in client.get(f"/compare/matrix/{query}").content.decode().split("<table")[1]
    data = client.get(f"/compare/matrix.json{query}").json()
    assert [edition["id"] for edition in data["editions"]] == ["nz-1998", "md-mini"]
    assert {key for row in data["wagers"] for key in row["cells"]} == {"nz-1998", "md-mini"}
    place = next(row for row in data["wagers"] if row["label"] == "Place on 6 and 8")
    assert place["cells"]["nz-1998"]["edge"] == "1/66"
    assert place["cells"]["nz-1998"]["pays"] == "7 to 6"


def test_the_spreadsheet_is_whole_and_holds_no_formula(house: House, client: Client) -> None:
    answer = client.get("/compare/matrix.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == len(matrix.wager_rows(EVERY)) + 1
    assert {len(row) for row in rows} == {1 + 2 * len(EVERY)}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


@pytest.mark.parametrize("text_", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_what_could_open_a_formula_is_made_inert(text_: str) -> None:
    assert escape_formula(text_) == f"'{text_}"


def test_downloads_are_named_by_an_etag(house: House, client: Client) -> None:
    for address in ("/compare/matrix.csv", "/compare/matrix.json"):
        etag = client.get(address)["ETag"]
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304


def test_an_edge_that_rests_on_a_reading_says_what_the_other_option_gives(
    house: House, client: Client
) -> None:
    cells = client.get("/compare/matrix.json?edition=bc-craps&edition=nz-1998").json()["wagers"]
    buy = next(row["cells"] for row in cells if row["label"] == "Buy on 4 and 10")
    note = "Depends on how 1/6.4.5, 1/6.5.5 is read; under the other option 4.76%"
    assert (buy["bc-craps"]["edge"], buy["bc-craps"]["note"]) == ("4/63", note)
    assert "note" not in buy["nz-1998"]
