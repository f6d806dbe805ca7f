"""The review page of the games played in rounds: findings, comparison, rules, edges, examples, areas."""

from __future__ import annotations

import re

import pytest

from portal.review import workflow
from portal.review.comments import comment
from portal.review.findings import findings_by_key
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, digest, in_review, present, submit_draft
from tests.portal.doors import signed_in, text
from tests.portal.round_games import EDITIONS, PLAIN, WRONG, house_of

pytestmark = pytest.mark.slow


def page(house: House, made: Submission, rest: str = "") -> str:
    return text(signed_in(house.officer).get(f"/regulator/cases/{made.reference}/{rest}"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_that_the_document_allows_differ_from_nothing(db: None, edition: str) -> None:
    house = house_of(edition)
    made = in_review(house, PLAIN[edition])
    answer = signed_in(house.officer).get(f"/regulator/cases/{made.reference}/")
    assert answer.context["highlights"] == []
    assert answer.context["rulebook"].departing == []
    assert "Nothing. No rule departs from" in text(answer)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_of_craps_and_nothing_to_the_operator_is_on_the_page(db: None, edition: str) -> None:
    house = house_of(edition)
    found = page(house, in_review(house, WRONG[edition]))
    for word in ("Odds on", "igorish", "come-out", "You entered", "You pay", "Add one", "areas["):
        assert word not in found


def test_every_part_of_the_page_has_its_own_id(db: None) -> None:
    """Two kinds of spaces without an area are two findings of one rule at one place."""
    house = house_of("bc-wheel")
    wrong = WRONG["bc-wheel"]
    made = in_review(house, {**wrong, "layout": {"areas": wrong["layout"]["areas"][:3]}})
    html = signed_in(house.officer).get(f"/regulator/cases/{made.reference}/").content.decode()
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


WORDS = {
    "bc-wheel": [
        "joker and logo both have 1, and pay 40 to 1 and 45 to 1. Submitted: 45 to 1.",
        "Allowed: 40 to 1, as joker.",
        "( equal-spaces ): each kind of space: ",
        "The layout has an area for every kind of space (5/2.8). Missing: an area for space logo.",
        "For judgement. Area 7 on the layout clause 5/2.8",
        "Departs 2 At least 3 5/2.1",
        "54 spaces of 7 kinds Not mentioned",
        "1 space, pays 40 to 1 Left to the casino 5/2.9",
        "Space logo 1.85% 98.15% 0.00% 1.0000 14.81% 4/27",
        "Space joker : present Space logo: none",
        "6 examples settled as in the rulebook",
    ],
    "bc-red-dog": [
        "The shoe has 4 to 6 decks (6/1.1). Submitted: 8. Allowed: 4 to 6.",
        "Departs 4 to 1 5 to 1 6/5.1",
        "Submitted: 1 to 1. Allowed: 2 to 1 or more.",
        "( conversion ): from 2 to 1 on.",
        "Departs 8 At most 7 6/3.4",
        "1 of 2 that the edition lists; left out: Raise",
        "Red Dog, never raised 7.97% 9.43% worse",
        "What each bet costs a player: 1 figure",
        "A spread of 1 wins: C$10 less for the player",
    ],
    "bc-war": [
        "The Go to War wager pays 1 to 1 (7/7.4). Submitted: 1 to 2. Allowed: 1 to 1.",
        "( war-won ): the go-to-war wager wins 1 to 1 and the first wager is a push: 1 on the 2 staked.",
        "Departs 8 to 1 10 to 1 7/7.1",
        "Casino War, to war after a tie 2.33% 4.35% worse",
        "Casino War, surrendered after a tie 46.27% 53.73% 0.00% 1.0000 3.73% 31/830",
        "5.2.4.a(2) The dealer burns three more cards",
        "At least C$15, at most C$300 Not mentioned",
        "Go to War is as much as Casino War (7/4.2.1).",
        "No layout was submitted. The drawing follows from the rules.",
    ],
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_officer_reads(db: None, edition: str) -> None:
    house = house_of(edition)
    found = page(house, in_review(house, WRONG[edition]))
    for words in WORDS[edition]:
        assert words in found


def test_the_officer_comments_on_a_field_a_clause_and_a_finding(db: None) -> None:
    house = house_of("bc-wheel")
    made = in_review(house, WRONG["bc-wheel"])
    keys = findings_by_key(made.submitted_version)
    finding = next(key for key in keys if key.startswith("bc.wheel.equal_spaces@wheel.payouts.logo#"))
    places = {
        "field": ("wheel.spaces.joker", "Spaces of joker"),
        "clause": ("5/2.9", "Clause 5/2.9"),
        "finding": (finding, "Finding: payout of logo"),
    }
    for kind, (about, _) in places.items():
        comment(actor=house.officer, reference=made.reference, text="Ask.", about_kind=kind, about=about)
    found = page(house, made)
    for _, words in places.values():
        assert f"{words}. Ask." in found


@pytest.mark.parametrize(
    ("edition", "example", "words"),
    [
        ("bc-wheel", "many-spaces", "Space joker"),
        ("bc-war", "war-won", "Go to War wins"),
        ("bc-red-dog", "three-of-a-kind", "three of a kind"),
    ],
)
def test_an_example_is_played_step_by_step(db: None, edition: str, example: str, words: str) -> None:
    house = house_of(edition)
    made = in_review(house, PLAIN[edition])
    assert words in page(house, made, f"examples/{example}/?step=9")


def test_a_change_is_compared_with_what_was_returned(db: None) -> None:
    house = house_of("bc-wheel")
    made = in_review(house, WRONG["bc-wheel"])
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Pay both the same."
    )
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset=PLAIN["bc-wheel"],
        expected_version=present(made.current_version).number,
    )
    made.refresh_from_db()
    submit_draft(house, made)
    found = page(house, made)
    assert "What was amended" in found
    assert "1 space, pays 45 to 1 1 space, pays 40 to 1" in found
    assert "Space logo 14.81% 24.07% worse" in found
    assert "10 on logo wins: C$50 less for the player" in found
