"""Closing a person's account hands their open work over: first what there is, then all of it at once.

Cases and inspections under way go to one person or become unassigned. What belongs to no single person (an
operator's drafts, drafts of editions) stays where every colleague with the role can go on with it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from portal.accounts import services
from portal.accounts.closing import end_account
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.audit.services import record
from portal.editions.models import Edition, EditionState
from portal.errors import BadValue, NotPossible
from portal.experts.models import ExpertRequest
from portal.experts.selectors import open_questions_about
from portal.inspections.models import Inspection
from portal.inspections.services import hand_over as hand_over_inspections
from portal.inspections.services import under_way_of
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.review.conditions import STANDING
from portal.review.models import Condition, IntentNotice, Query
from portal.review.queue_actions import cases_of
from portal.review.queue_actions import hand_over as hand_over_cases
from portal.submissions.models import EDITABLE, Submission
from portal.text import and_list, format_day

# Who can take over what a person with one of these roles has.
TAKES_OVER = (Role.REGULATOR_OFFICER, Role.REGULATOR_INSPECTOR, Role.OPERATOR_SUBMITTER)
NAMED = 8  # references in a notice; the rest is counted


@dataclass(frozen=True)
class OpenWork:
    """One kind of work that is open with a person, and what becomes of it."""

    title: str
    lines: list[str]
    becomes: str


def open_work(actor: User, user_id: int) -> list[OpenWork]:
    """What is open with a person whose account the actor may close; kinds with nothing are left out."""
    person = services.manageable(actor, user_id)
    cases = list(cases_of(person))
    queries = Query.objects.filter(submission__in=cases, answered_at=None, withdrawn_at=None).select_related(
        "submission"
    )
    conditions = Condition.objects.filter(decision__submission__in=cases, met_at=None)
    conditions = conditions.select_related("decision__submission")
    kinds = [
        OpenWork(
            "Cases",
            [f"{case.reference}, {case.property}: {case.get_state_display().lower()}" for case in cases],
            "They go to the person you choose, or become unassigned.",
        ),
        OpenWork(
            "Questions to operators",
            [f"{row.submission.reference}: answer due {format_day(row.due_on)}" for row in queries],
            "They go with their case. The answers are sent to its new officer.",
        ),
        OpenWork(
            "Questions to experts",
            [_expert_line(row) for row in open_questions_about(cases)],
            "They go with their case. The answers are sent to its new officer.",
        ),
        OpenWork(
            "Conditions to be met",
            [_condition_line(row) for row in conditions],
            "They go with their case. Reports that they are met are sent to its new officer.",
        ),
        OpenWork(
            "Inspections under way",
            [_inspection_line(row) for row in under_way_of(person)],
            "They go to the person you choose if that person is an inspector. Otherwise any inspector can go "
            "on with them.",
        ),
        OpenWork(
            "Drafts of editions",
            [f"{row.title}: {row.get_state_display().lower()}" for row in _editions_of(person)],
            "Any administrator can continue with them. A second person still has to publish them.",
        ),
        OpenWork(
            "Drafts and returned submissions",
            [f"{row.reference}, {row.property}" for row in _drafts_of(person)],
            "They belong to your organisation: any submitter can continue with them.",
        ),
    ]
    return [kind for kind in [*kinds, *_operators_work(person)] if kind.lines]


def fingerprint(work: Iterable[OpenWork]) -> str:
    """Identifies what a check page showed, so that only that is handed over."""
    text = "\n".join(f"{kind.title}: {line}" for kind in work for line in kind.lines)
    return hashlib.sha256(text.encode()).hexdigest()


def receivers(actor: User, user_id: int) -> QuerySet[User]:
    """The colleagues who can take over: people of the same organisation who do such work."""
    person = services.manageable(actor, user_id)
    people = people_with(*TAKES_OVER, organisation_id=person.organisation_id or 0)
    return people.exclude(pk=person.pk).order_by("name")


@transaction.atomic
def close_account(*, actor: User, user_id: int, receiver_id: int | None, seen: str) -> User:
    """Hand over what is open and end the person's access: all of it or nothing.

    `seen` is the fingerprint of the check page: what has changed since is shown again first.
    """
    person = services.manageable(actor, user_id)
    person = User.objects.select_for_update(no_key=True, of=("self",)).get(pk=person.pk)
    if person.is_machine or not person.is_active:
        raise NotPossible(f"{person.name} has no open account to hand over.")
    work = open_work(actor, user_id)
    if fingerprint(work) != seen:
        raise NotPossible("What is open with this person has changed. Check the list again, then confirm.")
    receiver = receivers(actor, user_id).filter(pk=receiver_id).first() if receiver_id else None
    if receiver_id and receiver is None:
        raise BadValue("Choose a colleague from the list.", field="receiver_id")
    cases = list(cases_of(person))
    if cases and receiver is not None and not receiver.has_role(Role.REGULATOR_OFFICER):
        raise BadValue(
            f"{receiver.name} is not a reviewing officer and cannot take cases. Choose an officer, or leave "
            "the cases unassigned.",
            field="receiver_id",
        )
    hand_over_cases(actor=actor, person=person, receiver=receiver)
    inspector = receiver if receiver is not None and receiver.has_role(Role.REGULATOR_INSPECTOR) else None
    hand_over_inspections(actor=actor, person=person, receiver=inspector)
    end_account(actor=actor, user=person)
    if work:
        record(
            actor=actor,
            action="user.hand_over",
            obj=person,
            after={
                "receiver": receiver.name if receiver else None,
                "work": {kind.title: kind.lines for kind in work},
            },
        )
    _tell(person, receiver, cases, work)
    return person


def _tell(
    person: User,
    receiver: User | None,
    cases: list[Submission],
    work: list[OpenWork],
) -> None:
    """One notice to the receiver; unassigned cases are told to the organisation's officers, once."""
    subject = f"The account of {person.name} is closed"
    start = f"The account of {person.name} is closed."
    if receiver is not None and work:
        counts = and_list([f"{kind.title.lower()}: {len(kind.lines)}" for kind in work])
        text = f"{start} You take over what was open ({counts}). {_references(cases)}".strip()
        url = "/regulator/queue/?officer=me" if receiver.is_regulator else "/operator/"
        notify(people=[receiver], subject=subject, text=text[:300], topic=Topic.WORK, url=url)
    elif person.is_operator and work:
        counts = and_list([f"{kind.title.lower()}: {len(kind.lines)}" for kind in work])
        text = f"{start} Open with your organisation: {counts}. Any submitter can go on."
        people = people_with(Role.OPERATOR_SUBMITTER, organisation_id=person.organisation_id or 0)
        people = people.exclude(pk=person.pk)
        notify(people=people, subject=subject, text=text[:300], topic=Topic.WORK, url="/operator/")
    elif cases:
        officers = people_with(Role.REGULATOR_OFFICER, organisation_id=person.organisation_id or 0)
        text = f"{start} These cases are unassigned. {_references(cases)}"
        people = officers.exclude(pk=person.pk)
        notify(people=people, subject=subject, text=text[:300], topic=Topic.WORK, url="/regulator/queue/")


