"""One act on many cases: each case is an act of its own, in its own transaction, and says what became of it.

An act is bound to the case as the list showed it: a case that changed since is left alone and says so. What
was done before is not done twice, so a request can be repeated, and its answer then tells the same: after a
double click, a reload, or the end of the process in the middle of it. Recommending and deciding are not
here: people do that case by case.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.errors import BadValue, Conflict, DomainError, NotPossible
from portal.review import queue_actions, workflow
from portal.review.models import OPEN_QUESTION, Declaration, Flag, Query
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import selectors
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import WAITING, State, Submission

logger = logging.getLogger(__name__)
MOST = 50
Given = Mapping[str, Any]  # what the person entered, the same for every case


@dataclass(frozen=True)
class ListedCase:
    """A case as a list showed it to somebody: what an act on it is bound to."""

    reference: str
    digest: str = ""
    state: str = ""
    assignee: str = ""  # the officer's id; "" for an operator, who does not see it

    @classmethod
    def to(cls, actor: User, submission: Submission, digest: str | None = None) -> Self:
        """`digest` spares a list the rule sets themselves."""
        if digest is None:
            digest = selectors.version_shown_to(actor, submission).digest
        assignee = str(submission.assignee_id or "") if actor.is_regulator else ""
        return cls(submission.reference, digest, submission.state, assignee)

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(*[*text.split("~"), "", "", ""][:4])

    def __str__(self) -> str:
        return "~".join((self.reference, self.digest, self.state, self.assignee))


@dataclass(frozen=True)
class BulkAct:
    """Something that can be done to many cases. Its service does it to one."""

    name: str
    title: str
    label: str  # of its button, without the number of cases
    service: Callable[..., object]
    # Whether the case is already as the act would leave it, by this person.
    is_done: Callable[[User, Submission, ListedCase, Given], bool]
    success: Callable[[Submission, Given], str]
    move: str = ""  # of the table of transitions; "" for an act that leaves the state as it is
    own_permission: str = ""
    binds: bool = False  # the service itself wants the digest
    noun: str = "case"
    states: tuple[State, ...] = ()  # of an act that is no move: where it is possible, all if empty

    @property
    def permission(self) -> str:
        return self.own_permission or str(TRANSITIONS[self.move].permission)

    def hindrance(self, actor: User, submission: Submission) -> str:
        """What rules it out for this case now, or ""."""
        if self.move:
            return obstacle(TRANSITIONS[self.move], submission, actor)
        if self.states and submission.state not in self.states:
            return f"It is “{submission.get_state_display()}”."
        return ""


@dataclass(frozen=True)
class CasePreview:
    """A chosen case before the act: bound to what is shown now, or why it is left out."""

    shown: ListedCase
    submission: Submission | None
    problem: str = ""


@dataclass(frozen=True)
class ActResult:
    """What became of one case."""

    shown: ListedCase
    done: bool
    message: str


def run(*, actor: User, act: BulkAct, cases: Sequence[ListedCase], given: Given) -> list[ActResult]:
    """Acts on each case in turn. A case that is refused, or fails, does not keep the others from theirs."""
    require(actor, act.permission)
    _require_number(act, cases)
    return [_run_one(actor, act, shown, given) for shown in _by_reference(cases)]


def preview(actor: User, act: BulkAct, cases: Sequence[ListedCase]) -> list[CasePreview]:
    """Each chosen case as it is now; one that came without a digest is bound to what is shown here."""
    require(actor, act.permission)
    _require_number(act, cases)
    wanted = _by_reference(cases)
    rows = selectors.submissions(actor).filter(reference__in=[shown.reference for shown in wanted])
    visible = {row.reference: row for row in rows}
    return [_preview(actor, act, shown, visible.get(shown.reference)) for shown in wanted]


def by_outcome(results: list[ActResult]) -> dict[str, list[ActResult]]:
    """For a page: all of them, those done and those not."""
    return {
        "results": results,
        "done": [result for result in results if result.done],
        "failed": [result for result in results if not result.done],
    }


def acts_open_to(actor: User) -> list[BulkAct]:
    """What this person may do to several cases of the queue."""
    return [act for act in QUEUE_ACTS.values() if can(actor, act.permission)]


def _require_number(act: BulkAct, cases: Sequence[ListedCase]) -> None:
    if not cases:
        raise BadValue(f"Select at least one {act.noun}.", field="case")
    if len(cases) > MOST:
        raise BadValue(
            f"You selected {len(cases)} {act.noun}s. Select at most {MOST} at a time.", field="case"
        )


def _by_reference(cases: Iterable[ListedCase]) -> list[ListedCase]:
    return list({shown.reference: shown for shown in cases}.values())


def _preview(actor: User, act: BulkAct, shown: ListedCase, submission: Submission | None) -> CasePreview:
    if submission is None:
        return CasePreview(shown, None, f"There is no case {shown.reference}.")
    now = ListedCase.to(actor, submission)
    if shown.digest and shown != now:
        return CasePreview(now, submission, _changed(submission))
    return CasePreview(now, submission, act.hindrance(actor, submission))


def _run_one(actor: User, act: BulkAct, shown: ListedCase, given: Given) -> ActResult:
    attempt = audited_attempt(f"submission.{act.move or act.name}")(_act_on_shown)
    try:
        message = attempt(actor=actor, reference=shown.reference, act=act, shown=shown, given=given)
    except DomainError as refusal:
        return ActResult(shown, False, _why(refusal))
    except Exception:  # one that fails does not stop the others
        logger.exception("%s of %s failed among several.", act.name, shown.reference)
        return ActResult(shown, False, "Something went wrong and nothing was changed. Try again.")
    return ActResult(shown, True, message)


def _act_on_shown(*, actor: User, reference: str, act: BulkAct, shown: ListedCase, given: Given) -> str:
    submission = selectors.lock_submission(actor, reference, act.permission)
    if act.is_done(actor, submission, shown, given):
        return act.success(submission, given)
    if ListedCase.to(actor, submission) != shown:
        raise Conflict(_changed(submission), theirs=submission.current_version, mine=shown.digest)
    bound = {"digest": shown.digest} if act.binds else {}
    act.service(actor=actor, reference=reference, **bound, **given)
    submission.refresh_from_db()
    return act.success(submission, given)


def _changed(submission: Submission) -> str:
    officer = f", with {submission.assignee}" if submission.assignee_id else ""
    return (
        f"It changed after the list was shown and is now “{submission.get_state_display()}”{officer}. "
        "Nothing was done to it. Look at it again."
    )


def _why(refusal: DomainError) -> str:
    problems = refusal.problems if isinstance(refusal, NotPossible) else ()
    return " ".join([refusal.message, *(problem["message"] for problem in problems)])


# -- the acts ------------------------------------------------------------------------------------------------


def _is_claimed(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    return submission.state == State.IN_REVIEW and submission.assignee_id == actor.pk


def _is_assigned(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    return submission.state in WAITING and submission.assignee_id == given["assignee_id"]


def _assigned(submission: Submission, given: Given) -> str:
    return f"Assigned to {submission.assignee}." if submission.assignee else "Unassigned."


def _is_flagged(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    return submission.flags.filter(flag=given["flag"]).exists()


def _flag_label(given: Given) -> str:
    return Flag.Kind(given["flag"]).label.lower()


def _is_asked(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    asked = Query.objects.filter(submission=submission, asked_by=actor, **OPEN_QUESTION)
    return asked.filter(text=given["text"].strip(), due_on=given["due_on"]).exists()


def _is_returned(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    last = submission.moves.order_by("pk").last()
    return (
        last is not None
        and (last.name, last.actor_id) == ("return_for_amendment", actor.pk)
        and last.reason == given["reason"].strip()
    )


def _is_submitted(actor: User, submission: Submission, shown: ListedCase, given: Given) -> bool:
    version = submission.submitted_version
    return (
        submission.state not in (State.DRAFT, State.RETURNED)
        and version is not None
        and version.digest == shown.digest
        and Declaration.objects.filter(version=version, made_by=actor).exists()
    )


QUEUE_ACTS: dict[str, BulkAct] = {
    act.name: act
    for act in (
        BulkAct(
            "claim",
            "Take",
            "Take",
            workflow.claim,
            _is_claimed,
            lambda submission, given: "You are reviewing it now.",
            move="claim",
        ),
        BulkAct(
            "assign",
            "Assign to an officer",
            "Assign",
            queue_actions.assign,
            _is_assigned,
            _assigned,
            own_permission="review.assign",
            states=WAITING,
        ),
        BulkAct(
            "flag",
            "Mark",
            "Mark",
            queue_actions.flag,
            _is_flagged,
            lambda submission, given: f"Marked “{_flag_label(given)}”.",
            own_permission="review.note",
        ),
        BulkAct(
            "unflag",
            "Remove a mark",
            "Remove a mark from",
            queue_actions.unflag,
            lambda *of: not _is_flagged(*of),
            lambda submission, given: f"No longer marked “{_flag_label(given)}”.",
            own_permission="review.note",
        ),
        BulkAct(
            "ask",
            "Ask the operators",
            "Ask the operators of",
            workflow.open_query,
            _is_asked,
            lambda submission, given: "The question is sent. The clock is paused until it is answered.",
            move="open_query",
        ),
        BulkAct(
            "return",
            "Return for amendment",
            "Return",
            workflow.return_for_amendment,
            _is_returned,
            lambda submission, given: "Returned to the operator.",
            move="return_for_amendment",
            binds=True,
        ),
    )
}
SUBMIT = BulkAct(
    "submit",
    "Submit",
    "Submit",
    workflow.submit,
    _is_submitted,
    lambda submission, given: "Submitted. The regulator has been notified.",
    move="submit",
    binds=True,
    noun="draft",
)
