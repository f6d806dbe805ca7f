"""No pattern takes long over a text made to hold it up: time grows with the length, not with its square."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import craps
import portal
from portal.text import LONGEST

# Each is repeated to the length that a text may have, with an end that no pattern expects.
PIECES = (*"aA1.[| ", "a.", "a-", "1.", "1,", "(1)", "[a", "-|", "a@", "_a", "x9", "**", "'+", "| ", "a\n")
ENDS = ("", "!", "\x00", "]")


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for package in (craps, portal):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.rpartition(".")[2] in ("wsgi", "__main__") or ".migrations" in found.name:
                continue
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{found.name}.{name}", value


@pytest.mark.slow
def test_no_pattern_can_be_held_up() -> None:
    slow = {}
    seen = 0
    for name, pattern in patterns():
        seen += 1
        before = time.process_time()
        for piece in PIECES:
            for end in ENDS:
                text = piece * (LONGEST // 5 // len(piece)) + end
                pattern.fullmatch(text)
                pattern.search(text)
        spent = time.process_time() - before
        if spent > 2:
            slow[name] = round(spent, 1)
    assert (slow, seen > 50) == ({}, True)
