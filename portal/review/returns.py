"""A submission that the regulator returned: what it asks for, and how the operator dealt with it.

The reply is kept while the operator amends the rules. It is sent with the next submission, as the reason of
that move, and nobody at the regulator reads it before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import NotPermitted, NotPossible
from portal.review.findings import place_of
from portal.review.models import Declaration, Explanation, Move, ReturnReply
from portal.submissions import selectors
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import State, Submission
from portal.text import limited_text


@dataclass(frozen=True)
class Returned:
    """A return and the submission that followed it, if there is one yet."""

    move: Move
    reply: Move | None


def returns(submission: Submission) -> list[Returned]:
    """Every return of a submission, oldest first."""
    moves = submission.moves.filter(name__in=("return_for_amendment", "submit"))
    returned: list[Returned] = []
    for move in moves.select_related("version", "actor").order_by("pk"):
        if move.name == "return_for_amendment":
            returned.append(Returned(move, None))
        elif returned and returned[-1].reply is None:
            returned[-1] = Returned(returned[-1].move, move)
    return returned


def open_return(submission: Submission) -> Move | None:
    """The return that the operator is dealing with; None if the submission is not returned."""
    if submission.state != State.RETURNED:
        return None
    return submission.moves.filter(name="return_for_amendment").order_by("-pk").first()


def saved_reply(submission: Submission) -> str:
    """What the operator wrote about the open return so far."""
    return ReturnReply.objects.filter(submission=submission).values_list("text", flat=True).first() or ""


@audited_attempt("submission.edit", audited=(NotPossible, NotPermitted))
def save_reply(*, actor: User, reference: str, text: str) -> str:
    """Keeps the reply until the rules are submitted again."""
    submission = selectors.lock_submission(actor, reference, "submission.edit")
    text = _checked(submission, text)
    if text != saved_reply(submission):
        ReturnReply.objects.update_or_create(
            submission=submission, defaults={"text": text, "written_by": actor}
        )
        record(actor=actor, action="draft.reply", obj=submission, after={"characters": len(text)})
    return text


def take_reply(submission: Submission, given: str | None) -> str:
    """The reply to send with a submission: the given one, else the kept one, which is kept no longer."""
    if submission.state != State.RETURNED and not given:
        return ""
    text = _checked(submission, saved_reply(submission) if given is None else given)
    ReturnReply.objects.filter(submission=submission).delete()
    return text


def explained_before(points: Sequence[Mapping[str, str]], *submissions: Submission) -> dict[str, str]:
    """How these findings of a draft were explained when one of the submissions was made last, by key.

    A finding whose figures changed keeps its text if it is, and was, the only one of its rule and path.
    """
    rows = list(
        Explanation.objects.filter(version__in=[each.submitted_version_id for each in submissions]).order_by(
            "pk"
        )
    )
    by_key = {(row.finding, row.kind): row.text for row in rows}
    by_place = {(row.rule, row.path, row.kind): row.text for row in rows}
    was = Counter((row.version_id, row.rule, row.path, row.kind) for row in rows)
    several = {(rule, path, kind) for (_, rule, path, kind), count in was.items() if count > 1}
    several |= {place for place, count in Counter(map(place_of, points)).items() if count > 1}
    texts = {}
    for point in points:
        place = place_of(point)
        text = by_key.get((point["finding"], point["needs"]), "")
        if not text and place not in several:
            text = by_place.get(place, "")
        texts[point["finding"]] = text
    return texts


def position_of(actor: User) -> str:
    """The position that a person gave in their latest declaration."""
    made = Declaration.objects.filter(made_by=actor).order_by("-pk")
    return made.values_list("role", flat=True).first() or ""


def _checked(submission: Submission, text: str) -> str:
    if submission.state != State.RETURNED:
        raise NotPossible(
            f"{submission.reference} is “{submission.get_state_display()}”. "
            "A reply is for a submission that the regulator returned.",
            field="reply",
        )
    return limited_text(text, field="reply")
