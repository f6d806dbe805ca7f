"""An edition's values one by one: every value is listed, changes are told, and the core takes the result."""

from __future__ import annotations

import pytest

from craps import (
    BadInput,
    Edition,
    check,
    edges,
    edition_from_json,
    edition_ids,
    examples_of,
    load_edition,
    load_ruleset,
    rules,
    run_examples,
    settle,
)
from craps.comparing import compare, where
from craps.edition_values import (
    contradictions,
    differences,
    ordered_like,
    part_at,
    value_at,
    values,
    with_value,
    without_value,
)
from craps.edition_words import SUBJECTS, change_in_words, subject_of, value_label, value_text
from craps.layouts import standard_layout
from craps.rulebook import book, enforced_by, same_text, shown_by
from craps.ruleset import baseline_of
from craps.simulate import simulate
from tests.exhaustive import sample

HEAD = {"id": "md-craps-2027", "title": "Maryland craps 2027", "supersedes": "md-craps"}


def drafted(*changes: tuple[str, object], base: str = "md-craps", **head: str) -> Edition:
    data = load_edition(base).to_json() | HEAD | {"supersedes": base} | head
    for path, json in changes:
        data = with_value(data, value_at(data, path).keys, json)
    return edition_from_json(data)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_value_has_a_name_of_its_own_and_a_subject(edition_id: str) -> None:
    edition = load_edition(edition_id)
    all_values = values(edition.to_json())
    labels = [value_label(edition, value) for value in all_values]
    assert len(set(labels)) == len(labels)
    assert {subject_of(value) for value in all_values} <= set(SUBJECTS)
    assert all(value_text(edition, value) for value in all_values)
    assert len({value.path for value in all_values}) == len(all_values)
    for value in sample(all_values, every=20):
        assert value_at(edition.to_json(), value.path) == value


@pytest.mark.parametrize("edition_id", edition_ids())
def test_each_value_can_be_written_back(edition_id: str) -> None:
    """Replacing a value by what its own codec writes gives an edition that means the same."""
    data = load_edition(edition_id).to_json()
    rewritten = data
    for value in values(data):
        json = value.json
        if value.kind == "cited":
            json = [value.codec.write(value.codec.read(json[0], "")), json[1]]
        rewritten = with_value(rewritten, value.keys, json)
    again = edition_from_json(rewritten)
    same = load_edition(edition_id)
    assert (again.wagers, again.odds, again.vig) == (same.wagers, same.odds, same.vig)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_built_in_edition_speaks_against_itself(edition_id: str) -> None:
    assert contradictions(load_edition(edition_id)) == []


def test_a_change_shows_the_old_and_the_new_value() -> None:
    edition = drafted(("odds.pass_line.most.all", ["20", "6/E"]))
    [found] = differences(load_edition("md-craps").data, edition.data)
    assert change_in_words(edition, found) == "Odds on Pass Bet: at most, on every number: was 100×, is 20×"
    assert found.clause == "6/E"


def test_a_changed_clause_is_named_in_the_difference() -> None:
    edition = drafted(("odds.pass_line.most.all", [100, "6/Z"]))
    [found] = differences(load_edition("md-craps").data, edition.data)
    assert change_in_words(edition, found).endswith("was 100× (6/E), is 100× (6/Z)")


def test_what_is_added_and_what_is_dropped() -> None:
    was = load_edition("md-craps").to_json()
    more = with_value(was, ("wagers", "field", "max"), ["500", "3/B"])
    [added] = differences(was, more)
    assert (added.was, added.path) == (None, "wagers.field.max")
    less = without_value(was, ("vig", "buy", "open_on_win"))
    [dropped] = differences(was, less)
    assert (dropped.now, dropped.path) == (None, "vig.buy.open_on_win")


def test_the_copy_leaves_the_original_alone() -> None:
    was = load_edition("md-craps").to_json()
    digest = edition_from_json(was).digest
    with_value(was, ("odds", "pass_line", "most", "all"), [1, "6/E"])
    without_value(was, ("wagers", "field"))
    assert edition_from_json(was).digest == digest


def test_places_that_are_not_there_are_named_with_the_nearest() -> None:
    data = load_edition("md-craps").to_json()
    with pytest.raises(BadInput, match=r"odds\.pass_line\.most\.all"):
        value_at(data, "odds.pass_line.most.al")
    with pytest.raises(BadInput, match="pass_line"):
        part_at(data, "odds.pass_lin")
    with pytest.raises(BadInput, match="not a section"):
        part_at(data, "title")
    assert part_at(data, "vig.buy")[1] == data["vig"]["buy"]
    assert part_at(data, "wagers.sharpshooter")[1] is None


def test_order_is_given_back() -> None:
    data = load_edition("bc-craps").to_json()
    mixed = {key: data[key] for key in sorted(data, reverse=True)}
    assert list(ordered_like(mixed, data)) == list(data)


