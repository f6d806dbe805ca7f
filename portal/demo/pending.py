"""Cases on an officer's desk (late, query unanswered, query answered with a file); a trial and an operator
that have ended.

load.py runs their steps in date order, together with those of history.py."""

from collections.abc import Callable
from datetime import timedelta

from portal.accounts import deactivation
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role
from portal.accounts.selectors import people_with
from portal.demo import actors
from portal.demo.cases import md_rules, odds
from portal.demo.clock import Story, afternoon
from portal.demo.sample_pdf import one_page_pdf
from portal.review import queue_actions, reminders, ticks, workflow
from portal.review.comments import comment


def bc_trial_that_ran_out() -> Story:
    yield afternoon(232, "bc")
    case = actors.submit_new("Ferry Landing Casino", "bc-midi", {"table": {"players": 7, "dice": 5}})
    yield afternoon(222, "bc")
    actors.recommend(
        case, "Seven players at the midi table are within 4/4.1; the branch wants to watch it first."
    )
    yield afternoon(218, "bc")
    ends = jurisdiction("bc").today() + timedelta(days=60)
    actors.as_approver(workflow.approve, case, digest=actors.digest(case), ends_on=ends, no_conflict=True)
    yield afternoon(150, "bc")
    case.refresh_from_db()
    workflow.expire(submission=case)


def nz_late_on_the_desk() -> Story:
    """More than twenty working days old: a breach to judge, a legal question, internal and shared remarks."""
    yield afternoon(44, "nz")
    rules = odds(3) | {"limits": {"pass_line": {"min": "25", "max": "2000"}}, "table": {"dice": 5}}
    case = actors.submit_new("Aurora Harbour Rooms", "nz-revised", rules)
    yield afternoon(39, "nz")
    officer = actors.officer(case)
    approver = actors.approver(case)
    actors.claim(case)
    key, first = next(iter(actors.unticked(case).items()))
    ticks.tick(
        actor=officer,
        reference=case.reference,
        finding_key=key,
        note="Seen with the floor manager on site.",
    )
    comment(
        actor=officer,
        reference=case.reference,
        about_kind="finding",
        about=next(iter(actors.unticked(case))),
        text="The operator argues from the 1998 text. Does the revised clause leave room for a waiver?",
    )
    yield afternoon(30, "nz")
    queue_actions.flag(actor=officer, reference=case.reference, flag="legal")
    comment(
        actor=approver,
        reference=case.reference,
        about_kind="clause",
        about=first.clause,
        text="Legal services read it as a limit without exception. Written advice follows.",
    )
    yield afternoon(9, "nz")
    queue_actions.flag(actor=approver, reference=case.reference, flag="urgent")
    comment(
        actor=officer,
        reference=case.reference,
        text="We are waiting for advice on the odds you applied for and will write to you this month.",
        shown_to_operator=True,
    )
    queue_actions.save_filter(actor=officer, name="Late, mine", query_string="clock=late&officer=me")
    queue_actions.save_filter(actor=officer, name="Legal questions", query_string="flag=legal")


def sg_query_not_answered() -> Story:
    yield afternoon(29, "sg")
    case = actors.submit_new("Orchid Strait Casino", "sg-mbs-v2", {"limits": {"field": {"min": "25"}}})
    yield afternoon(24, "sg")
    actors.ask(case, "Which limits will the sign at the table show for the other wagers?", days=18)
    for day in (8, 5):  # before its day, and after it
        yield afternoon(day, "sg")
        reminders.remind()


def md_answered_with_a_file() -> Story:
    yield afternoon(20, "md")
    case = actors.submit_new("Blue Heron Pier", "md-craps", md_rules(3))
    yield afternoon(17, "md")
    officer = actors.officer(case)
    queue_actions.assign(actor=actors.approver(case), reference=case.reference, assignee_id=officer.pk)
    actors.ask(case, "Please show where on the layout the fire bet is placed (11/B).", days=14)
    yield afternoon(6, "md")
    plan = one_page_pdf(
        "Fire bet on the layout", ["In front of the stickman, one circle a player.", "Scale 1 to 10."]
    )
    actors.as_operator(
        workflow.answer_query,
        case,
        text="The drawing attached shows the area. It is printed on the layout, not a card.",
        files=[{"filename": "fire-bet-area.pdf", "data": plan}],
    )


def sg_operator_that_ended() -> Story:
    """Its approval stands; whether to revoke it is for the board to decide."""
    yield afternoon(140, "sg")
    case = actors.submit_new("Pandan Reef Casino", "sg-mbs-v2", {"limits": {"field": {"min": "10"}}})
    yield afternoon(132, "sg")
    actors.recommend(case, "The limits at the field bet are the operator’s to choose.")
    yield afternoon(128, "sg")
    actors.as_approver(workflow.approve, case, digest=actors.digest(case), no_conflict=True)
    yield afternoon(16, "sg")
    deactivation.deactivate(
        actor=people_with(Role.SITE_ADMIN).order_by("pk")[0],
        organisation_id=case.organisation_id,
        reason="The company gave up its casino; its contract for this site has ended.",
    )


STORIES: tuple[Callable[[], Story], ...] = (
    bc_trial_that_ran_out,
    nz_late_on_the_desk,
    sg_query_not_answered,
    sg_operator_that_ended,
    md_answered_with_a_file,
)
