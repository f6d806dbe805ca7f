"""Runs the core on a rule set: live without storing, or on a version, stored with its digests."""

import hashlib
from typing import Any

from django.db import transaction

from craps import BadInput, check, core_version, edges, examples_of, run_examples
from craps.codec import canonical_bytes
from craps.validation import Report
from portal.editions.rulesets import parse_ruleset
from portal.errors import BadValue
from portal.submissions.examples import examples_with, parse_example
from portal.submissions.models import Version
from portal.validation.models import Finding, Run, Severity, WorkedExamples


def live_check(ruleset: dict[str, Any]) -> Report:
    """What the core finds in a rule set as typed in an editor. Nothing is stored."""
    try:
        return check(parse_ruleset(ruleset))
    except BadInput as error:
        raise BadValue(error.message, field=error.path) from None


@transaction.atomic
def ensure_run(*, version: Version) -> Run:
    """The run of a version under the present core and edition; made if there is none yet."""
    return _ensure_run(version)


@transaction.atomic
def ensure_full_run(*, version: Version) -> Run:
    """The run with the worked examples, the operator's own too: what a submitted version is judged on."""
    run = _ensure_run(version)
    if not hasattr(run, "worked_examples"):
        ruleset = version.rules
        own = [parse_example(ruleset.edition, row) for row in examples_with(version)]
        results = [
            result.to_json() for result in run_examples(ruleset, [*examples_of(ruleset.edition), *own])
        ]
        WorkedExamples.objects.create(run=run, results=results)
    return run


def _ensure_run(version: Version) -> Run:
    loaded = version.rules
    edition_digest = loaded.edition.digest
    stored = (
        Run.objects.filter(version=version, core_version=core_version(), edition_digest=edition_digest)
        .select_related("worked_examples")
        .prefetch_related("findings")
        .first()
    )
    if stored is not None:
        stored.version = version
        return stored
    if hashlib.sha256(canonical_bytes(version.ruleset)).hexdigest() != version.digest:
        raise RuntimeError(f"{version}: the stored rule set no longer has the digest it was saved with.")
    report = check(loaded)
    counts = dict.fromkeys(Severity.values, 0)
    for finding in report.findings:
        counts[finding.severity] += 1
    run = Run.objects.create(
        version=version,
        verdict=report.verdict,
        checked=report.checked,
        breaches=counts[Severity.BREACH],
        refers=counts[Severity.REFER],
        infos=counts[Severity.INFO],
        edges=[row.to_json() for row in edges(loaded)],
        core_version=core_version(),
        edition_digest=edition_digest,
        ruleset_digest=version.digest,
    )
    order = {severity: place for place, severity in enumerate(Severity.values)}
    worst_first = sorted(report.findings, key=lambda finding: order[finding.severity])
    Finding.objects.bulk_create(
        Finding(run=run, position=position, **finding.to_json())
        for position, finding in enumerate(worst_first)
    )
    return run
