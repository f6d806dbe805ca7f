"""Runs are repeated when core or edition have changed, and the difference to the run before is shown."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from craps import core_version
from portal.editions.selectors import core_edition
from portal.submissions.models import EDITABLE, HOLDS_FORCE, State, Submission, Version
from portal.validation import events
from portal.validation.models import Finding, Run
from portal.validation.services import ensure_full_run, ensure_run

logger = logging.getLogger(__name__)

WHICH = ("number", "dice", "space", "play")  # what tells the rows of one bet apart
# What is closed was judged by the rules of its day and stays so.
RECHECKED = (
    *EDITABLE,
    State.SUBMITTED,
    State.IN_REVIEW,
    State.QUERY_OPEN,
    State.RECOMMENDED,
    State.APPROVED,
    *HOLDS_FORCE,
)


@dataclass(frozen=True)
class FindingsChange:
    """What two runs of the same version found differently."""

    before: Run
    now: Run
    appeared: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    edges: tuple[tuple[dict[str, object], dict[str, object]], ...]  # before and now, of the same bet

    @property
    def is_none(self) -> bool:
        return not (self.appeared or self.gone or self.edges)

    @property
    def because(self) -> str:
        """What had changed: the core, the edition or both."""
        parts = []
        if self.before.core_version != self.now.core_version:
            parts.append(
                f"the rules core was updated from {self.before.core_version} to {self.now.core_version}"
            )
        if self.before.edition_digest != self.now.edition_digest:
            parts.append("the edition was corrected")
        return " and ".join(parts)


def change_of(version: Version | None) -> FindingsChange | None:
    """How the latest run of a version differs from the one before; None if there is only one."""
    if version is None:
        return None
    runs = list(Run.objects.filter(version=version).prefetch_related("findings").order_by("-pk")[:2])
    for run in runs:
        run.version = version
    return _change(runs[1], runs[0]) if len(runs) == 2 else None


def repeat_outdated(limit: int = 200) -> int:
    """Checks again whatever is drafted, decided upon or in force and was not checked by the present core."""
    repeated = 0
    for submission, version in _outdated(limit):
        try:
            _repeat(submission, version)
        except Exception:  # one version that cannot be checked does not stop the others
            logger.exception("%s could not be checked again", version)
        else:
            repeated += 1
    return repeated


@transaction.atomic
def _repeat(submission: Submission, version: Version) -> None:
    is_submitted = submission.submitted_version_id == version.pk
    (ensure_full_run if is_submitted else ensure_run)(version=version)
    change = change_of(version)
    if change is not None and not change.is_none:
        events.found_differently.send(sender=Run, submission=submission, change=change)


def _outdated(limit: int) -> Iterator[tuple[Submission, Version]]:
    rechecked = Submission.objects.filter(state__in=RECHECKED)
    for edition_id in rechecked.order_by().values_list("edition_id", flat=True).distinct():
        digest = core_edition(edition_id).digest
        for field in ("current_version", "submitted_version"):
            present = Run.objects.filter(
                version=OuterRef(field), core_version=core_version(), edition_digest=digest
            )
            rows = rechecked.filter(~Exists(present), edition_id=edition_id, **{f"{field}__isnull": False})
            if field == "submitted_version":
                rows = rows.exclude(submitted_version=F("current_version"))
            for submission in rows.select_related(field, "property", "organisation")[:limit]:
                yield submission, getattr(submission, field)


def _change(before: Run, now: Run) -> FindingsChange:
    was = {_key(finding): finding for finding in before.findings.all()}
    after = {_key(finding): finding for finding in now.findings.all()}
    edges_before = {_bet(row): row for row in before.edges}
    return FindingsChange(
        before,
        now,
        appeared=tuple(finding for key, finding in after.items() if key not in was),
        gone=tuple(finding for key, finding in was.items() if key not in after),
        edges=tuple(
            (edges_before[_bet(row)], row)
            for row in now.edges
            if _bet(row) in edges_before and edges_before[_bet(row)]["edge"] != row["edge"]
        ),
    )


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.severity, finding.rule, finding.path


def _bet(row: dict[str, object]) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in ("bet", *WHICH))
