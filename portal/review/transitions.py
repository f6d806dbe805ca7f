"""The table of transitions: from where, to where, by whose permission, what must hold, and what people read.

A guard is a small named function of (submission, actor) that returns what is in the way, or "".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.review.findings import unticked
from portal.review.models import Recommendation
from portal.submissions.models import HOLDS_FORCE, Coverage, State, Submission

Guard = Callable[[Submission, User | None], str]


@dataclass(frozen=True)
class Transition:
    """One move of a case, with every text about it. The move itself is in workflow.py."""

    name: str
    label: str  # of its button
    past: str  # in the timeline
    sources: tuple[State, ...]
    target: State
    permission: str | None  # None: Baize itself, when a date comes or another approval takes over
    guards: tuple[Guard, ...] = ()
    success: str = ""  # to the officer or approver who made it
    # Of its notices: "work" asks somebody to act, "decision" ends or changes an approval, else "progress".
    topic: str = "decision"
    notices: Mapping[str, str] = field(default_factory=dict)  # for operator, officers, approvers or assignee
    adds_text: bool = False  # to what the case is searched by
    api_slug: str = ""
    # True of a case in another state in which the move can be made at some of its tables.
    at_some_tables: Callable[[Submission], bool] = lambda submission: False

    @property
    def slug(self) -> str:
        """Its address in the API."""
        return self.api_slug or self.name.replace("_", "-")


def has_a_version(submission: Submission, actor: User | None) -> str:
    return "" if submission.current_version_id else "There is no rule set in it yet. Save one first."


def is_the_assignee(submission: Submission, actor: User | None) -> str:
    if submission.assignee_id is not None and actor is not None and submission.assignee_id != actor.pk:
        return f"{submission.assignee} is reviewing this. Take the case over first."
    return ""


def every_finding_is_dealt_with(submission: Submission, actor: User | None) -> str:
    """An approver may rely on it that the officer looked at each finding that calls for judgement."""
    version = submission.submitted_version
    left = len(unticked(version)) if version is not None else 0
    if not left:
        return ""
    are = "One finding is" if left == 1 else f"{left} findings are"
    return f"{are} not marked as dealt with yet. Mark each breach and each finding left to judgement first."


def not_the_recommender(submission: Submission, actor: User | None) -> str:
    """Four eyes: the person who recommended this version cannot also decide on it."""
    made = latest_recommendation(submission)
    if made is None:
        return "Nobody has recommended this version yet."
    if actor is not None and made.made_by_id == actor.pk:
        return "You recommended this version. Another approver has to decide on it."
    return ""


def names_a_table(submission: Submission, actor: User | None) -> str:
    if submission.all_tables or submission.covered.exists():
        return ""
    return "It names no table. Choose the tables it is for first."


def suspended_at_a_table(submission: Submission) -> bool:
    """In force, but suspended at one of its tables."""
    return submission.state == State.IN_FORCE and submission.covered.filter(state=Coverage.SUSPENDED).exists()


def latest_recommendation(submission: Submission) -> Recommendation | None:
    made = Recommendation.objects.filter(version=submission.current_version).select_related("made_by")
    return made.order_by("-pk").first()


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
            (has_a_version, names_a_table),
            topic="work",
            notices={
                "officers": "{operator} submitted {reference} for {property}. It is waiting for an officer."
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
            notices={"assignee": "{operator} withdrew {reference}. You need do nothing more."},
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
            "Question asked",
            (State.IN_REVIEW,),
            State.QUERY_OPEN,
            "review.query",
            (is_the_assignee,),
            success="Your question is sent. The clock is paused until it is answered.",
            topic="work",
            notices={
                "operator": "The regulator has a question about {reference}. "
                "The clock is paused until you answer."
            },
            adds_text=True,
        ),
        Transition(
            "answer_query",
            "Answer the query",
            "Question answered",
            (State.QUERY_OPEN,),
            State.IN_REVIEW,
            "query.answer",
            topic="work",
            notices={"assignee": "{operator} answered your question about {reference}."},
            adds_text=True,
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
            (not_the_recommender,),
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
            (not_the_recommender,),
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
            "surrender",
            "Surrender",
            "Surrendered",
            (State.APPROVED, *HOLDS_FORCE),
            State.SURRENDERED,
            "submission.surrender",
            notices={"approvers": "{operator} surrendered {reference} for {property}."},
        ),
        Transition(
            "revoke",
            "Revoke",
            "Revoked",
            (State.APPROVED, *HOLDS_FORCE),
            State.REVOKED,
            "review.suspend",
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
            notices={"operator": "The trial approval {reference} for {property} has ended."},
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
    return next((found for guard in transition.guards if (found := guard(submission, actor))), "")


def blocked_moves(actor: User, submission: Submission) -> dict[str, str]:
    """Moves that the person's role and the state of the case allow, but a guard refuses: name and reason."""
    return {
        name: found
        for name, transition in TRANSITIONS.items()
        if transition.permission is not None
        and submission.state in transition.sources
        and can(actor, transition.permission)
        and (found := obstacle(transition, submission, actor))
    }
