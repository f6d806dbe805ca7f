"""A change of posted limits by notice: recorded with table and time, no new approval.

Only where the jurisdiction allows it, and only for limits in which the check finds nothing: anything else
needs a variation, so that a person decides.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from craps import BadInput, check, load_ruleset
from craps.validation import Finding
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table, User
from portal.accounts.permissions import can
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.register import services as register
from portal.review import events
from portal.review.models import LimitNotice
from portal.submissions import selectors
from portal.submissions.models import Coverage, State, Submission, Version
from portal.submissions.wording import limit_name, limit_words
from portal.text import and_list, format_moment

Limits = dict[str, dict[str, str]]  # by wager: min, max, increment

# A form takes a while to fill in: a moment this recent still counts as now.
GRACE = timedelta(minutes=15)
FURTHEST = timedelta(days=366)


class NotShown(BadValue):
    """The form was filled in before a notice that it would change had been shown."""


class PostedLimit(NamedTuple):
    """Limits at a table in words, of one or more wagers, and the notice that set them if one did."""

    wagers: tuple[str, ...]
    names: str
    words: str
    bounds: dict[str, str]  # min, max, increment
    notice: LimitNotice | None


class Shown(NamedTuple):
    """What a form showed when it was opened: the limits at a table at a moment, by the notices so far."""

    table: Table
    moment: datetime
    last_notice: int  # the latest that had been given


def obstacle(submission: Submission) -> str:
    """What rules out a notice for this submission, or ""."""
    where = jurisdiction(submission.jurisdiction)
    if not where.limits_by_notice:
        return f"In {where.name} a change of limits needs an approval. Vary the approved rules instead."
    if submission.state != State.IN_FORCE:
        return (
            f"{submission.reference} is “{submission.get_state_display()}”. Limits can be changed by notice "
            "only while an approval is in force."
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
    shown: Shown | None = None,
) -> list[LimitNotice]:
    """Records new limits from a moment on at a table, or at every table where the rules are in force.

    One notice for each table at which something changes. Of `limits` only what changes is stored. They are
    the whole limits of each wager they name. With `shown` they are a form as it was sent: only what differs
    from what it showed is meant, so that notices which take effect by then stay as they are.
    """
    submission = selectors.lock_submission(actor, reference, "limits.notify")
    hindered = obstacle(submission)
    if hindered:
        raise NotPossible(hindered)
    tables = list(tables_of(submission)) if table_id is None else [_own_table(submission, table_id)]
    if not tables:
        raise BadValue(f"{submission.reference} is not in force at any table in use.", field="table")
    now = timezone.now()
    if not now - GRACE <= takes_effect_at <= now + FURTHEST:
        raise BadValue(
            "Choose a time from now up to a year ahead. A notice cannot be backdated.",
            field="takes_effect_at",
        )
    if posted is not True:
        clause = jurisdiction(submission.jurisdiction).limits_by_notice
        raise BadValue(
            f"Confirm that the new limits will be posted at the table when they take effect ({clause}).",
            field="posted",
        )
    if shown is not None:
        changes = _changes(shown_limits(submission, shown), _readable(_approved(submission), limits))
        _refuse_unseen(submission, tables, changes, shown, takes_effect_at)
    given = []
    for table in tables:
        if shown is not None:
            limits = _with_changes(limits_at(submission, table, takes_effect_at), changes)
        given.append(_give(actor, submission, table, limits, takes_effect_at))
    notices = [notice for notice in given if notice is not None]
    if not notices:
        labels = and_list([table.label for table in tables])
        has = "already has" if len(tables) == 1 else "already have"
        raise BadValue(f"{labels} {has} these limits at that time. Change at least one.", field="limits")
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
            "The check against the rulebook found a problem with these limits, so a notice is not enough. "
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
    register.enter_limits(
        submission=submission,
        facts={
            "notice": notice.pk,
            "reference": submission.reference,
            "jurisdiction": submission.jurisdiction,
            "operator": str(submission.organisation),
            "property": str(submission.property),
            "table": {"code": table.code, "label": table.label},
            "limits": changed,
            "clause": notice.clause,
            "takes_effect_at": takes_effect_at.astimezone(UTC).isoformat(timespec="seconds"),
            "given_on": jurisdiction(submission.jurisdiction).today().isoformat(),
            "ruleset_digest": version.digest,
        },
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


def limits_at(
    submission: Submission, table: Table, moment: datetime, *, last_notice: int | None = None
) -> Limits:
    """The limits that hold at a table at a moment: as approved, then each notice whose time has come.

    With `last_notice` as they would without the notices given after that one.
    """
    version = _approved(submission)
    held: Limits = {wager: dict(bounds) for wager, bounds in version.ruleset.get("limits", {}).items()}
    for notice in in_effect(submission, table, moment):
        if last_notice is not None and notice.pk > last_notice:
            continue
        for wager, bounds in notice.limits.items():
            held[wager] = bounds
    return {wager: bounds for wager, bounds in held.items() if bounds}


def shown_now(submission: Submission, table: Table, moment: datetime) -> Shown:
    """What a form shows that is opened now and states limits from that moment."""
    last = submission.limit_notices.aggregate(top=Max("pk"))["top"]
    return Shown(table, moment, last or 0)


def shown_limits(submission: Submission, shown: Shown) -> Limits:
    return limits_at(submission, shown.table, shown.moment, last_notice=shown.last_notice)


def to_come(submission: Submission, table: Table) -> QuerySet[LimitNotice]:
    """The notices at a table whose time is still to come, the next first."""
    given = submission.limit_notices.filter(
        table=table, version=_approved(submission), takes_effect_at__gt=timezone.now()
    )
    return given.select_related("submission").order_by("takes_effect_at", "pk")


def with_typed_changes(submission: Submission, shown: Shown, typed: Limits, now_shown: Shown) -> Limits:
    """The limits of another day, with what was typed into a form that showed those of one day."""
    changes = _changes(shown_limits(submission, shown), typed)
    return _with_changes(shown_limits(submission, now_shown), changes)


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
    edition = version.rules.edition
    return [
        PostedLimit(
            tuple(wagers),
            and_list([limit_name(edition, wager) for wager in wagers]),
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


def _changes(before: Limits, after: Limits) -> dict[str, dict[str, str | None]]:
    """Each bound that differs, by wager; None for one that is no longer stated."""
    changes: dict[str, dict[str, str | None]] = {}
    for wager in {**before, **after}:
        was, now = before.get(wager, {}), after.get(wager, {})
        for bound in {**was, **now}:
            if was.get(bound) != now.get(bound):
                changes.setdefault(wager, {})[bound] = now.get(bound)
    return changes


def _with_changes(limits: Limits, changes: Mapping[str, Mapping[str, str | None]]) -> Limits:
    """Every wager whose limits hold or change, with the changed bounds."""
    changed: Limits = {}
    for wager in {**limits, **changes}:
        bounds = {**limits.get(wager, {}), **changes.get(wager, {})}
        changed[wager] = {bound: value for bound, value in bounds.items() if value is not None}
    return changed


def _refuse_unseen(
    submission: Submission,
    tables: list[Table],
    changes: Mapping[str, object],
    shown: Shown,
    takes_effect_at: datetime,
) -> None:
    """A notice for the same wager that takes effect by then and that the form did not show yet."""
    for table in tables:
        for notice in in_effect(submission, table, takes_effect_at):
            seen = notice.pk <= shown.last_notice and notice.takes_effect_at <= shown.moment
            if not seen and set(notice.limits) & set(changes):
                zone = jurisdiction(submission.jurisdiction).zone
                when = format_moment(notice.takes_effect_at.astimezone(zone))
                raise NotShown(
                    f"Another notice changes limits at {table.label} from {when}: {'; '.join(notice.words)}. "
                    "The fields now show what will apply then, with your changes. Check them and send the "
                    "notice again.",
                    field="takes_effect_at",
                )


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
