"""The table of transitions: from where, to where, by whose permission, what must hold, and what people read.

The guards are in guards.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.accounts.second_factor import STEP_UP
from portal.review.guards import (
    a_notice_is_open,
    a_regulator_is_there,
    a_revocation_to_come,
    a_surrender_to_come,
    every_finding_is_dealt_with,
    has_a_version,
    has_waited,
    is_the_assignee,
    names_a_table,
    no_notice_is_open,
    no_revocation_to_come,
    no_surrender_to_come,
    not_replied_yet,
    not_the_one_who_revoked,
    not_the_recommender,
    suspended_at_a_table,
)
from portal.submissions.models import HOLDS_FORCE, State, Submission

Guard = Callable[[Submission, User | None], str]


@dataclass(frozen=True)
class Transition:
    """One move of a case, with every text about it. The move itself is in workflow.py."""

    name: str
    label: str  # of its button
    past: str  # in the timeline
    sources: tuple[State, ...]
    target: State | None  # None: the state stays
    permission: str | None  # None: Baize itself, when a date comes or another approval takes over
    guards: tuple[Guard, ...] = ()
    # Like guards, for a move that is not spoken of where they do not hold: nothing is there to be withdrawn.
    only_if: tuple[Guard, ...] = ()
    success: str = ""  # to the officer or approver who made it
    # Of its notices: "work" asks somebody to act, "decision" ends or changes an approval, else "progress".
    topic: str = "decision"
    # For operator, officers (if the case has none), approvers or assignee.
    notices: Mapping[str, str] = field(default_factory=dict)
    due: str = ""  # follows the operator's notice if the operator has to act by a day: {due_on}
    adds_text: bool = False  # to what the case is searched by
    api_slug: str = ""
    # True of a case in another state in which the move can be made at some of its tables.
    at_some_tables: Callable[[Submission], bool] = lambda submission: False

    @property
    def needs_second_factor(self) -> bool:
        """Whether a person shows a second factor for it, at most five minutes before."""
        return self.permission in STEP_UP

    @property
    def slug(self) -> str:
        """Its address in the API."""
        return self.api_slug or self.name.replace("_", "-")


TRANSITIONS: dict[str, Transition] = {
    t.name: t
    for t in (
        Transition(
            "submit",
            "Submit",
            "Submitted",
            (State.DRAFT, State.RETURNED),
            State.SUBMITTED,
            "submission.submit",
            (has_a_version, names_a_table, a_regulator_is_there),
            topic="work",
            notices={
                "officers": "{operator} submitted {reference} for {property}. It is waiting for an officer.",
                "assignee": "{operator} submitted {reference} for {property} again. It is with you.",
            },
            adds_text=True,
        ),
        Transition(
            "withdraw",
            "Withdraw",
            "Withdrawn",
            (
                State.DRAFT,
                State.SUBMITTED,
                State.IN_REVIEW,
                State.QUERY_OPEN,
                State.RETURNED,
                State.RECOMMENDED,
            ),
            State.WITHDRAWN,
            "submission.withdraw",
            topic="progress",
            notices={"assignee": "{operator} withdrew {reference}. You do not need to do anything."},
        ),
        Transition(
            "claim",
            "Take the case",
            "Taken up for review",
            (State.SUBMITTED, State.IN_REVIEW),
            State.IN_REVIEW,
            "review.claim",
            topic="progress",
            notices={"operator": "{reference} for {property} is under review."},
        ),
        Transition(
            "open_query",
            "Ask the operator",
            "Questions asked",
            (State.IN_REVIEW,),
            State.QUERY_OPEN,
            "review.query",
            (is_the_assignee,),
            success="Your questions are sent. The clock is paused until they are answered.",
            topic="work",
            notices={
                "operator": "The regulator asks about {reference}. The clock is paused until you answer."
            },
            due="Your answer is due on {due_on}.",
            adds_text=True,
        ),
        Transition(
            "answer_query",
            "Answer the query",
            "Questions answered",
            (State.QUERY_OPEN,),
            State.IN_REVIEW,
            "query.answer",
            topic="work",
            notices={"assignee": "{operator} answered what you asked about {reference}."},
            adds_text=True,
        ),
        Transition(
            "withdraw_query",
            "Withdraw a question",
            "Question withdrawn",
            (State.QUERY_OPEN,),
            State.IN_REVIEW,
            "review.query",
            (is_the_assignee,),
            success="The question is withdrawn.",
            topic="progress",
            notices={
                "operator": "The regulator withdrew its question about {reference}. You need not answer it."
            },
        ),
        Transition(
            "return_for_amendment",
            "Return for amendment",
            "Returned for amendment",
            (State.IN_REVIEW,),
            State.RETURNED,
            "review.return",
            (is_the_assignee,),
            success="Returned to the operator.",
            topic="work",
            notices={"operator": "{reference} was returned to you for amendment. The reason is on its page."},
            due="Submit it again by {due_on}.",
            api_slug="return",
        ),
        Transition(
            "recommend",
            "Recommend",
            "Recommended to the approver",
            (State.IN_REVIEW,),
            State.RECOMMENDED,
            "review.recommend",
            (is_the_assignee, every_finding_is_dealt_with),
            success="Your recommendation is with the approvers.",
            topic="work",
            notices={
                "approvers": "{reference} from {operator} has a recommendation and is waiting for a decision."
            },
        ),
        Transition(
            "send_back",
            "Send back to the officer",
            "Sent back to the officer",
            (State.RECOMMENDED,),
            State.IN_REVIEW,
            "review.send_back",
            (not_the_recommender,),
            success="Sent back to the officer.",
            topic="work",
            notices={"assignee": "{reference} was sent back to you. The approver’s reason is on its page."},
        ),
        Transition(
            "approve",
            "Approve",
            "Approved",
            (State.RECOMMENDED,),
            State.APPROVED,
            "review.decide",
            (not_the_recommender, has_waited),
            success="Approved. The certificate is being prepared.",
            notices={
                "operator": "{reference} for {property} was approved. The certificate is being prepared.",
                "assignee": "{reference}, which you reviewed, was approved.",
            },
        ),
        Transition(
            "refuse",
            "Refuse",
            "Refused",
            (State.RECOMMENDED,),
            State.REFUSED,
            "review.decide",
            (not_the_recommender, has_waited),
            success="Refused. The operator has been notified.",
            notices={
                "operator": "{reference} for {property} was refused. The reasons are on its page.",
                "assignee": "{reference}, which you reviewed, was refused.",
            },
        ),
        Transition(
            "come_into_force",
            "Come into force",
            "Came into force",
            (State.APPROVED,),
            State.IN_FORCE,
            None,
            notices={"operator": "{reference} for {property} is in force."},
        ),
        Transition(
            "suspend",
            "Suspend",
            "Suspended",
            (State.IN_FORCE,),
            State.SUSPENDED,
            "review.suspend",
            success="Suspended. The register now shows this.",
            notices={"operator": "{reference} for {property} was suspended. The reasons are on its page."},
        ),
        Transition(
            "lift_suspension",
            "Lift the suspension",
            "Suspension lifted",
            (State.SUSPENDED,),
            State.IN_FORCE,
            "review.suspend",
            success="The approval is in force again.",
            at_some_tables=suspended_at_a_table,
            notices={"operator": "The suspension of {reference} for {property} was lifted."},
        ),
        Transition(
            "supersede",
            "Supersede",
            "Superseded",
            HOLDS_FORCE,
            State.SUPERSEDED,
            None,
            notices={"operator": "{reference} for {property} was superseded by a later approval."},
        ),
        Transition(
            "plan_surrender",
            "Surrender on a later day",
            "Surrender declared",
            HOLDS_FORCE,
            None,
            "submission.surrender",
            only_if=(no_surrender_to_come,),
            notices={
                "approvers": "{operator} surrenders {reference} for {property}. Its last day is {day}.",
            },
        ),
        Transition(
            "take_back_surrender",
            "Take back the surrender",
            "Surrender taken back",
            HOLDS_FORCE,
            None,
            "submission.surrender",
            only_if=(a_surrender_to_come,),
            notices={"approvers": "{operator} takes back the surrender of {reference} for {property}."},
        ),
        Transition(
            "surrender_takes_effect",
            "Surrender takes effect",
            "Surrendered",
            HOLDS_FORCE,
            State.SURRENDERED,
            None,
            notices={
                "operator": "The surrender of {reference} for {property} has taken effect.",
                "approvers": "The surrender of {reference} for {property} by {operator} has taken effect.",
            },
        ),
        Transition(
            "surrender",
            "Surrender",
            "Surrendered",
            (State.APPROVED, *HOLDS_FORCE),
            State.SURRENDERED,
            "submission.surrender",
            notices={"approvers": "{operator} surrendered {reference} for {property}."},
        ),
        Transition(
            "give_notice_of_intent",
            "Give notice of intent to revoke",
            "Notice of intent to revoke given",
            (State.APPROVED, *HOLDS_FORCE),
            None,
            "review.intent",
            only_if=(no_notice_is_open,),
            success="The notice has been given. The operator can reply until the day you set.",
            topic="work",
            notices={
                "operator": "The regulator intends to revoke {reference} for {property}. "
                "You can reply until {day}.",
                "approvers": "A notice of intent to revoke {reference} for {property} was given.",
            },
        ),
        Transition(
            "reply_to_notice",
            "Reply to the notice",
            "Replied to the notice of intent",
            (State.APPROVED, *HOLDS_FORCE),
            None,
            "intent.reply",
            only_if=(a_notice_is_open, not_replied_yet),
            topic="work",
            notices={
                "assignee": "{operator} replied to the notice of intent to revoke {reference}.",
                "approvers": "{operator} replied to the notice of intent to revoke {reference}.",
            },
        ),
        Transition(
            "withdraw_notice",
            "Withdraw the notice of intent",
            "Notice of intent withdrawn",
            (State.APPROVED, *HOLDS_FORCE),
            None,
            "review.intent",
            only_if=(a_notice_is_open,),
            success="The notice is withdrawn. The operator has been notified.",
            notices={
                "operator": "The regulator withdrew its notice of intent to revoke {reference} "
                "for {property}."
            },
        ),
        Transition(
            "plan_revocation",
            "Revoke on a later day",
            "Revocation decided",
            HOLDS_FORCE,
            None,
            "review.suspend",
            (has_waited,),
            only_if=(no_revocation_to_come,),
            success="The revocation is decided. The register shows the last day.",
            notices={
                "operator": "{reference} for {property} will be revoked. Its last day in force is {day}. "
                "The reasons are on its page."
            },
        ),
        Transition(
            "take_back_revocation",
            "Take back the revocation",
            "Revocation taken back",
            HOLDS_FORCE,
            None,
            "review.suspend",
            (not_the_one_who_revoked, has_waited),
            only_if=(a_revocation_to_come,),
            success="The revocation is taken back. The register shows this.",
            notices={"operator": "The revocation of {reference} for {property} was taken back."},
        ),
        Transition(
            "revocation_takes_effect",
            "Revocation takes effect",
            "Revoked",
            HOLDS_FORCE,
            State.REVOKED,
            None,
            notices={"operator": "The revocation of {reference} for {property} has taken effect."},
        ),
        Transition(
            "revoke",
            "Revoke",
            "Revoked",
            (State.APPROVED, *HOLDS_FORCE),
            State.REVOKED,
            "review.suspend",
            (has_waited,),
            success="Revoked. The register now shows this.",
            notices={"operator": "{reference} for {property} was revoked. The reasons are on its page."},
        ),
        Transition(
            "expire",
            "Expire",
            "Expired",
            HOLDS_FORCE,
            State.EXPIRED,
            None,
            notices={
                "operator": "The approval {reference} for {property} has expired: its end date has passed."
            },
        ),
    )
}


def obstacle(transition: Transition, submission: Submission, actor: User | None) -> str:
    """The first thing that keeps this move from being made now, or ""."""
    if submission.state not in transition.sources and not transition.at_some_tables(submission):
        wanted = " or ".join(f"“{state.label}”" for state in transition.sources)
        return (
            f"{submission.reference} is “{submission.get_state_display()}”. "
            f"“{transition.label}” is for a submission that is {wanted}."
        )
    guards = (*transition.only_if, *transition.guards)
    return next((reason for guard in guards if (reason := guard(submission, actor))), "")


def blocked_moves(actor: User, submission: Submission) -> dict[str, str]:
    """Moves that the person's role and the state of the case allow, but a guard refuses: name and reason."""
    return {
        name: reason
        for name, transition in TRANSITIONS.items()
        if transition.permission is not None
        and submission.state in transition.sources
        and can(actor, transition.permission)
        and not any(guard(submission, actor) for guard in transition.only_if)
        and (reason := obstacle(transition, submission, actor))
    }
