"""What was found about an approval, as the database keeps it. Amounts and edges stay exact: "4/63"."""

from fractions import Fraction
from typing import Any

from craps import Finding
from craps.codec import Json
from craps.money import Exact, whole_if_it_is
from craps.wagers import Spot
from portal.review.impact import BREACH, Affected, EdgeChange, End, ExampleChange
from portal.review.impact_models import ImpactRow, ImpactRun


def row_of(run: ImpactRun, each: Affected) -> ImpactRow:
    """The row of an approval that was looked at. It is not saved yet."""
    version = each.submission.submitted_version
    if version is None:
        raise ValueError(f"{each.submission} was never submitted.")
    before, after = each.verdicts
    clauses = {finding.clause for finding in each.appears if finding.severity == BREACH}
    return ImpactRow(
        run=run,
        submission=each.submission,
        version=version,
        verdict_before=before,
        verdict_after=after,
        changes=_changes(each) if each.is_affected else None,
        breaches=each.breaches,
        refers=each.refers,
        is_relieved=each.is_relieved,
        other_money=len(each.examples) + len(each.edges),
        breached_clauses=sorted(clauses),
    )


def affected_by(row: ImpactRow) -> Affected:
    """What the row says."""
    changes: dict[str, Any] = row.changes or {}
    return Affected(
        row.submission,
        tuple(Finding(**finding) for finding in changes.get("appears", ())),
        tuple(Finding(**finding) for finding in changes.get("vanishes", ())),
        (row.verdict_before, row.verdict_after),
        tuple(
            ExampleChange(each["title"], _end(each["was"]), _end(each["now"]))
            for each in changes.get("examples", ())
        ),
        tuple(_edge(each) for each in changes.get("edges", ())),
        changes.get("unreadable", ""),
    )


def _changes(each: Affected) -> dict[str, Json]:
    return {
        "appears": [finding.to_json(demonstration=False) for finding in each.appears],
        "vanishes": [finding.to_json(demonstration=False) for finding in each.vanishes],
        "examples": [
            {"title": change.title, "was": list(map(str, change.was)), "now": list(map(str, change.now))}
            for change in each.examples
        ],
        "edges": [
            {
                "bet": change.bet,
                "spots": [list(spot) if isinstance(spot, tuple) else spot for spot in change.spots],
                # Pairs: PostgreSQL keeps no order of keys.
                "which": [list(pair) for pair in change.which.items()],
                "was": str(change.was),
                "now": str(change.now),
            }
            for change in each.edges
        ],
        "unreadable": each.unreadable,
    }


def _end(texts: list[str]) -> End:
    return End(*map(_exact, texts))


def _edge(json: dict[str, Any]) -> EdgeChange:
    spots: list[Spot] = [(spot[0], spot[1]) if isinstance(spot, list) else spot for spot in json["spots"]]
    return EdgeChange(
        json["bet"], tuple(spots), _exact(json["was"]), _exact(json["now"]), dict(map(tuple, json["which"]))
    )


def _exact(text: str) -> Exact:
    """Our own text: an edge may have more digits than people may enter."""
    return whole_if_it_is(Fraction(text))
