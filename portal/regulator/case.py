"""The review page: one screen that answers what is unusual in a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from craps.drawing import draw
from craps.layouts import layout_of
from craps.rulebook import Clause
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.audit.selectors import trail_of
from portal.documents import services as document_services
from portal.documents.selectors import document_of, documents
from portal.pages.clauses import cited_clauses
from portal.pages.comments import by_place, finding_anchor
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.play import played, sorted_examples
from portal.regulator import forms
from portal.regulator.moves import MOVES
from portal.regulator.queue import officers_of
from portal.review import limit_notices, selectors, services, unusual, workflow
from portal.review.clock import clock_of
from portal.review.comments import comments
from portal.review.findings import TO_TICK, finding_key, ticks
from portal.review.models import Explanation, Flag, Tick
from portal.review.transitions import hindrances, is_the_assignee
from portal.submissions import uploads
from portal.submissions.models import WAITING, State, Submission, Version
from portal.submissions.selectors import version_shown_to
from portal.submissions.wording import describe_choices
from portal.validation.models import Finding, Run
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of

MOST_ROWS = 6  # of the examples; the rest is folded


@dataclass(frozen=True)
class Judged:
    """A finding as the page shows it: with the operator's words, the clause beside it, and its tick."""

    finding: Finding
    key: str
    anchor: str
    explanation: Explanation | None
    tick: Tick | None
    to_tick: bool
    clauses: list[tuple[Clause, SafeString]]  # those whose text did not stand beside a finding above
    above: list[Clause]


@regulator_page
def case(request: HttpRequest, reference: str) -> HttpResponse:
    return page(request, selectors.case(request.user, reference))


@regulator_page
def example(request: HttpRequest, reference: str, key: str) -> HttpResponse:
    """One worked example on the drawn table, step by step."""
    found = selectors.case(request.user, reference)
    shown = version_shown_to(request.user, found)
    context = {"submission": found, **played(found, shown, key, request.GET.get("step", ""))}
    return render(request, "regulator/example.html", context)


@require_POST
@regulator_page
def add_note(request: HttpRequest, reference: str) -> HttpResponse:
    found = selectors.case(request.user, reference)
    form = forms.NoteForm(request.POST)
    made = run_service(
        form, services.add_note, actor=request.user, reference=reference, text=request.POST.get("text", "")
    )
    if made:
        messages.success(request, "The note is added.")
        return redirect(f"{found_at(found)}#notes")
    return page(request, found, note_form=form)


@require_POST
@regulator_page
def retry_document(request: HttpRequest, reference: str) -> HttpResponse:
    """Starts afresh what failed; with nothing failed the service says so of the certificate."""
    case = selectors.case(request.user, reference)
    papers = [paper for paper in documents(request.user, case) if paper.is_failed]
    papers = papers or [paper for paper in [document_of(case)] if paper]
    if not papers:
        raise Http404
    for paper in papers:
        document_services.retry(actor=request.user, document_id=paper.pk)
    messages.success(request, "The documents that failed are queued again.")
    return redirect("regulator:case", reference)


def page(request: HttpRequest, found: Submission, note_form: forms.NoteForm | None = None) -> HttpResponse:
    actor = request.user
    shown = version_shown_to(actor, found)
    run = run_of(shown)
    rulebook, approved = unusual.beside_rulebook(shown), unusual.beside_approved(found, shown)
    returned = unusual.beside_returned(shown)
    judged, areas = judged_findings(found, shown, run), unusual.needed(shown)
    told = sorted_examples(run.examples if run else [])
    written = list(comments(actor, found))
    context = {
        **standing(actor, found),
        "submission": found,
        "version": shown,
        "run": run,
        "clock": clock_of(found),
        "judged": judged,
        **tick_state(actor, found, judged),
        "rulebook": rulebook,
        "approved": approved,
        "returned": returned,
        "change": change_of(shown),
        "chosen": describe_choices(shown.rules),
        "told": told,
        "first_changed": told["changed"][:MOST_ROWS],
        "more_changed": told["changed"][MOST_ROWS:],
        "areas": areas,
        "layout": _drawing(shown, fold=False),
        "layout_narrow": _drawing(shown, fold=True),
        "points": _points(judged, rulebook, approved, returned, told, areas),
        "remarks": by_place(written),
        "internal": [row for row in written if not row.shown_to_operator],
        "shared": [row for row in written if row.shown_to_operator],
        "may_comment": can(actor, "review.note"),
        "declaration": selectors.declaration(shown),
        "decisions": selectors.decisions(found),
        "queries": selectors.queries(found),
        "timeline": selectors.timeline(actor, found),
        "trail": trail_of(actor, found)[:20],
        "uploads": uploads.uploads(actor, found),
        "limit_notices": limit_notices.notices_of(found),
        "note_form": note_form or forms.NoteForm(),
    }
    return render(request, "regulator/case.html", context, status=422 if note_form else 200)


