"""The findings of a version as an officer works through them, each with a key and a mark when dealt with."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from craps.codec import canonical_bytes
from portal.review.models import Explanation, Tick
from portal.submissions.models import Version
from portal.validation.models import Finding, Run, Severity
from portal.validation.selectors import run_of

# Notes need no judgement.
TO_TICK = (Severity.BREACH, Severity.REFER)
# What the operator has to give for a finding.
NEEDS = {Severity.REFER: Explanation.Kind.REASON, Severity.BREACH: Explanation.Kind.WAIVER}


def keyed(findings: Iterable[Finding]) -> dict[str, Finding]:
    """The findings of one run by their key, in their order.

    A key is made of what the finding says, so the same finding has it in a later run and a later version too:
    rule and path in full, then a digest of clause, severity, what was submitted and what is allowed. Of
    findings that agree in all of these the second has `-2` behind it.
    """
    by_key: dict[str, Finding] = {}
    met: Counter[str] = Counter()
    for finding in findings:
        content = [finding.severity, finding.clause, finding.submitted, finding.allowed]
        digest = hashlib.sha256(canonical_bytes(content)).hexdigest()[:12]
        key = f"{finding.rule}@{finding.path}#{digest}"
        met[key] += 1
        by_key[key if met[key] == 1 else f"{key}-{met[key]}"] = finding
    return by_key


def findings_by_key(version: Version | None) -> dict[str, Finding]:
    """The findings of a version's latest run by their key, worst first."""
    run = run_of(version)
    return keyed(run.findings.all()) if run else {}


def explanations_by_key(run: Run, explanations: Iterable[Explanation]) -> dict[str, Explanation]:
    """What the operator wrote about each finding of a run, by the finding's key.

    Explanations from before there were keys belong, in their order, to the findings of their rule and path.
    """
    given = {row.finding: row for row in explanations if row.finding}
    older: defaultdict[tuple[str, str, str], list[Explanation]] = defaultdict(list)
    for row in explanations:
        if not row.finding:
            older[row.rule, row.path, row.kind].append(row)
    for key, finding in keyed(run.findings.all()).items():
        waiting = older[finding.rule, finding.path, NEEDS.get(Severity(finding.severity), "")]
        if key not in given and waiting:
            given[key] = waiting.pop(0)
    return given


def place_of(point: Mapping[str, str]) -> tuple[str, str, str]:
    """Rule and path of a finding and what it needs: several findings can have the same."""
    return point["rule"], point["path"], point["needs"]


def ticks(version: Version) -> dict[str, Tick]:
    """What was marked as dealt with, by the finding's key."""
    rows = Tick.objects.filter(version=version).select_related("ticked_by")
    return {row.finding: row for row in rows}


def unticked(version: Version) -> dict[str, Finding]:
    """The breaches and the findings left to judgement that are not marked as dealt with yet, by key."""
    done = set(Tick.objects.filter(version=version).values_list("finding", flat=True))
    return {
        key: finding for key, finding in findings_by_key(version).items()
        if finding.severity in TO_TICK and key not in done
    }  # fmt: skip
