"""How a move is made: the parts that every move of workflow.py shares, and the only writer of a state.

The caller has opened the transaction. Nothing here is called from a page.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table, User
from portal.audit.services import record
from portal.errors import Conflict, NotPossible
from portal.register import services as register
from portal.review import clock, decision_facts, events, last_days
from portal.review.models import Decision, Move
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import coverage, selectors
from portal.submissions.attempts import concurrent_change
from portal.submissions.models import HOLDS_FORCE, Submission, Version
from portal.submissions.tables import facts_of_tables, replaced_by


def begin(actor: User, reference: str, name: str, digest: str | None = None) -> Submission:
    submission = selectors.lock_submission(actor, reference, str(TRANSITIONS[name].permission))
    check(submission, name, actor)
    if digest is not None and version_of(submission).digest != digest:
        raise Conflict(
            f"{reference} was changed while you read it. Nothing was stored. Look at the new version.",
            theirs=submission.current_version,
            mine=digest,
        )
    return submission


def check(submission: Submission, name: str, actor: User | None) -> None:
    problem = obstacle(TRANSITIONS[name], submission, actor)
    if problem:
        raise NotPossible(problem)


def move(
    submission: Submission,
    name: str,
    actor: User | None,
    reason: str = "",
    *,
    files: Sequence[str] = (),
    tables: Sequence[Table] = (),
    said: Mapping[str, Any] | None = None,
    day: date | None = None,
    **changes: Any,
) -> Submission:
    """The one place where a state is written, and with it the day the case is due.

    A move that concerns only some tables leaves the state that follows from all of them. `said` is what else
    the trail has of it.
    """
    before = submission.state
    wanted = TRANSITIONS[name].target
    if wanted is None:
        target = before
    else:
        target = coverage.standing(submission) if tables and before in HOLDS_FORCE else wanted.value
    now = timezone.now()
    changes |= {"state": target, **clock.due_change(submission, target, now)}
    if wanted is not None:
        changes["state_since"] = now
    if not Submission.objects.filter(pk=submission.pk, state=before).update(**changes):
        raise concurrent_change(submission.reference)
    for field, value in changes.items():  # the row is locked, so nothing else in it has changed
        setattr(submission, field, value)
    made = Move.objects.create(
        submission=submission,
        version=submission.current_version,
        name=name,
        from_state=before,
        to_state=target,
        actor=actor,
        reason=reason,
        at=now,
        tables=facts_of_tables(tables),
        day=day,
    )
    digest = submission.current_version.digest if submission.current_version else ""
    after = {"state": target, "digest": digest, "reason": reason}
    record(
        actor=actor,
        action=f"submission.{name}",
        obj=submission,
        before={"state": before},
        after=after
        | ({"files": list(files)} if files else {})
        | ({"tables": [table.label for table in tables]} if tables else {})
        | ({"day": day} if day else {})
        | {name: value for name, value in (said or {}).items() if value},
    )
    events.moved.send(sender=Submission, submission=submission, move=made)
    return submission


def decide(
    submission: Submission, name: str, decision: Decision, tables: Sequence[Table] = ()
) -> dict[str, Any]:
    """Writes the state that a decision brings and enters it in the register. Returns the decision's facts."""
    move(submission, name, decision.decided_by, decision.reason, decided_at=decision.decided_at)
    decided = decision_facts.facts_of_decision(decision, tables)
    register.enter_decision(submission=submission, facts=decided)
    return decided


def put_in_force(
    decision: Decision, in_force: list[Submission], tables: list[Table], *, on: date
) -> Submission:
    """Ends what was in force at these tables, then puts the approval in force there."""
    submission = decision.submission
    locked = {one.pk: one for one in in_force}
    for one, lost in replaced_by(submission, tables):
        reason = f"Superseded by {submission.reference}."
        end(locked[one.pk], "supersede", None, reason, on=on, tables=lost)
    coverage.put_in_force(submission, tables, on=on, to=decision.ends_on)
    return move(submission, "come_into_force", None, in_force_from=on, in_force_to=decision.ends_on)


def end(
    submission: Submission,
    name: str,
    actor: User | None,
    reason: str,
    *,
    on: date | None = None,
    tables: Sequence[Table] = (),
) -> Submission:
    """Ends an approval on a day (today unless given), or only at these tables. The register says so.

    It never ends later than on the last day it had already.
    """
    last = on or today_at(submission)
    target = TRANSITIONS[name].target
    if target is None:
        raise ValueError(f"{name} ends nothing.")
    part = coverage.end(submission, tables, ended_as=target.value, on=last)
    if part:
        move(submission, name, actor, reason, tables=part, in_force_to=last_days.update(submission))
    else:
        last_days.close(submission)
        if submission.in_force_from is None:
            move(submission, name, actor, reason)
        else:
            known = min(last, submission.in_force_to or last)
            move(submission, name, actor, reason, in_force_to=max(known, submission.in_force_from))
    return publish(submission, target.value, part)


def publish(
    submission: Submission, outcome: str, tables: Sequence[Table] = (), last_day: date | None = None
) -> Submission:
    """Enters an outcome in the register; `last_day` is that of an end that is decided and still to come."""
    facts = decision_facts.facts_of_status(submission, outcome, tables, last_day)
    register.enter_decision(submission=submission, facts=facts)
    return submission


def version_of(submission: Submission) -> Version:
    if submission.current_version is None:
        raise NotPossible(f"{submission.reference} has no rule set yet.")
    submission.current_version.submission = submission
    return submission.current_version


def today_at(submission: Submission) -> date:
    return jurisdiction(submission.jurisdiction).today()
