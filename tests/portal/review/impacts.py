"""Whom an edition affects, through the product's own run and the rows it keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmarks.sheets import rulesets
from portal.audit.append_only import guard_tables, unguard_tables
from portal.editions.models import Edition
from portal.review import impact_runs
from portal.review.impact import Affected
from portal.review.impact_models import ImpactRun
from portal.review.impact_selectors import impact_counts, impact_of
from portal.submissions.models import State, Submission, Version
from portal.work_runs import RunState
from tests.factories import House, approved, create_property, present
from tests.portal.editions.drafts import author


@dataclass(frozen=True)
class Found:
    looked_at: int
    affected: tuple[Affected, ...]

    @property
    def breaching(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.breaches)

    @property
    def referred(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.refers and not each.breaches)

    @property
    def relieved(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.is_relieved)

    @property
    def with_other_money(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.has_other_money)


def impact(row: Edition) -> Found:
    """All that a finished run has found; the counts are those of its rows."""
    run = impact_runs.ask(actor=author(row), edition_id=row.pk)
    assert run.state == RunState.DONE, run.failure
    assert impact_of(row).is_current
    counts = present(impact_counts(row))
    found = Found(counts.looked_at, tuple(impact_of(row).affected()))
    assert (counts.affected, counts.breaching, counts.referred, counts.relieved, counts.with_other_money) == (
        len(found.affected),
        len(found.breaching),
        len(found.referred),
        len(found.relieved),
        len(found.with_other_money),
    )
    return found


def finish_runs() -> None:
    """What the worker does with the runs that were asked for."""
    for run in ImpactRun.objects.exclude(state=RunState.DONE):
        while impact_runs.work_on(run.pk):
            pass


def many_approvals(house: House, count: int) -> list[Submission]:
    """Approvals in force, each with rules of its own, written without the review: only their rules matter.

    The database lets no case be approved without a decision, so its guards are off meanwhile.
    """
    first = approved(house, rulesets(1)[0]).submission
    made = [first]
    unguard_tables()
    for number, ruleset in enumerate(rulesets(count)[1:], 1):
        case = Submission.objects.create(
            reference=f"MD-2020-{number:04d}",
            organisation=house.operator,
            property=create_property(organisation=house.operator, jurisdiction=house.edition.jurisdiction),
            edition=house.edition,
            jurisdiction=house.edition.jurisdiction,
            game=house.edition.game,
            created_by=house.submitter,
            state=State.IN_FORCE,
            in_force_from=first.in_force_from,
            submitted_at=first.submitted_at,
            decided_at=first.decided_at,
        )
        version = Version.objects.create(
            submission=case, number=1, ruleset=ruleset, digest=f"{number:064d}", author=house.submitter
        )
        Submission.objects.filter(pk=case.pk).update(submitted_version=version, current_version=version)
        made.append(case)
    guard_tables()
    return made


def answer(edition: Edition) -> list[dict[str, Any]]:
    """All that a run keeps about each approval."""
    rows = impact_of(edition).rows.order_by("submission__reference")
    kept = ("submission__reference", "version_id", "verdict_before", "verdict_after", "changes", "breaches")
    more = ("refers", "is_relieved", "other_money", "breached_clauses")
    return list(rows.values(*kept, *more))
