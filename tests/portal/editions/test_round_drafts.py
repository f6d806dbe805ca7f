"""A regulator drafts the next edition of a game that is played in rounds."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from craps.edition_values import READING, values
from craps.edition_words import subject_of
from portal.editions import draft_store, drafting, publishing, starting
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.editions.services import load_built_in_editions
from portal.errors import BadValue, NotPossible
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, author, change, explained, pass_tests, publish, read_so
from tests.portal.round_games import EDITIONS

pytestmark = pytest.mark.slow

# In each: a payout or what stands for one, and a figure of the equipment or the table.
CHANGED: dict[str, list[tuple[str, str, str, str]]] = {
    "bc-wheel": [("table.revolutions", "4", "5/2.1", "Full turns of a spin, at least: was 3, is 4")],
    "bc-red-dog": [
        ("payouts.spread:2", "7:2", "6/5.1", "Payout of a spread of 2: was 4 to 1, is 7 to 2"),
        ("cards.most", "8", "6/1.1", "Decks in the shoe, at most: was 6, is 8"),
    ],
    "bc-war": [
        ("payouts.tie", "11:1", "7/7.1", "Payout of the tie wager: was 10 to 1, is 11 to 1"),
        ("cards.most", "8", "7/1.1", "Decks in the shoe, at most: was 6, is 8"),
        ("play.surrender", "1/3", "7/4.2.2", "Share that is lost by surrendering: was 1/2, is 1/3"),
    ],
}


@pytest.fixture(autouse=True)
def editions(db: None) -> None:
    load_built_in_editions()


def drafted(edition: str) -> Edition:
    row = a_draft(edition)
    for path, value, clause, _ in CHANGED[edition]:
        row = change(row, path, value, clause)
    return row


@pytest.mark.parametrize("edition", EDITIONS)
def test_values_are_changed_published_and_read_in_the_rulebook(edition: str) -> None:
    row = drafted(edition)
    client = signed_in(author(row))
    page = text(client.get(reverse("regulator:edition", args=[row.pk])))
    for *_, words in CHANGED[edition]:
        label, _, both = words.rpartition(": was ")
        was, now = both.split(", is ")
        assert f"{label} {was} {now}" in page
    assert publishing.obstacles(pass_tests(explained(row))) == []
    publish(row, days=0)
    row.refresh_from_db()
    assert row.state == "in_force"
    assert starting.suggested_id(row) != row.pk
    for name in ("rulebook", "rulebook-readings", "rulebook-changes"):
        answer = client.get(reverse(f"public:{name}", args=[row.pk]))
        assert answer.status_code == 200, name
    for *_, words in CHANGED[edition]:
        label = words.rpartition(": was ")[0]
        assert label in text(client.get(reverse("public:rulebook-changes", args=[row.pk])))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_has_a_form_that_can_be_saved_as_it_is(edition: str) -> None:
    row = a_draft(edition)
    client = signed_in(author(row))
    for value in values(core_edition_for(row).data):
        page = reverse("regulator:edition-value", args=[row.pk]) + f"?at={value.path}"
        answer = client.get(page)
        assert answer.status_code == 200, value.path
        form = answer.context["form"]
        if value.kind == READING and len(value.codec.names) == 1:  # type: ignore[attr-defined]
            continue
        data = {name: form[name].value() for name in form.fields}
        assert client.post(page, data).status_code == 302, value.path
    row.refresh_from_db()
    assert draft_store.changes(row) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_subject_has_a_page_in_the_words_of_the_game(edition: str) -> None:
    row = drafted(edition)
    client = signed_in(author(row))
    seen = {subject_of(value) for value in values(core_edition_for(row).data)} - {"readings"}
    for subject in sorted(seen):
        page = text(client.get(reverse("regulator:edition-values", args=[row.pk, subject])))
        assert "_" not in page.replace(row.pk, ""), subject
        assert "come-out" not in page and "Placing and removing" not in page
    assert "How a round is played" in page


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_reading_can_be_read_otherwise(edition: str) -> None:
    row = a_draft(edition)
    readings = core_edition_for(row).readings
    options = [(name, option) for name, reading in readings.items() for option in reading.others]
    for name, option in options:
        row = read_so(row, name, option, why=f"Decided so: {option}.")
        assert core_edition_for(row).readings[name].chosen == option
    assert {change.keys[1] for change in draft_store.changes(row)} == {name for name, _ in options}
    page = signed_in(author(row)).get(reverse("regulator:edition-values", args=[row.pk, "readings"]))
    assert page.status_code == 200
    publish(row, days=0)


@pytest.mark.parametrize(
    ("edition", "reading", "words"),
    [
        (
            "bc-red-dog",
            "raise",
            "Red Dog, raised when a raise is worth it 17533/626665 (2.80%)",
        ),
        ("bc-war", "war-won", "Casino War, to war after a tie 23138/993023 (2.33%)"),
        ("bc-wheel", "equal-spaces", "Readings that checks go by"),
    ],
)
def test_what_another_reading_would_change_is_shown(edition: str, reading: str, words: str) -> None:
    row = a_draft(edition)
    page = text(signed_in(author(row)).get(reverse("regulator:edition-values", args=[row.pk, "readings"])))
    assert words in page
    assert core_edition_for(row).readings[reading].question in page


@pytest.mark.parametrize(
    ("edition", "path", "value", "clause", "message"),
    [
        ("bc-red-dog", "cards.least", "7", "6/1.1", "cards: asks for 7 decks or more, and allows 6."),
        ("bc-war", "cards.most", "5", "7/1.1", "cards: asks for 6 decks or more, and allows 5."),
        ("bc-red-dog", "cards.most", "5", "6/1.1", "cards.baseline: is 6 decks, and 4 to 5 are allowed."),
        (
            *("bc-red-dog", "table.positions_per_player", "1", "6/3.5"),
            "table.more_positions: lets a player play 2 positions, and allows 1.",
        ),
        (
            *("bc-war", "play.surrender", "3/2", "7/4.2.2"),
            "play.surrender: takes 3/2 of the bet, which is more than all of it.",
        ),
    ],
)
def test_a_contradiction_is_named_and_not_published(
    edition: str, path: str, value: str, clause: str, message: str
) -> None:
    row = change(a_draft(edition), path, value, clause)
    assert [problem["message"] for problem in publishing.obstacles(pass_tests(explained(row)))] == [message]


@pytest.mark.parametrize(
    ("edition", "path", "value"),
    [
        ("bc-war", "payouts.tie", "ten"),
        ("bc-red-dog", "cards.most", "5.5"),
        ("bc-wheel", "table.revolutions", "-1"),
        ("bc-war", "odds.pass_line.most.all", "3"),
    ],
)
def test_a_value_that_cannot_be_is_refused(edition: str, path: str, value: str) -> None:
    row = a_draft(edition)
    given: dict[str, Any] = {"path": path, "value": value, "clause": "7/7.1"}
    with pytest.raises((BadValue, NotPossible)):
        drafting.change_value(actor=author(row), edition_id=row.pk, **given)
