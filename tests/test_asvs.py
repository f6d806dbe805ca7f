"""The answers to ASVS name files and tests that exist, and each requirement once."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "security" / "asvs.md").read_text()
ROWS = re.findall(r"^\| ([\d., ]+?) *\| *([^|]*?) *\| *([^|]*?) *\| *([^|]*?) *\|$", PAGE, re.MULTILINE)


def test_each_requirement_is_answered_once() -> None:
    numbers = [number for row in ROWS for number in row[0].split(", ")]
    assert len(numbers) > 150
    assert len(numbers) == len(set(numbers))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", number) for number in numbers)
    table_lines = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    assert len(table_lines) == len(ROWS), "a row that does not have four cells"


def test_what_is_not_met_is_said_in_words() -> None:
    for numbers, answer, how, shown in ROWS:
        assert answer in ("met", "partly", "not met", "operator"), numbers
        assert how.strip() or answer == "met", numbers
        assert shown.strip(), numbers


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`([^` ]+)`", " ".join(row[3] for row in ROWS)))))
def test_what_shows_it_exists(named: str) -> None:
    path, _, test = named.partition("::")
    assert (ROOT / path).is_file(), named
    if test:
        assert f"def {test}(" in (ROOT / path).read_text(), named
