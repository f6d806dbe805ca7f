"""How the rules of a case differ from the rulebook and from what was last approved."""

from dataclasses import dataclass, replace
from typing import Any

from craps import game_of
from craps.compare import EdgeDifference, SettlementRow
from craps.games.fields import fields
from craps.games.game import RequiredArea
from craps.ruleset import RuleSet, baseline_of
from portal.review.selectors import last_approved
from portal.review.variation import values_between
from portal.submissions.models import Submission, Version
from portal.validation.comparison import compare_rulesets


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


def diff_from_rulebook(version: Version) -> RulesDiff:
    """What the document leaves to the operator does not differ from it. Where a game played in rounds has no
    value of its own to compare with, the rule says what is asked for."""
    edition = version.rules.edition
    diff = _diff(None, baseline_of(edition), version)
    asked = {field.path: field.asks for field in fields(edition)} if game_of(edition).in_rounds else {}
    values = [
        row | {"was": row["was"] or asked.get(row["path"], "")} for row in diff.values if not row["free"]
    ]
    return replace(diff, values=values)


def diff_from_approved(submission: Submission, version: Version) -> RulesDiff | None:
    """Compared with the approval it varies, else with what was last approved for the game there, if any."""
    varied = submission.varies.submitted_version if submission.varies else None
    former = varied or last_approved(submission)
    return _diff(former, former.rules, version) if former else None


def diff_from_returned(version: Version) -> RulesDiff | None:
    """Compared with the version of the same case that was submitted before and returned, if any."""
    earlier = version.submission.versions.filter(number__lt=version.number, declaration__isnull=False)
    former = earlier.order_by("-number").first()
    return _diff(former, former.rules, version) if former else None


def required_areas(version: Version) -> list[RequiredArea] | None:
    """The areas that the rulebook wants for what is offered; None if no layout was stated to hold to it."""
    ruleset = version.rules
    if "areas" not in ruleset.stated.get("layout", ()):
        return None
    return list(game_of(ruleset.edition).required_areas(ruleset))


def _diff(was: Version | None, ruleset: RuleSet, version: Version) -> RulesDiff:
    more = compare_rulesets(ruleset, version.rules)
    return RulesDiff(was, values_between(ruleset, version.rules), more.settlements, more.edges)