def judged_findings(found: Submission, shown: Version, run: Run | None) -> list[Judged]:
    """The findings, worst first. A clause that several cite has its text beside the first of them."""
    explained = {(e.rule, e.path): e for e in selectors.explanations(shown)}
    ticked, read = ticks(shown), set()
    rows = []
    for finding in run.findings.all() if run else ():
        key, cited = finding_key(finding), cited_clauses(found.edition_id, finding.clause)
        rows.append(
            Judged(
                finding,
                key,
                finding_anchor(key),
                explained.get((finding.rule, finding.path)),
                ticked.get(key),
                finding.severity in TO_TICK,
                [(clause, html) for clause, html in cited if clause.id not in read],
                [clause for clause, _ in cited if clause.id in read],
            )
        )
        read |= {clause.id for clause, _ in cited}
    return rows


def tick_state(actor: User, found: Submission, judged: list[Judged]) -> dict[str, Any]:
    """How many findings there are to tick off, how many are, and whether this person may."""
    wanted = [row for row in judged if row.to_tick]
    return {
        "may_tick": can(actor, "review.recommend")
        and found.state == State.IN_REVIEW
        and not is_the_assignee(found, actor),
        "ticked": sum(row.tick is not None for row in wanted),
        "to_tick": len(wanted),
    }


def found_at(found: Submission) -> str:
    return f"/regulator/cases/{found.reference}/"


def standing(actor: User, found: Submission) -> dict[str, Any]:
    """Where the case stands with this person: what can be done, and why something cannot yet."""
    open_moves = workflow.moves_open_to(actor, found)
    held_up = hindrances(actor, found)
    raised = set(found.flags.values_list("flag", flat=True))
    last = found.moves.select_related("actor").order_by("-pk").first()
    return {
        "open_moves": open_moves,
        "moves": [(slug, move) for slug, move in MOVES.items() if move.name in open_moves],
        "held_up": [(move.button, held_up[move.name]) for move in MOVES.values() if move.name in held_up],
        "marks": [(kind, kind.value in raised) for kind in Flag.Kind],
        "may_mark": can(actor, "review.note"),
        "may_assign": can(actor, "review.assign") and found.state in WAITING,
        "officers": officers_of(actor),
        "recommendation": selectors.recommendation(version_shown_to(actor, found)),
        "sent_back": last if last is not None and last.name == "send_back" else None,
    }


def _drawing(shown: Version, *, fold: bool) -> SafeString:
    """The stated layout, else the standard one for what is offered."""
    ruleset = shown.rules
    title = "The layout as handed in" if "layout" in ruleset.stated else "The standard layout"
    svg = draw(layout_of(ruleset), title=title, edition=ruleset.edition, fold=fold)
    return mark_safe(svg)  # noqa: S308  # draw() escapes every text


def _points(
    judged: list[Judged],
    rulebook: unusual.Beside,
    approved: unusual.Beside | None,
    returned: unusual.Beside | None,
    told: dict[str, Any],
    areas: list[unusual.NeededArea] | None,
) -> list[dict[str, Any]]:
    """The answer in a line each: how many of what, and where on the page they stand."""
    breaches = sum(row.finding.severity == "breach" for row in judged)
    refers = sum(row.finding.severity == "refer" for row in judged)
    lacking = sum(not area.there and not area.split for area in areas or ())
    points = [
        _point(breaches, "breach", "breaches", "findings", "breach"),
        _point(refers, "point to judge", "points to judge", "findings", "refer"),
        _point(len(rulebook.values), "rule unlike the rulebook", "rules unlike the rulebook", "rulebook"),
        _point(
            len(rulebook.settlements), "bet settled differently", "bets settled differently", "settlements"
        ),
        _point(rulebook.worse, "bet costs players more", "bets cost players more", "edges", "refer"),
        _point(rulebook.better, "bet costs players less", "bets cost players less", "edges"),
        _point(len(told["changed"]), "example ends otherwise", "examples end otherwise", "examples"),
        _point(lacking, "area missing on the layout", "areas missing on the layout", "layout", "refer"),
    ]
    if approved is not None:
        one, many = "change since the last approval", "changes since the last approval"
        points.insert(3, _point(len(approved.values), one, many, "approved"))
    if returned is not None:
        one, many = "change since it was returned", "changes since it was returned"
        points.insert(2, _point(len(returned.values), one, many, "returned"))
    return [point for point in points if point["count"]]


def _point(count: int, one: str, many: str, where: str, tone: str = "info") -> dict[str, Any]:
    return {"count": count, "words": one if count == 1 else many, "where": where, "tone": tone}