def _operators_work(person: User) -> list[OpenWork]:
    """What the regulator waits for in cases that this person of an operator drafted."""
    if not person.is_operator:
        return []
    own = Submission.objects.filter(created_by=person, organisation=person.organisation_id)
    queries = Query.objects.filter(submission__in=own, answered_at=None, withdrawn_at=None)
    conditions = Condition.objects.filter(
        decision__submission__in=own.filter(state__in=STANDING), met_at=None, reported_at=None
    )
    notices = IntentNotice.objects.filter(
        submission__in=own, replied_at=None, withdrawn_at=None, concluded_at=None
    )
    return [
        OpenWork(
            "Questions from the regulator",
            [_due_line(row.submission, "answer", row.due_on) for row in queries.select_related("submission")],
            "Any submitter can answer them. The day stays.",
        ),
        OpenWork(
            "Notices of intent to reply to",
            [_due_line(row.submission, "reply", row.due_on) for row in notices.select_related("submission")],
            "Any submitter can reply. The day stays.",
        ),
        OpenWork(
            "Conditions to meet",
            [_condition_line(row) for row in conditions.select_related("decision__submission")],
            "Any submitter can report them as met. The day stays.",
        ),
    ]


def _due_line(case: Submission, what: str, due_on: date) -> str:
    return f"{case.reference}: {what} due {format_day(due_on)}"


def _references(cases: list[Submission]) -> str:
    if not cases:
        return ""
    more = f" and {len(cases) - NAMED} more" if len(cases) > NAMED else ""
    return f"Cases: {', '.join(case.reference for case in cases[:NAMED])}{more}."


def _expert_line(row: ExpertRequest) -> str:
    return f"{row.submission.reference}, {row.organisation}: answer due {format_day(row.due_on)}"


def _condition_line(row: Condition) -> str:
    due = f" (due {format_day(row.due_on)})" if row.due_on else ""
    return f"{row.decision.submission.reference}: {row.text[:80]}{due}"


def _inspection_line(row: Inspection) -> str:
    return f"{row.table}, begun {format_day(row.started_at)}"


def _editions_of(person: User) -> QuerySet[Edition]:
    unpublished = (EditionState.DRAFT, EditionState.PROPOSED)
    return Edition.objects.filter(drafted_by=person, state__in=unpublished).order_by("pk")


def _drafts_of(person: User) -> QuerySet[Submission]:
    rows = Submission.objects.filter(created_by=person, state__in=EDITABLE)
    return rows.select_related("property").order_by("pk")
