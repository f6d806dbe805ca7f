"""The case page: one screen that shows what is unusual in a case."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from craps import game_of
from craps.games.game import RequiredArea
from craps.rulebook import Clause
from portal.accounts.absences import absence_of
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.audit.selectors import trail_of
from portal.documents import services as document_services
from portal.documents.selectors import document_of, documents
from portal.http import UserRequest
from portal.pages.clauses import cited_clauses
from portal.pages.comments import by_place, finding_anchor
from portal.pages.example_player import play_example, sorted_examples
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.table_drawing import table_drawing
from portal.pages.templatetags.bundles import bundle_context
from portal.regulator import forms
from portal.regulator.moves import MOVES
from portal.regulator.queue import officers_of
from portal.review import limit_notices, returns, rules_diff, selectors, workflow
from portal.review.clock import clock_of
from portal.review.comments import comment
from portal.review.comments import comments as comments_on_case
from portal.review.findings import TO_TICK, explanations_by_key, keyed, ticks
from portal.review.guards import is_the_assignee
from portal.review.models import Explanation, Flag, Tick
from portal.review.terms import departures_of, recommended_terms
from portal.review.transitions import blocked_moves
from portal.submissions import uploads
from portal.submissions.models import WAITING, State, Submission, Version
from portal.submissions.selectors import version_shown_to
from portal.submissions.standing import DEPARTS
from portal.submissions.tables import summary_of
from portal.validation.models import Finding, Run
from portal.validation.recheck import change_of
from portal.validation.selectors import run_of

MAX_EXAMPLES = 6  # with a different result; the rest is collapsed


@dataclass(frozen=True)
class FindingRow:
    """A finding with the operator's explanation, the clauses it cites, and its tick."""

    finding: Finding
    key: str
    anchor: str
    explanation: Explanation | None
    tick: Tick | None
    to_tick: bool
    clauses: list[tuple[Clause, SafeString]]
    clauses_above: set[str]  # those that an earlier finding cites: comments on them are beside that one
    is_next: bool  # the first that is not dealt with: the page shows it open


@dataclass(frozen=True)
class Highlight:
    """A line of the summary: how many of what, and where on the page they are."""

    count: int
    words: str
    anchor: str
    tone: str


@regulator_page
def case(request: UserRequest, reference: str) -> HttpResponse:
    return _render_case(request, selectors.case(request.user, reference))


@regulator_page
def example(request: UserRequest, reference: str, key: str) -> HttpResponse:
    """One worked example on the drawn table, step by step."""
    submission = selectors.case(request.user, reference)
    version = version_shown_to(request.user, submission)
    context = {
        "submission": submission,
        **play_example(request.user, submission, version, key, request.GET.get("step", "")),
    }
    return render(request, "regulator/example.html", context)


