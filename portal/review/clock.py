"""The regulator's clock: working days of its own calendar, paused while the operator has to act.

It runs from the day a case is submitted, is paused while a query is open or the case is returned, and ends
with the decision. The day on which it starts does not count, the day on which it stops does: so two
spans that meet count no day twice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.review.models import Move
from portal.submissions.models import CLOCK_RUNS, State, Submission

PAUSED = (State.QUERY_OPEN, State.RETURNED)
Span = tuple[date, date | None]  # first day, last day; None while it runs


@dataclass(frozen=True)
class Clock:
    target: int  # working days the regulator gives itself
    used: int
    left: int  # below 0 when it is late
    late: bool
    stopped: bool  # while the operator has to act
    ended: bool
    due_on: date | None  # None while it is paused, and once it has ended

    @property
    def words(self) -> str:
        if self.ended:
            over = f", {-self.left} more than the target" if self.left < 0 else ""
            return f"took {_days(self.used) if self.used else 'less than a working day'}{over}"
        if self.stopped:
            return f"paused, {_late(-self.left) if self.late else f'{_days(self.left)} left'}"
        if self.late:
            return _late(-self.left)
        return f"{_days(self.left)} left" if self.left else "due today"


def clock_of(submission: Submission) -> Clock | None:
    """The clock of one case; None if it was never submitted."""
    return clocks([submission]).get(submission.pk)


def clocks(submissions: Iterable[Submission]) -> dict[int, Clock]:
    """The clocks of many cases by their primary key, at the cost of one query."""
    cases = {submission.pk: submission for submission in submissions}
    moves: dict[int, list[tuple[datetime, str]]] = {}
    rows = Move.objects.filter(submission__in=list(cases)).order_by("pk")
    for pk, at, state in rows.values_list("submission_id", "at", "to_state"):
        moves.setdefault(pk, []).append((at, state))
    clocks_by_case = {}
    for pk, made in moves.items():
        where = jurisdiction(cases[pk].jurisdiction)
        ran = spans(made, where.zone)
        if ran:
            clocks_by_case[pk] = reading(
                where.code, ran, where.today(), where.review_days, stopped=made[-1][1] in PAUSED
            )
    return clocks_by_case


def due_change(submission: Submission, state: str, at: datetime) -> dict[str, date | None]:
    """What a move to this state does to the day a case is due: nothing, a new day, or none."""
    ran, runs = submission.state in CLOCK_RUNS, state in CLOCK_RUNS
    if ran == runs:
        return {}
    if not runs:
        return {"due_on": None}
    made = list(submission.moves.order_by("pk").values_list("at", "to_state"))
    where = jurisdiction(submission.jurisdiction)
    return {"due_on": _due(where.code, spans([*made, (at, state)], where.zone), where.review_days)}


def recount_due_days(code: str = "") -> int:
    """Brings the days that cases are due into line with the calendar and the target. How many were wrong.

    Cases of one jurisdiction, or of all. Paused cases have no day; they get one when their clock goes on.
    """
    cases = Submission.objects.filter(state__in=CLOCK_RUNS)
    running = list((cases.filter(jurisdiction=code) if code else cases).only("jurisdiction"))
    wrong = 0
    for pk, clock in clocks(running).items():
        stale = Submission.objects.filter(pk=pk, state__in=CLOCK_RUNS).exclude(due_on=clock.due_on)
        wrong += stale.update(due_on=clock.due_on)
    return wrong


def working_days(code: str, start: date, end: date) -> int:
    """How many working days come after `start`, up to and with `end`."""
    where = jurisdiction(code)
    return sum(where.is_working_day(start + timedelta(days=n)) for n in range(1, (end - start).days + 1))


def add_working_days(code: str, day: date, number: int) -> date:
    """The day on which that many working days have gone by; the day itself for none."""
    return jurisdiction(code).after_working_days(day, number)


def spans(moves: Iterable[tuple[datetime, str]], zone: Any) -> list[Span]:
    """When the clock ran, from the moves of a case in their order, in days of the jurisdiction."""
    run_spans: list[Span] = []
    started: date | None = None
    for at, state in moves:
        day = at.astimezone(zone).date()
        if state in CLOCK_RUNS:
            started = started or day
        elif started is not None:
            run_spans.append((started, day))
            started = None
    return run_spans if started is None else [*run_spans, (started, None)]


def reading(code: str, ran: Sequence[Span], today: date, wanted: int, *, stopped: bool = False) -> Clock:
    """The clock on a day, from the spans in which it ran and the working days it may take."""
    runs = ran[-1][1] is None
    used = sum(working_days(code, start, end or today) for start, end in ran)
    due = _due(code, ran, wanted)
    last = ran[-1][1] or today
    return Clock(
        target=wanted,
        used=used,
        left=wanted - used,
        late=due is not None and last > due,
        stopped=stopped,
        ended=not runs and not stopped,
        due_on=due if runs else None,
    )


def _due(code: str, ran: Sequence[Span], wanted: int) -> date | None:
    """The day on which the last working day is used up; None if the clock stopped before."""
    used = 0
    for start, end in ran:
        day = add_working_days(code, start, wanted - used)
        if end is None or day <= end:
            return day
        used += working_days(code, start, end)
    return None


def _days(number: int) -> str:
    return f"{number} working day" if number == 1 else f"{number} working days"


def _late(number: int) -> str:
    """No working day may have passed since the last one was used up: on the weekend after it."""
    return f"{_days(number)} late" if number else "late since the last working day"
