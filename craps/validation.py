"""Check a rule set against its edition: every finding, never only the first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from craps.checks import BREACH, CHECKS, REFER, SEVERITIES, Check, Finding, Rule
from craps.codec import Json
from craps.edition import Edition
from craps.editions import edition_ids, load_edition
from craps.errors import BadInput, nearest, quoted
from craps.ruleset import RuleSet

__all__ = ["Finding", "Report", "Rule", "check", "explain", "rules"]


def check(ruleset: RuleSet, edition: Edition | str | None = None) -> Report:
    """Hold a rule set to every constraint of its edition, or of another one.

    >>> from craps import load_ruleset
    >>> report = check(load_ruleset({"edition": "md-craps", "odds": {"pass_line": {"multiples": 150}}}))
    >>> report.verdict, report.findings[0].path, report.findings[0].clause, report.findings[0].nearest
    ('breach', 'odds.pass_line.multiples', '6/E', '100')
    """
    if edition is not None:
        ruleset = under(ruleset, load_edition(edition))
    findings: list[Finding] = []
    checked = 0
    for rule, each in _constraints(ruleset.edition):
        if each.applies(ruleset):
            checked += 1
            findings += each.find(ruleset, rule)
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(ruleset, tuple(findings), checked)


def rules(edition: Edition | str) -> list[Rule]:
    """Every constraint of an edition, with its clauses and its text.

    >>> next(rule.text for rule in rules("nz-1998") if rule.id == "nz.vig.rate")
    'Vigorish is exactly 5%.'
    """
    return [rule for rule, _ in _constraints(load_edition(edition))]


def explain(rule_id: str) -> list[tuple[Edition, Rule]]:
    """One constraint as each built-in edition that has it states it; BadInput if none has.

    >>> [edition.id for edition, rule in explain("md.table.seats")]
    ['md-mini']
    """
    every = [(edition, rule) for edition in map(load_edition, edition_ids()) for rule in rules(edition)]
    matches = [(edition, rule) for edition, rule in every if rule.id == rule_id]
    if not matches:
        close = nearest(rule_id, {rule.id for _, rule in every})
        raise BadInput(
            "rule", f"{quoted(rule_id)} is not a known rule{close or '; see python -m craps rules'}"
        )
    return matches


def under(ruleset: RuleSet, edition: Edition) -> RuleSet:
    """The same terms submitted under another edition."""
    return RuleSet(edition, MappingProxyType({**ruleset.stated, "edition": edition.id}))


@dataclass(frozen=True)
class Report:
    """What a check found. ``checked`` counts the constraints that the rule set says enough to be held to."""

    ruleset: RuleSet
    findings: tuple[Finding, ...]
    checked: int

    @property
    def verdict(self) -> str:
        """ "breach" or "refer", whichever is worst, else "ok"."""
        severities = {finding.severity for finding in self.findings}
        return BREACH if BREACH in severities else REFER if REFER in severities else "ok"

    def to_json(self) -> dict[str, Json]:
        return {
            "edition": self.ruleset.edition.id,
            "verdict": self.verdict,
            "findings": [finding.to_json() for finding in self.findings],
            "checked": self.checked,
        }


@lru_cache(maxsize=64)
def _constraints(edition: Edition) -> tuple[tuple[Rule, Check], ...]:
    return tuple((rule, each) for each in CHECKS if (rule := each.rule(edition)))
