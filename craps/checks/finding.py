"""What a check consists of: the Rule it applies and the Findings it returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property

from craps.codec import Json
from craps.edition import Edition
from craps.messages import template, words
from craps.readings import ALLOW
from craps.record import fields, record, replace
from craps.ruleset import RuleSet

BREACH, REFER, INFO = "breach", "refer", "info"
SEVERITIES = (BREACH, REFER, INFO)  # worst first

Demonstrate = Callable[[], "dict[str, Json] | None"]


@record
class Finding:
    """One departure from a rule document: path, clause, what was submitted and what is allowed.

    ``nearest`` is the closest allowed value, as JSON to put at ``path``; None where there is none.
    """

    severity: str
    rule: str
    path: str
    clause: str
    message: str
    submitted: Json
    allowed: Json
    nearest: Json = None
    demonstrate: Demonstrate | None = None
    reading: str = ""  # the reading that makes it a point to judge, a note or a breach
    # The message without the words that a person judges it: what is left where the edition has decided.
    facts: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._said == other._said

    @property
    def _said(self) -> dict[str, Json]:
        """What two equal findings have in common: not the function that makes the demonstration."""
        return {name: value for name, value in fields(self).items() if name not in ("demonstrate", "facts")}

    @cached_property
    def demonstration(self) -> dict[str, Json] | None:
        """A worked example settled as submitted and as the edition has it; None where no money changes.

        Calculated on first use: most callers need only the verdict.
        """
        return self.demonstrate() if self.demonstrate else None

    def to_json(self, *, demonstration: bool = True) -> dict[str, Json]:
        answer: dict[str, Json] = {
            "severity": self.severity,
            "rule": self.rule,
            "path": self.path,
            "clause": self.clause,
            "message": self.message,
            "submitted": self.submitted,
            "allowed": self.allowed,
        }
        if self.nearest is not None:
            answer["nearest"] = self.nearest
        if self.reading:
            answer["reading"] = self.reading
        if demonstration and self.demonstration is not None:
            answer["demonstration"] = self.demonstration
        return answer


@record
class Rule:
    """One constraint of one edition. ``clauses`` are all it cites; ``severity`` is the worst it can find.

    ``departing`` is what a person judges, in the words of ``text``: "one left out".
    """

    id: str
    subject: str
    severity: str
    clauses: tuple[str, ...]
    text: str
    departing: str = ""

    def under(self, option: str) -> Rule:
        """This constraint, a point to judge, where the edition reads its question by one of JUDGEMENTS."""
        facts = self.text.removesuffix(_judged(self.departing, REFER)) if self.departing else self.text
        severity = {ALLOW: INFO, REFER: REFER}.get(option, BREACH)
        return replace(self, severity=severity, text=facts + _judged(self.departing, option))

    @property
    def clause(self) -> str:
        return self.clauses[0]

    def to_json(self) -> dict[str, Json]:
        return {
            "rule": self.id,
            "subject": self.subject,
            "severity": self.severity,
            "clause": self.clause,
            "clauses": list(self.clauses),
            "text": self.text,
        }

    def finding(
        self,
        path: str,
        message: str,
        *,
        submitted: Json,
        allowed: Json,
        clause: str = "",
        severity: str = "",
        nearest: Json = None,
        demonstrate: Demonstrate | None = None,
        reading: str = "",
        judged: str = "",
    ) -> Finding:
        """A finding under this rule; clause and severity are the rule's own unless given.

        ``judged`` is a sentence that says what a person judges. It ends the message of a point to judge.
        """
        severity = severity or self.severity
        if severity != REFER:
            judged = ""
        return Finding(
            severity,
            self.id,
            path,
            clause or self.clause,
            f"{message} {judged}".rstrip(),
            submitted,
            allowed,
            nearest,
            demonstrate,
            reading,
            message,
        )


Find = Callable[[RuleSet, Rule], Iterable[Finding]]


@record
class Check:
    """One constraint, for every edition that has it.

    ``key`` is its id without the jurisdiction, ``clauses`` what an edition cites for it (nothing: the edition
    has no such constraint), ``applies`` whether a rule set, as stated or by its baseline, has anything to
    check.
    """

    key: str
    clauses: Callable[[Edition], Iterable[str]]
    text: Callable[[Edition], str]
    find: Find
    applies: Callable[[RuleSet], object]
    severity: str | Callable[[Edition], str] = BREACH
    departing: str = ""  # a message: what a person judges where it is a point to judge

    @property
    def subject(self) -> str:
        return self.key.partition(".")[0]

    def rule(self, edition: Edition) -> Rule | None:
        """This constraint as an edition states it, or None."""
        clauses = tuple(dict.fromkeys(clause for clause in self.clauses(edition) if clause))
        if not clauses:
            return None
        severity = self.severity if isinstance(self.severity, str) else self.severity(edition)
        text, departing = self.text(edition), self.departing if severity == REFER else ""
        if departing:
            text = text.removesuffix(".") + _judged(departing, REFER)
        return Rule(f"{edition.jurisdiction}.{self.key}", self.subject, severity, clauses, text, departing)


def _judged(departing: str, option: str) -> str:
    """The end of a text: what is judged, and how; a full stop where the text says nothing of it."""
    return words("rules.AS_READ")[option].format(what=template(departing)) if departing else ""


# Shared by the checks -----------------------------------------------------------------------------------


def ratio(value: Fraction) -> str:
    """A payout as the contract writes it: ``7:6``."""
    return f"{value.numerator}:{value.denominator}"


def always(ruleset: RuleSet) -> bool:
    return True
