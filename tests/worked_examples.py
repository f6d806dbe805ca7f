"""Settles the worked examples of a rule set, and works out its edges, once per worker.

Every submission has all examples of its edition settled under its rules, about a third of what a test of the
workflow takes; hundreds of tests submit the same rules. Tests of the core do both each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from craps import EdgeRow, Example, ExampleResult, RuleSet
from craps import edges as work_out
from craps import run_examples as settle


@pytest.fixture(scope="session", autouse=True)
def examples_settled_once() -> Iterator[None]:
    from portal.validation import services

    # By the example itself, which stays in memory here: two with one id may differ.
    settled: dict[tuple[RuleSet, int], tuple[Example, ExampleResult]] = {}

    def run_examples(ruleset: RuleSet, examples: Iterable[Example]) -> list[ExampleResult]:
        asked = list(examples)
        new = [example for example in asked if (ruleset, id(example)) not in settled]
        for example, result in zip(new, settle(ruleset, new), strict=True):
            settled[ruleset, id(example)] = example, result
        return [settled[ruleset, id(example)][1] for example in asked]

    worked_out: dict[RuleSet, list[EdgeRow]] = {}

    def edges(ruleset: RuleSet) -> list[EdgeRow]:
        if ruleset not in worked_out:
            worked_out[ruleset] = work_out(ruleset)
        return worked_out[ruleset]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "run_examples", run_examples)
        patch.setattr(services, "edges", edges)
        yield
