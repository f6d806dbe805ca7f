"""What a draft needs before it can be submitted, and a breach before it can be approved."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from craps.choices import owed
from portal.accounts.models import User
from portal.editions.selectors import successor
from portal.errors import BadValue, NotPossible
from portal.review.findings import NEEDS, explanations_by_key, keyed, place_of
from portal.review.models import Declaration, Explanation
from portal.review.required_input import require_text
from portal.submissions import examples, uploads
from portal.submissions.models import Version
from portal.text import format_day, limited_text
from portal.validation.models import Finding, Run, Severity


def open_points(run: Run) -> list[dict[str, str]]:
    """The findings the operator must explain: with a reason, or by asking to waive a breach."""
    return [
        {
            "finding": key,
            "severity": finding.severity,
            "rule": finding.rule,
            "path": finding.path,
            "clause": finding.clause,
            "message": finding.message,
            "reading": finding.reading,
            "needs": NEEDS[Severity(finding.severity)].value,
        }
        for key, finding in keyed(run.findings.all()).items()
        if finding.severity in NEEDS
    ]


def unstated(version: Version) -> list[dict[str, str]]:
    """The choices that the edition leaves to the operator and the version does not state.

    The edition itself comes first, if another one replaced it before the rules were first submitted.
    """
    ruleset = version.rules
    problems = []
    later = successor(ruleset.edition.id) if version.submission.submitted_at is None else None
    if later is not None and later.in_force_from is not None:
        since = format_day(later.in_force_from)
        message = (
            f"“{later.title}” replaced “{ruleset.edition.title}” on {since}. Move this draft to the new "
            "edition."
        )
        problems.append({"path": "edition", "clause": "", "message": message})
    return problems + [choice._asdict() for choice in owed(ruleset)]


def declare(
    *,
    run: Run,
    actor: User,
    version: Version,
    name: str,
    role: str,
    explanations: Iterable[Mapping[str, Any]],
) -> Declaration:
    """Stores the declaration and the explanations of a version that is submitted; its files stay with it."""
    rows = explain(run=run, actor=actor, version=version, explanations=explanations)
    if examples.is_submitted(version):
        raise NotPossible(
            "This version was submitted before and returned to you. Amend it, then submit the new version."
        )
    declaration = Declaration.objects.create(
        version=version,
        name=require_text(name, "name", "Enter the name of the person who makes the declaration."),
        role=require_text(role, "role", "Enter their role in your organisation."),
        made_by=actor,
    )
    Explanation.objects.bulk_create(rows)
    uploads.freeze(version=version)
    examples.freeze(version=version)
    return declaration


def explain(
    *, run: Run, actor: User, version: Version, explanations: Iterable[Mapping[str, Any]]
) -> list[Explanation]:
    """Matches the operator's explanations to the findings; every open point must have its own.

    An explanation names its finding by key, or by rule and path where no other finding has these.
    """
    explanations = list(explanations)
    by_key = {(e.get("finding"), e.get("kind")): str(e.get("text", "")).strip() for e in explanations}
    by_place = {
        (e.get("rule"), e.get("path"), e.get("kind")): str(e.get("text", "")).strip()
        for e in explanations
        if not e.get("finding")
    }
    rows, problems = [], [{"path": each["path"], "message": each["message"]} for each in unstated(version)]
    findings, points = keyed(run.findings.all()), open_points(run)
    alike = Counter(place_of(point) for point in points)
    for point in points:
        text = by_key.get((point["finding"], point["needs"]), "")
        if not text and alike[place_of(point)] == 1:
            text = by_place.get(place_of(point), "")
        if not text:
            is_named = alike[place_of(point)] > 1 and place_of(point) in by_place
            problems.append(
                {"path": point["path"], "message": _missing(point, alike[place_of(point)] * is_named)}
            )
            continue
        try:
            text = limited_text(text, field="explanations")
        except BadValue as error:
            problems.append({"path": point["path"], "message": f"{point['message']} {error.message}"})
            continue
        rows.append(
            Explanation(
                version=version,
                kind=point["needs"],
                finding=point["finding"],
                rule=point["rule"],
                path=point["path"],
                clause=point["clause"],
                message=findings[point["finding"]].report_sentence,
                reading=point["reading"],
                text=text,
                made_by=actor,
            )
        )
    if problems:
        count = "One point is" if len(problems) == 1 else f"{len(problems)} points are"
        raise NotPossible(f"{count} still open. Nothing was submitted.", problems=tuple(problems))
    return rows


def requested_waivers(*, version: Version, waivers: Iterable[int]) -> list[Explanation]:
    """The requests of this version with these ids; refuses others."""
    wanted = set(waivers)
    requests = list(version.explanations.filter(kind=Explanation.Kind.WAIVER, pk__in=wanted).order_by("pk"))
    if len(requests) < len(wanted):
        raise NotPossible(
            "A waiver you granted was not asked for in this version. Look at the requests again.",
            field="waivers",
        )
    return requests


def granted_waivers(*, run: Run, waivers: Iterable[int]) -> list[Explanation]:
    """The waivers an approval grants: exactly the requests for the breaches that stand in the version."""
    granted = {request.pk for request in requested_waivers(version=run.version, waivers=waivers)}
    asked = run.version.explanations.filter(kind=Explanation.Kind.WAIVER).order_by("pk")
    requests = explanations_by_key(run, asked)
    breaches = {k: f for k, f in keyed(run.findings.all()).items() if f.severity == Severity.BREACH}
    missing = [
        {"path": finding.path, "message": _not_waived(finding)}
        for key, finding in breaches.items()
        if key not in requests or requests[key].pk not in granted
    ]
    if missing:
        raise NotPossible(
            "A version with a breach can be approved only if you grant a waiver for each breach by name. "
            f"Not granted: {len(missing)} of {len(breaches)}.",
            problems=tuple(missing),
        )
    return [requests[key] for key in breaches]


def _missing(point: dict[str, str], alike: int = 0) -> str:
    """`alike`: how many findings an explanation was meant for that does not say which one."""
    if alike:
        return (
            f"{point['message']} {alike} findings have this rule and path: explain each, and name it by its "
            "`finding`."
        )
    if point["needs"] == Explanation.Kind.WAIVER:
        return f"{point['message']} Change it, or ask for a waiver of this one finding and explain why."
    return f"{point['message']} Explain why you chose this."


def _not_waived(finding: Finding) -> str:
    return f"{finding.report_sentence} This breach has no waiver."
