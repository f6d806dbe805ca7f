"""An edition with a rulebook and worked examples of its own, and what is said of mistakes in them."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from craps import edition_from_json, examples_of, load_edition
from craps.contents import book_problems, example_problems, problems
from craps.edition import Edition
from craps.editions import all_edition_ids
from craps.examples import examples_data
from craps.rulebook import book, book_data, clause, same_text, shown_by

FIRE = "11/B(1)(b)"


def own(edition_id: str, **changes: Any) -> Edition:
    """A draft with the contents of a built-in edition as its own."""
    data = load_edition(edition_id).to_json() | {"id": f"{edition_id}-own"} | changes
    return edition_from_json(data, book=book_data(edition_id), examples=examples_data(edition_id))


def amended() -> dict[str, Any]:
    """Maryland with a fire maximum of 10, and the sentence of the clause with it."""
    data = load_edition("md-craps").to_json() | {"id": "md-craps-2027", "supersedes": "md-craps"}
    return data | {"wagers": data["wagers"] | {"fire": data["wagers"]["fire"] | {"max": ["10", FIRE]}}}


def reworded(clause_id: str, text: str) -> dict[str, Any]:
    data = book_data("md-craps")
    entries = [entry | {"text": text} if entry["id"] == clause_id else entry for entry in data["clause"]]
    return data | {"clause": entries}


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_the_contents_of_every_built_in_edition_are_sound_and_read_the_same(edition_id: str) -> None:
    copy = own(edition_id)
    assert problems(copy) == []
    assert book(copy).clauses == book(edition_id).clauses
    assert [example.to_json() for example in examples_of(copy)] == [
        example.to_json() for example in examples_of(edition_id)
    ]


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_a_change_to_the_json_of_an_edition_leaves_the_edition_as_it_is(edition_id: str) -> None:
    edition = load_edition(edition_id)
    before = edition_from_json(edition.to_json()).digest
    written = edition.to_json()
    for wager in written["wagers"].values():
        wager["name"] = "Another Bet"
    assert edition_from_json(edition.to_json()).digest == before


def test_an_edition_with_its_own_book_shows_it_with_the_changes_noted() -> None:
    edition = edition_from_json(amended(), book=reworded(FIRE, "The largest Fire Bet is $10."))
    text = clause(edition, FIRE).text
    assert text.startswith("The largest Fire Bet is $10.\n\n**Changed:** ")
    assert text.endswith("maximum: was 5, is 10.")
    assert same_text(edition) == "md-craps-2027"
    assert same_text(edition_from_json(amended())) == "md-craps"
    assert clause(edition_from_json(amended()), FIRE).text.startswith(clause("md-craps", FIRE).text)


def test_two_editions_with_the_same_values_and_other_books_are_two() -> None:
    plain = edition_from_json(amended())
    one, other = (edition_from_json(amended(), book=reworded(FIRE, text)) for text in ("One.", "Two."))
    assert plain.digest == one.digest == other.digest
    assert len({plain, one, other}) == 3
    assert len({each.contents_digest for each in (plain, one, other)}) == 3
    assert one == edition_from_json(amended(), book=reworded(FIRE, "One."))
    assert clause(one, FIRE).text.startswith("One.")
    assert clause(other, FIRE).text.startswith("Two.")


def test_examples_of_its_own_take_the_place_of_the_parents() -> None:
    entry = {
        "id": "field-12",
        "title": "Field on 12",
        "why": "It pays double.",
        "subjects": ["payouts.field"],
        "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}],
        "end": "10",
    }
    edition = edition_from_json(amended(), examples={"example": [entry]})
    assert [(example.id, example.end) for example in examples_of(edition)] == [("field-12", 10)]
    assert shown_by(edition, examples_of(edition)[0].clauses[0])[0].id == "field-12"
    assert examples_data(edition) == {"example": [entry]}
    assert problems(edition_from_json(amended(), book=book_data("md-craps"), examples={"example": [entry]}))


def test_an_edition_without_a_parent_has_only_its_own() -> None:
    data = load_edition("nz-1998").to_json() | {"id": "xx-craps", "jurisdiction": "xx"}
    bare = edition_from_json(data)
    assert (book(bare).clauses, examples_of(bare), same_text(bare)) == ((), (), "xx-craps")
    full = edition_from_json(data, book=book_data("nz-1998"), examples=examples_data("nz-1998"))
    assert problems(full) == []
    assert len(examples_of(full)) == len(examples_of("nz-1998"))


def test_the_book_of_a_drafted_edition_is_given_with_what_was_noted() -> None:
    edition = edition_from_json(amended())
    entry = next(entry for entry in book_data(edition)["clause"] if entry["id"] == FIRE)
    assert entry["text"] == clause(edition, FIRE).text
    assert "was 5, is 10" in entry["text"]


Change = Callable[[list[Any]], object]
BOOK_MISTAKES: list[tuple[Change, str, str]] = [
    (lambda c: c[5].update(text="See [4.99]."), "clause[{5}].text", "refers to [4.99]"),
    (lambda c: c[1].update(id=c[2]["id"]), "clause[{2}].id", "is the id of two clauses"),
    (lambda c: c[3].update(text=""), "clause[{3}].text", "is empty"),
    (lambda c: c[3].pop("text"), "clause[{3}].text", "is missing"),
    (lambda c: c[3].update(txt="x"), "clause[{3}].txt", 'did you mean "text"?'),
    (lambda c: c[3].update(parent="9.9"), "clause[{3}].parent", "is not a clause of this rulebook"),
    (lambda c: c[3].update(text="<b>bold</b>"), "clause[{3}].text", "use paragraphs"),
    (lambda c: c[3].update(text="**bold"), "clause[{3}].text", "without a closing"),
    (lambda c: c[3].update(text="| a | b |\n|---|---|\n| c |"), "clause[{3}].text", "rows differ in cells"),
    (lambda c: c[3].update(examples=["none"]), "clause[{3}].examples", "is not a worked example"),
    (lambda c: c.append({"id": "changes", "heading": "H", "text": "T."}), "clause[changes].id", "address"),
    (lambda c: c.append({"id": "98/A", "text": "T."}), "clause[98/A].id", "add that clause before it"),
    (lambda c: c.append({"id": "98", "text": "T."}), "clause[98].heading", "a chapter needs a heading"),
    (lambda c: c.append({"id": "a b", "heading": "H", "text": "T."}), "clause[a b].id", "should be like"),
    (lambda c: c.append("text"), "clause[#{count}]", "should be an object"),
    (lambda c: c[3].update(note=7), "clause[{3}].note", "should be text"),
]


@pytest.mark.parametrize("mistake, place, said", BOOK_MISTAKES)
def test_a_mistake_in_a_book_is_named_with_its_place(mistake: Change, place: str, said: str) -> None:
    data = deepcopy(book_data("nz-1998"))
    ids = [entry["id"] for entry in data["clause"]]
    mistake(data["clause"])
    place = place.format(*ids, count=len(data["clause"]))
    found = book_problems(data, [example.id for example in examples_of("nz-1998")])
    assert any(problem.path == place and said in problem.message for problem in found), found


def test_a_clause_apart_from_its_chapter_or_before_it_is_found() -> None:
    data = deepcopy(book_data("nz-1998"))
    ids = [entry["id"] for entry in data["clause"]]
    data["clause"].append(data["clause"].pop(ids.index("4.10(a)")))
    assert [(p.path, "move it there" in p.message) for p in book_problems(data, _names())] == [
        ("clause[4.10(a)]", True)
    ]
    data["clause"].insert(0, data["clause"].pop())
    assert ("clause[4.10(a)]", True) in [
        (p.path, "move it below" in p.message) for p in book_problems(data, _names())
    ]


def _names() -> list[str]:
    return [example.id for example in examples_of("nz-1998")]


def test_every_mistake_of_a_book_is_said_and_not_only_the_first() -> None:
    found = book_problems({"titel": "A", "clause": [{"id": "1"}, {"id": "1", "text": "See [2]."}]})
    assert {problem.path for problem in found} >= {
        "titel", "title", "intro", "clause[1].text", "clause[1].id", "clause[1].heading",
    }  # fmt: skip
    assert book_problems([])[0].message.startswith("The rulebook should be an object")
    assert "no clauses" in book_problems({"title": "A", "intro": "B.", "clause": []})[0].message


EXAMPLE_MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"events": [{"bet": "feild", "amount": "5"}]}, "events[0].bet", "not a known wager"),
    ({"events": [{"bet": "field"}, {"roll": [7, 1]}]}, "events[1].roll[0]", "from 1 to 6"),
    ({"events": [{"bet": "sharpshooter", "amount": "5"}]}, "events[0]", "is not offered by this edition"),
    ({"events": []}, "events", "should be a list"),
    ({"title": ""}, "title", "is empty"),
    ({"id": "Field 12"}, "id", "should be like"),
    ({"subjects": ["making.nothing"]}, "subjects", "is not a subject"),
    ({"terms": {"odds": {"pass_line": {"multiples": 2}}}}, "given", "describe in words"),
    ({"readings": {"no-such": "x"}, "given": "G."}, "readings.no-such", "is not a reading"),
    ({"end": "ten"}, "end", ""),
    ({"whhy": "x"}, "whhy", 'did you mean "why"?'),
]


@pytest.mark.parametrize("changes, place, said", EXAMPLE_MISTAKES)
def test_a_mistake_in_an_example_is_named_with_its_place(
    changes: dict[str, Any], place: str, said: str
) -> None:
    good = examples_data("nz-1998")["example"][0]
    entry = good | changes
    found = example_problems({"example": [entry]}, load_edition("nz-1998"))
    assert any(p.path == f"example[{entry['id']}].{place}" and said in p.message for p in found), found


def test_two_examples_of_one_id_and_an_unreadable_file() -> None:
    good = examples_data("nz-1998")["example"][0]
    found = example_problems({"example": [good, good]}, load_edition("nz-1998"))
    assert [problem.path for problem in found] == [f"example[{good['id']}].id"]
    assert example_problems([], load_edition("nz-1998"))


def test_a_value_that_cites_a_clause_the_book_has_not() -> None:
    data = load_edition("nz-1998").to_json()
    data |= {"wagers": data["wagers"] | {"field": data["wagers"]["field"] | {"clause": "4.1(zz)"}}}
    edition = edition_from_json(data, book=book_data("nz-1998"), examples=examples_data("nz-1998"))
    assert [(p.kind, p.path) for p in problems(edition)] == [("value", "wagers.field.clause")]
