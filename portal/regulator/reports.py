"""Reports: days to decision, decisions by outcome, breaches by clause, open cases by age."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import User
from portal.errors import BadValue
from portal.http import UserRequest
from portal.inspections import reports as inspected
from portal.pages.charts import Bar, Series, bar_chart, figure_text, line_chart
from portal.pages.csv_download import csv_response
from portal.pages.guards import regulator_page
from portal.review import reports
from portal.review.models import Decision
from portal.review.reports import Exact, Period
from portal.text import parse_day

MAX_BARS = 12
OUTCOME_TONES = {"approved": "ok", "approved_with_conditions": "info", "refused": "breach"}


@dataclass(frozen=True)
class Report:
    """A chart, and the table of its figures, which is also the CSV. Without rows the page shows neither."""

    slug: str
    title: str
    summary: str
    chart: SafeString
    head: list[str]
    rows: list[list[Any]]
    note: str = ""

    @property
    def labelled(self) -> list[list[tuple[str, Any]]]:
        """Each cell with the heading of its column, which a phone shows beside it."""
        return [list(zip(self.head, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class ReportQuery:
    """Whose cases a report covers, in which period and jurisdiction."""

    user: User
    period: Period
    jurisdiction: str


@regulator_page
def page(request: UserRequest) -> HttpResponse:
    query, error = _parse_query(request)
    own = _jurisdiction_codes(request.user)
    context = {
        "query": query,
        "error": error,
        "reports": [make(query) for make in REPORTS.values()],
        "jurisdictions": [(code, jurisdiction_name(code)) for code in own] if len(own) > 1 else [],
        "query_string": f"since={query.period.since}&until={query.period.until}"
        f"&jurisdiction={query.jurisdiction}",
    }
    return render(request, "regulator/reports.html", context, status=422 if error else 200)


@regulator_page
def report_csv(request: UserRequest, slug: str) -> StreamingHttpResponse:
    """One report as CSV."""
    if slug not in REPORTS:
        raise Http404
    query, error = _parse_query(request)
    if error:
        raise Http404(error.message)
    report = REPORTS[slug](query)
    name = f"{slug}-{query.period.since}-to-{query.period.until}"
    return csv_response(name, [report.head, *report.rows])


def days_to_decision(query: ReportQuery) -> Report:
    rows = reports.decided(query.user, query.period, query.jurisdiction)
    months = reports.by_month(rows, query.period)
    codes = list(dict.fromkeys(row.jurisdiction for row in months))
    series = [
        Series(
            f"{jurisdiction_name(code)}, {kind} days",
            [getattr(row, f"{kind}_days") for row in months if row.jurisdiction == code],
        )
        for code in codes
        for kind in (("working", "calendar") if len(codes) == 1 else ("working",))
    ]
    median = _figure(reports.median([row.working_days for row in rows]))
    summary = (
        f"{len(rows)} decision{'' if len(rows) == 1 else 's'}. Half of them took {median} working days or "
        "less. The clock is paused while a question to the operator is open."
    )
    chart = line_chart(
        series,
        ticks=[_month(month) for month in query.period.months],
        title="Median days to decision, by month",
        unit="days",
    )
    return Report(
        "days-to-decision",
        "Days to decision",
        summary,
        chart,
        ["Month", "Jurisdiction", "Decisions", "Median working days", "Median calendar days"],
        [
            [
                row.month,
                jurisdiction_name(row.jurisdiction),
                row.decided,
                _figure(row.working_days),
                _figure(row.calendar_days),
            ]
            for row in months
            if row.decided
        ],
        "From the date a case was submitted to the date it was decided.",
    )


def decisions(query: ReportQuery) -> Report:
    rows = reports.decided(query.user, query.period, query.jurisdiction)
    counts = reports.by_outcome(rows)
    labels = dict(Decision.Outcome.choices)
    bars = [Bar(labels[outcome], count, kind=OUTCOME_TONES.get(outcome, "")) for outcome, count in counts]
    return Report(
        "decisions",
        "Decisions by outcome",
        f"{len(rows)} in total.",
        bar_chart(bars, title="Decisions by outcome"),
        ["Outcome", "Decisions"],
        [[labels[outcome], count] for outcome, count in counts] if rows else [],
    )


def breaches(query: ReportQuery) -> Report:
    rows = reports.breaches_by_clause(query.user, query.period, query.jurisdiction)
    bars = [
        Bar(f"{row.clause} ({row.edition_id})", row.cases, _cases(row.cases), "breach")
        for row in rows[:MAX_BARS]
    ]
    more = f"The chart shows the first {MAX_BARS} of {len(rows)}." if len(rows) > MAX_BARS else ""
    return Report(
        "breaches",
        "Breaches by clause",
        "Submitted cases whose rules breached a clause. A case counts once for each clause.",
        bar_chart(bars, title="Breaches by clause"),
        ["Edition", "Clause", "Cases"],
        [[row.edition_id, row.clause, row.cases] for row in rows],
        more,
    )


def waiting(query: ReportQuery) -> Report:
    ages = reports.open_by_age(query.user, query.jurisdiction)
    total = sum(age.cases for age in ages)
    return Report(
        "waiting",
        "Open cases by age",
        f"{_cases(total)} today, by calendar days since submission.",
        bar_chart([Bar(age.label, age.cases, _cases(age.cases)) for age in ages], title="Open cases by age"),
        ["Age", "Cases"],
        [[age.label, age.cases] for age in ages] if total else [],
        "This report shows today, whatever dates are chosen above.",
    )


def inspections(query: ReportQuery) -> Report:
    rows = inspected.by_casino(query.user, query.period, query.jurisdiction)
    in_order, wrong = (sum(getattr(row, name) for row in rows) for name in ("in_order", "not_in_order"))
    bars = [Bar("In order", in_order, kind="ok"), Bar("Not in order", wrong, kind="breach")]
    return Report(
        "inspections",
        "Inspections by casino and outcome",
        f"{in_order + wrong} finished inspections: {in_order} in order, {wrong} not in order.",
        bar_chart(bars, title="Inspections by outcome"),
        ["Casino", "Operator", "In order", "Not in order", "Findings", "Not closed"],
        [
            [row.casino, row.operator, row.in_order, row.not_in_order, row.findings, row.unclosed]
            for row in rows
        ],
        "Findings not closed are counted as of today.",
    )


def findings(query: ReportQuery) -> Report:
    rows = inspected.by_clause(query.user, query.period, query.jurisdiction)
    bars = [
        Bar(f"{row.clause} ({row.edition_id})" if row.clause else "no clause", row.findings, kind="breach")
        for row in rows[:MAX_BARS]
    ]
    more = f"The chart shows the first {MAX_BARS} of {len(rows)}." if len(rows) > MAX_BARS else ""
    return Report(
        "findings",
        "Findings of inspections by clause",
        "Items that an inspector found not in order, by the clause behind them.",
        bar_chart(bars, title="Findings by clause"),
        ["Edition", "Clause", "Findings", "Closed"],
        [[row.edition_id, row.clause, row.findings, row.closed] for row in rows],
        more,
    )


REPORTS: dict[str, Callable[[ReportQuery], Report]] = {
    "days-to-decision": days_to_decision,
    "decisions": decisions,
    "breaches": breaches,
    "waiting": waiting,
    "inspections": inspections,
    "findings": findings,
}


def _parse_query(request: UserRequest) -> tuple[ReportQuery, BadValue | None]:
    """The query of the address; for a wrong period, the default period and the error."""
    jurisdiction = request.GET.get("jurisdiction", "")
    jurisdiction = jurisdiction if jurisdiction in _jurisdiction_codes(request.user) else ""
    try:
        since, until = (parse_day(request.GET.get(name, ""), name) for name in ("since", "until"))
        return ReportQuery(request.user, reports.period(request.user, since, until), jurisdiction), None
    except BadValue as error:
        return ReportQuery(request.user, reports.period(request.user, None, None), jurisdiction), error


def _jurisdiction_codes(user: User) -> tuple[str, ...]:
    return user.organisation.jurisdiction_codes if user.organisation else ()


def _figure(value: Exact | None) -> str:
    return "" if value is None else figure_text(value)


def _cases(number: int) -> str:
    return "1 case" if number == 1 else f"{number} cases"


def _month(text: str) -> str:
    """Return "Nov 26" for 2026-11."""
    return f"{date.fromisoformat(f'{text}-01'):%b %y}"
