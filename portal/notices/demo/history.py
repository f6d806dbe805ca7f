"""What was decided in the months before: cases that ran side by side, told in the order of time."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction_of_edition
from portal.notices.demo import casework
from portal.notices.demo.cases import md_rules, md_vig, odds
from portal.notices.demo.hands import Hands
from portal.notices.demo.past import afternoon, at
from portal.submissions.models import Submission

Story = Iterator[datetime]  # hands over the moment of its next step, and takes it then


def months_before(hands: Hands) -> None:
    """Tells every story, here and in casework.py, each step at its own moment."""
    waiting: list[tuple[datetime, int, Story]] = []
    for place, tell in enumerate((*STORIES, *casework.STORIES)):
        story = tell(hands)
        heapq.heappush(waiting, (next(story), place, story))
    while waiting:
        moment, place, story = heapq.heappop(waiting)
        with at(moment):
            following = next(story, None)
        if following is not None:
            heapq.heappush(waiting, (following, place, story))


def approved(
    casino: str, edition: str, rules: dict[str, Any], reason: str, *, days_ago: int, took: tuple[int, int]
) -> Callable[[Hands], Story]:
    """Handed in so many days ago, recommended and then approved after so many days each."""

    where = jurisdiction_of_edition(edition)

    def story(hands: Hands) -> Story:
        yield afternoon(days_ago, where)
        case = hands.hand_in(casino, edition, rules)
        yield afternoon(days_ago - took[0], where)
        hands.recommend(case, reason)
        yield afternoon(days_ago - sum(took), where, hour=16)
        hands.approver_does("approve", case, digest=hands.digest(case), no_conflict=True)

    return story


def asked_then_approved(
    casino: str,
    edition: str,
    rules: dict[str, Any],
    question: str,
    *,
    days_ago: int,
    took: tuple[int, int, int],
) -> Callable[[Hands], Story]:
    """With a question to the operator in between, while which the clock stands still."""

    where = jurisdiction_of_edition(edition)

    def story(hands: Hands) -> Story:
        yield afternoon(days_ago, where)
        case = hands.hand_in(casino, edition, rules)
        yield afternoon(days_ago - took[0], where)
        hands.claim(case)
        due = timezone.localdate() + timedelta(days=21)
        hands.officer_does("open_query", case, text=question, due_on=due)
        yield afternoon(days_ago - took[0] - took[1], where)
        hands.operator_does(
            "answer_query", case, text="Two supervisors, as the staffing plan attached shows."
        )
        _recommend_answered(hands, case)
        yield afternoon(days_ago - sum(took), where, hour=16)
        hands.approver_does("approve", case, digest=hands.digest(case), no_conflict=True)

    return story


def refused(
    casino: str, edition: str, rules: dict[str, Any], reason: str, *, days_ago: int, took: tuple[int, int]
) -> Callable[[Hands], Story]:
    where = jurisdiction_of_edition(edition)

    def story(hands: Hands) -> Story:
        yield afternoon(days_ago, where)
        case = hands.hand_in(casino, edition, rules)
        yield afternoon(days_ago - took[0], where)
        hands.recommend(case, reason, outcome="refuse")
        yield afternoon(days_ago - sum(took), where, hour=16)
        hands.approver_does("refuse", case, digest=hands.digest(case), reason=reason, no_conflict=True)

    return story


def _recommend_answered(hands: Hands, case: Submission) -> None:
    case.refresh_from_db()
    hands.recommend(case, "The answer settles the question; the rules are within the edition.")


STORIES: tuple[Callable[[Hands], Story], ...] = (
    approved(
        "Aurora Harbour Rooms",
        "nz-1998",
        odds(1) | {"chip_unit": "5"},
        "Single odds under the division of 1998, by which this table was laid out and its dealers trained.",
        days_ago=345,
        took=(8, 6),
    ),
    refused(
        "Aurora Harbour Rooms",
        "nz-1998",
        odds(3),
        "Three times odds are above the two of 4.1(e).",
        days_ago=325,
        took=(9, 5),
    ),
    approved(
        "Harbour Point Casino",
        "md-craps",
        md_rules(2),
        "Double odds and vigorish of 5% at placement, within 6/E and 5/G(3)(a).",
        days_ago=310,
        took=(12, 6),
    ),
    refused(
        "Blue Heron Pier",
        "md-craps",
        md_rules(120),
        "Odds of 120 times are above the 100 of 6/E.",
        days_ago=284,
        took=(7, 4),
    ),
    approved(
        "Kōwhai Lakes Casino",
        "nz-revised",
        odds(1),
        "Single odds, as the division sets out.",
        days_ago=270,
        took=(10, 8),
    ),
    asked_then_approved(
        "Harbour Point North",
        "md-craps",
        md_rules(50),
        "Who watches the table while odds of 50 times are worked out (6/F)?",
        days_ago=245,
        took=(8, 12, 6),
    ),
    approved(
        "Lantern Bay Salon",
        "sg-mbs-v2",
        {},
        "The edition's own rules without a change.",
        days_ago=220,
        took=(6, 3),
    ),
    approved(
        "Aurora Casino",
        "nz-revised",
        odds(1),
        "Single odds, as the division sets out.",
        days_ago=190,
        took=(14, 9),
    ),
    approved(
        "Blue Heron Casino",
        "md-craps",
        md_rules(20, chip_unit="5"),
        "Twenty times odds are within 6/E.",
        days_ago=170,
        took=(16, 11),
    ),
    refused(
        "Ferry Landing Casino",
        "bc-midi",
        {"table": {"players": 10, "dice": 5}},
        "Ten players are above the eight of 4/4.1.",
        days_ago=140,
        took=(6, 4),
    ),
    approved(
        "Harbour Point Casino",
        "md-mini",
        odds(5) | md_vig() | {"table": {"length_ft": "9", "seats": 9}},
        "Five times odds at a seated table of nine feet, within 2/C.",
        days_ago=105,
        took=(9, 7),
    ),
    refused(
        "Blue Heron Pier",
        "md-craps",
        md_rules() | md_vig("2/25"),
        "Vigorish of 8% is above the 5% of 5/G(3)(a).",
        days_ago=66,
        took=(5, 3),
    ),
)
