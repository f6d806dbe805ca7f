"""What is known about the approvals that an edition would affect, as pages, sheets and notices read it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Count, Q, QuerySet

from craps.edition import Edition as CoreEdition
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.review.impact import Affected, concerned
from portal.review.impact_models import ImpactRow, ImpactRun
from portal.review.impact_rows import affected_by
from portal.review.impact_runs import AT_ONCE, examined, missing, outdated
from portal.work_runs import RunState

MOST_SHOWN = 50  # of those affected, on a page; all of them are counted, and are in the sheets


@dataclass(frozen=True)
class ImpactCounts:
    """How many approvals an edition would affect, without saying whose."""

    looked_at: int
    affected: int
    breaching: int
    referred: int
    relieved: int
    with_other_money: int
    operators: int  # with an approval that would breach it
    finished_at: datetime | None = None

    @property
    def untouched(self) -> int:
        return self.looked_at - self.affected


class Impact:
    """A run and what it has found so far."""

    def __init__(self, edition: Edition, run: ImpactRun | None) -> None:
        self.edition, self.run = edition, run

    @property
    def is_working(self) -> bool:
        return self.run is not None and self.run.is_working

    @property
    def has_failed(self) -> bool:
        return self.run is not None and self.run.state == RunState.FAILED

    @property
    def is_done(self) -> bool:
        return self.run is not None and self.run.state == RunState.DONE

    @cached_property
    def is_of_this_text(self) -> bool:
        """Whether both editions are still as they were looked at."""
        return self.run is not None and self.run.examined == examined(self.edition)

    @cached_property
    def added(self) -> int:
        """How many approvals were added since."""
        return missing(self.run).count() if self.run else concerned(self.edition).count()

    @cached_property
    def ended(self) -> int:
        """How many of those looked at are no longer approved."""
        return outdated(self.run).count() if self.run else 0

    @property
    def is_current(self) -> bool:
        return self.is_done and self.is_of_this_text and not self.added and not self.ended

    @property
    def takes_a_while(self) -> bool:
        return (self.added if self.is_of_this_text else concerned(self.edition).count()) > AT_ONCE

    @cached_property
    def was(self) -> CoreEdition:
        if self.edition.parent is None:
            raise ValueError(f"{self.edition.pk} has no parent.")
        return core_edition_for(self.edition.parent)

    @cached_property
    def now(self) -> CoreEdition:
        return core_edition_for(self.edition)

    @cached_property
    def counts(self) -> ImpactCounts:
        return _counts(self.run)

    @property
    def rows(self) -> QuerySet[ImpactRow]:
        """Every approval that was looked at, the most affected first."""
        rows = ImpactRow.objects.filter(run=self.run) if self.run else ImpactRow.objects.none()
        return rows.select_related("submission__organisation", "submission__property").order_by(
            "-breaches",
            "-refers",
            "-other_money",
            "submission__organisation__name",
            "submission__property__name",
            "submission__reference",
        )

    def affected(self, most: int | None = None) -> Iterator[Affected]:
        """The approvals that would be affected, the most affected first."""
        rows = self.rows.filter(changes__isnull=False)
        for row in rows[:most] if most else rows.iterator(chunk_size=200):
            yield affected_by(row)

    @cached_property
    def shown(self) -> list[Affected]:
        return list(self.affected(MOST_SHOWN))

    @property
    def more(self) -> int:
        return self.counts.affected - len(self.shown)

    @cached_property
    def by_clause(self) -> list[tuple[str, int]]:
        """Clauses that would be breached, with how many approvals breach each, the most first."""
        cited = ImpactRow.objects.filter(run=self.run, breaches__gt=0) if self.run else self.rows
        counts = Counter(
            clause for clauses in cited.values_list("breached_clauses", flat=True) for clause in clauses
        )
        return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def impact_of(edition: Edition) -> Impact:
    """What is known about an edition's impact; nothing yet if nobody has asked."""
    return Impact(
        edition, ImpactRun.objects.filter(edition=edition).select_related("edition__parent").first()
    )


def impact_counts(edition: Edition) -> ImpactCounts | None:
    """The counts of a finished run about edition and approvals as they are now; None if there is none."""
    impact = impact_of(edition)
    return impact.counts if impact.is_current else None


def _counts(run: ImpactRun | None) -> ImpactCounts:
    rows = ImpactRow.objects.filter(run=run) if run else ImpactRow.objects.none()
    breaching = Q(breaches__gt=0)
    counts = rows.aggregate(
        looked_at=Count("pk"),
        affected=Count("pk", filter=Q(changes__isnull=False)),
        breaching=Count("pk", filter=breaching),
        referred=Count("pk", filter=Q(refers__gt=0) & ~breaching),
        relieved=Count("pk", filter=Q(is_relieved=True)),
        with_other_money=Count("pk", filter=Q(other_money__gt=0)),
        operators=Count("submission__organisation", filter=breaching, distinct=True),
    )
    return ImpactCounts(**counts, finished_at=run.finished_at if run else None)
