"""Check a rule set against its edition: every finding, never only the first."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from craps import readings
from craps.checks.finding import BREACH, INFO, REFER, SEVERITIES, Check, Finding, Rule
from craps.codec import Json
from craps.edition import Edition
from craps.editions import all_edition_ids, load_edition
from craps.errors import BadInput, nearest, quoted
from craps.games import game_of
from craps.messages import cached
from craps.record import record, replace
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
            for finding in each.find(ruleset, rule):
                findings.append(_judged(finding, ruleset.edition))
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(ruleset, tuple(findings), checked)


def _judged(finding: Finding, edition: Edition) -> Finding:
    """A point to judge, as the edition reads the question behind it: still to judge, allowed or a breach."""
    reading = edition.readings.get(finding.rule) if finding.severity == REFER else None
    if reading is None:
        return finding
    severity, decided = DECIDED[reading.chosen]
    message = f"{finding.facts or finding.message} {decided}" if decided else finding.message
    return replace(finding, severity=severity, message=message, reading=reading.id)


# What a point to judge is found as, by the option of its reading, and what the finding then says.
DECIDED = {
    readings.REFER: (REFER, ""),
    readings.ALLOW: (INFO, "The edition has decided the question: it is allowed."),
    readings.BREACH: (BREACH, "The edition has decided the question: it is a breach."),
}


def rules(edition: Edition | str) -> list[Rule]:
    """Every constraint of an edition, with its clauses and its text.

    >>> next(rule.text for rule in rules("nz-1998") if rule.id == "nz.vig.rate")
    'Vigorish is exactly 5%.'
    """
    loaded = load_edition(edition)
    return [_under_its_reading(rule, loaded) for rule, _ in _constraints(loaded)]


def _under_its_reading(rule: Rule, edition: Edition) -> Rule:
    reading = edition.readings.get(rule.id)
    if reading is None or rule.severity != REFER:
        return rule
    return rule.under(reading.chosen)


def explain(rule_id: str, editions: Iterable[Edition | str] | None = None) -> list[tuple[Edition, Rule]]:
    """One constraint as each edition that has it states it; BadInput if none has.

    >>> [edition.id for edition, rule in explain("md.table.seats")]
    ['md-mini']
    """
    looked_at = all_edition_ids() if editions is None else editions
    every = [(edition, rule) for edition in map(load_edition, looked_at) for rule in rules(edition)]
    matches = [(edition, rule) for edition, rule in every if rule.id == rule_id]
    if not matches:
        close = nearest(rule_id, {rule.id for _, rule in every})
        raise BadInput("rule", f"{quoted(rule_id)} is not a known rule{close or '; see craps rules'}")
    return matches


def under(ruleset: RuleSet, edition: Edition) -> RuleSet:
    """The same terms submitted under another edition of the game."""
    if game_of(edition) is not game_of(ruleset.edition):
        raise BadInput(
            "edition", f"{edition.id} is an edition of {edition.game}, not of {ruleset.edition.game}"
        )
    return RuleSet(edition, MappingProxyType({**ruleset.stated, "edition": edition.id}))


@record
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


@cached(64)
def _constraints(edition: Edition) -> tuple[tuple[Rule, Check], ...]:
    return tuple((rule, each) for each in game_of(edition).checks if (rule := each.rule(edition)))
