"""Steps and runs of every game as contract JSON. Apart from runs.py, whose protocols take 1 ms to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from craps.codec import Json
    from craps.runs import Played, Stepped


def step_json(step: Stepped, name: str, state: Json) -> dict[str, Json]:
    """A step as contract JSON; ``name`` is what the game calls how the table stands."""
    row: dict[str, Json] = {
        "event": step.event,
        "balance": str(step.balance),
        "on_table": str(step.on_table),
        name: state,
    }
    if step.settlements is not None:
        row["settlements"] = [settled.to_json() for settled in step.settlements]
    if step.vig:
        row["vig"] = str(step.vig)
    if step.reading:
        row["reading"] = step.reading
    if step.error is not None:
        row["error"] = step.error.to_json()
    return row


def run_json(run: Played) -> dict[str, Json]:
    """A run as contract JSON."""
    return {
        "steps": [step.to_json() for step in run.steps],
        "balance": str(run.balance),
        "on_table": str(run.on_table),
        "vig_paid": str(run.vig_paid),
    }
