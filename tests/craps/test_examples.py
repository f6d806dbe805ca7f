"""The worked examples of the contract: every stated key agrees with what the command line answers.

Only the keys an example states are compared; settlements in any order; a missing paid, returned or vig is 0;
a step that states no error must not have been refused.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from craps import settle

FOLDER = Path(__file__).parent.parent / "data" / "examples"
EXAMPLES = sorted([*FOLDER.glob("settle-*.json"), *FOLDER.glob("game-*.json")])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    example = json.loads(path.read_text(encoding="utf-8"))
    assert_agrees(example["expect"], settle(example["scenario"]).to_json())


def test_the_examples_are_there() -> None:
    assert len(EXAMPLES) >= 78


def assert_agrees(expected: dict[str, Any], found: dict[str, Any]) -> None:
    for key in ("balance", "on_table", "vig_paid"):
        assert found[key] == expected.get(key, "0"), key
    for step in expected["steps"]:
        got = found["steps"][step["event"]]
        where = f"step {step['event']}: {got}"
        assert ("error" in step) == ("error" in got), where
        assert _agree(step, got), where
        wanted, settled = step.get("settlements"), list(got.get("settlements", ()))
        for each in wanted or ():
            same = next((s for s in settled if _agree(each, s)), None)
            assert same is not None, f"{each} not in {where}"
            settled.remove(same)
        assert wanted is None or not settled, f"more than expected in {where}"


def _agree(expected: dict[str, Any], found: dict[str, Any]) -> bool:
    for key, value in expected.items():
        if key == "settlements":
            continue
        got = found.get(key, "0" if key in ("paid", "returned", "vig") else None)
        if isinstance(value, dict):
            if not isinstance(got, dict) or not _agree(value, got):
                return False
        elif got != value:
            return False
    return True
