"""What an officer does within a case besides its moves: remark on a place, tick a finding off, set a mark."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import can, require
from portal.pages.comments import anchor, by_place, finding_anchor, place_words
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.regulator.case import found_at, judged_findings, standing, tick_state
from portal.regulator.forms import CommentForm
from portal.review import handling, selectors
from portal.review import ticks as ticking
from portal.review.comments import comment as add_comment
from portal.review.comments import comments
from portal.review.models import Flag
from portal.submissions.models import Submission
from portal.submissions.selectors import version_shown_to
from portal.validation.selectors import run_of


@regulator_page
def comment(request: HttpRequest, reference: str) -> HttpResponse:
    """A remark on one place: a form within the page where scripts run, else a page of its own."""
    found = selectors.case(request.user, reference)
    require(request.user, "review.note")
    sent = request.POST if request.method == "POST" else request.GET
    kind, about = sent.get("kind", "case"), sent.get("about", "")
    where = {"kind": kind, "about": about, "anchor": anchor(kind, about), "words": place_words(kind, about)}
    form = CommentForm(
        request.POST if request.method == "POST" else None, auto_id=f"{where['anchor']}-%s", initial=where
    )
    if request.method == "POST":
        made = run_service(
            form,
            add_comment,
            actor=request.user,
            reference=reference,
            about_kind=kind,
            about=about,
            text=form.data.get("text", ""),
            shown_to_operator=form.data.get("shown_to_operator") == "on",
        )
        if made and not request.htmx:
            messages.success(request, "Your remark is added.")
            return redirect(f"{found_at(found)}#{where['anchor']}")
        if made:
            form = None
    elif "close" in request.GET:
        form = None
    rows = by_place(comments(request.user, found)).get((kind, about), [])
    context = {"submission": found, "rows": rows, "form": form, "may_comment": True, **where}
    page = "regulator/_comments.html" if request.htmx else "regulator/comment.html"
    return render(request, page, context, status=422 if form is not None and form.errors else 200)


@require_POST
@regulator_page
def tick(request: HttpRequest, reference: str) -> HttpResponse:
    """Ticks a finding off, or takes the tick back."""
    found = selectors.case(request.user, reference)
    key = request.POST.get("finding", "")
    if request.POST.get("tick") == "off":
        ticking.untick(actor=request.user, reference=reference, finding_key=key)
    else:
        ticking.tick(
            actor=request.user, reference=reference, finding_key=key, note=request.POST.get("note", "")
        )
    if request.htmx:
        return _one_finding(request, found, key)
    return redirect(f"{found_at(found)}#{finding_anchor(key)}")


@require_POST
@regulator_page
def mark(request: HttpRequest, reference: str) -> HttpResponse:
    """Sets a mark that colleagues see in the queue, or takes it away."""
    for name, service in (("raise", handling.flag), ("lower", handling.unflag)):
        if wanted := request.POST.get(name):
            service(actor=request.user, reference=reference, flag=wanted)
            label = Flag.Kind(wanted).label.lower() if wanted in Flag.Kind.values else wanted
            done = "is marked" if name == "raise" else "is no longer marked"
            messages.success(request, f"{reference} {done} “{label}”.")
    return redirect(f"{found_at(selectors.case(request.user, reference))}#do")


def _one_finding(request: HttpRequest, found: Submission, key: str) -> HttpResponse:
    shown = version_shown_to(request.user, found)
    judged = judged_findings(found, shown, run_of(shown))
    context = {
        "submission": found,
        "row": next(row for row in judged if row.key == key),
        "remarks": by_place(comments(request.user, found)),
        "may_comment": can(request.user, "review.note"),
        "oob": True,
        **standing(request.user, found),
        **tick_state(request.user, found, judged),
    }
    return render(request, "regulator/_finding.html", context)
