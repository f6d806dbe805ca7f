"""Reports: how long decisions take, what was decided, which clauses are breached, what waits and how long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.errors import BadValue
from portal.pages.charts import Bar, Series, bar_chart, figure_text, line_chart
from portal.pages.csv_download import csv_response
from portal.pages.guards import regulator_page
from portal.review import reports
from portal.review.models import Decision
from portal.review.reports import Exact, Period
from portal.text import parse_day

_MOST_BARS = 12
_TONES = {"approved": "ok", "approved_with_conditions": "info", "refused": "breach"}


@dataclass(frozen=True)
class Report:
    """One report: a drawing, and the table of its numbers, which is the CSV too."""

    slug: str
    title: str
    says: str
    chart: SafeString
    head: list[str]
    rows: list[list[Any]]
    note: str = ""

    @property
    def labelled(self) -> list[list[tuple[str, Any]]]:
        """Each cell with the head of its column: on a phone it stands beside it."""
        return [list(zip(self.head, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Asked:
    """What the address asks for: whose, from when to when, and where."""

    user: Any
    period: Period
    jurisdiction: str


@regulator_page
def page(request: HttpRequest) -> HttpResponse:
    asked, error = _asked(request)
    own = request.user.organisation.jurisdiction_codes
    context = {
        "asked": asked,
        "error": error,
        "reports": [make(asked) for make in REPORTS.values()],
        "jurisdictions": [(code, JURISDICTIONS[code].name) for code in own] if len(own) > 1 else [],
        "query": f"since={asked.period.since}&until={asked.period.until}&jurisdiction={asked.jurisdiction}",
    }
    return render(request, "regulator/reports.html", context, status=422 if error else 200)


@regulator_page
def report_sheet(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """One report's numbers for a spreadsheet."""
    if slug not in REPORTS:
        raise Http404
    asked, error = _asked(request)
    if error:
        raise Http404(error.message)
    report = REPORTS[slug](asked)
    name = f"{slug}-{asked.period.since}-to-{asked.period.until}"
    return csv_response(name, [report.head, *report.rows])


def days_to_decision(asked: Asked) -> Report:
    rows = reports.decided(asked.user, asked.period, asked.jurisdiction)
    months = reports.by_month(rows, asked.period)
    codes = list(dict.fromkeys(row.jurisdiction for row in months))
    series = [
        Series(
            f"{JURISDICTIONS[code].name}, {kind} days",
            [getattr(row, f"{kind}_days") for row in months if row.jurisdiction == code],
        )
        for code in codes
        for kind in (("working", "calendar") if len(codes) == 1 else ("working",))
    ]
    whole = reports.median([row.working_days for row in rows])
    says = (
        f"{len(rows)} decision{'' if len(rows) == 1 else 's'}. Half of them took {_words(whole)} working "
        "days or less. The clock stands still while a question to the operator is open."
        if rows
        else ""
    )
    chart = line_chart(
        series,
        ticks=[_month(month) for month in asked.period.months],
        title="Median days to decision, by month",
        unit="days",
    )
    return Report(
        "days-to-decision",
        "Days to decision",
        says,
        chart,
        ["Month", "Jurisdiction", "Decisions", "Median working days", "Median calendar days"],
        [
            [row.month, JURISDICTIONS[row.jurisdiction].name, row.decided, *_medians(row)]
            for row in months
            if row.decided
        ],
        "From the day a case was handed in to the day it was decided.",
    )


def decisions(asked: Asked) -> Report:
    rows = reports.decided(asked.user, asked.period, asked.jurisdiction)
    counts = reports.by_outcome(rows)
    labels = dict(Decision.Outcome.choices)
    drawn = [Bar(labels[outcome], count, kind=_TONES.get(outcome, "")) for outcome, count in counts]
    return Report(
        "decisions",
        "Decisions by outcome",
        f"{len(rows)} in all." if rows else "",
        bar_chart(drawn, title="Decisions by outcome") if rows else SafeString(""),
        ["Outcome", "Decisions"],
        [[labels[outcome], count] for outcome, count in counts] if rows else [],
    )


def breaches(asked: Asked) -> Report:
    found = reports.breaches_by_clause(asked.user, asked.period, asked.jurisdiction)
    drawn = [
        Bar(f"{row.clause} ({row.edition_id})", row.cases, _cases(row.cases), "breach")
        for row in found[:_MOST_BARS]
    ]
    more = f"The drawing shows the first {_MOST_BARS} of {len(found)}." if len(found) > _MOST_BARS else ""
    return Report(
        "breaches",
        "Breaches by clause",
        "Cases handed in whose rules breached a clause, each counted once a clause." if found else "",
        bar_chart(drawn, title="Breaches by clause"),
        ["Edition", "Clause", "Cases"],
        [[row.edition_id, row.clause, row.cases] for row in found],
        more,
    )


def waiting(asked: Asked) -> Report:
    ages = reports.open_by_age(asked.user, asked.jurisdiction)
    total = sum(age.cases for age in ages)
    return Report(
        "waiting",
        "What waits, by age",
        f"{_cases(total)} today, in calendar days since they were handed in." if total else "",
        bar_chart([Bar(age.label, age.cases, _cases(age.cases)) for age in ages], title="What waits, by age")
        if total
        else SafeString(""),
        ["Age", "Cases"],
        [[age.label, age.cases] for age in ages] if total else [],
        "This report is of today, whatever days are chosen above." if total else "",
    )


REPORTS: dict[str, Callable[[Asked], Report]] = {
    "days-to-decision": days_to_decision,
    "decisions": decisions,
    "breaches": breaches,
    "waiting": waiting,
}


def _asked(request: HttpRequest) -> tuple[Asked, BadValue | None]:
    """The period of the address; with one that cannot be, the usual one and what is wrong with it."""
    jurisdiction = request.GET.get("jurisdiction", "")
    jurisdiction = jurisdiction if jurisdiction in request.user.organisation.jurisdiction_codes else ""
    try:
        since, until = (parse_day(request.GET.get(name, ""), name) for name in ("since", "until"))
        return Asked(request.user, reports.period(request.user, since, until), jurisdiction), None
    except BadValue as error:
        return Asked(request.user, reports.period(request.user, None, None), jurisdiction), error


def _medians(row: reports.Month) -> Iterable[str]:
    return (_words(row.working_days), _words(row.calendar_days))


def _words(value: Exact | None) -> str:
    return "" if value is None else figure_text(value)


def _cases(number: int) -> str:
    return "1 case" if number == 1 else f"{number} cases"


def _month(text: str) -> str:
    """2026-11 as Nov 26."""
    return f"{date.fromisoformat(f'{text}-01'):%b %y}"
