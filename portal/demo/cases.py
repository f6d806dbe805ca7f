"""The demo's cases, one function each, at least one for every state.

A case is created once. The audit trail records the function's name, so a database that was loaded earlier
gets only the cases added since: do not rename these functions.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from craps import load_edition
from craps.layouts import standard_layout
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, Table
from portal.accounts.selectors import people_with
from portal.accounts.services import set_table_active
from portal.bundles import services as bundles
from portal.bundles.models import BundleKind
from portal.demo import actors
from portal.demo.sample_pdf import one_page_pdf
from portal.editions.selectors import core_edition
from portal.review import conditions, returns, workflow
from portal.review.models import Condition
from portal.submissions.models import State, Submission


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


MD_CASH = {"making": {"called_with_cash": True}}


def md_odds(multiples: Any) -> dict[str, Any]:
    """Odds that may pass their limit for a payable unit, which Maryland leaves to the operator (6/F)."""
    stated = odds(multiples)["odds"]
    return {"odds": {flat: terms | {"excess": True} for flat, terms in stated.items()}}


def md_vig(rate: str = "1/20", collect: str = "placement") -> dict[str, Any]:
    terms = {"collect": collect, "rate": rate, "base": "wager", "refund_on_removal": True}
    return {"vig": {"buy": terms, "lay": dict(terms)}}


def every_wager(edition: str) -> dict[str, Any]:
    """All wagers of a document that lets the operator choose among them."""
    return {"wagers": list(load_edition(edition).baseline_wagers)}


def md_rules(multiples: Any = THREE_FOUR_FIVE, **more: Any) -> dict[str, Any]:
    """Every choice that Maryland leaves to the operator."""
    chosen = every_wager("md-craps") | md_odds(multiples) | MD_CASH | md_vig()
    return chosen | {"paytables": {"fire": "A", "bonus": "A"}, "limits": MD_LIMITS} | more


def md_mini_rules(multiples: Any) -> dict[str, Any]:
    """A seated table of nine feet, without the fire bet."""
    seated = {"table": {"length_ft": "9", "seats": 9}, "paytables": {"bonus": "A"}}
    return every_wager("md-mini") | md_odds(multiples) | MD_CASH | md_vig() | seated


# -- New Zealand --------------------------------------------------------------------------------------------


def nz_single_odds_superseded_by_double() -> None:
    first = actors.submit_new("Kōwhai Wharf Casino", "nz-revised", odds(1))
    actors.approve(first, "Single odds, as the division sets out.")
    second = actors.submit_new("Kōwhai Wharf Casino", "nz-revised", odds(2))
    actors.approve(second, "Double odds are the operator's option under 4.1(e) to (h).")


def nz_waits_for_an_officer() -> None:
    actors.submit_new("Kōwhai Lakes Casino", "nz-revised", odds(2) | {"chip_unit": "5"})


def nz_waits_for_the_approver() -> None:
    case = actors.submit_new(
        "Aurora Casino",
        "nz-revised",
        odds(2)
        | {"limits": {"pass_line": {"min": "10", "max": "1000"}}, "table": {"dice": 5, "dice_face_mm": "19"}},
    )
    starts = jurisdiction("nz").today() + timedelta(days=14)
    actors.recommend(
        case,
        "Double odds within 4.1(e)(i); dice of 19 mm are above the 15 mm of 3.3.",
        effective_on=starts,
        conditions=[
            {"text": "Post the new limits at the table before it opens.", "due_on": starts},
            {
                "text": "Report after three months how often double odds were taken.",
                "due_on": starts + timedelta(days=91),
            },
        ],
    )


def nz_draft_with_a_breach() -> None:
    actors.draft("Kōwhai Lakes Casino", "nz-revised", odds(4))


def nz_withdrawn() -> None:
    case = actors.submit_new("Aurora Harbour Rooms", "nz-revised", odds(1))
    actors.as_operator(workflow.withdraw, case, reason="Submitted for the wrong casino by mistake.")


def nz_varies_odds_and_layout() -> None:
    """A new layout, and another limit on odds than the one in force."""
    approved = actors.in_force("Kōwhai Wharf Casino", "craps")
    layout = standard_layout(core_edition(approved.edition_id), operator=approved.property.name)
    layout["areas"] = [area for area in layout["areas"] if area["wager"] != "any_craps"]
    draft = actors.vary(approved, odds(1) | {"layout": layout})
    draft.refresh_from_db()
    case = actors.submit(draft)
    actors.claim(case)
    actors.note(case, "Single odds again. Ask whether the sign at the table will be changed the same day.")


# -- Singapore ----------------------------------------------------------------------------------------------


def sg_in_force() -> None:
    case = actors.submit_new("Lantern Bay Casino", "sg-mbs-v2", {"chip_unit": "5"})
    actors.approve(case, "As the edition sets out, with a smallest chip of S$5.")


def sg_returned() -> None:
    case = actors.submit_new(
        "Lantern Bay Salon", "sg-mbs-v2", {"limits": {"pass_line": {"min": "100", "max": "90"}}}
    )
    actors.claim(case)
    actors.as_officer(
        workflow.return_for_amendment,
        case,
        digest=actors.digest(case),
        reason="The submission gives limits for the pass line only. State those of the other wagers too.",
        due_on=jurisdiction("sg").today() + timedelta(days=21),
    )
    actors.as_operator(
        returns.save_reply,
        case,
        text="The limits of all other wagers are taken from our new sheet.",
    )


def sg_surrendered() -> None:
    case = actors.submit_new("Orchid Strait Casino", "sg-mbs-v2", {})
    actors.approve(case, "The edition's own rules without a change.")
    actors.as_operator(workflow.surrender, case, reason="The craps pit closes for rebuilding.")


def sg_reopens_with_documents() -> None:
    case = actors.draft("Orchid Strait Casino", "sg-mbs-v2", {"chip_unit": "10", "table": {"dice": 6}})
    actors.attach(
        case,
        "dice-measured.pdf",
        one_page_pdf(
            "Six dice, measured", ["Faces of 19.05 mm, within 0.0125 mm.", "Balance: none favours a face."]
        ),
        kind="laboratory",
        confidential=False,
    )
    actors.attach(
        case,
        "dealer-training.pdf",
        one_page_pdf(
            "Training of dealers", ["Eleven dealers, forty hours each.", "Names are with the board."]
        ),
        kind="training",
        confidential=True,
    )
    case = actors.submit(case)
    actors.approve(case, "The rebuilt pit opens with a smallest chip of S$10 and six dice.")


def sg_table_out_of_use() -> None:
    table = Table.objects.get(property__name="Lantern Bay Casino", label="Pit 3 B")
    admin = people_with(Role.OPERATOR_ADMIN, organisation_id=table.property.organisation_id).earliest("pk")
    set_table_active(actor=admin, table_id=table.pk, active=False)


# -- British Columbia ---------------------------------------------------------------------------------------


def bc_in_force_with_conditions() -> None:
    case = actors.submit_new("Cedar Inlet Casino", "bc-craps", every_wager("bc-craps") | {"chip_unit": "5"})
    due = jurisdiction("bc").today() + timedelta(days=30)
    actors.approve(
        case,
        "The edition's own rules; the payout schedules have to be seen on the layout first.",
        conditions=[
            {"text": "Post the fire bet and sharpshooter payout schedules on the layout.", "due_on": due},
            {"text": "Send a photograph of the posted schedules to the branch.", "due_on": due},
            {"text": "Name the supervisors trained on the sharpshooter bet.", "due_on": due},
            {"text": "Keep a log of sharpshooter bets for six months.", "due_on": None},
        ],
    )


def bc_on_trial() -> None:
    case = actors.submit_new("Ferry Landing Casino", "bc-midi", {"table": {"players": 8, "dice": 5}})
    ends = jurisdiction("bc").today() + timedelta(days=90)
    actors.approve(case, "A trial of the midi table through the holiday season.", ends_on=ends)


def bc_query_open() -> None:
    case = actors.submit_new("Cedar Inlet Casino", "bc-midi", {"table": {"players": 8, "dice": 5}})
    question = "How many tables does the supervisor of the midi table watch at the same time (4/1.7)?"
    plan = one_page_pdf("Pit plan", ["Tables CR-1 to CR-4.", "Mark where the supervisor stands."])
    actors.ask(
        case,
        question,
        {
            "text": "Please mark on the plan attached where the supervisor stands.",
            "files": [{"filename": "pit-plan.pdf", "data": plan}],
        },
        {"text": "Who is trained to replace the supervisor during a break?"},
        days=14,
    )
    first = case.queries.earliest("pk")
    actors.as_operator(
        workflow.answer_query, case, question=first.pk, text="Two: the midi table and the table beside it."
    )


def bc_suspended() -> None:
    case = actors.submit_new("Glacier Peak Casino", "bc-craps", every_wager("bc-craps"))
    actors.approve(case, "The edition's own rules.")
    actors.as_approver(
        workflow.suspend, case, reason="The table was found without its posted payout schedule (2/5.1)."
    )


def bc_one_condition_met() -> None:
    """Of the conditions of bc_in_force_with_conditions: one met, one reported, one sent back, one open."""
    case = actors.in_force("Cedar Inlet Casino", "craps")
    officer, submitter = actors.officer(case), actors.operator(case.property)
    met, reported, sent_back, _open = Condition.objects.filter(decision__submission=case).order_by("pk")
    conditions.meet_condition(
        actor=officer,
        condition_id=met.pk,
        note="Seen on the layout at the inspection of the opening day.",
    )
    conditions.report_condition(
        actor=submitter,
        condition_id=sent_back.pk,
        text="All supervisors of the evening shift are trained.",
    )
    conditions.send_back_condition(
        actor=officer,
        condition_id=sent_back.pk,
        note="The condition asks for names and the day of each training.",
    )
    conditions.report_condition(
        actor=submitter,
        condition_id=reported.pk,
        text="The schedules are posted at both ends of the table. The photograph was taken on opening day.",
        files=[
            {
                "filename": "posted-schedules.pdf",
                "data": one_page_pdf("Posted schedules", ["Table CR-1, both ends.", "Opening day, 10:00."]),
            }
        ],
    )


# -- Maryland -----------------------------------------------------------------------------------------------


def md_in_force() -> None:
    case = actors.submit_new("Harbour Point Casino", "md-craps", md_rules())
    actors.approve(case, "Three, four and five times odds; vigorish of 5% at placement (5/G(3)(a)).")


def md_breach_under_review() -> None:
    case = actors.submit_new("Blue Heron Casino", "md-craps", md_rules(10) | md_vig("3/50"))
    actors.claim(case)
    actors.note(case, "The waiver asks for 6%. The chapter has no exception; ask the approver first.")


def md_approved_for_later() -> None:
    case = actors.submit_new("Harbour Point North", "md-craps", md_rules(20))
    later = jurisdiction("md").today() + timedelta(days=21)
    actors.approve(case, "Twenty times odds are within 6/E.", effective_on=later)


def md_refused() -> None:
    case = actors.submit_new("Blue Heron Pier", "md-craps", md_rules(150))
    actors.refuse(case, "Odds of 150 times are above the 100 of 6/E, and no ground for a waiver was shown.")


def md_revoked() -> None:
    case = actors.submit_new("Blue Heron Pier", "md-craps", md_rules(5))
    actors.approve(case, "Five times odds are within 6/E.")
    actors.as_approver(
        workflow.revoke,
        case,
        reason="The table offered wagers outside the approved rules.",
        urgency="Players were paid less than the approved odds until the table was closed.",
    )


def md_surrendered_for_later() -> None:
    rules = md_rules(3, paytables={"fire": "B", "bonus": "A"})
    case = actors.submit_new("Blue Heron Pier", "md-craps", rules)
    actors.approve(case, "Three times odds are within 6/E.")
    last = jurisdiction("md").today() + timedelta(days=45)
    actors.as_operator(
        workflow.plan_surrender,
        case,
        reason="The pier closes for the winter, and the table goes into storage.",
        last_day=last,
    )


def bc_notice_of_intent() -> None:
    """The case of bc_suspended: the regulator intends to revoke it, and the operator has replied."""
    case = Submission.objects.filter(jurisdiction="bc", state=State.SUSPENDED).latest("pk")
    actors.as_officer(
        workflow.give_notice_of_intent,
        case,
        reason="The faults that led to the suspension were found again at the second visit.",
        due_on=jurisdiction("bc").today() + timedelta(days=14),
    )
    actors.as_operator(
        workflow.reply_to_notice,
        case,
        text="The table was closed on the day of the suspension and has new equipment since. We ask for a "
        "third visit before you decide.",
    )


def md_draft() -> None:
    actors.draft("Harbour Point Casino", "md-mini", odds(3) | {"table": {"length_ft": "9", "seats": 9}})


def md_limits_by_notice_and_a_variation() -> None:
    case = actors.in_force("Harbour Point Casino", "craps")
    actors.give_notice(case, {"pass_line": {"min": "25", "max": "5000"}})
    actors.vary(case, md_odds(10) | {"paytables": {"fire": "B", "bonus": "A"}})


def md_vigorish_on_a_win_to_judge() -> None:
    """6% on a win only, for which 5/G(3)(b) names no rate."""
    case = actors.submit_new("Blue Heron Casino", "md-mini", md_mini_rules(5) | md_vig("3/50", "win"))
    actors.claim(case)
    actors.note(case, "5/G(3)(b) names no rate. Should the next edition decide the question once for all?")


def sg_case_in_one_file() -> None:
    """The case of sg_reopens_with_documents, packed for the regulator and for the public."""
    case = actors.in_force("Orchid Strait Casino", "craps")
    for kind in BundleKind:
        actors.as_officer(bundles.order, case, kind=kind)


# -- on the desks today -------------------------------------------------------------------------------------


def sg_waits_for_an_officer() -> None:
    actors.submit_new("Lantern Bay Salon", "sg-mbs-v2", {"chip_unit": "10"})


def sg_waits_for_the_approver() -> None:
    case = actors.submit_new("Lantern Bay Casino", "sg-mbs-v2", {"chip_unit": "10"})
    actors.recommend(case, "A smallest chip of S$10 in place of S$5; the edition names none.")


def md_waits_for_an_officer() -> None:
    actors.submit_new("Harbour Point North", "md-craps", md_rules(100, chip_unit="5"))


def md_waits_for_the_approver() -> None:
    case = actors.submit_new("Blue Heron Pier", "md-craps", md_rules(2) | md_vig("1/25"))
    actors.recommend(
        case,
        "Double odds are within 6/E, and a vigorish of 4% is below the 5% of 5/G(3)(a).",
        effective_on=jurisdiction("md").today() + timedelta(days=50),
    )


ARRIVALS = (
    sg_waits_for_an_officer,
    sg_waits_for_the_approver,
    md_waits_for_an_officer,
    md_waits_for_the_approver,
)
CASES: tuple[Callable[[], None], ...] = (
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
    md_surrendered_for_later,
    bc_notice_of_intent,
    md_draft,
    md_limits_by_notice_and_a_variation,
    nz_varies_odds_and_layout,
    bc_one_condition_met,
    sg_reopens_with_documents,
    md_vigorish_on_a_win_to_judge,
    sg_table_out_of_use,
    sg_case_in_one_file,
)
