"""How each rule of a rule set stands to the document: it departs from it, it was chosen by the casino where
the document leaves a choice, or it is stated and complies. Findings, choices and the edition's own values
decide.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from craps import check
from craps.checks import BREACH, REFER
from craps.choices import left_open
from craps.dice import POINTS
from craps.finding_words import allowed_words, submitted_words
from craps.ruleset import RuleSet
from craps.validation import rules
from craps.vocabulary import path_words

DEPARTS, CHOSEN, COMPLIES = "departs", "chosen", "complies"
STANDINGS = (DEPARTS, CHOSEN, COMPLIES)  # in the order in which an officer reads them

# Rules of the edition whose text speaks of several paths.
_RULE_OF = {"vig": "vig.rate", "wagers": "wagers.left_out"}
_LEFT_OPEN, _NOT_MENTIONED = "left to the casino", "not mentioned"


class Found(Protocol):
    """What is needed of a finding, stored or as the core returns it."""

    @property
    def severity(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def clause(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def submitted(self) -> Any: ...
    @property
    def allowed(self) -> Any: ...


class Standings:
    """What was found, what is left to the casino and what the edition says, looked up by a rule's path."""

    def __init__(self, ruleset: RuleSet, findings: Iterable[Found] | None = None) -> None:
        self.edition = ruleset.edition
        all_findings = check(ruleset).findings if findings is None else findings
        self.departures = [each for each in all_findings if each.severity in (BREACH, REFER)]
        self.choices = left_open(ruleset)
        prefix = f"{self.edition.jurisdiction}."
        self.texts = {rule.id.removeprefix(prefix): rule.text for rule in rules(self.edition)}

    def rows_of_others(self, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """A row for each departure found at a path that none of these rows is about."""
        paths = [row["path"] for row in rows]
        return [
            {
                "path": each.path,
                "label": path_words(each.path, self.edition),
                "value": submitted_words(each, self.edition),
                "clause": each.clause,
            }
            for each in self.departures
            if not any(is_at(each.path, path) for path in paths)
        ]

    def finding_at(self, path: str) -> Found | None:
        """The worst departure found at a path or below it: findings come worst first."""
        return next((each for each in self.departures if is_at(each.path, path)), None)

    def of(self, row: Mapping[str, Any], baseline: str | None) -> str:
        """The standing of a row in words; `baseline` is what the edition's own rules say at its path."""
        path = row["path"]
        if self.finding_at(path):
            return DEPARTS
        if path.startswith("limits.") or any(is_at(c, path) or is_at(path, c) for c in self.choices):
            return CHOSEN
        if baseline is not None:
            return COMPLIES if baseline == row["value"] else CHOSEN
        return COMPLIES if row["clause"] else CHOSEN

    def document_says(self, row: Mapping[str, Any], baseline: str | None) -> str:
        """What the document has at a row's path, in a few words."""
        path, finding = row["path"], self.finding_at(row["path"])
        if finding and (words := allowed_words(finding, self.edition)):
            return words
        section, _, name = path.partition(".")
        if section == "odds" and (span := self._span(name)):
            return span
        if section == "paytables":
            return f"Table {' or '.join(self.edition.paytables[name].tables)}"
        key = path.partition(":")[0]
        names = (key, f"{key}.narrower", _RULE_OF.get(section, ""))
        if text := next((self.texts[each] for each in names if each in self.texts), ""):
            return text
        if row["standing"] != CHOSEN and baseline:
            return baseline
        return _LEFT_OPEN if row["clause"] else _NOT_MENTIONED

    def _span(self, flat: str) -> str:
        """The odds among which the casino chooses; "" where the document fixes them."""
        rule = self.edition.odds[flat]
        least = min(rule.least[point].value for point in POINTS)
        most = max(rule.most[point].value for point in POINTS)
        open_points = any(rule.least[point].value < rule.most[point].value for point in POINTS)
        return f"from {least}× to {most}×" if open_points else ""


def is_at(path: str, place: str) -> bool:
    """Whether a path is the place or lies below it.

    >>> is_at("odds.come.multiples", "odds.come"), is_at("layout.areas[3]", "layout.areas")
    (True, True)
    >>> is_at("limits.fire", "limits.fir")
    False
    """
    return path == place or path.startswith((f"{place}.", f"{place}[", f"{place}:"))
