"""Everything a rule set states is shown in words: no key of the contract, no list or mapping as a program
writes it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from craps import game_of, load_edition, load_ruleset
from craps.codec import Json
from craps.ruleset import RuleSet
from craps.vocabulary import path_words, value_words
from portal.review.variation import values_between
from portal.submissions.wording import describe_choices
from tests.craps.checks.stated import whole
from tests.craps.play import EDITIONS

ROUND_EDITIONS = ("bc-war", "bc-red-dog", "bc-wheel")
# snake_case, a brace or bracket, True, None, 1:1, or a word with a colon before a yes or no
RAW = re.compile(r"[a-z]_[a-z]|[{}\[\]]|\bTrue\b|\bFalse\b|\bNone\b|\d:\d|: (yes|no)\b")


def _stated(edition_id: str) -> RuleSet:
    """A rule set that states all it can; of a game played in rounds with its standard layout."""
    edition = load_edition(edition_id)
    if edition_id in EDITIONS:
        return load_ruleset({"edition": edition_id, **whole(edition_id)})
    draft = game_of(edition).first_draft(edition)
    layout = game_of(edition).standard_layout(load_ruleset(draft, edition))
    return load_ruleset({**draft, "layout": layout}, edition)


def _fields(value: Json, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field at every depth, so also those of which only the whole is shown."""
    if path and not path.startswith("layout.areas"):
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _fields(inner, f"{path}.{key}".strip("."))


@pytest.mark.parametrize("edition_id", [*EDITIONS, *ROUND_EDITIONS])
def test_no_field_shows_a_key_or_a_value_as_a_program_writes_it(edition_id: str) -> None:
    ruleset = _stated(edition_id)
    shown = [
        (path, f"{path_words(path, ruleset.edition)} = {value_words(path, value, ruleset.edition)}")
        for path, value in _fields(ruleset.to_json())
        if path != "edition" and path.count(".")
    ]
    assert shown
    assert [each for each in shown if RAW.search(each[1])] == []


@pytest.mark.parametrize("edition_id", [*EDITIONS, *ROUND_EDITIONS])
def test_no_choice_and_no_change_does(edition_id: str) -> None:
    ruleset = _stated(edition_id)
    bare = load_ruleset(game_of(ruleset.edition).first_draft(ruleset.edition), ruleset.edition)
    rows = [f"{row['label']} = {row['value']}" for row in describe_choices(ruleset)]
    rows += [f"{row['label']} = {row['was']} = {row['now']}" for row in values_between(bare, ruleset)]
    assert [row for row in rows if RAW.search(row)] == []


def test_the_layout_of_a_side_bet_is_told_as_a_sentence() -> None:
    edition = load_edition("md-craps")
    fire = {"clockwise": True, "positions": "16", "place": "players", "relocation_area": False}
    assert path_words("layout.fire", edition) == "Fire Bet on the layout"
    words = "numbered clockwise; 16 positions; placed in front of the players; no area for bets brought in"
    assert value_words("layout.fire", fire, edition) == words