def test_an_edition_that_speaks_against_itself_says_where() -> None:
    low = drafted(("odds.pass_line.most.all", ["1", "6/E"]), ("odds.pass_line.least.all", ["2", "6/A"]))
    places = dict(contradictions(low))
    assert "asks for 2× or more" in places["odds.pass_line"]
    below_baseline = drafted(("odds.come.most.all", ["2", "6/E"]), ("odds.come.baseline", "3"))
    assert "takes 3× on 4" in dict(contradictions(below_baseline))["odds.come.baseline"]
    crossed = drafted(("wagers.fire.min", ["9", "11/B(1)(a)"]))
    assert "wagers.fire" in dict(contradictions(crossed))


# Under a drafted edition everything works ----------------------------------------------------------------


def test_an_edition_that_is_not_built_in_is_passed_along() -> None:
    ruleset = {"edition": "md-craps-2027", "odds": {"pass_line": {"multiples": 50}}}
    with pytest.raises(BadInput, match="not a known edition"):
        load_ruleset(ruleset)
    edition = drafted(("odds.pass_line.most.all", ["20", "6/E"]))
    report = check(load_ruleset(ruleset, edition))
    assert [(f.rule, f.nearest) for f in report.findings if f.severity == "breach"] == [
        ("md.odds.pass_line", "20")
    ]
    assert [row.to_json() for row in edges(baseline_of(edition))] == [
        row.to_json() for row in edges(load_ruleset({"edition": "md-craps"}))
    ]


def test_the_canonical_form_names_the_drafted_edition() -> None:
    edition = drafted(("odds.pass_line.most.all", ["20", "6/E"]))
    loaded = load_ruleset({"edition": "md-craps-2027"}, edition)
    assert loaded.canonical() == b'{"edition":"md-craps-2027"}'
    assert loaded == baseline_of(edition) and hash(loaded) == hash(baseline_of(edition))


def test_its_book_marks_what_changed_and_leaves_the_rest() -> None:
    edition = drafted(
        ("odds.pass_line.most.all", ["20", "6/E"]),
        ("table.dice", ["6", "Order 2027/3"]),
        in_force_from="2027-01-01",
    )
    ours, theirs = book(edition), book("md-craps")
    changed = ours.find("6/E")
    assert changed is not None
    assert changed.text.endswith(
        "**Changed from 1 January 2027:** Odds on Pass Bet: at most, on every number: was 100×, is 20×."
    )
    assert ours.clauses[-1].id == "Order 2027/3"
    same = [c for c in ours.clauses if theirs.find(c.id) == c]
    assert len(same) == len(theirs.clauses) - 1
    assert same_text(edition) == "md-craps"
    assert enforced_by(edition, "6/E") and shown_by(edition, "6/E")


def test_an_edition_drafted_from_a_drafted_one_keeps_both_marks() -> None:
    first = drafted(("odds.pass_line.most.all", ["20", "6/E"]), in_force_from="2027-01-01")
    data = first.to_json() | {"id": "md-craps-2028", "supersedes": first.id, "in_force_from": "2028-01-01"}
    second = edition_from_json(with_value(data, ("odds", "pass_line", "most", "all"), ["10", "6/E"]), first)
    clause = book(second).find("6/E")
    assert clause is not None
    assert "was 100×, is 20×" in clause.text
    assert "was 20×, is 10×" in clause.text
    assert examples_of(second) and same_text(second) == "md-craps"


def test_the_parents_examples_still_hold_where_their_wagers_are_left() -> None:
    data = without_value(without_value(drafted().to_json(), ("wagers", "fire")), ("paytables", "fire"))
    for key in ("fire",):
        data = without_value(data, ("layout", key))
    edition = edition_from_json(data)
    kept = examples_of(edition)
    assert kept and not any("fire" in example.wagers for example in kept)
    assert len(kept) < len(examples_of("md-craps"))
    baseline = load_ruleset({"edition": edition.id}, edition)
    assert {result.verdict for result in run_examples(baseline)} <= {"same", "not offered"}


def test_where_takes_other_editions_too() -> None:
    edition = drafted(("odds.pass_line.most.all", ["20", "6/E"]))
    stated = load_ruleset({"edition": "md-craps", "odds": {"pass_line": {"multiples": 50}}})
    assert [each.report.verdict for each in where(stated, ["md-craps", edition])] == ["ok", "breach"]


def test_every_verb_takes_the_edition_itself() -> None:
    """The Python API takes an edition in place of an id."""
    edition = drafted(("wagers.field.pays.2 12", ["3:1", "5/A(22)"]))
    ruleset = load_ruleset({"edition": edition.id}, edition)
    assert check(ruleset, edition).verdict == "ok"
    assert rules(edition) and edges(ruleset) and examples_of(edition) and book(edition).clauses
    events = [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}]
    assert settle({"ruleset": {"edition": edition.id}, "events": events}, edition).balance == 15
    bets = {"ruleset": {"edition": edition.id}, "bets": [{"bet": "field", "amount": "5"}]}
    assert simulate(bets, rolls=1000, seed=1, edition=edition)
    assert compare(ruleset, load_ruleset({"edition": "md-craps"})).a.edition == edition
    assert standard_layout(edition)["areas"]
