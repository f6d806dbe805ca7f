"""A regulator's consultations: the list, one with its comments, and what can be done with them."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import can, require
from portal.audit import serializers
from portal.audit.selectors import trail_of
from portal.consultations import moderation, selectors, services
from portal.consultations.models import CommentState, Consultation, ConsultationState
from portal.editions.selectors import edition_visible_to
from portal.errors import BadValue, Conflict, NotPossible
from portal.http import UserRequest
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator.consultation_forms import (
    AnswerForm,
    DayForm,
    OpenForm,
    PublishForm,
    ReasonForm,
    RefuseForm,
    StatementForm,
    UpdateForm,
)

FORM_PAGE = "regulator/consultation_form.html"
edit = partial(run_service, refusals=(BadValue, NotPossible, Conflict))


class ConsultationMove(NamedTuple):
    """What an administrator can do with a consultation, and its form."""

    title: str
    button: str
    done: str
    form: type[PlainForm]
    service: Callable[..., Any]
    note: str = ""


MOVES = {
    "update": ConsultationMove(
        "Publish the changed draft",
        "Publish this text",
        "The changed draft is published in the consultation.",
        UpdateForm,
        services.update,
        "The public then reads the draft as it is now. Earlier texts stay, and comments keep the text they "
        "were written on.",
    ),
    "extend": ConsultationMove(
        "Move the closing day", "Move the day", "The closing day is moved.", DayForm, services.extend
    ),
    "close": ConsultationMove(
        "Close early",
        "Close it now",
        "The consultation is closed.",
        ReasonForm,
        services.close_early,
        "No more comments are accepted from now on. You can reopen it until its edition is published.",
    ),
    "reopen": ConsultationMove(
        "Reopen", "Reopen", "The consultation is open again.", DayForm, services.reopen
    ),
    "statement": ConsultationMove(
        "Publish your statement",
        "Publish the statement",
        "The statement is published.",
        StatementForm,
        services.publish_statement,
        "One answer to the consultation as a whole. You can rewrite it until the edition is published.",
    ),
}


@regulator_page
def consultation_list(request: UserRequest) -> HttpResponse:
    rows = list(selectors.consultations_visible_to(request.user))
    context = {"rows": rows, "manages": can(request.user, "consultation.manage")}
    return render(request, "regulator/consultations.html", context)


@regulator_page
def open_consultation(request: UserRequest, edition_id: str) -> HttpResponse:
    """Open a draft for comment."""
    draft = edition_visible_to(request.user, edition_id)
    require(request.user, "consultation.manage")
    form = OpenForm(request.POST or None, initial={"digest": draft.contents_digest, "title": draft.title})
    if row := edit(form, services.open_consultation, actor=request.user, edition_id=draft.pk):
        messages.success(request, "The draft is open for comment.")
        return redirect("regulator:consultation", row.pk)
    note = (
        "The public sees the draft exactly as it is now, what it changes in words and in money, and how many "
        "approvals it affects. Later changes to the draft are not shown until you publish them."
    )
    return render_form(
        request, FORM_PAGE, form, title="Open for comment", button="Open it", edition=draft, note=note
    )


@regulator_page
def consultation(request: UserRequest, consultation_id: int) -> HttpResponse:
    """The comments by what is to be done with them, the answers, and the steps so far."""
    actor = request.user
    row = selectors.consultation_visible_to(actor, consultation_id)
    comments = list(selectors.comments_visible_to(actor, row).order_by("confirmed_at", "pk"))
    snapshot = row.snapshot
    by_state = {
        state: [each for each in comments if each.state == state]
        for state in (CommentState.WAITING, CommentState.PUBLISHED, CommentState.REFUSED, CommentState.SPAM)
    }
    context = {
        "consultation": row,
        "snapshot": snapshot,
        "is_changed": row.edition is not None and row.edition.contents_digest != snapshot.digest,
        "waiting": by_state[CommentState.WAITING],
        "published": sorted(by_state[CommentState.PUBLISHED], key=lambda each: each.number or 0),
        "refused": by_state[CommentState.REFUSED],
        "spam": by_state[CommentState.SPAM],
        "answers": row.answers.prefetch_related("comments"),
        "sees_people": can(actor, "consultation.moderate"),
        "moderates": can(actor, "consultation.moderate") and not row.is_frozen,
        "moves": _moves(row) if can(actor, "consultation.manage") else [],
        "trail": [(entry, serializers.changes(entry)) for entry in trail_of(actor, row)[:50]],
    }
    return render(request, "regulator/consultation.html", context)


@regulator_page
def make_move(request: UserRequest, consultation_id: int, move: str) -> HttpResponse:
    """The form of one of MOVES."""
    row = selectors.consultation_visible_to(request.user, consultation_id)
    if move not in MOVES:
        raise Http404
    require(request.user, "consultation.manage")
    how = MOVES[move]
    initial = {"text": row.statement if move == "statement" else ""}
    if row.edition is not None:
        initial["digest"] = row.edition.contents_digest
    form = how.form(request.POST or None, initial=initial)
    if edit(form, how.service, actor=request.user, consultation_id=row.pk):
        messages.success(request, how.done)
        return redirect("regulator:consultation", row.pk)
    return render_form(
        request, FORM_PAGE, form, title=how.title, button=how.button, consultation=row, note=how.note
    )


@regulator_page
def moderate(request: UserRequest, comment_id: int) -> HttpResponse:
    """Publish a comment, in part if need be, or refuse it."""
    comment = selectors.comment_to_moderate(request.user, comment_id)
    refusing = request.POST.get("act") == "refuse"
    initial = {"marked": moderation.marked_text(comment), "name_struck": comment.name_struck}
    publish = PublishForm(None if refusing else request.POST or None, initial=initial)
    refuse = RefuseForm(request.POST if refusing else None)
    form, service = (refuse, moderation.refuse) if refusing else (publish, moderation.publish)
    if edit(form, service, actor=request.user, comment_id=comment.pk):
        messages.success(request, "The comment is refused." if refusing else "The comment is published.")
        return redirect("regulator:consultation", comment.consultation_id)
    context = {
        "comment": comment,
        "consultation": comment.consultation,
        "publish": publish,
        "refuse": refuse,
        "can_refuse": comment.state in (CommentState.WAITING, CommentState.SPAM),
        "sees_people": True,
        "form": form,
    }
    page = render(request, "regulator/consultation_comment.html", context)
    page.status_code = 422 if form.errors else 200
    return page


@require_POST
@regulator_page
def mark_spam(request: UserRequest, comment_id: int) -> HttpResponse:
    comment = moderation.mark_spam(actor=request.user, comment_id=comment_id)
    messages.success(request, "The comment is marked as spam. It is listed at the end of this page.")
    return redirect("regulator:consultation", comment.consultation_id)


@regulator_page
def answer(request: UserRequest, consultation_id: int) -> HttpResponse:
    """Answer one published comment or several."""
    row = selectors.consultation_visible_to(request.user, consultation_id)
    chosen = request.GET.getlist("comment")[:50]
    return _answer(request, row, {"comment_ids": chosen}, answer_id=None)


@regulator_page
def rewrite_answer(request: UserRequest, answer_id: int) -> HttpResponse:
    given = moderation.answer_visible_to(request.user, answer_id)
    row = selectors.consultation_visible_to(request.user, given.consultation_id)
    ids = [str(pk) for pk in given.comments.values_list("pk", flat=True)]
    return _answer(request, row, {"comment_ids": ids, "text": given.text}, answer_id=given.pk)


def _answer(
    request: UserRequest, row: Consultation, initial: dict[str, Any], answer_id: int | None
) -> HttpResponse:
    require(request.user, "consultation.moderate")
    comments = list(selectors.published_comments(row))
    form = AnswerForm(comments, request.POST or None, initial=initial)
    if edit(form, moderation.answer, actor=request.user, consultation_id=row.pk, answer_id=answer_id):
        messages.success(request, "The answer is published.")
        return redirect("regulator:consultation", row.pk)
    note = "The answer appears under each of these comments at once."
    return render_form(
        request,
        FORM_PAGE,
        form,
        title="Answer comments",
        button="Publish the answer",
        consultation=row,
        note=note,
    )


def _moves(row: Consultation) -> list[tuple[str, str]]:
    """What is possible now: name and title of each."""
    if row.is_frozen:
        return []
    if row.state == ConsultationState.OPEN:
        names = ["update", "extend", "close"]
    else:
        names = ["statement"]
        if row.edition is not None and row.edition.is_draft:
            names.append("reopen")
    return [(name, MOVES[name].title) for name in names]
