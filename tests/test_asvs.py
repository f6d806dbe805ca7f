"""The answers to ASVS name files and tests that exist, and each requirement once."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "security" / "asvs.md").read_text()
ROWS = re.findall(r"^\| ([\d., ]+?) *\| *([^|]*?) *\| *([^|]*?) *\| *([^|]*?) *\|$", PAGE, re.MULTILINE)


# The requirements of levels 1 and 2 in version 5.0.0: of each section the last number, less those of level 3.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2,
    "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3,
    "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3,
    "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3,
    "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2,
    "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1,
    "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip


def test_every_requirement_is_answered_or_not_applicable() -> None:
    """What does not apply is named in the paragraph before the tables, by its number or its section's."""
    every = {f"{section}.{number}" for section, last in SECTIONS.items() for number in range(1, last + 1)}
    answered = {number for row in ROWS for number in row[0].split(", ")}
    left_out = set(
        re.findall(r"\d+\.\d+(?:\.\d+)?", PAGE.partition("## V1 ")[0].partition("Not applicable")[2])
    )
    missing = every - answered - left_out
    assert {number for number in missing if number.rpartition(".")[0] not in left_out} == set()
    assert answered <= every


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
