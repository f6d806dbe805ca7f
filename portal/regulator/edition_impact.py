"""Whom an edition would affect: the page, having approvals looked at, and the result as a sheet."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from craps.finding_words import report_sentence
from portal.editions import draft_store
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.csv_download import csv_response
from portal.pages.guards import regulator_page
from portal.pages.xlsx_download import Worksheet, xlsx_response
from portal.regulator.editions import change_row
from portal.regulator.templatetags.impact import bet_words, end_words
from portal.review import impact_runs
from portal.review.impact import Affected
from portal.review.impact_selectors import Impact, impact_of

APPROVAL = ("reference", "operator", "casino", "state", "verdict_before", "verdict_after")
APPROVALS = (
    *APPROVAL, "new_breaches", "new_points_for_judgement", "fewer_findings", "examples_and_edges_changed",
)  # fmt: skip
CHANGES = (
    *APPROVAL, "change", "severity", "rule", "clause", "path", "message", "submitted", "allowed", "nearest",
    "before", "after",
)  # fmt: skip


@regulator_page
def edition_impact(request: UserRequest, edition_id: str) -> HttpResponse:
    """Which approvals under the parent would be judged, settled or priced differently under this edition."""
    row = _edition(request, edition_id)
    core = core_edition_for(row)
    context = {
        "edition": row,
        "book": row.book_id,
        "changes": [change_row(core, change) for change in draft_store.changes(row)],
        "impact": impact_of(row),
    }
    return render(request, "regulator/edition_impact.html", context)


@regulator_page
@require_POST
def run_impact(request: UserRequest, edition_id: str) -> HttpResponse:
    """Have the approvals looked at that were not yet."""
    run = impact_runs.ask(actor=request.user, edition_id=edition_id)
    if not run.is_working:
        messages.success(request, f"{run.looked_at} approval{'' if run.looked_at == 1 else 's'} checked.")
    return redirect("regulator:edition-impact", edition_id)


@regulator_page
def impact_csv(request: UserRequest, edition_id: str) -> HttpResponseBase:
    """A line for each finding that would appear or vanish, each example and edge."""
    row = _edition(request, edition_id)
    return csv_response(f"impact-{row.pk}", _change_lines(_finished_impact(row)))


@regulator_page
def impact_xlsx(request: UserRequest, edition_id: str) -> HttpResponseBase:
    """A line for each approval, and the lines of the CSV file on a second sheet."""
    row = _edition(request, edition_id)
    impact = _finished_impact(row)
    sheets = (Worksheet("Approvals", _approval_lines(impact)), Worksheet("Changes", _change_lines(impact)))
    return xlsx_response(f"impact-{row.pk}", f"Impact of {row.title}", sheets)


def _edition(request: UserRequest, edition_id: str) -> Edition:
    row = edition_visible_to(request.user, edition_id)
    if row.parent is None:
        raise Http404
    return row


def _finished_impact(row: Edition) -> Impact:
    """A finished run about the edition as it is: half a sheet, or one of another text, would look whole."""
    impact = impact_of(row)
    if not impact.is_done:
        raise NotFound("Not all approvals are checked yet. The sheet will be available when they are.")
    if not impact.is_of_this_text:
        raise NotFound("The edition was changed after the approvals were checked. Have them checked again.")
    return impact


def _approval_lines(impact: Impact) -> Iterator[list[Any]]:
    yield list(APPROVALS)
    for row in impact.rows.defer("changes").iterator(chunk_size=500):
        case = row.submission
        yield [
            case.reference, case.organisation.name, case.property.name, case.get_state_display(),
            row.verdict_before, row.verdict_after,
            row.breaches, row.refers, "yes" if row.is_relieved else "no", row.other_money,
        ]  # fmt: skip


def _change_lines(impact: Impact) -> Iterator[list[Any]]:
    yield list(CHANGES)
    for each in impact.affected():
        case = each.submission
        head = [case.reference, case.organisation.name, case.property.name, case.get_state_display()]
        for line in _lines(impact, each):
            yield [*head, *each.verdicts, *line]


def _lines(impact: Impact, each: Affected) -> Iterator[list[Any]]:
    if each.unreadable:
        yield ["appears", "breach", "", "", "", each.unreadable, *[""] * 5]
    for change, findings, edition in (
        ("appears", each.appears, impact.now),
        ("vanishes", each.vanishes, impact.was),
    ):
        for f in findings:
            sentence = report_sentence(f, edition)
            details = [f.severity, f.rule, f.clause, f.path, sentence, f.submitted, f.allowed, f.nearest]
            yield [change, *("" if value is None else str(value) for value in details), "", ""]
    for example in each.examples:
        ends = (end_words(end, impact.was) for end in (example.was, example.now))
        yield ["example", *[""] * 4, example.title, *[""] * 3, *ends]
    for edge in each.edges:
        bet = bet_words(edge, impact.was)
        yield ["edge", *[""] * 4, bet, *[""] * 3, str(edge.was), str(edge.now)]
