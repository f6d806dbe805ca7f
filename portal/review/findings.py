"""The findings of a version as an officer works through them, each with a key and a mark when dealt with."""

from portal.review.models import Tick
from portal.submissions.models import Version
from portal.validation.models import Finding, Severity
from portal.validation.selectors import run_of

# Notes need no judgement.
TO_TICK = (Severity.BREACH, Severity.REFER)


def finding_key(finding: Finding) -> str:
    """Names a finding of a version. It stays the same when the check is repeated."""
    return f"{finding.rule}@{finding.path}"


def findings_by_key(version: Version | None) -> dict[str, Finding]:
    """The findings of a version's latest run by their key, worst first."""
    run = run_of(version)
    return {finding_key(finding): finding for finding in run.findings.all()} if run else {}


def ticks(version: Version) -> dict[str, Tick]:
    """What was marked as dealt with, by the finding's key."""
    rows = Tick.objects.filter(version=version).select_related("ticked_by")
    return {row.finding: row for row in rows}


def unticked(version: Version) -> list[Finding]:
    """The breaches and the findings left to judgement that are not marked as dealt with yet."""
    done = set(Tick.objects.filter(version=version).values_list("finding", flat=True))
    return [
        finding for key, finding in findings_by_key(version).items()
        if finding.severity in TO_TICK and key not in done
    ]  # fmt: skip
