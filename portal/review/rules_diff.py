"""How the rules of a case differ from the rulebook and from what was last approved."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from craps import game_of
from craps.checks import REFER
from craps.comparing import EdgeDifference, SettlementRow
from craps.games.game import RequiredArea
from craps.ruleset import RuleSet, baseline_of
from portal.review.selectors import Replaced, last_approved
from portal.review.variation import values_between
from portal.submissions.models import Submission, Version
from portal.submissions.row_groups import RowGroup, group_equal_rows
from portal.submissions.standing import CHOSEN, COMPLIES, DEPARTS, STANDINGS
from portal.submissions.wording import compare_with_rulebook, describe_choices
from portal.validation.comparison import compare_rulesets
from portal.validation.models import Finding, Run

Row = dict[str, Any]


@dataclass(frozen=True)
class RulesDiff:
    """A version compared with other rules; in settlements and edges `a` are those, `b` is the version."""

    was: Version | None  # None: the rulebook itself
    values: list[dict[str, Any]]  # path, label, clause, was, now
    settlements: tuple[SettlementRow, ...]
    edges: tuple[EdgeDifference, ...]

    @property
    def worse(self) -> int:
        """Bets that cost a player more."""
        return sum(row.b > row.a for row in self.edges)

    @property
    def better(self) -> int:
        return sum(row.b < row.a for row in self.edges)

    @property
    def same(self) -> bool:
        return not (self.values or self.settlements or self.edges)

    @property
    def groups(self) -> list[RowGroup]:
        """The values, with those that changed alike in one row."""
        return group_equal_rows(self.values, alike=("was", "now", "clause"))

    @property
    def in_words(self) -> str:
        """What differs, in one line."""
        if self.same:
            return "no difference"
        counts = (
            (len(self.values), "rule changed", "rules changed"),
            (self.worse, "bet costs players more", "bets cost players more"),
            (self.better, "bet costs players less", "bets cost players less"),
        )
        told = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
        return ", ".join(told) or "bets settled differently"


@dataclass(frozen=True)
class RulebookComparison(RulesDiff):
    """A version compared with its edition: each rule departs from it, was chosen, or complies."""

    rules: list[Row]  # path, label, value, clause, standing, severity, rulebook

    @property
    def departing(self) -> list[RowGroup]:
        return self._standing(DEPARTS)

    @property
    def chosen(self) -> list[RowGroup]:
        return self._standing(CHOSEN)

    @property
    def complying(self) -> list[RowGroup]:
        return self._standing(COMPLIES)

    @property
    def counts(self) -> dict[str, int]:
        """How many rules stand how; a group of equal rows counts each of its rules."""
        return {standing: sum(row["standing"] == standing for row in self.rules) for standing in STANDINGS}

    @property
    def in_words(self) -> str:
        """How many rules stand how, in one line. What is for judgement is not said to depart."""
        judged = sum(row["severity"] == REFER for row in self.rules)
        counts = self.counts
        told = [
            (counts[DEPARTS] - judged, "departs", "depart"),
            (judged, "for judgement", "for judgement"),
            (counts[CHOSEN], "chosen by the casino", "chosen by the casino"),
            (counts[COMPLIES], "complies", "comply"),
        ]
        return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in told if count)

    def _standing(self, standing: str) -> list[RowGroup]:
        rows = (row for row in self.rules if row["standing"] == standing)
        return group_equal_rows(rows, alike=("value", "clause", "rulebook", "severity"))


def diff_from_rulebook(version: Version, findings: Iterable[Finding] | None = None) -> RulebookComparison:
    """Every rule of the version and how it stands to the document, by the findings of its run."""
    ruleset = version.rules
    diff = _diff(None, baseline_of(ruleset.edition), version)
    told = {row["path"] for row in describe_choices(ruleset)}
    more = [
        {"path": row["path"], "label": row["label"], "value": row["now"], "clause": row["clause"]}
        for row in diff.values
        if row["path"] not in told and row["now"]
    ]
    rules = compare_with_rulebook(ruleset, findings, more)
    return RulebookComparison(None, diff.values, diff.settlements, diff.edges, rules)


def diff_from_approved(submission: Submission, version: Version, replaces: Replaced = ()) -> RulesDiff | None:
    """Compared with the approval it varies, else with what was last approved for the game there, if any."""
    varied = submission.varies.submitted_version if submission.varies else None
    former = varied or last_approved(submission, replaces)
    return _diff(former, former.rules, version) if former else None


def diff_from_returned(version: Version) -> RulesDiff | None:
    """Compared with the version of the same case that was submitted before and returned, if any."""
    earlier = version.submission.versions.filter(number__lt=version.number, declaration__isnull=False)
    former = earlier.order_by("-number").first()
    return _diff(former, former.rules, version) if former else None


@dataclass(frozen=True)
class CaseComparison:
    """A version of a case beside the rulebook, what was approved there, and what was returned."""

    version: Version
    rulebook: RulebookComparison
    approved: RulesDiff | None
    returned: RulesDiff | None


def case_comparison(
    submission: Submission, version: Version, run: Run | None, replaces: Replaced = ()
) -> CaseComparison:
    """`run` is the latest one of the version, whose findings say how each rule stands.

    `replaces` is what the submission replaces at its tables, if the caller knows it.
    """
    return CaseComparison(
        version,
        diff_from_rulebook(version, run.findings.all() if run else None),
        diff_from_approved(submission, version, replaces),
        diff_from_returned(version),
    )


def required_areas(version: Version) -> list[RequiredArea] | None:
    """The areas that the rulebook wants for what is offered; None if no layout was stated to hold to it."""
    ruleset = version.rules
    if "areas" not in ruleset.stated.get("layout", ()):
        return None
    return list(game_of(ruleset.edition).required_areas(ruleset))


def _diff(was: Version | None, ruleset: RuleSet, version: Version) -> RulesDiff:
    more = compare_rulesets(ruleset, version.rules)
    return RulesDiff(was, values_between(ruleset, version.rules), more.settlements, more.edges)
