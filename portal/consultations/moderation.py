"""What the regulator does with confirmed comments: publish, publish in part, refuse, mark as spam, answer."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from portal.accounts.models import User
from portal.audit.services import record
from portal.consultations import events
from portal.consultations.comments import STRIKE_MARKS
from portal.consultations.models import Answer, Comment, CommentState, Consultation
from portal.consultations.selectors import comment_to_moderate, consultation_visible_to
from portal.consultations.services import LONGEST_REASON, LONGEST_TEXT, check_unchanged, touch, unfrozen
from portal.consultations.texts import plain_text
from portal.errors import BadValue, NotFound, NotPossible


@transaction.atomic
def publish(
    *,
    actor: User,
    comment_id: int,
    marked: str = "",
    name_struck: bool = False,
    read_at: datetime | None = None,
) -> Comment:
    """Publish a comment; `marked` is its text with what is to be struck out in [[double brackets]].

    A published one can be published again with other parts struck out, by somebody who has read it as it is.
    """
    comment = _locked(actor, comment_id)
    check_unchanged(comment.moderated_at, read_at)
    if comment.state == CommentState.WITHDRAWN:
        raise NotPossible("Its writer has withdrawn this comment.")
    struck = struck_parts(comment.text, marked) if marked else []
    before = {
        "state": comment.state, "struck": len(comment.struck), "name_struck": comment.name_struck,
    }  # fmt: skip
    is_new = comment.state != CommentState.PUBLISHED
    if is_new:
        last = comment.consultation.comments.aggregate(last=Max("number"))["last"] or 0
        comment.number = last + 1
    comment.state, comment.struck, comment.reason = CommentState.PUBLISHED, struck, ""
    comment.name_struck = name_struck
    _save(actor, comment, "publish", before, after={"struck": len(struck), "name_struck": name_struck})
    if is_new:
        events.published.send(Comment, comment=comment)
    return comment


@transaction.atomic
def refuse(*, actor: User, comment_id: int, reason: str) -> Comment:
    """Refuse to publish a comment. The reason is sent to its writer."""
    comment = _locked(actor, comment_id)
    if comment.state not in (CommentState.WAITING, CommentState.SPAM):
        raise NotPossible(f"This comment is {comment.get_state_display().lower()}.")
    missing = "Enter the reason. It is sent to the person who wrote the comment."
    comment.reason = plain_text(reason, field="reason", missing=missing, most=LONGEST_REASON)
    before, comment.state = {"state": comment.state}, CommentState.REFUSED
    _save(actor, comment, "refuse", before, after={"reason": comment.reason})
    events.refused.send(Comment, comment=comment)
    return comment


@transaction.atomic
def mark_spam(*, actor: User, comment_id: int) -> Comment:
    """Put a comment aside as spam. Its writer is told nothing."""
    comment = _locked(actor, comment_id)
    if comment.state != CommentState.WAITING:
        raise NotPossible(f"This comment is {comment.get_state_display().lower()}.")
    before, comment.state = {"state": comment.state}, CommentState.SPAM
    _save(actor, comment, "spam", before)
    return comment


@transaction.atomic
def answer(
    *,
    actor: User,
    consultation_id: int,
    comment_ids: Collection[int],
    text: str,
    answer_id: int | None = None,
    read_at: datetime | None = None,
) -> Answer:
    """Answer one published comment, or several together; `answer_id` rewrites an answer.

    A comment that had another answer gets this one, unless a colleague gave that one meanwhile.
    """
    row = unfrozen(actor, consultation_id, "consultation.moderate")
    text = plain_text(text, field="text", missing="Enter the answer. The public reads it.", most=LONGEST_TEXT)
    comments = row.comments.filter(state=CommentState.PUBLISHED, pk__in=list(comment_ids))
    for comment in comments.select_related("answer"):
        check_unchanged(comment.answer.answered_at if comment.answer else None, read_at)
    if not comments or len(comments) != len(set(comment_ids)):
        raise BadValue("Choose published comments of this consultation.", field="comment_ids")
    before: dict[str, Any] | None = None
    if answer_id is None:
        given = Answer(consultation=row)
    else:
        given = answer_visible_to(actor, answer_id)
        if given.consultation_id != row.pk:
            raise NotFound("There is no such answer.")
        check_unchanged(given.answered_at, read_at)
        before = {"comments": _numbers(given), "text": given.text}
        given.comments.update(answer=None)
    given.text, given.answered_by, given.answered_at = text, actor, timezone.now()
    given.save()
    comments.update(answer=given)
    Answer.objects.filter(consultation=row, comments=None).delete()
    after = {"comments": _numbers(given), "text": text}
    record(actor=actor, action="consultation.answer", obj=row, before=before, after=after)
    touch(row)
    return given


def answer_visible_to(actor: User, answer_id: int) -> Answer:
    answer = Answer.objects.filter(pk=answer_id).first()
    if answer is None:
        raise NotFound("There is no such answer.")
    consultation_visible_to(actor, answer.consultation_id)
    return answer


def struck_parts(text: str, marked: str) -> list[list[int]]:
    """Where the marked text strikes the comment out: pairs of start and end.

    >>> struck_parts("Ask Jo Hall about it.", "Ask [[Jo Hall]] about it.")
    [[4, 11]]
    """
    marked = marked.replace("\r\n", "\n").replace("\r", "\n").strip()
    start_mark, end_mark = STRIKE_MARKS
    parts: list[list[int]] = []
    rest, shown = marked, ""
    while start_mark in rest:
        before, _, rest = rest.partition(start_mark)
        inner, end, rest = rest.partition(end_mark)
        if not end or start_mark in inner:
            raise BadValue("Close each [[ with ]] before the next one begins.", field="marked")
        shown += before
        if inner:
            parts.append([len(shown), len(shown) + len(inner)])
        shown += inner
    if shown + rest != text:
        message = "Only add [[ and ]]. The words of the comment have to stay as they were written."
        raise BadValue(message, field="marked")
    return parts


def marked_text(comment: Comment) -> str:
    """The comment's text with what is struck out in double brackets."""
    return "".join(part.text.join(STRIKE_MARKS) if part.struck else part.text for part in comment.parts)


def _locked(actor: User, comment_id: int) -> Comment:
    """The comment of a consultation that may still change, locked with it: numbers are given in turn."""
    visible = comment_to_moderate(actor, comment_id)
    row = unfrozen(actor, visible.consultation_id, "consultation.moderate")
    comment = Comment.objects.select_for_update(no_key=True).get(pk=visible.pk)
    comment.consultation = row
    return comment


def _save(
    actor: User,
    comment: Comment,
    action: str,
    before: dict[str, Any],
    after: dict[str, Any] | None = None,
) -> None:
    comment.moderated_by, comment.moderated_at = actor, timezone.now()
    comment.save()
    row: Consultation = comment.consultation
    facts = {"comment": comment.number or comment.pk}
    record(
        actor=actor,
        action=f"consultation.comment.{action}",
        obj=row,
        before=facts | before,
        after=facts | {"state": comment.state} | (after or {}),
    )
    touch(row)


def _numbers(given: Answer) -> list[int | None]:
    return list(given.comments.order_by("number").values_list("number", flat=True))
