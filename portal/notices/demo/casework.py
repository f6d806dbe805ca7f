"""Cases as an officer has them on the desk: one late, one unanswered, one answered with a file; and a trial
that has run out. Told with those of history.py, each step at its own moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role
from portal.notices.demo.attached import paper
from portal.notices.demo.cases import md_rules, odds
from portal.notices.demo.hands import Hands
from portal.notices.demo.past import afternoon
from portal.review import conditions, handling, reminders, ticks, workflow
from portal.review.comments import comment
from portal.review.models import Condition

Story = Iterator[datetime]


def bc_trial_that_ran_out(hands: Hands) -> Story:
    yield afternoon(232, "bc")
    case = hands.hand_in("Ferry Landing Casino", "bc-midi", {"table": {"players": 7, "dice": 5}})
    yield afternoon(222, "bc")
    hands.recommend(
        case, "Seven players at the midi table are within 4/4.1; the branch wants to watch it first."
    )
    yield afternoon(218, "bc")
    ends = jurisdiction("bc").today() + timedelta(days=60)
    hands.approver_does("approve", case, digest=hands.digest(case), ends_on=ends, no_conflict=True)
    yield afternoon(150, "bc")
    case.refresh_from_db()
    workflow.expire(submission=case)


def nz_late_on_the_desk(hands: Hands) -> Story:
    """More than twenty working days old: a breach to judge, a legal question, remarks inside and outside."""
    yield afternoon(44, "nz")
    rules = odds(3) | {"limits": {"pass_line": {"min": "25", "max": "2000"}}, "table": {"dice": 5}}
    case = hands.hand_in("Aurora Harbour Rooms", "nz-revised", rules)
    yield afternoon(39, "nz")
    officer = hands.person(case, Role.REGULATOR_OFFICER)
    approver = hands.person(case, Role.REGULATOR_APPROVER)
    hands.claim(case)
    first = ticks.unticked(case.submitted_version)[0]
    ticks.tick(
        actor=officer,
        reference=case.reference,
        finding_key=ticks.finding_key(first),
        note="Seen with the floor manager on site.",
    )
    comment(
        actor=officer,
        reference=case.reference,
        about_kind="finding",
        about=ticks.finding_key(ticks.unticked(case.submitted_version)[0]),
        text="The operator argues from the 1998 text. Does the revised clause leave room for a waiver?",
    )
    yield afternoon(30, "nz")
    handling.flag(actor=officer, reference=case.reference, flag="legal")
    comment(
        actor=approver,
        reference=case.reference,
        about_kind="clause",
        about=first.clause,
        text="Legal services read it as a limit without exception. Written advice follows.",
    )
    yield afternoon(9, "nz")
    handling.flag(actor=approver, reference=case.reference, flag="urgent")
    comment(
        actor=officer,
        reference=case.reference,
        text="We are waiting for advice on the odds you applied for and will write to you this month.",
        shown_to_operator=True,
    )
    handling.save_filter(actor=officer, name="Late, mine", query_string="clock=late&officer=me")
    handling.save_filter(actor=officer, name="Legal questions", query_string="flag=legal")


def sg_query_not_answered(hands: Hands) -> Story:
    yield afternoon(29, "sg")
    case = hands.hand_in("Orchid Strait Casino", "sg-mbs-v2", {"limits": {"field": {"min": "25"}}})
    yield afternoon(24, "sg")
    hands.claim(case)
    hands.officer_does(
        "open_query",
        case,
        text="Which limits will the sign at the table show for the other wagers?",
        due_on=jurisdiction("sg").today() + timedelta(days=18),
    )
    for day in (8, 5):  # before its day, and after it
        yield afternoon(day, "sg")
        reminders.remind()


def md_answered_with_a_file(hands: Hands) -> Story:
    yield afternoon(20, "md")
    case = hands.hand_in("Blue Heron Pier", "md-craps", md_rules(3))
    yield afternoon(17, "md")
    officer = hands.person(case, Role.REGULATOR_OFFICER)
    handling.assign(
        actor=hands.person(case, Role.REGULATOR_APPROVER), reference=case.reference, assignee_id=officer.pk
    )
    hands.claim(case)
    hands.officer_does(
        "open_query",
        case,
        text="Please show where on the layout the fire bet is placed (11/B).",
        due_on=jurisdiction("md").today() + timedelta(days=14),
    )
    yield afternoon(6, "md")
    plan = paper(
        "Fire bet on the layout", ["In front of the stickman, one circle a player.", "Scale 1 to 10."]
    )
    hands.operator_does(
        "answer_query",
        case,
        text="The drawing attached shows the area. It is printed on the layout, not a card.",
        files=[{"filename": "fire-bet-area.pdf", "data": plan}],
    )


def bc_one_condition_met(hands: Hands) -> None:
    """Of the two that bc_in_force_with_conditions brought."""
    condition = Condition.objects.filter(decision__submission__jurisdiction="bc", met_at=None).earliest("pk")
    conditions.meet_condition(
        actor=hands.person(condition.decision.submission, Role.REGULATOR_OFFICER),
        condition_id=condition.pk,
        note="Seen on the layout at the inspection of the opening day.",
    )


STORIES: tuple[Callable[[Hands], Story], ...] = (
    bc_trial_that_ran_out,
    nz_late_on_the_desk,
    sg_query_not_answered,
    md_answered_with_a_file,
)
