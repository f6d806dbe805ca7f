"""Changing what was approved: a new draft that starts from the approved version and names it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from craps import RuleSet, game_of
from craps.compare import Comparison
from craps.vocabulary import path_words, value_words
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.editions.selectors import successor
from portal.errors import NotPossible
from portal.submissions import selectors
from portal.submissions.copying import copy_attachments
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
    """How a version differs from the approved one it is to take over from."""

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
    *, actor: User, reference: str, all_tables: bool | None = None, tables: Iterable[str] = ()
) -> Submission:
    """A new draft from the approved version. One at a time, so that no two decisions overlap.

    It is for these tables, by code or label, or for those of the approval.

    The approval stays under its own edition; what is to take over from it is made under the one in force now.
    Documents and the operator's examples are copied.
    """
    held = selectors.lock_submission(actor, reference, "submission.edit")
    hindered = obstacle(held)
    if hindered or held.submitted_version is None:
        raise NotPossible(hindered)
    other = open_variation(held)
    if other is not None:
        raise NotPossible(
            f"{other.reference} already varies {reference}. Go on with that one, or withdraw it."
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
        all_tables=all_tables,
        tables=tables,
    )
    copy_attachments(actor=actor, approval=held, draft=made)
    return made


def changes(actor: User, submission: Submission) -> Changes | None:
    """Values, settlements and edges against the approval it varies; None if it varies none."""
    approved = submission.varies
    if approved is None or approved.submitted_version is None:
        return None
    was, now = approved.submitted_version, selectors.version_shown_to(actor, submission)
    return Changes(was, now, values_between(was.rules, now.rules), compare_rulesets(was.rules, now.rules))


def values_between(was: RuleSet, now: RuleSet) -> list[dict[str, Any]]:
    """Every value that changed, in words; last the fields without a row of their own, such as the size."""
    rows, free = differences(was, now), game_of(now.edition).in_rounds
    described = {row["path"] for row in rows}
    for value in compare_rulesets(was, now).values:
        told = any(path == value.path or path.startswith(f"{value.path}.") for path in described)
        if value.path.startswith(("layout.", "table.")) and not told:
            sides = {"was": _short(value.path, value.a), "now": _short(value.path, value.b)}
            clause = value.b_clause or value.a_clause
            row = {"path": value.path, "label": path_words(value.path), "clause": clause, "free": free}
            rows.append(row | sides)
    return rows


def _short(path: str, value: Any) -> str:
    """An empty text where nothing was stated; areas are counted."""
    if value is None:
        return ""
    return f"{len(value)} drawn" if path == "layout.areas" else value_words(path, value)
