"""The examples in the docstrings of the core are run, so that they stay true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import craps

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(craps.__path__, "craps.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["craps", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_way_in_has_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in (
        "craps",
        "craps.settlement",
        "craps.ruleset",
        "craps.money",
        "craps.wagers",
        "craps.placing",
    ):
        assert any(test.examples for test in finder.find(import_module(name))), name
