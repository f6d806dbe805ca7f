"""A worked example played on the drawn table, step by step, for operator and regulator alike."""

from typing import Any

from craps import BadInput, Example, game_of, run_examples
from craps.examples import examples_of
from craps.playthrough import frames
from craps.ruleset import RuleSet
from portal.accounts.models import User
from portal.errors import NotFound
from portal.pages.table_drawing import table_drawings
from portal.submissions import examples as own
from portal.submissions.models import Submission, Version
from portal.text import whole_number


def all_examples(actor: User, submission: Submission, ruleset: RuleSet) -> list[Example]:
    """The rulebook's examples, then the operator's own that this person may see."""
    rows = []
    for row in own.examples_shown_to(actor, submission):
        try:
            rows.append(own.parse_example(ruleset.edition, row))
        except BadInput:  # stored by an older core that accepted more
            continue
    return [*examples_of(ruleset.edition), *rows]


def play_example(
    actor: User, submission: Submission, version: Version, key: str, step: str
) -> dict[str, Any]:
    """The context of _components/play.html: one example after `step` of its bets and rolls."""
    ruleset = version.rules
    example = next((item for item in all_examples(actor, submission, ruleset) if item.id == key), None)
    if example is None:
        raise NotFound(f"{submission.reference} has no example {key}.")
    result = run_examples(ruleset, [example])[0]
    # Only the operator's own examples are played under its chip unit and limits.
    played = ruleset if key.startswith("own-") else result.run.ruleset
    steps = frames(played, example.read)
    at = _step(step, len(steps))
    frame = steps[at - 1] if at else None
    game = game_of(ruleset.edition)
    return {
        "example": example,
        "result": result,
        "first_at": result.first.event + 1 if result.first else None,
        "frames": steps,  # not "steps": the page around it lists the editor's steps
        "at": at,
        "frame": frame,
        "currency": result.currency,
        "begins": game.begins,
        "is_call": bool(frame and game.in_rounds and not example.read[at - 1].wager),  # said, not bet
        "stands": game.stands(frame.step) if frame else None,
        "lies_open": game.lies_open(played, frame) if frame else [],
        **table_drawings(_drawn(ruleset, played), f"The table in “{example.title}”", frame),
    }


def _drawn(ruleset: RuleSet, played: RuleSet) -> RuleSet:
    """The rules whose table is drawn: the operator’s, unless an example has bets that they do not have."""
    game = game_of(ruleset.edition)
    own = set(game.area_bets(ruleset))
    return ruleset if own.issuperset(game.area_bets(played)) else played.without("layout")


def _step(text: str, last: int) -> int:
    """The number of the step to show; 0, the start, if the text is not a step."""
    return min(whole_number(text) or 0, last)


def sorted_examples(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Results grouped for a list: those that differ, those that are the same, and the operator's own."""
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
