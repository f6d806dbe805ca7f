"""How the rules of a case differ from the rulebook and from what was last approved."""

from dataclasses import dataclass
from typing import Any

from craps.checks.layout_areas import needed_areas
from craps.compare import EdgeDifference, SettlementRow
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


@dataclass(frozen=True)
class RequiredArea:
    """An area the layout must have. `lacks` are the numbers without one, [] if there is none at all."""

    name: str
    lacks: list[int] | None
    split: str  # the clause under which the bet may be split instead

    @property
    def there(self) -> bool:
        return self.lacks is None


def diff_from_rulebook(version: Version) -> RulesDiff:
    return _diff(None, baseline_of(version.rules.edition), version)


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
    return [
        RequiredArea(ruleset.edition.name_of(area.wager), area.missing, area.split)
        for area in needed_areas(ruleset)
    ]


def _diff(was: Version | None, ruleset: RuleSet, version: Version) -> RulesDiff:
    more = compare_rulesets(ruleset, version.rules)
    return RulesDiff(was, values_between(ruleset, version.rules), more.settlements, more.edges)
