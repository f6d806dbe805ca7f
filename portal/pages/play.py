"""A worked example on the drawn table, step by step: the same for the operator and for its regulator."""

from __future__ import annotations

from typing import Any

from craps import BadInput, Example, run_examples
from craps.examples import examples_of
from craps.playthrough import frames
from craps.ruleset import RuleSet
from portal.errors import NotFound
from portal.pages.table_drawing import table_drawings
from portal.submissions import examples as own
from portal.submissions.models import Submission, Version


def all_examples(submission: Submission, ruleset: RuleSet) -> list[Example]:
    """The rulebook's, then the operator's own."""
    rows = []
    for row in own.own_examples(submission):
        try:
            rows.append(own.readable(ruleset.edition, row))
        except BadInput:  # stored under an older core that read what this one does not
            continue
    return [*examples_of(ruleset.edition), *rows]


def played(submission: Submission, version: Version, key: str, step: str) -> dict[str, Any]:
    """What _components/play.html shows: one example after as many bets and rolls as `step` says."""
    ruleset = version.rules
    example = next((each for each in all_examples(submission, ruleset) if each.id == key), None)
    if example is None:
        raise NotFound(f"{submission.reference} has no example {key}.")
    result = run_examples(ruleset, [example])[0]
    # The rulebook's amounts are not held against the operator's own chip unit and limits; one's own are.
    told = frames(ruleset if key.startswith("own-") else result.run.ruleset, example.read)
    at = _step(step, len(told))
    frame = told[at - 1] if at else None
    return {
        "example": example,
        "result": result,
        "first_at": result.first.event + 1 if result.first else None,
        "told": told,
        "at": at,
        "frame": frame,
        "currency": result.currency,
        **table_drawings(ruleset, f"The table in “{example.title}”", frame),
    }


def _step(text: str, last: int) -> int:
    """Which step to show; anything that is no step is the start."""
    return min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def sorted_examples(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Results as a list shows them: what differs first, what is the same apart, the operator's own apart."""
    order = {"differs": 0, "not offered": 1, "same": 2}
    catalogue = [row for row in results if not row["id"].startswith("own-")]
    return {
        "changed": sorted(
            (row for row in catalogue if row["verdict"] != "same"), key=lambda row: order[row["verdict"]]
        ),
        "same": [row for row in catalogue if row["verdict"] == "same"],
        "counts": [(sum(row["verdict"] == verdict for row in catalogue), verdict) for verdict in order],
        "own": [
            row | {"pk": row["id"].removeprefix("own-")} for row in results if row["id"].startswith("own-")
        ],
    }
