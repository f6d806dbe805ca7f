"""What an edition would change for the approvals under the edition it replaces.

Every approval under the parent is checked under both. What was decided stays under its edition:
the list says who would have to change what to be approved again.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet

from craps import BadInput, Finding, RuleSet, check
from craps.edition import Edition as CoreEdition
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.submissions.models import HOLDS_FORCE, State, Submission

# In force, suspended, or approved to come into force later.
CONCERNED = (State.APPROVED, *HOLDS_FORCE)
BREACH, REFER = "breach", "refer"
MOST_SHOWN = 50  # of those affected, on a page; all of them are counted, and stand in the sheet


@dataclass(frozen=True)
class Affected:
    """One approval whose check would find something else: what would be new, and what would be gone."""

    submission: Submission
    appears: tuple[Finding, ...]
    vanishes: tuple[Finding, ...]
    unreadable: str = ""  # why the rules could not be read under the edition at all

    @property
    def breaches(self) -> int:
        return sum(finding.severity == BREACH for finding in self.appears) + bool(self.unreadable)

    @property
    def refers(self) -> int:
        return sum(finding.severity == REFER for finding in self.appears)


@dataclass(frozen=True)
class Impact:
    """What one edition would change for the approvals under its parent."""

    edition: Edition
    looked_at: int
    affected: tuple[Affected, ...]
    was: CoreEdition  # the parent
    now: CoreEdition

    @property
    def breaching(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.breaches)

    @property
    def referred(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if each.refers and not each.breaches)

    @property
    def relieved(self) -> tuple[Affected, ...]:
        return tuple(each for each in self.affected if not each.appears and not each.unreadable)

    @property
    def shown(self) -> tuple[Affected, ...]:
        return self.affected[:MOST_SHOWN]

    @property
    def more(self) -> int:
        return len(self.affected) - len(self.shown)

    @property
    def untouched(self) -> int:
        return self.looked_at - len(self.affected)

    @property
    def operators(self) -> int:
        """How many operators have an approval that would breach it."""
        return len({each.submission.organisation_id for each in self.breaching})

    @property
    def by_clause(self) -> list[tuple[str, int]]:
        """Clauses that would be breached, with how many approvals breach each, the most first."""
        counts = Counter(
            clause
            for each in self.affected
            for clause in {finding.clause for finding in each.appears if finding.severity == BREACH}
        )
        return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def concerned(edition: Edition) -> QuerySet[Submission]:
    """The approvals under an edition's parent, by operator and casino."""
    return (
        Submission.objects.filter(edition=edition.parent_id, state__in=CONCERNED)
        .exclude(submitted_version=None)
        .select_related("organisation", "property", "submitted_version")
        .order_by("organisation__name", "property__name", "reference")
    )


def impact(edition: Edition) -> Impact:
    """Checks each approval under the parent and under the edition. Milliseconds each: nothing is stored."""
    now = core_edition_for(edition)
    if edition.parent is None:
        return Impact(edition, 0, (), now, now)
    was = core_edition_for(edition.parent)
    rows = list(concerned(edition))
    found = [each for each in (_affected(row, was, now) for row in rows) if each is not None]
    found.sort(key=lambda each: (-each.breaches, -each.refers))
    return Impact(edition, len(rows), tuple(found), was, now)


def _affected(submission: Submission, was: CoreEdition, now: CoreEdition) -> Affected | None:
    version = submission.submitted_version
    if version is None:
        return None
    try:
        before, after = _findings(version.rules, was), _findings(version.rules, now)
    except BadInput as error:
        return Affected(submission, (), (), unreadable=f"{error.path}: {error.message}")
    appears, vanishes = _not_in(after, before), _not_in(before, after)
    return Affected(submission, appears, vanishes) if appears or vanishes else None


@lru_cache(maxsize=4096)
def _findings(ruleset: RuleSet, edition: CoreEdition) -> tuple[Finding, ...]:
    """Cached by rule set and edition: a draft is looked at after each change, its parent stays as it is."""
    return check(ruleset, edition).findings


def _not_in(these: Iterable[Finding], others: Iterable[Finding]) -> tuple[Finding, ...]:
    """By what is wrong and where: a finding that only words its bound otherwise is the same one."""
    known = {(finding.severity, finding.rule, finding.path) for finding in others}
    return tuple(finding for finding in these if (finding.severity, finding.rule, finding.path) not in known)
