"""How bets are made: whether a called bet may come with cash."""

from __future__ import annotations

from collections.abc import Iterator

from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.edition import Edition
from craps.messages import say
from craps.ruleset import RuleSet

PATH = "making.called_with_cash"


def _cash(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    if not ruleset.stated["making"].get("called_with_cash"):
        return
    end = " Take it with chips only." if rule.severity == BREACH else ""
    yield rule.finding(
        PATH,
        f"{rule.text} You take called bets with cash ({rule.clause}).{end}",
        judged="This is for the regulator to judge.",
        submitted=True,
        allowed=False,
        nearest=False,
    )


def _clauses(edition: Edition) -> list[str]:
    due = edition.making.called_with_cash
    return [due.clause] if due and due.value != "fine" else []


def _text(edition: Edition) -> str:
    due = edition.making.called_with_cash
    if due and due.value == BREACH:
        return say("rules.called_chips")
    return say("rules.called")


def _severity(edition: Edition) -> str:
    due = edition.making.called_with_cash
    return due.value if due else REFER


CHECKS: tuple[Check, ...] = (
    Check(PATH, _clauses, _text, _cash, lambda ruleset: "making" in ruleset.stated, _severity),
)
