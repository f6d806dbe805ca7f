"""Figures of a regulator's work over a time: how long decisions took, what was decided, what was breached.

Every figure is exact: a median is a whole number or a half. Days are those of each jurisdiction's own place.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction

from django.db.models import Count, F, Min, OuterRef, Q, Subquery
from django.utils import timezone

from portal.accounts import jurisdictions
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.errors import BadValue
from portal.review.clock import clocks
from portal.review.models import Decision
from portal.submissions.models import WAITING, Submission
from portal.validation.models import Finding, Run, Severity

Exact = int | Fraction

# Days a case has been waiting, from and to: the last has no end.
AGES = ((0, 5), (6, 10), (11, 20), (21, 40), (41, None))
LONGEST = 366 * 10  # days that one report may cover


@dataclass(frozen=True)
class Period:
    """The first and the last day of a report."""

    since: date
    until: date

    @property
    def months(self) -> list[str]:
        """Every month it touches, such as 2026-11."""
        months, day = [], self.since.replace(day=1)
        while day <= self.until:
            months.append(f"{day:%Y-%m}")
            day = (day + timedelta(days=32)).replace(day=1)
        return months


@dataclass(frozen=True)
class Decided:
    """One decision and how long it took."""

    reference: str
    jurisdiction: str
    day: date
    outcome: str
    working_days: int
    calendar_days: int

    @property
    def month(self) -> str:
        return f"{self.day:%Y-%m}"


@dataclass(frozen=True)
class Month:
    """One month in one jurisdiction; the medians are None where nothing was decided."""

    month: str
    jurisdiction: str
    decided: int
    working_days: Exact | None
    calendar_days: Exact | None


@dataclass(frozen=True)
class Breach:
    """How many submitted cases breach one clause of one edition."""

    edition_id: str
    clause: str
    cases: int


@dataclass(frozen=True)
class Age:
    """Cases that wait for the regulator, by the calendar days since they were submitted."""

    label: str
    cases: int


def period(actor: User, since: date | None, until: date | None) -> Period:
    """The days asked for; without any, the twelve months up to today."""
    today = max(
        (jurisdictions.jurisdiction(code).today() for code in own_codes(actor, "")),
        default=timezone.localdate(),
    )
    until = until or today
    for name, day in (("since", since), ("until", until)):
        if day is not None and not 1990 <= day.year <= 2200:
            raise BadValue("Choose a day between 1990 and 2200.", field=name)
    if since is None:
        since = (until.replace(day=1) - timedelta(days=334)).replace(day=1)
    if since > until:
        raise BadValue("The first day is after the last. Choose them the other way round.", field="since")
    if (until - since).days > LONGEST:
        raise BadValue("Choose at most ten years at once.", field="since")
    return Period(since, until)


def decided(actor: User, asked: Period, jurisdiction: str = "") -> list[Decided]:
    """Every decision of the period in the actor's jurisdictions, the earliest first."""
    require(actor, "review.view")
    decisions: list[Decided] = []
    for code in own_codes(actor, jurisdiction):
        rows = list(
            Decision.objects.filter(submission__jurisdiction=code, decided_at__range=moments(code, asked))
            .select_related("submission")
            .annotate(submitted_at=Min("submission__moves__at", filter=Q(submission__moves__name="submit")))
            .order_by("decided_at", "pk")
        )
        used = clocks([row.submission for row in rows])
        decisions += [
            _decided(code, row, row.submitted_at, used[row.submission_id].used)
            for row in rows
            if row.submission_id in used
        ]
    return decisions


def by_month(rows: Sequence[Decided], asked: Period) -> list[Month]:
    """Medians of each month and jurisdiction; a month without a decision is there, without a median."""
    codes = list(dict.fromkeys(row.jurisdiction for row in rows))
    return [
        Month(
            month,
            code,
            len(own),
            median([row.working_days for row in own]),
            median([row.calendar_days for row in own]),
        )
        for code in codes
        for month in asked.months
        for own in [[row for row in rows if (row.month, row.jurisdiction) == (month, code)]]
    ]


def by_outcome(rows: Iterable[Decided]) -> list[tuple[str, int]]:
    """How many decisions of each kind, all kinds in their order."""
    counts = Counter(row.outcome for row in rows)
    return [(outcome.value, counts[outcome.value]) for outcome in Decision.Outcome]


def breaches_by_clause(actor: User, asked: Period, jurisdiction: str = "") -> list[Breach]:
    """Clauses breached by what was submitted during the period, the most often breached first."""
    require(actor, "review.view")
    breaches: list[Breach] = []
    for code in own_codes(actor, jurisdiction):
        case = "run__version__submission"
        latest = Run.objects.filter(version=OuterRef("run__version")).order_by("-pk").values("pk")[:1]
        rows = (
            Finding.objects.filter(
                severity=Severity.BREACH,
                run__version=F(f"{case}__submitted_version"),
                run=Subquery(latest),
                **{f"{case}__jurisdiction": code, f"{case}__submitted_at__range": moments(code, asked)},
            )
            .values_list(f"{case}__edition_id", "clause")
            .annotate(cases=Count(case, distinct=True))
            .order_by()
        )
        breaches += [Breach(*row) for row in rows]
    return sorted(breaches, key=lambda row: (-row.cases, row.edition_id, row.clause))


def open_by_age(actor: User, jurisdiction: str = "") -> list[Age]:
    """What waits for a decision today, by how long ago it was submitted."""
    require(actor, "review.view")
    days = []
    for code in own_codes(actor, jurisdiction):
        where = jurisdictions.jurisdiction(code)
        today = where.today()
        submitted_at = Submission.objects.filter(
            jurisdiction=code, state__in=WAITING, submitted_at__isnull=False
        ).values_list("submitted_at", flat=True)
        days += [(today - where.today(moment)).days for moment in submitted_at]
    return [
        Age(
            f"{low} to {high} days" if high is not None else f"more than {low - 1} days",
            _within(days, low, high),
        )
        for low, high in AGES
    ]


def median(values: Sequence[int]) -> Exact | None:
    """The middle one, or half of the two in the middle; None of nothing.

    >>> median([3, 1, 2]), median([1, 2]), median([])
    (2, Fraction(3, 2), None)
    """
    if not values:
        return None
    ordered, middle = sorted(values), len(values) // 2
    if len(values) % 2:
        return ordered[middle]
    half = Fraction(ordered[middle - 1] + ordered[middle], 2)
    return half.numerator if half.denominator == 1 else half


def own_codes(actor: User, jurisdiction: str) -> list[str]:
    """The actor's own jurisdictions, or the one of them that was asked for."""
    own = actor.organisation.jurisdiction_codes if actor.organisation else []
    return [code for code in own if jurisdiction in ("", code)]


def moments(code: str, asked: Period) -> tuple[datetime, datetime]:
    """From the first moment of the first day to the last of the last, there."""
    zone = jurisdictions.jurisdiction(code).zone
    return datetime.combine(asked.since, time.min, zone), datetime.combine(asked.until, time.max, zone)


def _decided(code: str, row: Decision, submitted_at: datetime, working_days: int) -> Decided:
    """A case that was returned and submitted again counts from the first time."""
    where = jurisdictions.jurisdiction(code)
    day = where.today(row.decided_at)
    calendar_days = (day - where.today(submitted_at)).days
    return Decided(row.submission.reference, code, day, row.outcome, working_days, calendar_days)


def _within(days: Iterable[int], low: int, high: int | None) -> int:
    return sum(low <= day and (high is None or day <= high) for day in days)
