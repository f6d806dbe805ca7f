"""What an officer does within a case besides its moves: comment on a place, tick a finding, set a flag."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import can, require
from portal.editions.selectors import core_edition
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.comments import anchor, by_place, finding_anchor, place_words
from portal.pages.forms import render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator.case import available_actions, case_url, finding_rows, tick_counts
from portal.regulator.forms import CommentForm, ExtendForm
from portal.review import comments, queries, queue_actions, selectors, ticks
from portal.review.models import Comment, Flag
from portal.submissions.models import Submission
from portal.submissions.selectors import version_shown_to
from portal.validation.selectors import run_of


@regulator_page
def comment(request: UserRequest, reference: str) -> HttpResponse:
    """A comment on one place: a form within the case page with htmx, else a page of its own."""
    submission = selectors.case(request.user, reference)
    require(request.user, "review.note")
    posted = request.method == "POST"
    data = request.POST if posted else request.GET
    kind, about = data.get("kind", "case"), data.get("about", "")
    if kind not in Comment.About.values:
        raise NotFound("A remark is about the case, a field, a finding or a clause.")
    words = place_words(kind, about, core_edition(submission.edition_id))
    place = {"kind": kind, "about": about, "anchor": anchor(kind, about), "words": words}
    form: CommentForm | None = CommentForm(
        request.POST if posted else None, auto_id=f"{place['anchor']}-%s", initial=place
    )
    if form and run_service(form, comments.comment, actor=request.user, reference=reference):
        if not request.htmx:
            messages.success(request, "Your remark is added.")
            return redirect(f"{case_url(submission)}#{place['anchor']}")
        form = None
    elif "close" in request.GET:
        form = None
    rows = by_place(comments.comments(request.user, submission)).get((kind, about), [])
    context = {"submission": submission, "rows": rows, "form": form, "may_comment": True, **place}
    template = "regulator/_comments.html" if request.htmx else "regulator/comment.html"
    return render(request, template, context, status=422 if form is not None and form.errors else 200)


@regulator_page
def extend_query(request: UserRequest, reference: str) -> HttpResponse:
    """Give the operator more time for the open questions."""
    submission = selectors.case(request.user, reference)
    require(request.user, "review.query")
    due_on = selectors.operator_due_on(submission)
    form = ExtendForm(request.POST or None)
    if run_service(form, queries.extend_query, actor=request.user, reference=reference):
        messages.success(request, "The operator has more time and has been notified.")
        return redirect(f"{case_url(submission)}#questions")
    return render_form(request, "regulator/extend.html", form, submission=submission, due_on=due_on)


@require_POST
@regulator_page
def tick(request: UserRequest, reference: str) -> HttpResponse:
    """Mark a finding as dealt with, or undo that."""
    submission = selectors.case(request.user, reference)
    key = request.POST.get("finding", "")
    if request.POST.get("tick") == "off":
        ticks.untick(actor=request.user, reference=reference, finding_key=key)
    else:
        note = request.POST.get("note", "")
        ticks.tick(actor=request.user, reference=reference, finding_key=key, note=note)
    if request.htmx:
        return _render_finding(request, submission, key)
    return redirect(f"{case_url(submission)}#{finding_anchor(key)}")


@require_POST
@regulator_page
def mark(request: UserRequest, reference: str) -> HttpResponse:
    """Set a flag that colleagues see in the queue, or remove it."""
    for action, service in (("raise", queue_actions.flag), ("lower", queue_actions.unflag)):
        if flag := request.POST.get(action):
            service(actor=request.user, reference=reference, flag=flag)
            label = Flag.Kind(flag).label.lower() if flag in Flag.Kind.values else flag
            change = "is marked" if action == "raise" else "is no longer marked"
            messages.success(request, f"{reference} {change} “{label}”.")
    return redirect(f"{case_url(selectors.case(request.user, reference))}#do")


def _render_finding(request: UserRequest, submission: Submission, key: str) -> HttpResponse:
    version = version_shown_to(request.user, submission)
    rows = finding_rows(submission, version, run_of(version))
    context = {
        "submission": submission,
        "row": next(row for row in rows if row.key == key),
        "comments": by_place(comments.comments(request.user, submission)),
        "may_comment": can(request.user, "review.note"),
        "oob": True,
        **available_actions(request.user, submission),
        **tick_counts(request.user, submission, rows),
    }
    return render(request, "regulator/_finding.html", context)
