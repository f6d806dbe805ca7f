"""Cases decided in the months before. They overlap in time; load.py runs their steps in date order."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction, jurisdiction_of_edition
from portal.demo import actors
from portal.demo.cases import md_mini_rules, md_rules, md_vig, odds
from portal.demo.clock import Story, afternoon
from portal.review import workflow


def decided(
    casino: str,
    edition: str,
    rules: dict[str, Any],
    reason: str,
    *,
    days_ago: int,
    took: tuple[int, ...],
    outcome: str = "approve",
    question: str = "",
    conditions: tuple[tuple[str, int], ...] = (),
) -> Callable[[], Story]:
    """A case submitted `days_ago`; `took`: days to the question (if any), recommendation and decision.

    `conditions`: what has to be done, and within how many days of the decision.
    """

    def story() -> Story:
        where = jurisdiction_of_edition(edition)
        yield afternoon(days_ago, where)
        case = actors.submit_new(casino, edition, rules)
        if question:
            yield afternoon(days_ago - took[0], where)
            actors.ask(case, question, days=21)
        yield afternoon(days_ago - sum(took[:-1]), where)
        if question:
            answer = "Two supervisors, as the staffing plan attached shows."
            actors.as_operator(workflow.answer_query, case, text=answer)
            case.refresh_from_db()
        actors.recommend(case, reason, outcome)
        yield afternoon(days_ago - sum(took), where, hour=16)
        terms = {"digest": actors.digest(case), "no_conflict": True}
        if outcome == "approve":
            today = jurisdiction(where).today()
            asked = [{"text": text, "due_on": today + timedelta(days=days)} for text, days in conditions]
            actors.as_approver(workflow.approve, case, conditions=asked, **terms)
        else:
            actors.as_approver(workflow.refuse, case, reason=reason, **terms)

    return story


STORIES: tuple[Callable[[], Story], ...] = (
    decided(
        "Aurora Harbour Rooms",
        "nz-1998",
        odds(1) | {"chip_unit": "5"},
        "Single odds under the division of 1998, by which this table was laid out and its dealers trained.",
        days_ago=345,
        took=(8, 6),
    ),
    decided(
        "Aurora Harbour Rooms",
        "nz-1998",
        odds(3),
        "Three times odds are above the two of 4.1(e).",
        days_ago=325,
        outcome="refuse",
        took=(9, 5),
    ),
    decided(
        "Harbour Point Casino",
        "md-craps",
        md_rules(2),
        "Double odds and vigorish of 5% at placement, within 6/E and 5/G(3)(a).",
        days_ago=310,
        took=(12, 6),
    ),
    decided(
        "Blue Heron Pier",
        "md-craps",
        md_rules(120),
        "Odds of 120 times are above the 100 of 6/E.",
        days_ago=284,
        outcome="refuse",
        took=(7, 4),
    ),
    decided(
        "Kōwhai Lakes Casino",
        "nz-revised",
        odds(1),
        "Single odds, as the division sets out.",
        days_ago=270,
        took=(10, 8),
    ),
    decided(
        "Harbour Point North",
        "md-craps",
        md_rules(50),
        "The answer settles the question; the rules are within the edition.",
        question="Who watches the table while odds of 50 times are worked out (6/F)?",
        days_ago=245,
        took=(8, 12, 6),
    ),
    decided(
        "Lantern Bay Salon",
        "sg-mbs-v2",
        {},
        "The edition's own rules without a change.",
        days_ago=220,
        took=(6, 3),
    ),
    decided(
        "Aurora Casino",
        "nz-revised",
        odds(1),
        "Single odds, as the division sets out.",
        days_ago=190,
        took=(14, 9),
    ),
    decided(
        "Blue Heron Casino",
        "md-craps",
        md_rules(20, chip_unit="5"),
        "Twenty times odds are within 6/E.",
        days_ago=170,
        took=(16, 11),
        conditions=(("Report how often odds above ten times were taken in the first quarter.", 110),),
    ),
    decided(
        "Ferry Landing Casino",
        "bc-midi",
        {"table": {"players": 10, "dice": 5}},
        "Ten players are above the eight of 4/4.1.",
        days_ago=140,
        outcome="refuse",
        took=(6, 4),
    ),
    decided(
        "Harbour Point Casino",
        "md-mini",
        md_mini_rules(5),
        "Five times odds at a seated table of nine feet, within 2/C.",
        days_ago=105,
        took=(9, 7),
    ),
    decided(
        "Blue Heron Pier",
        "md-craps",
        md_rules() | md_vig("2/25"),
        "Vigorish of 8% is above the 5% of 5/G(3)(a).",
        days_ago=66,
        outcome="refuse",
        took=(5, 3),
    ),
)