@require_POST
@regulator_page
def add_note(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.case(request.user, reference)
    form = forms.NoteForm(request.POST)
    if run_service(form, comment, actor=request.user, reference=reference):
        messages.success(request, "The note is added.")
        return redirect(f"{case_url(submission)}#notes")
    return _render_case(request, submission, note_form=form)


@require_POST
@regulator_page
def retry_document(request: UserRequest, reference: str) -> HttpResponse:
    """Queue failed documents again. If none failed, the service refuses to retry the certificate."""
    submission = selectors.case(request.user, reference)
    certificate = document_of(submission)
    failed = [document for document in documents(request.user, submission) if document.is_failed]
    if not failed and certificate:
        failed = [certificate]
    if not failed:
        raise Http404
    for document in failed:
        document_services.retry(actor=request.user, document_id=document.pk)
    messages.success(request, "The failed documents are queued again.")
    return redirect("regulator:case", reference)


def finding_rows(submission: Submission, version: Version, run: Run | None) -> list[FindingRow]:
    """The findings, worst first."""
    explanations = explanations_by_key(run, selectors.explanations(version)) if run else {}
    ticked: dict[str, Tick] = ticks(version)
    shown: set[str] = set()
    rows: list[FindingRow] = []
    for key, finding in keyed(run.findings.all()).items() if run else ():
        cited = cited_clauses(submission.edition_id, finding.clause)
        waits = finding.severity in TO_TICK and key not in ticked
        rows.append(
            FindingRow(
                finding,
                key,
                finding_anchor(key),
                explanation=explanations.get(key),
                tick=ticked.get(key),
                to_tick=finding.severity in TO_TICK,
                clauses=cited,
                clauses_above=shown & {clause.id for clause, _ in cited},
                is_next=waits and not any(row.is_next for row in rows),
            )
        )
        shown |= {clause.id for clause, _ in cited}
    return rows


def tick_counts(actor: User, submission: Submission, rows: list[FindingRow]) -> dict[str, Any]:
    """How many findings need dealing with, how many are dealt with, and whether this person may do it."""
    to_tick = [row for row in rows if row.to_tick]
    return {
        "may_tick": can(actor, "review.recommend")
        and submission.state == State.IN_REVIEW
        and not is_the_assignee(submission, actor),
        "ticked": sum(row.tick is not None for row in to_tick),
        "to_tick": len(to_tick),
    }


def case_url(submission: Submission) -> str:
    return reverse("regulator:case", args=[submission.reference])


def available_actions(actor: User, submission: Submission) -> dict[str, Any]:
    """What this person can do with the case now, and why something cannot be done yet."""
    open_moves = workflow.moves_open_to(actor, submission)
    blocked = blocked_moves(actor, submission)
    raised = set(submission.flags.values_list("flag", flat=True))
    recommendation = selectors.recommendation(version_shown_to(actor, submission))
    last_move = submission.moves.select_related("actor").order_by("-pk").first()
    return {
        "open_moves": open_moves,
        "moves": [(slug, move) for slug, move in MOVES.items() if move.name in open_moves],
        "blocked": [(move.button, blocked[move.name]) for move in MOVES.values() if move.name in blocked],
        "flags": [(kind, kind.value in raised) for kind in Flag.Kind],
        "may_flag": can(actor, "review.note"),
        "may_assign": can(actor, "review.assign") and submission.state in WAITING,
        "officers": officers_of(actor),
        "recommendation": recommendation,
        "proposed": recommended_terms(recommendation) if recommendation else None,
        "sent_back": last_move if last_move is not None and last_move.name == "send_back" else None,
    }


def _render_case(
    request: UserRequest, submission: Submission, note_form: forms.NoteForm | None = None
) -> HttpResponse:
    actor = request.user
    version = version_shown_to(actor, submission)
    version.submission = submission  # as it is read already
    run = run_of(version)
    summary = summary_of(submission)
    compared = rules_diff.case_comparison(submission, version, run, summary.replaces)
    rulebook, approved, returned = compared.rulebook, compared.approved, compared.returned
    findings, areas = finding_rows(submission, version, run), rules_diff.required_areas(version)
    examples = sorted_examples(run.examples if run else [])
    comments = list(comments_on_case(actor, submission))
    queries = list(selectors.queries(submission))
    context = {
        **available_actions(actor, submission),
        "submission": submission,
        "game": game_of(version.rules.edition),
        "version": version,
        "run": run,
        "clock": clock_of(submission),
        "summary": summary,
        "findings": findings,
        "judged": [row for row in findings if row.to_tick],
        "noted": [row for row in findings if not row.to_tick],
        **tick_counts(actor, submission, findings),
        "rulebook": rulebook,
        "approved": approved,
        "returned": returned,
        "last_return": next(reversed(returns.returns(submission)), None),
        "change": change_of(version),
        "examples": examples,
        "first_changed": examples["changed"][:MAX_EXAMPLES],
        "more_changed": examples["changed"][MAX_EXAMPLES:],
        "areas": areas,
        "missing_areas": _missing(areas),
        "layout": _draw_layout(version, fold=False),
        "layout_narrow": _draw_layout(version, fold=True),
        "highlights": _highlights(findings, rulebook, approved, returned, examples, areas),
        "comments": by_place(comments),
        "internal": [each for each in comments if not each.shown_to_operator],
        "shared": [each for each in comments if each.shown_to_operator],
        "may_comment": can(actor, "review.note"),
        "declaration": selectors.declaration(version),
        "decisions": [(row, departures_of(row)) for row in selectors.decisions(submission)],
        "queries": queries,
        "waiting_queries": sum(query.is_open for query in queries),
        "absence": absence_of(submission.assignee) if submission.assignee else None,
        "may_ask": can(actor, "review.query") and not is_the_assignee(submission, actor),
        "timeline": list(selectors.timeline(actor, submission)),
        "trail": trail_of(actor, submission)[:20],
        "uploads": uploads.uploads(actor, submission),
        "earlier_uploads": uploads.earlier_uploads(submission),
        "documents": list(documents(actor, submission)),
        "bundles": bundle_context(actor, submission),
        "limit_notices": limit_notices.notices_of(submission),
        "note_form": note_form or forms.NoteForm(),
        "open_all": request.GET.get("open") == "all",
    }
    return render(request, "regulator/case.html", context, status=422 if note_form else 200)


def _draw_layout(version: Version, *, fold: bool) -> SafeString:
    """The submitted layout, else the standard one for the wagers offered."""
    ruleset = version.rules
    if game_of(ruleset.edition).in_rounds:
        title = "The table under the submitted rules"
    else:
        title = "The layout as submitted" if "layout" in ruleset.stated else "The standard layout"
    return table_drawing(ruleset, title, narrow=fold)


def _missing(areas: list[RequiredArea] | None) -> int:
    return sum(not area.there and not area.split for area in areas or ())


def _highlights(
    findings: list[FindingRow],
    rulebook: rules_diff.RulebookComparison,
    approved: rules_diff.RulesDiff | None,
    returned: rules_diff.RulesDiff | None,
    examples: dict[str, Any],
    areas: list[RequiredArea] | None,
) -> list[Highlight]:
    breaches = sum(row.finding.severity == "breach" for row in findings)
    refers = sum(row.finding.severity == "refer" for row in findings)
    departing = rulebook.counts[DEPARTS]
    amended = len(returned.values) if returned else 0
    varied = len(approved.values) if approved else 0
    counts = [
        (breaches, "breach", "breaches", "findings", "breach"),
        (refers, "point for judgement", "points for judgement", "findings", "refer"),
        (amended, "change since it was returned", "changes since it was returned", "returned", "info"),
        (
            departing,
            "rule departs or is for judgement", "rules depart or are for judgement",
            "rulebook", "breach" if breaches else "refer",
        ),
        (varied, "change since the last approval", "changes since the last approval", "approved", "info"),
        (
            len(rulebook.settlements),
            "bet settled differently", "bets settled differently",
            "settlements", "info",
        ),
        (rulebook.worse, "bet costs players more", "bets cost players more", "edges", "refer"),
        (rulebook.better, "bet costs players less", "bets cost players less", "edges", "info"),
        (
            len(examples["changed"]),
            "example has a different result", "examples have a different result",
            "examples", "info",
        ),
        (_missing(areas), "area missing on the layout", "areas missing on the layout", "layout", "refer"),
    ]  # fmt: skip
    return [
        Highlight(count, one if count == 1 else many, anchor, tone)
        for count, one, many, anchor, tone in counts
        if count
    ]
