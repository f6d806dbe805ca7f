"""Submitting several drafts with one declaration: which are ready, and what they have to explain.

The same finding in several drafts is explained once. How each is submitted: portal/review/bulk.py.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.review import workflow
from portal.review.findings import place_of
from portal.review.models import Declaration
from portal.review.returns import explained_before
from portal.submissions import selectors
from portal.submissions.models import EDITABLE, Submission


@dataclass(frozen=True)
class DraftState:
    """A draft before it is submitted."""

    submission: Submission
    unstated: list[dict[str, str]]  # choices to state first
    points: list[dict[str, str]]  # findings to explain
    returned_unchanged: bool  # it was submitted like this before, and returned

    @property
    def is_ready(self) -> bool:
        return not self.unstated and not self.returned_unchanged


@dataclass(frozen=True)
class SameFinding:
    """One finding in one or several drafts, explained once for all of them.

    It may say different figures in them, as long as each draft has one of its rule and path.
    """

    rule: str
    path: str
    needs: str  # a reason, or a waiver
    clause: str
    severity: str
    reading: str
    edition_id: str
    finding: str = ""  # its key, where a draft has several of its rule and path
    messages: dict[str, list[str]] = field(default_factory=dict)  # what it says, and in which drafts
    before: str = ""  # how it was explained when one of these was submitted last

    @property
    def key(self) -> str:
        """Its part of a field's name on a form."""
        return hashlib.sha256(
            "\n".join((self.rule, self.path, self.needs, self.finding)).encode()
        ).hexdigest()[:12]

    @property
    def references(self) -> list[str]:
        return sorted({reference for references in self.messages.values() for reference in references})

    @property
    def message(self) -> str:
        return next(iter(self.messages))


def drafts(actor: User) -> QuerySet[Submission]:
    """The operator's drafts and returned submissions, the newest first."""
    require(actor, "submission.submit")
    rows = selectors.submissions(actor).filter(state__in=EDITABLE, current_version__isnull=False)
    return rows.order_by("-created_at", "-pk")


def state_of(submission: Submission) -> DraftState:
    return DraftState(
        submission,
        unstated=workflow.unstated(submission),
        points=workflow.submit_gate(submission),
        returned_unchanged=Declaration.objects.filter(version=submission.current_version).exists(),
    )


def same_findings(states: Iterable[DraftState]) -> list[SameFinding]:
    """The findings of these drafts, each once, in the order in which they are first met."""
    states = list(states)
    points = [(state.submission, point) for state in states for point in state.points]
    alike = Counter((submission.pk, *place_of(point)) for submission, point in points)
    several = {(rule, path, needs) for (_, rule, path, needs), count in alike.items() if count > 1}
    before = explained_before([point for _, point in points], *(state.submission for state in states))
    by_place: dict[tuple[str, ...], SameFinding] = {}
    for submission, point in points:
        place = place_of(point)
        finding = point["finding"] if place in several else ""
        if (*place, finding) not in by_place:
            by_place[*place, finding] = SameFinding(
                *place,
                clause=point["clause"],
                severity=point["severity"],
                reading=point["reading"],
                edition_id=submission.edition_id,
                finding=finding,
                before=before[point["finding"]],
            )
        by_place[*place, finding].messages.setdefault(point["message"], []).append(submission.reference)
    return list(by_place.values())


def explanations(texts: Iterable[tuple[SameFinding, str]]) -> list[dict[str, Any]]:
    """What `workflow.submit` reads; it takes for each draft those of its own findings."""
    return [
        {
            "finding": finding.finding,
            "rule": finding.rule,
            "path": finding.path,
            "kind": finding.needs,
            "text": text,
        }
        for finding, text in texts
    ]
