"""The last days of an approval: what its decision says, and ends that are decided for a later day."""

from datetime import date

from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction, latest_today
from portal.accounts.models import Table
from portal.review.models import IntentNotice, PlannedEnd
from portal.submissions import coverage
from portal.submissions.models import Submission


def open_ends(submission: Submission) -> list[PlannedEnd]:
    """The ends that are decided and have not come, the earliest first."""
    rows = PlannedEnd.objects.filter(submission=submission, closed_at=None)
    return list(rows.select_related("decided_by__organisation").order_by("last_day", "pk"))


def open_end(submission: Submission, kind: str) -> PlannedEnd | None:
    return next((end for end in open_ends(submission) if end.kind == kind), None)


def due_ends() -> list[PlannedEnd]:
    """Those whose last day has passed, each by its own jurisdiction's calendar."""
    near = PlannedEnd.objects.filter(closed_at=None, last_day__lt=latest_today()).select_related("submission")
    return [
        end
        for end in near.order_by("last_day", "pk")
        if end.last_day < jurisdiction(end.submission.jurisdiction).today()
    ]


def of_decision(submission: Submission) -> date | None:
    """The last day that the approval was given with."""
    decision = submission.decisions.filter(version=submission.current_version).first()
    return decision.ends_on if decision else None


def update(submission: Submission) -> date | None:
    """Writes the last day of each table. Returns that of the approval."""
    given, ends = of_decision(submission), open_ends(submission)

    def last_day(table: Table | None) -> date | None:
        days = [end.last_day for end in ends if not end.tables or (table and end.covers(table.code))]
        return min([*days, given] if given else days, default=None)

    at_tables = coverage.set_last_days(submission, last_day)
    return at_tables or last_day(None)


def close(submission: Submission) -> None:
    """The approval ends: what was decided for later lapses, and so does a notice of intent."""
    now = timezone.now()
    PlannedEnd.objects.filter(submission=submission, closed_at=None).update(
        closed_as=PlannedEnd.Closed.LAPSED, closed_at=now
    )
    open_notices = IntentNotice.objects.filter(submission=submission, withdrawn_at=None, concluded_at=None)
    open_notices.update(concluded_at=now)
