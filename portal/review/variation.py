"""Changing what was approved: a new draft that starts from the approved version and names it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from craps import Edition, RuleSet
from craps.comparing import Comparison
from craps.vocabulary import path_words
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.editions.selectors import successor
from portal.errors import NotPossible
from portal.review import last_days
from portal.submissions import selectors
from portal.submissions.copying import copy_attachments
from portal.submissions.lengths import value_words
from portal.submissions.models import EDITABLE, HOLDS_FORCE, State, Submission, Version
from portal.submissions.tables import tables_of
from portal.submissions.wording import differences
from portal.validation.comparison import compare_rulesets
from portal.validation.drafts import create_draft

# An approval that has not ended can be varied.
VARIABLE = (State.APPROVED, *HOLDS_FORCE)
OPEN = (*EDITABLE, State.SUBMITTED, State.IN_REVIEW, State.QUERY_OPEN, State.RECOMMENDED)


@dataclass(frozen=True)
class Changes:
    """How a version differs from another, such as the approved one it is to take over from."""

    was: Version
    now: Version
    values: list[dict[str, Any]]  # path, label, clause, was, now
    more: Comparison

    @property
    def same(self) -> bool:
        return self.was.digest == self.now.digest


def obstacle(submission: Submission) -> str:
    """What rules out a variation of this submission, or ""."""
    if submission.state in VARIABLE and submission.submitted_version_id is not None:
        return ""
    return (
        f"{submission.reference} is “{submission.get_state_display()}”. "
        "Only an approval that has not ended can be varied."
    )


def can_vary(actor: User, submission: Submission) -> bool:
    return can(actor, "submission.edit") and not obstacle(submission)


def open_variation(submission: Submission) -> Submission | None:
    """The variation of this approval that is being drafted or decided, if any."""
    return submission.variations.filter(state__in=OPEN).order_by("-pk").first()


@transaction.atomic
def vary(
    *,
    actor: User,
    reference: str,
    all_tables: bool | None = None,
    tables: Iterable[str] = (),
    renewal: bool = False,
) -> Submission:
    """A new draft from the approved version. One at a time, so that no two decisions overlap.

    It is for these tables, by code or label, or for those of the approval.

    The approval stays under its own edition; what is to take over from it is made under the one in force now.
    Documents and the operator's examples are copied. With `renewal` it is to follow the approval.
    """
    held = selectors.lock_submission(actor, reference, "submission.edit")
    hindered = obstacle(held)
    if hindered or held.submitted_version is None:
        raise NotPossible(hindered)
    if renewal and (why_not := renewal_obstacle(held)):
        raise NotPossible(why_not)
    other = open_variation(held)
    if other is not None:
        raise NotPossible(
            f"{other.reference} already varies {reference}. Continue with that one, or withdraw it."
        )
    if all_tables is None:
        all_tables = held.all_tables
        tables = () if all_tables else tables_of(held).filter(active=True).values_list("code", flat=True)
    later = successor(held.edition_id)
    edition_id = later.pk if later else held.edition_id
    made = create_draft(
        actor=actor,
        property_id=held.property_id,
        edition_id=edition_id,
        ruleset=held.submitted_version.ruleset | {"edition": edition_id},
        varies=held,
        renewal=renewal,
        all_tables=all_tables,
        tables=tables,
    )
    copy_attachments(actor=actor, source=held, draft=made)
    return made


def renewal_obstacle(submission: Submission) -> str:
    """What rules out a renewal of this approval, or ""."""
    if hindered := obstacle(submission):
        return hindered
    if last_days.open_ends(submission):
        return f"{submission.reference} is surrendered or revoked, so it cannot be renewed."
    if last_days.of_decision(submission) is None:
        return f"{submission.reference} has no end date. It needs no renewal."
    return ""


def can_renew(actor: User, submission: Submission) -> bool:
    return can(actor, "submission.edit") and not renewal_obstacle(submission)


def period_of_renewal(submission: Submission) -> tuple[date, date] | None:
    """The days that follow those of the approval it renews, and are as many; None if it is no renewal."""
    approval = submission.varies
    last = last_days.of_decision(approval) if submission.renewal and approval else None
    if approval is None or last is None:
        return None
    decision = approval.decisions.get(version=approval.current_version)
    first = approval.in_force_from or decision.effective_on or last
    start = last + timedelta(days=1)
    return start, start + (last - first)


def renews_unchanged(submission: Submission) -> bool:
    """A renewal with the same rules under the same edition."""
    was = submission.varies
    return (
        submission.renewal
        and was is not None
        and was.edition_id == submission.edition_id
        and was.submitted_version is not None
        and submission.current_version is not None
        and was.submitted_version.digest == submission.current_version.digest
    )


def changes(actor: User, submission: Submission) -> Changes | None:
    """Values, settlements and edges against the approval it varies; None if it varies none."""
    approved = submission.varies
    if approved is None or approved.submitted_version is None:
        return None
    return between(approved.submitted_version, selectors.version_shown_to(actor, submission))


def between(was: Version, now: Version) -> Changes:
    """Values, settlements and edges of two versions."""
    return Changes(was, now, values_between(was.rules, now.rules), compare_rulesets(was.rules, now.rules))


def values_between(was: RuleSet, now: RuleSet) -> list[dict[str, Any]]:
    """Every value that changed, in words; last the fields without a row of their own, such as the size."""
    rows = differences(was, now)
    described = {row["path"] for row in rows}
    for value in compare_rulesets(was, now).values:
        told = any(path == value.path or path.startswith(f"{value.path}.") for path in described)
        if value.path.startswith(("layout.", "table.")) and not told:
            sides = {
                "was": _short(value.path, value.a, was.edition),
                "now": _short(value.path, value.b, now.edition),
            }
            clause = value.b_clause or value.a_clause
            row = {"path": value.path, "label": path_words(value.path, now.edition)}
            rows.append(row | {"clause": clause} | sides)
    return rows


def _short(path: str, value: Any, edition: Edition) -> str:
    """An empty text where nothing was stated; areas are counted."""
    if value is None:
        return ""
    return f"{len(value)} drawn" if path == "layout.areas" else value_words(path, value, edition)
