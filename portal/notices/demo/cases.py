"""The cases of the demonstration, one function each: every state has at least one to look at.

A case is made once; its name is remembered in the audit trail, so that later additions join older data.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.notices.demo.hands import Hands

Case = Callable[[Hands], None]


def odds(multiples: Any) -> dict[str, Any]:
    """The same multiples for all four flat bets."""
    flats = ("pass_line", "come", "dont_pass", "dont_come")
    return {"odds": {flat: {"multiples": multiples} for flat in flats}}


THREE_FOUR_FIVE = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}
MD_LIMITS = {
    "pass_line": {"min": "15", "max": "5000"},
    "dont_pass": {"min": "15", "max": "5000"},
    "come": {"min": "15", "max": "5000"},
    "dont_come": {"min": "15", "max": "5000"},
    "field": {"min": "5", "max": "2000"},
    "fire": {"min": "1", "max": "5", "increment": "1"},
}


def md_vig(rate: str = "1/20", collect: str = "placement") -> dict[str, Any]:
    terms = {"collect": collect, "rate": rate, "base": "wager", "refund_on_removal": True}
    return {"vig": {"buy": terms, "lay": dict(terms)}}


def md_rules(multiples: Any = THREE_FOUR_FIVE, **more: Any) -> dict[str, Any]:
    return odds(multiples) | md_vig() | {"paytables": {"fire": "A", "bonus": "A"}, "limits": MD_LIMITS} | more


# -- New Zealand --------------------------------------------------------------------------------------------


def nz_single_odds_superseded_by_double(hands: Hands) -> None:
    first = hands.hand_in("Kōwhai Wharf Casino", "nz-revised", odds(1))
    hands.approve(first, "Single odds, as the division sets out.")
    second = hands.hand_in("Kōwhai Wharf Casino", "nz-revised", odds(2))
    hands.approve(second, "Double odds are the operator's option under 4.1(e) to (h).")


def nz_waits_for_an_officer(hands: Hands) -> None:
    hands.hand_in("Kōwhai Lakes Casino", "nz-revised", odds(2) | {"chip_unit": "5"})


def nz_waits_for_the_approver(hands: Hands) -> None:
    case = hands.hand_in(
        "Aurora Casino",
        "nz-revised",
        odds(2)
        | {"limits": {"pass_line": {"min": "10", "max": "1000"}}, "table": {"dice": 5, "dice_face_mm": "19"}},
    )
    hands.recommend(case, "Double odds within 4.1(e)(i); dice of 19 mm are above the 15 mm of 3.3.")


def nz_draft_with_a_breach(hands: Hands) -> None:
    hands.draft("Kōwhai Lakes Casino", "nz-revised", odds(4))


def nz_withdrawn(hands: Hands) -> None:
    case = hands.hand_in("Aurora Harbour Rooms", "nz-1998", odds(1))
    hands.operator_does("withdraw", case, reason="Submitted under the earlier edition by mistake.")


# -- Singapore ----------------------------------------------------------------------------------------------


def sg_in_force(hands: Hands) -> None:
    case = hands.hand_in("Lantern Bay Casino", "sg-mbs-v2", {"chip_unit": "5"})
    hands.approve(case, "As the edition sets out, with a smallest chip of S$5.")


def sg_returned(hands: Hands) -> None:
    case = hands.hand_in(
        "Lantern Bay Salon", "sg-mbs-v2", {"limits": {"pass_line": {"min": "100", "max": "90"}}}
    )
    hands.claim(case)
    hands.officer_does(
        "return_for_amendment",
        case,
        digest=hands.digest(case),
        reason="The submission gives limits for the pass line only. State those of the other wagers too.",
    )


def sg_surrendered(hands: Hands) -> None:
    case = hands.hand_in("Orchid Strait Casino", "sg-mbs-v2", {})
    hands.approve(case, "The edition's own rules without a change.")
    hands.operator_does("surrender", case, reason="The craps pit closes for rebuilding.")


# -- British Columbia ---------------------------------------------------------------------------------------


def bc_in_force_with_conditions(hands: Hands) -> None:
    case = hands.hand_in("Cedar Inlet Casino", "bc-craps", {"chip_unit": "5"})
    due = jurisdiction("bc").today() + timedelta(days=30)
    hands.approve(
        case,
        "The edition's own rules; the payout schedules have to be seen on the layout first.",
        conditions=[
            {"text": "Post the fire bet and sharpshooter payout schedules on the layout.", "due_on": due},
            {"text": "Send a photograph of the posted schedules to the branch.", "due_on": due},
        ],
    )


def bc_on_trial(hands: Hands) -> None:
    case = hands.hand_in("Ferry Landing Casino", "bc-midi", {"table": {"players": 8, "dice": 5}})
    ends = jurisdiction("bc").today() + timedelta(days=90)
    hands.approve(case, "A trial of the midi table through the holiday season.", ends_on=ends)


def bc_query_open(hands: Hands) -> None:
    case = hands.hand_in("Cedar Inlet Casino", "bc-midi", {"table": {"players": 8, "dice": 5}})
    hands.claim(case)
    hands.officer_does(
        "open_query",
        case,
        text="How many tables does the supervisor of the midi table watch at the same time (4/1.7)?",
        due_on=jurisdiction("bc").today() + timedelta(days=14),
    )


def bc_suspended(hands: Hands) -> None:
    case = hands.hand_in("Glacier Peak Casino", "bc-craps", {})
    hands.approve(case, "The edition's own rules.")
    hands.approver_does(
        "suspend", case, reason="The table was found without its posted payout schedule (2/5.1)."
    )


# -- Maryland -----------------------------------------------------------------------------------------------


def md_in_force(hands: Hands) -> None:
    case = hands.hand_in("Harbour Point Casino", "md-craps", md_rules())
    hands.approve(case, "Three, four and five times odds; vigorish of 5% at placement (5/G(3)(a)).")


def md_breach_under_review(hands: Hands) -> None:
    case = hands.hand_in("Blue Heron Casino", "md-craps", md_rules(10) | md_vig("3/50"))
    hands.claim(case)
    hands.note(case, "The waiver asks for 6%. The chapter has no exception; ask the approver first.")


def md_approved_for_later(hands: Hands) -> None:
    case = hands.hand_in("Harbour Point North", "md-craps", md_rules(20))
    later = jurisdiction("md").today() + timedelta(days=21)
    hands.approve(case, "Twenty times odds are within 6/E.", effective_on=later)


def md_refused(hands: Hands) -> None:
    case = hands.hand_in("Blue Heron Pier", "md-craps", md_rules(150))
    hands.refuse(case, "Odds of 150 times are above the 100 of 6/E, and no ground for a waiver was shown.")


def md_revoked(hands: Hands) -> None:
    case = hands.hand_in("Blue Heron Pier", "md-craps", md_rules(5))
    hands.approve(case, "Five times odds are within 6/E.")
    hands.approver_does("revoke", case, reason="The table offered wagers outside the approved rules.")


def md_draft(hands: Hands) -> None:
    hands.draft("Harbour Point Casino", "md-mini", odds(3) | {"table": {"length_ft": "9", "seats": 9}})


def md_limits_by_notice_and_a_variation(hands: Hands) -> None:
    case = hands.in_force("Harbour Point Casino", "craps")
    hands.give_notice(case, {"pass_line": {"min": "25", "max": "5000"}})
    hands.vary(case, odds(10) | {"paytables": {"fire": "B", "bonus": "A"}})


CASES: tuple[Case, ...] = (
    nz_single_odds_superseded_by_double,
    nz_waits_for_an_officer,
    nz_waits_for_the_approver,
    nz_draft_with_a_breach,
    nz_withdrawn,
    sg_in_force,
    sg_returned,
    sg_surrendered,
    bc_in_force_with_conditions,
    bc_on_trial,
    bc_query_open,
    bc_suspended,
    md_in_force,
    md_breach_under_review,
    md_approved_for_later,
    md_refused,
    md_revoked,
    md_draft,
    md_limits_by_notice_and_a_variation,
)
