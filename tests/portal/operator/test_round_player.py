"""Worked examples of the games played in rounds, step by step on their drawn table."""

from __future__ import annotations

from typing import Any

import pytest

from craps import all_edition_ids, examples_of, game_of, load_edition
from tests.factories import draft, make_house
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

EDITIONS = [name for name in all_edition_ids() if game_of(load_edition(name)).in_rounds]


def shown(edition: str, example: str, step: int, **more: Any) -> tuple[str, str]:
    """The page in words, and its HTML."""
    house, core = make_house("bc", edition), load_edition(edition)
    made = draft(house, {**game_of(core).first_draft(core), "operator": "The House", **more})
    address = f"/operator/submissions/{made.reference}/examples/{example}/?step={step}"
    page = signed_in(house.submitter).get(address)
    assert page.status_code == 200
    return text(page), page.content.decode()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_of_every_example_is_shown_without_a_word_of_craps(db: None, edition: str) -> None:
    house, core = make_house("bc", edition), load_edition(edition)
    made = draft(house, game_of(core).first_draft(core))
    client = signed_in(house.submitter)
    for example in examples_of(core):
        for step in {0, 1, len(example.read)}:
            page = client.get(f"/operator/submissions/{made.reference}/examples/{example.id}/?step={step}")
            assert page.content.decode().count('class="game-table"') == 2
            for word in ("shooter", "come-out", "Point", "roll"):
                assert word not in text(page).split("Step by step")[-1].split("All steps")[0]


def test_a_war_is_told_card_by_card(db: None) -> None:
    words, html = shown("bc-war", "war-won", 2)
    assert "The table A tie: go to war or surrender" in words
    assert "Face-up cards Player’s card: an 8; Dealer’s card: an 8" in words
    assert "<title>10 on Casino War</title>" in html
    words, html = shown("bc-war", "war-won", 4)
    assert "Player’s war card: a 9" in words
    assert "<title>6 cards are burned, 3 before each card</title>" in html


def test_a_round_begins_with_an_empty_table(db: None) -> None:
    words, html = shown("bc-red-dog", "pair", 0)
    assert "The table is empty: a round begins with a bet." in words
    assert 'class="chip"' not in html


def test_a_call_is_not_said_to_be_accepted(db: None) -> None:
    words, _ = shown("bc-wheel", "space-wins", 3)
    assert "No more bets. The table No more bets: the wheel is spun" in words
    words, _ = shown("bc-wheel", "space-wins", 1)
    assert "5 on Space 10. Accepted." in words


def test_the_wheel_of_an_example_is_drawn_where_the_operator_has_another(db: None) -> None:
    wheel = {"spaces": {"1": 3, "star": 1}, "payouts": {"1": "1:1", "star": "2:1"}}
    words, html = shown("bc-wheel", "many-spaces", 9, wheel=wheel)
    assert "Called space joker" in words
    assert "<title>Wheel with 54 spaces, joker is called</title>" in html
    assert 'data-space="logo"' in html
    assert 'data-space="star"' not in html
