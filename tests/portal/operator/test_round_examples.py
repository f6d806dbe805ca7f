"""Own worked examples of games played in rounds: a form from the game's events."""

from __future__ import annotations

from typing import Any

import pytest

from craps import all_edition_ids, examples_of, game_of, load_edition, load_ruleset
from portal.pages.examples_form import ExampleForm, lines_of
from portal.submissions.models import OwnExample, Submission
from portal.validation.drafts import create_draft
from tests.factories import House, make_house
from tests.portal.doors import ClientResponse, signed_in, text

pytestmark = pytest.mark.slow

EDITIONS = [name for name in all_edition_ids() if game_of(load_edition(name)).in_rounds]
WAR = (
    ("bet", "war", "10", "", ""),
    ("bet", "tie", "5", "", ""),
    ("deal", "", "", "8", "8"),
    ("bet", "go_to_war", "10", "", ""),
    ("deal", "", "", "K", "3"),
)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_event_of_the_rulebooks_examples_is_a_line_and_back(name: str) -> None:
    edition = load_edition(name)
    kind = lines_of(load_ruleset(game_of(edition).first_draft(edition)))
    verbs: set[str] = set()
    for example in examples_of(edition):
        for read in example.read:
            event = read.to_json()
            (again,) = kind.events(kind.line(event))
            assert again == event
            verbs.add(next(iter(event)))
    assert verbs | {"remove"} == set(game_of(edition).events)  # type: ignore[attr-defined]  # of RoundGame


def test_the_form_speaks_of_the_games_own_events() -> None:
    kind = lines_of(load_ruleset({"edition": "bc-war"}))
    assert [words for _, words in kind.actions] == [
        "Nothing",
        "Bet",
        "Deal the cards",
        "Surrender",
        "Take a bet back",
    ]
    assert [column.title for column in kind.columns] == ["Player’s card", "Dealer’s card"]
    assert kind.hint == "For “Deal the cards” choose the player’s card and the dealer’s card."
    assert kind.title_hint == "The Casino War wager wins."
    assert ("A", "Ace") in kind.columns[0].options or ("A", "ace") in kind.columns[0].options
    wheel = load_edition("bc-wheel")
    spins = lines_of(load_ruleset(game_of(wheel).first_draft(wheel)))
    assert [value for value, _ in spins.columns[0].options] == ["", "1", "2", "5", "10"]
    assert ("space:5", "Space 5") in dict(spins.bets([]))["Wagers"]


# In the editor -------------------------------------------------------------------------------------------


def started(edition: str) -> tuple[House, Submission]:
    house = make_house("bc", edition)
    made = create_draft(actor=house.submitter, property_id=house.property.pk, edition_id=edition)
    return house, made


def send(house: House, made: Submission, *rows: tuple[str, ...], **more: Any) -> ClientResponse:
    names = ("what", "bet", "amount", "part-0", "part-1")[: len(rows[0])] if rows else ()
    data = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    where = f"/operator/submissions/{made.reference}/examples/new/"
    return signed_in(house.submitter).post(where, {"title": "A war is won", **data, **more}, follow=True)


@pytest.mark.django_db
def test_an_example_is_saved_from_lines_and_shown_step_by_step() -> None:
    house, made = started("bc-war")
    page = send(house, made, *WAR)
    assert page.status_code == 200
    assert "A war is won" in text(page)
    assert OwnExample.objects.get().events == [
        {"bet": "war", "amount": "10"},
        {"bet": "tie", "amount": "5"},
        {"deal": {"player": "8", "dealer": "8"}},
        {"bet": "go_to_war", "amount": "10"},
        {"deal": {"player": "K", "dealer": "3"}},
    ]
    where = f"/operator/submissions/{made.reference}/examples/own-{OwnExample.objects.get().pk}/change/"
    form = signed_in(house.submitter).get(where).content.decode()
    assert form.count('<option value="8" selected>') == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "said", "place"),
    [
        (("bet", "war", "", "", ""), "Enter the amount", "amount"),
        (("bet", "", "5", "", ""), "Choose the wager", "bet"),
        (("deal", "", "", "8", ""), "Choose the dealer’s card", "part-1"),
        (("deal", "", "", "8", "Z"), "is not a known card", "part-1"),
        (("bet", "pass_line", "5", "", ""), "is not a wager of this game", "bet"),
        (("bet", "war", "0", "", ""), "should be above 0", "amount"),
        (("roll", "", "", "", ""), "Choose something that happens in this game", "what"),
        (("", "war", "5", "", ""), "Choose what happens: a bet or a call", "what"),
    ],
)
def test_invalid_lines_are_reported_at_their_line(row: tuple[str, ...], said: str, place: str) -> None:
    house, made = started("bc-war")
    page = send(house, made, ("", "", "", "", ""), WAR[0], row)
    assert page.status_code == 422
    assert said in text(page)
    assert f'href="#line-2-{place}"' in page.content.decode()
    assert not OwnExample.objects.exists()


@pytest.mark.django_db
def test_a_wheel_and_pasted_json() -> None:
    house, made = started("bc-wheel")
    send(house, made, ("bet", "space:10", "5", ""), ("no_more_bets", "", "", ""), ("spin", "", "", "10"))
    assert OwnExample.objects.get().events == [
        {"bet": "space", "space": "10", "amount": "5"},
        {"no_more_bets": True},
        {"spin": "10"},
    ]
    pasted = '[{"bet": "space", "space": "5", "amount": "5"}, {"spin": 7}]'
    page = send(house, made, json=pasted)
    assert page.status_code == 422
    assert "events[1].spin" in text(page)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_empty_form_has_empty_lines(name: str) -> None:
    edition = load_edition(name)
    form = ExampleForm(lines_of(load_ruleset(game_of(edition).first_draft(edition))))
    form.add_spare_lines(2)
    assert len(form.rows) == 8
    assert form.read_events() == []
