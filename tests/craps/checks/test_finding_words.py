"""Findings for officers, documents and the public: nothing in them is said to the operator."""

import re
from typing import Any

import pytest

from craps import Finding, check, edition_ids, load_edition, load_ruleset, rules
from craps.finding_words import report_sentence
from tests.craps.checks.broken import broken
from tests.craps.games.play import terms
from tests.craps.games.test_checks import OUTSIDE

TO_OPERATOR = re.compile(
    r"\byou(rs?)?\b|(^|[.:] )(Use|Add|Enter|Give|Move|Pay|State|Offer|Leave|Take) ", re.I
)


def findings(edition: str, **stated: Any) -> list[Finding]:
    return list(check(load_ruleset({"edition": edition, **stated})).findings)


def sentence(edition: str, **stated: Any) -> str:
    return report_sentence(findings(edition, **stated)[0], load_edition(edition))


@pytest.mark.parametrize(("edition", "stated"), [case[:2] for case in OUTSIDE])
def test_nor_in_the_games_played_in_rounds(edition: str, stated: dict[str, Any]) -> None:
    for finding in check(load_ruleset(terms(edition, **stated))).findings:
        text = report_sentence(finding, load_edition(edition))
        assert not TO_OPERATOR.search(text), (finding.message, text)
        assert not re.search(r"\d:\d|\w_\w", text), text  # payouts and wagers in words
        assert text.endswith(".") and ".." not in text and "  " not in text


@pytest.mark.parametrize("edition", edition_ids())
def test_no_sentence_speaks_to_the_operator(edition: str) -> None:
    core = load_edition(edition)
    for rule in rules(edition):
        for finding in findings(edition, **broken(edition, rule.id.partition(".")[2])):
            text = report_sentence(finding, core)
            assert not TO_OPERATOR.search(text), (finding.message, text)
            assert text.endswith(".") and ".." not in text and "  " not in text
            assert not re.search(r"\b[a-z]+_[a-z]+\b", text), "an id of the contract is no word"


@pytest.mark.parametrize(
    ("edition", "stated", "text"),
    [
        (
            "md-mini",
            {"table": {"seats": "16"}},
            "The table has at most 9 seats (2/C). Submitted: 16. Allowed: at most 9.",
        ),
        (
            "nz-revised",
            {"vig": {"buy": {"rate": "3/50"}}},
            "Vigorish on a Buy Bet is exactly 5% of the amount wagered (4.1(j)). Submitted: 6%. "
            "Allowed: exactly 5%.",
        ),
        (
            "nz-revised",
            {"table": {"dice_casino_name": False}},
            "Each die shows the casino's name (3.3). Submitted: no.",
        ),
        (
            "md-craps",
            {"limits": {"fire": {"increment": "3/2"}}},
            "Fire Bet is made in steps of 1 (11/B(1)(c)). Submitted: 1.5. Allowed: a multiple of 1.",
        ),
    ],
)
def test_it_says_what_was_submitted_and_what_is_allowed(
    edition: str, stated: dict[str, Any], text: str
) -> None:
    assert sentence(edition, **stated) == text


def test_a_list_names_what_is_missing() -> None:
    text = sentence("bc-craps", layout={"schedules": ["fire"]})
    assert text.endswith("Submitted: Fire Bet. Missing: Sharpshooter Bet.")


def test_where_the_message_says_the_rule_to_the_operator_the_rule_itself_is_quoted() -> None:
    areas = [{"wager": "pass_line", "x": 0, "y": 0, "w": 10, "h": 4}]
    text = sentence("nz-revised", layout={"areas": areas})
    assert text.startswith("The layout has an area for every wager that is offered")
    assert text.endswith("Missing: an area for Don't Pass Bet.")


def test_a_message_to_nobody_in_particular_stays() -> None:
    found = [each for each in findings("nz-revised", chip_unit=5) if each.severity == "info"]
    assert found
    assert {report_sentence(each, load_edition("nz-revised")) for each in found} == {f.message for f in found}
