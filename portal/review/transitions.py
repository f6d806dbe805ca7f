"""The table of transitions: from where, to where, by whose permission, and what must hold.

A guard is a small named function of (submission, actor) that returns what is in the way, or "".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.review.findings import unticked
from portal.review.models import Recommendation
from portal.submissions.models import State, Submission

Guard = Callable[[Submission, User | None], str]


@dataclass(frozen=True)
class Transition:
    name: str
    label: str
    sources: tuple[State, ...]
    target: State
    permission: str | None  # None: Baize itself, when a date comes or another approval takes over
    guards: tuple[Guard, ...] = ()
    adds_text: bool = False  # to what the case is searched by


def has_a_version(submission: Submission, actor: User | None) -> str:
    return "" if submission.current_version_id else "There is no rule set in it yet. Save one first."


def is_the_assignee(submission: Submission, actor: User | None) -> str:
    if submission.assignee_id is not None and actor is not None and submission.assignee_id != actor.pk:
        return f"{submission.assignee} is reviewing this. Take the case over first."
    return ""


def every_finding_is_ticked_off(submission: Submission, actor: User | None) -> str:
    """An approver may rely on it that the officer looked at each finding that calls for judgement."""
    version = submission.submitted_version
    left = len(unticked(version)) if version is not None else 0
    if not left:
        return ""
    are = "One finding is" if left == 1 else f"{left} findings are"
    return f"{are} not ticked off yet. Deal with each breach and each finding left to judgement first."


def not_the_recommender(submission: Submission, actor: User | None) -> str:
    """Four eyes: whoever recommended this version cannot also decide on it."""
    made = latest_recommendation(submission)
    if made is None:
        return "Nobody has recommended this version yet."
    if actor is not None and made.made_by_id == actor.pk:
        return "You recommended this version. Another approver has to decide on it."
    return ""


def latest_recommendation(submission: Submission) -> Recommendation | None:
    made = Recommendation.objects.filter(version=submission.current_version).select_related("made_by")
    return made.order_by("-pk").first()


_HELD = (State.IN_FORCE, State.SUSPENDED)
_GRANTED = (State.APPROVED, *_HELD)

TRANSITIONS: dict[str, Transition] = {
    t.name: t
    for t in (
        Transition(
            "submit",
            "Submit",
            (State.DRAFT, State.RETURNED),
            State.SUBMITTED,
            "submission.submit",
            (has_a_version,),
            adds_text=True,
        ),
        Transition(
            "withdraw",
            "Withdraw",
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
        ),
        Transition(
            "claim", "Take the case", (State.SUBMITTED, State.IN_REVIEW), State.IN_REVIEW, "review.claim"
        ),
        Transition(
            "open_query",
            "Ask the operator",
            (State.IN_REVIEW,),
            State.QUERY_OPEN,
            "review.query",
            (is_the_assignee,),
            adds_text=True,
        ),
        Transition(
            "answer_query",
            "Answer the query",
            (State.QUERY_OPEN,),
            State.IN_REVIEW,
            "query.answer",
            adds_text=True,
        ),
        Transition(
            "return_for_amendment",
            "Return for amendment",
            (State.IN_REVIEW,),
            State.RETURNED,
            "review.return",
            (is_the_assignee,),
        ),
        Transition(
            "recommend",
            "Recommend",
            (State.IN_REVIEW,),
            State.RECOMMENDED,
            "review.recommend",
            (is_the_assignee, every_finding_is_ticked_off),
        ),
        Transition(
            "send_back",
            "Send back to the officer",
            (State.RECOMMENDED,),
            State.IN_REVIEW,
            "review.send_back",
            (not_the_recommender,),
        ),
        Transition(
            "approve",
            "Approve",
            (State.RECOMMENDED,),
            State.APPROVED,
            "review.decide",
            (not_the_recommender,),
        ),
        Transition(
            "refuse", "Refuse", (State.RECOMMENDED,), State.REFUSED, "review.decide", (not_the_recommender,)
        ),
        Transition("come_into_force", "Come into force", (State.APPROVED,), State.IN_FORCE, None),
        Transition("suspend", "Suspend", (State.IN_FORCE,), State.SUSPENDED, "review.suspend"),
        Transition(
            "lift_suspension", "Lift the suspension", (State.SUSPENDED,), State.IN_FORCE, "review.suspend"
        ),
        Transition("supersede", "Supersede", _HELD, State.SUPERSEDED, None),
        Transition("surrender", "Surrender", _GRANTED, State.SURRENDERED, "submission.surrender"),
        Transition("revoke", "Revoke", _GRANTED, State.REVOKED, "review.suspend"),
        Transition("expire", "Expire", _HELD, State.EXPIRED, None),
    )
}


def obstacle(transition: Transition, submission: Submission, actor: User | None) -> str:
    """The first thing that keeps this move from being made now, or ""."""
    if submission.state not in transition.sources:
        wanted = " or ".join(f"“{state.label}”" for state in transition.sources)
        return (
            f"{submission.reference} is “{submission.get_state_display()}”. "
            f"“{transition.label}” is for a submission that is {wanted}."
        )
    return next((found for guard in transition.guards if (found := guard(submission, actor))), "")


def hindrances(actor: User, submission: Submission) -> dict[str, str]:
    """Moves that the person's role and the state of the case allow, but a guard holds up: name and reason."""
    return {
        name: found
        for name, transition in TRANSITIONS.items()
        if transition.permission is not None
        and submission.state in transition.sources
        and can(actor, transition.permission)
        and (found := obstacle(transition, submission, actor))
    }
