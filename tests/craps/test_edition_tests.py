"""The core's own tests of an edition find what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from craps import edition_from_json, load_edition
from craps.edition import Edition
from craps.edition_start import copied_document, smallest_book, smallest_document
from craps.edition_tests import CONTENTS, EDGE, EXAMPLE, WAGER, edition_tests
from craps.edition_values import with_value
from craps.examples import examples_data
from craps.games import games
from craps.rulebook import book_data
from tests.craps.test_province import province

HEAD = {"id": "tw-x", "title": "X", "jurisdiction": "tw", "authority": "A", "source": "S", "currency": "AUD"}


def found(edition: Edition, *kinds: str) -> list[str]:
    return [said for test in edition_tests(edition) if test.kind in kinds for said in test.run()]


def changed(path: str, json: Any) -> Edition:
    base = province()
    document = with_value(base.to_json(), tuple(path.split(".")), json)
    return edition_from_json(document, book=base.book, examples=base.examples)


@pytest.mark.slow
def test_the_province_passes_all_of_them() -> None:
    tests = edition_tests(province())
    assert {test.kind for test in tests} == {CONTENTS, WAGER, EDGE, EXAMPLE}
    assert [said for test in tests for said in test.run()] == []


def test_an_example_that_ends_otherwise_is_found() -> None:
    said = found(changed("wagers.any_seven.pays.all", ["3:1", "5.9"]), EXAMPLE)
    assert any(each.startswith("It states that the player ends with") for each in said)


def test_a_wager_that_can_never_be_bet_is_found() -> None:
    edition = changed("wagers.field.min", [100, "5.9"])
    edition = edition_from_json(
        with_value(edition.to_json(), ("wagers", "field", "max"), [50, "5.9"]),
        book=edition.book,
        examples=edition.examples,
    )
    name = edition.name_of("field")
    tests = [test for test in edition_tests(edition) if test.kind == WAGER and test.name == name]
    assert any("never taken" in said for test in tests for said in test.run())
    assert any("wagers.field" in said for said in found(edition, CONTENTS))


def test_a_clause_that_is_not_there_is_found() -> None:
    assert any("99.9" in said for said in found(changed("wagers.field.clause", "99.9"), CONTENTS))


@pytest.mark.parametrize("game", [game.name.lower() for game in games()])
def test_the_smallest_document_of_every_game_can_be_read_and_lacks_only_wagers(game: str) -> None:
    edition = edition_from_json(
        smallest_document({**HEAD, "game": game}),
        book=smallest_book("X", "The rules."),
        examples={"example": []},
    )
    assert found(edition, CONTENTS, WAGER, EDGE, EXAMPLE) == ["It offers no wager. Add at least one."]


def test_a_copy_under_another_name_is_whole() -> None:
    source = load_edition("nz-revised")
    document = copied_document(source, {**HEAD, "game": source.game})
    copy = edition_from_json(document, book=book_data(source), examples=examples_data(source))
    assert (copy.id, copy.jurisdiction, copy.supersedes, copy.in_force_from) == ("tw-x", "tw", "", None)
    assert found(copy, CONTENTS) == []
    assert {name.removeprefix("nz.") for name in source.readings} == {
        name.removeprefix("tw.") for name in copy.readings
    }
