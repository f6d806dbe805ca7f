"""How a regulator organises its work: who has a case, its marks, and the saved views of the queue."""

from urllib.parse import parse_qsl, urlencode

from django.db import transaction
from django.db.models import Q, QuerySet

from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import Organisation, Role, User
from portal.accounts.permissions import can, require
from portal.accounts.selectors import people_with
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPossible
from portal.review import events
from portal.review.conditions import STANDING
from portal.review.models import Condition, Flag, SavedFilter
from portal.review.required_input import require_text
from portal.submissions import selectors
from portal.submissions.models import WAITING, State, Submission

MOST_FILTERS = 30
# Where a page begins belongs to the moment, not to the view.
_PLACES = ("after", "before", "page", "cursor")


def officers(submission: Submission) -> QuerySet[User]:
    """Those a case can be given to."""
    return people_with(Role.REGULATOR_OFFICER, jurisdiction=submission.jurisdiction).order_by("name")


@transaction.atomic
def assign(*, actor: User, reference: str, assignee_id: int | None) -> Submission:
    """Gives a case to an officer of the jurisdiction, or with None back to all. Its state stays as it is."""
    submission = _held(actor, reference, "review.assign")
    if submission.state not in WAITING:
        wanted = ", ".join(f"“{state.label}”" for state in WAITING)
        raise NotPossible(
            f"{reference} is “{submission.get_state_display()}”. A case is assigned while it is {wanted}."
        )
    assignee = None
    if assignee_id is not None:
        assignee = officers(submission).filter(pk=assignee_id).first()
        if assignee is None:
            raise BadValue(
                f"Choose an officer who reviews cases of {jurisdiction_name(submission.jurisdiction)}.",
                field="assignee_id",
            )
    if submission.assignee == assignee:
        return submission
    _give(actor, submission, assignee, organisation=actor.organisation)
    events.assigned.send(sender=Submission, submission=submission, actor=actor)
    return submission


def cases_of(person: User) -> QuerySet[Submission]:
    """The cases an officer has: with the regulator, returned, or approved with conditions to be met."""
    open_conditions = Condition.objects.filter(met_at=None).values("decision__submission_id")
    standing = Q(state__in=STANDING, pk__in=open_conditions)
    rows = Submission.objects.filter(Q(state__in=(*WAITING, State.RETURNED)) | standing, assignee=person)
    return rows.select_related("property").order_by("pk")


@transaction.atomic
def hand_over(*, actor: User, person: User, receiver: User | None) -> list[Submission]:
    """Gives every case of an officer whose account is closed to another, or to nobody.

    Called by portal.handover, which decides who may do it and tells the receiver once for all of them.
    """
    ids = cases_of(person).values_list("pk", flat=True)
    cases = list(Submission.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    for submission in cases:
        _give(actor, submission, receiver, organisation=person.organisation)
    return cases


@transaction.atomic
def flag(*, actor: User, reference: str, flag: str) -> Flag:
    submission = _held(actor, reference, "review.note")
    if flag not in Flag.Kind.values:
        raise BadValue(f"Choose one of these marks: {', '.join(Flag.Kind.values)}.", field="flag")
    row, raised = Flag.objects.get_or_create(submission=submission, flag=flag, defaults={"raised_by": actor})
    if raised:
        _record_flag(actor, "review.flag", submission, flag)
    return row


@transaction.atomic
def unflag(*, actor: User, reference: str, flag: str) -> None:
    submission = _held(actor, reference, "review.note")
    lowered, _ = Flag.objects.filter(submission=submission, flag=flag).delete()
    if lowered:
        _record_flag(actor, "review.unflag", submission, flag)


def filters(actor: User) -> QuerySet[SavedFilter]:
    """A person's own views of the queue, by name."""
    return SavedFilter.objects.filter(user=actor).order_by("name")


@transaction.atomic
def save_filter(*, actor: User, name: str, query_string: str) -> SavedFilter:
    """Keeps a view of the queue under a name; the same name again replaces it."""
    require(actor, "review.view")
    name = require_text(name, "name", "Enter a name for the view.", longest=60)
    filters_only = [(key, value) for key, value in parse_qsl(query_string.lstrip("?")) if key not in _PLACES]
    query = urlencode(filters_only)
    if len(query) > 500:
        raise BadValue("These filters are too long to save. Search for fewer words.", field="query_string")
    own = filters(actor)
    if not own.filter(name=name).exists() and own.count() >= MOST_FILTERS:
        raise BadValue(f"You have {MOST_FILTERS} saved views, which is the limit. Delete one.", field="name")
    row, _ = SavedFilter.objects.update_or_create(user=actor, name=name, defaults={"query_string": query})
    record(
        actor=actor, action="filter.save", obj=row, organisation=actor.organisation, after={"query": query}
    )
    return row


@transaction.atomic
def delete_filter(*, actor: User, filter_id: int) -> None:
    row = filters(actor).filter(pk=filter_id).first() if can(actor, "review.view") else None
    if row is None:
        raise NotFound("There is no such saved view.")
    record(
        actor=actor,
        action="filter.delete",
        obj=row,
        organisation=actor.organisation,
        before={"query": row.query_string},
    )
    row.delete()


def _held(actor: User, reference: str, permission: str) -> Submission:
    return selectors.lock_submission(actor, reference, permission)


def _give(
    actor: User, submission: Submission, assignee: User | None, *, organisation: Organisation | None
) -> None:
    before = submission.assignee
    submission.assignee = assignee
    submission.save(update_fields=["assignee"])
    record(
        actor=actor,
        action="submission.assign",
        obj=submission,
        organisation=organisation,
        before={"assignee": before.name if before else None},
        after={"assignee": assignee.name if assignee else None},
    )


def _record_flag(actor: User, action: str, submission: Submission, flag: str) -> None:
    # Marks are for colleagues: the operator's trail says nothing of them.
    record(actor=actor, action=action, obj=submission, organisation=actor.organisation, after={"flag": flag})
