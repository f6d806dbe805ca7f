"""A change of posted limits by notice: recorded with table and time, no new approval.

Only where the jurisdiction allows it, and only for limits in which the check finds nothing: anything else
needs a variation, so that a person decides.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from craps import BadInput, check, load_ruleset
from craps.validation import Finding
from craps.vocabulary import LABELS
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table, User
from portal.accounts.permissions import can
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.review import events
from portal.review.models import LimitNotice
from portal.submissions import selectors
from portal.submissions.models import Coverage, State, Submission, Version
from portal.submissions.wording import limit_words
from portal.text import and_list

Limits = dict[str, dict[str, str]]  # by wager: min, max, increment

# A form takes a while to fill in: a moment this recent still counts as now.
GRACE = timedelta(minutes=15)
FURTHEST = timedelta(days=366)


class PostedLimit(NamedTuple):
    """Limits at a table in words, of one or more wagers, and the notice that set them if one did."""

    wagers: tuple[str, ...]
    names: str
    words: str
    bounds: dict[str, str]  # min, max, increment
    notice: LimitNotice | None


def obstacle(submission: Submission) -> str:
    """What rules out a notice for this submission, or ""."""
    where = jurisdiction(submission.jurisdiction)
    if not where.limits_by_notice:
        return f"In {where.name} a change of limits takes an approval. Vary the approved rules instead."
    if submission.state != State.IN_FORCE:
        return (
            f"{submission.reference} is “{submission.get_state_display()}”. Limits change by notice in force."
        )
    return ""


def can_give(actor: User, submission: Submission) -> bool:
    return can(actor, "limits.notify") and not obstacle(submission)


@transaction.atomic
def give(
    *,
    actor: User,
    reference: str,
    table_id: int | None,
    limits: Mapping[str, Mapping[str, Any]],
    takes_effect_at: datetime,
    posted: bool = False,
) -> list[LimitNotice]:
    """Records new limits from a moment on at a table, or at every table where the rules are in force.

    One notice for each table at which something changes. Of `limits` only what changes is stored.
    """
    submission = selectors.lock_submission(actor, reference, "limits.notify")
    hindered = obstacle(submission)
    if hindered:
        raise NotPossible(hindered)
    tables = list(tables_of(submission)) if table_id is None else [_own_table(submission, table_id)]
    if not tables:
        raise BadValue(f"{submission.reference} is in force at no table in use.", field="table")
    now = timezone.now()
    if not now - GRACE <= takes_effect_at <= now + FURTHEST:
        raise BadValue(
            "Limits take effect now or later, within a year. A notice cannot be dated back.",
            field="takes_effect_at",
        )
    if posted is not True:
        clause = jurisdiction(submission.jurisdiction).limits_by_notice
        raise BadValue(
            f"Say that the new limits will be posted at the table when they take effect ({clause}).",
            field="posted",
        )
    given = [_give(actor, submission, table, limits, takes_effect_at) for table in tables]
    notices = [notice for notice in given if notice is not None]
    if not notices:
        labels = and_list([table.label for table in tables])
        has = "already has" if len(tables) == 1 else "already have"
        raise BadValue(f"These are the limits {labels} {has} then. Change at least one.", field="limits")
    return notices


def _give(
    actor: User,
    submission: Submission,
    table: Table,
    limits: Mapping[str, Mapping[str, Any]],
    takes_effect_at: datetime,
) -> LimitNotice | None:
    """The notice for one table; None if it has these limits already."""
    version = _approved(submission)
    before = limits_at(submission, table, takes_effect_at)
    after = _readable(version, {**before, **{wager: dict(bounds) for wager, bounds in limits.items()}})
    changed = {wager: bounds for wager, bounds in after.items() if bounds != before.get(wager, {})}
    changed |= {wager: {} for wager in before if wager not in after}
    if not changed:
        return None
    problems = _problems(version, after)
    if problems:
        raise NotPossible(
            "The rulebook has something to say about these limits, so a notice is not enough. "
            "Change them, or vary the approved rules.",
            problems=problems,
        )
    notice = LimitNotice.objects.create(
        submission=submission,
        version=version,
        table=table,
        limits=changed,
        takes_effect_at=takes_effect_at,
        clause=jurisdiction(submission.jurisdiction).limits_by_notice,
        posted=True,
        given_by=actor,
    )
    record(
        actor=actor,
        action="limits.notice",
        obj=submission,
        before={"table": table.label, "limits": {wager: before.get(wager, {}) for wager in changed}},
        after={"limits": changed, "takes_effect_at": takes_effect_at.isoformat()},
    )
    events.limits_changed.send(sender=LimitNotice, notice=notice)
    return notice


def tables_of(submission: Submission) -> QuerySet[Table]:
    """The tables in use at which these rules are in force."""
    covered = submission.covered.filter(state=Coverage.IN_FORCE)
    return Table.objects.filter(active=True, coverage__in=covered)


def notices_of(submission: Submission) -> list[LimitNotice]:
    """Every notice, newest first."""
    return list(submission.limit_notices.select_related("table", "given_by", "submission").order_by("-pk"))


def stamp() -> str:
    """Changes with every notice given."""
    return str(LimitNotice.objects.aggregate(top=Max("pk"))["top"])


def limits_at(submission: Submission, table: Table, moment: datetime) -> Limits:
    """The limits that hold at a table at a moment: as approved, then each notice whose time has come."""
    version = _approved(submission)
    held: Limits = {wager: dict(bounds) for wager, bounds in version.ruleset.get("limits", {}).items()}
    for notice in in_effect(submission, table, moment):
        for wager, bounds in notice.limits.items():
            held[wager] = bounds
    return {wager: bounds for wager, bounds in held.items() if bounds}


def posted_limits(submission: Submission, table: Table, moment: datetime) -> list[PostedLimit]:
    """The same in words, one row for all wagers with the same limits by the same notice or approval."""
    version = _approved(submission)
    held = limits_at(submission, table, moment)
    last: dict[str, LimitNotice] = {}
    for notice in in_effect(submission, table, moment):
        last |= dict.fromkeys(notice.limits, notice)
    words = limit_words(load_ruleset({**version.ruleset, "limits": held}, version.rules.edition))
    words |= {wager: "no limit stated" for wager in last if wager not in words}
    rows: dict[tuple[str, LimitNotice | None], list[str]] = {}
    for wager, text in words.items():
        rows.setdefault((text, last.get(wager)), []).append(wager)
    name_of = version.rules.edition.name_of
    return [
        PostedLimit(
            tuple(wagers),
            and_list([LABELS.get(f"limits.{wager}") or name_of(wager) for wager in wagers]),
            text,
            held.get(wagers[0], {}),
            notice,
        )
        for (text, notice), wagers in rows.items()
    ]


def in_effect(submission: Submission, table: Table, moment: datetime) -> QuerySet[LimitNotice]:
    """The notices whose time has come at a table, in the order in which they took effect."""
    given = submission.limit_notices.filter(
        table=table, version=_approved(submission), takes_effect_at__lte=moment
    )
    return given.order_by("takes_effect_at", "pk")


def _approved(submission: Submission) -> Version:
    if submission.submitted_version is None:
        raise NotPossible(f"{submission.reference} has no approved rules yet.")
    return submission.submitted_version


def _own_table(submission: Submission, table_id: int) -> Table:
    table = tables_of(submission).filter(pk=table_id).first()
    if table is None:
        raise BadValue(
            f"Choose a table of {submission.property} that is in use and under {submission.reference}.",
            field="table",
        )
    return table


def _readable(version: Version, limits: Mapping[str, Any]) -> Limits:
    stated = {wager: bounds for wager, bounds in limits.items() if bounds}
    try:
        ruleset = load_ruleset({**version.ruleset, "limits": stated}, version.rules.edition)
    except BadInput as error:
        raise BadValue(error.message, field=error.path) from None
    parsed: Limits = ruleset.to_json().get("limits", {})
    return parsed


def _problems(version: Version, limits: Limits) -> tuple[dict[str, str], ...]:
    """What the check finds in the rules with these limits that it does not find in them as approved."""
    known = {_key(finding) for finding in check(version.rules).findings}
    reported = check(load_ruleset({**version.ruleset, "limits": limits}, version.rules.edition)).findings
    return tuple(
        {"path": finding.path, "message": f"{finding.message} ({finding.clause})"}
        for finding in reported
        if finding.severity != "info" and _key(finding) not in known
    )


def _key(finding: Finding) -> tuple[str, str, str, str]:
    return finding.severity, finding.rule, finding.path, str(finding.submitted)
