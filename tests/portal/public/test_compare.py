"""Editions side by side."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from craps import edition_ids, load_edition
from portal.public.compare import ComparedLine, differing_examples, side_by_side
from portal.public.rulebook_figures import compared_subjects
from tests.factories import House
from tests.portal.doors import text

pytestmark = pytest.mark.slow

SUBJECTS = ["wagers", "payouts", "odds", "vigorish", "come-out", "limits", "table", "layout", "procedure"]
SUBJECTS += ["readings"]


def tables(*ids: str, differences_only: bool = False) -> dict[str, dict[str, ComparedLine]]:
    found = side_by_side([load_edition(i) for i in ids], differences_only=differences_only)
    return {table.slug: {line.label: line for line in table.lines} for table in found}


def said(line: ComparedLine) -> list[str]:
    return [cell.text for cell in line.cells]


def test_every_subject_is_there_for_every_edition() -> None:
    for edition_id in edition_ids():
        found = compared_subjects(load_edition(edition_id))
        assert [subject.slug for subject in found] == SUBJECTS
        for subject in found:
            keys = [row.key for row in subject.rows]
            assert len(keys) == len(set(keys)), subject.slug
            assert all(row.value for row in subject.rows)


def test_every_clause_named_is_a_clause_of_its_book() -> None:
    from craps.rulebook import book, cited

    for edition_id in edition_ids():
        for subject in compared_subjects(load_edition(edition_id)):
            for row in subject.rows:
                for citation in filter(None, row.clause.replace("…", "").split(", ")):
                    assert book(edition_id).find(cited(citation)[0]), (edition_id, row)


def test_the_documents_differ_where_they_do() -> None:
    found = tables("nz-revised", "sg-mbs-v2", "bc-craps", "md-craps")
    assert said(found["wagers"]["Place to lose"]) == ["Not offered", "Not offered", "Not offered", "Yes"]
    assert said(found["come-out"]["Hardway"])[2].startswith("On")
    assert said(found["come-out"]["Hardway"])[0].startswith("Off")
    assert "100×" in said(found["odds"]["Pass odds"])[3]
    assert "refunded if" in said(found["vigorish"]["Buy"])[0]
    assert said(found["procedure"]["Pass line and Come"])[1] == "Cannot be removed or reduced once placed"


def test_lines_on_which_all_agree_can_be_left_out() -> None:
    every = tables("nz-1998", "nz-revised")
    assert sum(map(len, every.values())) > 60
    assert sum(map(len, tables("nz-1998", "nz-revised", differences_only=True).values())) == 0
    short = side_by_side([load_edition("nz-1998"), load_edition("md-craps")], differences_only=True)
    assert all(line.differs for table in short for line in table.lines)
    assert all(table.same >= 0 for table in short)


def test_the_name_a_document_prints_makes_no_difference() -> None:
    world = tables("nz-1998", "md-craps")["wagers"]["World"]
    assert not world.differs
    assert world.cells[1].row and world.cells[1].row.note == "called Whirl Bet"


def test_bets_that_end_differently_come_with_the_money() -> None:
    found = differing_examples(load_edition("nz-revised"), load_edition("bc-craps"))
    assert found
    assert found[0].by
    assert all(example.a != example.b for example in found)
    assert differing_examples(load_edition("nz-1998"), load_edition("nz-revised")) == []


@pytest.mark.parametrize("ids", [("nz-revised", "md-craps"), edition_ids()])
def test_the_page_shows_each_edition_with_linked_clauses(
    house: House, client: Client, ids: tuple[str, ...]
) -> None:
    answer = client.get("/compare/", {"edition": ids, "show": "all"})
    page = answer.content.decode()
    for slug in SUBJECTS:
        assert f'id="{slug}"' in page
    for edition_id in ids:
        assert f'href="/rulebook/{edition_id}/' in page
    links = set(re.findall(r'href="(/rulebook/[^"#?]+)', page))
    assert [href for href in sorted(links)[::12] if client.get(href).status_code != 200] == []


def test_the_page_helps_with_too_few_and_unknown_ones(house: House, client: Client) -> None:
    assert "Select two or more editions" in text(client.get("/compare/"))
    assert "at least one more" in text(client.get("/compare/?edition=nz-1998"))
    page = text(client.get("/compare/?edition=nz-1998&edition=atlantis&edition=<b>"))
    assert "There is no edition named “atlantis”" in page
    following = client.get("/compare/?edition=nz-1998&edition=nz-revised").content.decode()
    assert 'href="/rulebook/nz-revised/changes/"' in following
    assert "No rulebook is loaded" not in page


def test_the_page_answers_when_nothing_is_loaded(no_editions: None, client: Client) -> None:
    assert "No rulebook is loaded yet" in text(client.get("/compare/"))
    assert "No rulebook is loaded yet" in text(client.get("/compare/matrix/"))
