"""Cases of single tables: different rules side by side, one table taken over, one suspended.

As in cases.py, do not rename these functions.
"""

from collections.abc import Callable

from portal.demo import actors
from portal.demo.cases import MD_LIMITS, md_rules, odds
from portal.review import workflow

SIDE_BETS = ("fire", "all_small", "all_tall", "all_or_nothing")


def md_two_tables_with_rules_of_their_own() -> None:
    """A table for beginners and one for high stakes beside the house rules of the same casino."""
    flat = ("pass_line", "dont_pass", "come", "dont_come")
    rules = md_rules(2)
    low = {wager: {"min": "5", "max": "500"} for wager in flat} | {"field": {"min": "5", "max": "200"}}
    rules |= {"wagers": [wager for wager in rules["wagers"] if wager not in SIDE_BETS], "limits": low}
    del rules["paytables"]
    case = actors.submit_new("Harbour Point Casino", "md-craps", rules, "C-102")
    actors.approve(case, "Double odds and no side bets at a table for beginners, within 3/A and 6/E.")
    high = {wager: {"min": "100", "max": "10000"} for wager in flat} | {"fire": MD_LIMITS["fire"]}
    case = actors.submit_new("Harbour Point Casino", "md-craps", md_rules(20, limits=high), "C-103")
    actors.approve(case, "Twenty times odds and the fire bet at the high-limit table, within 5/F and 6/E.")


def nz_takes_over_one_table() -> None:
    """In review: single odds at one of two tables; the other keeps double odds."""
    case = actors.submit_new("Kōwhai Wharf Casino", "nz-revised", odds(1), "CR-02")
    actors.claim(case)


def sg_suspended_at_one_table() -> None:
    case = actors.in_force("Lantern Bay Casino", "craps")
    reason = "At Pit 3 B a layout was found that is not the approved one. Pit 3 A is in order."
    actors.as_approver(workflow.suspend, case, reason=reason, tables=["Pit 3 B"])


TABLE_CASES: tuple[Callable[[], None], ...] = (
    md_two_tables_with_rules_of_their_own,
    nz_takes_over_one_table,
    sg_suspended_at_one_table,
)
