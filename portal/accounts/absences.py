"""Who is away, and who stands in: a deputy is of the same regulator and gets no role by it.

A person names a deputy, or an administrator does for someone who fell ill. While it lasts the cases of the
person are also the deputy's to work on, and so are the notices; the deputy acts in their own name and with
their own roles. docs/review.md has what that means.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts import events, selectors
from portal.accounts.absence_ends import end, told
from portal.accounts.absence_models import Absence, today_of
from portal.accounts.events import send_changed
from portal.accounts.models import Role, User
from portal.accounts.permissions import require
from portal.accounts.same_person import seems_same
from portal.accounts.services import manageable
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.text import format_day

# The roles with work of their own that waits for somebody.
COVERED = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER)
LONGEST = timedelta(days=366)


@transaction.atomic
def name_deputy(*, actor: User, user_id: int, deputy_id: int | None, until: date | None) -> Absence:
    """Somebody is away from now until the end of a day. Whatever was said before is replaced."""
    person = _may_set(actor, user_id)
    # Locked in one order, so that two people cannot name each other at once.
    ids = sorted({person.pk, deputy_id or person.pk})
    list(User.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=ids).order_by("pk"))
    deputy = possible_deputies(person).filter(pk=deputy_id).first() if deputy_id else None
    if deputy is None:
        raise BadValue("Choose a deputy from the list.", field="deputy_id")
    if seems_same(person, deputy):
        raise BadValue(
            f"The accounts of {person.name} and {deputy.name} look like those of one person.",
            field="deputy_id",
        )
    today = today_of(person)
    if until is None or until < today:
        raise BadValue("Enter the last day away: today or a later day.", field="until")
    if until > today + LONGEST:
        raise BadValue(f"Enter a day until {format_day(today + LONGEST)}.", field="until")
    own = Absence.objects.filter(person=person, ended_at=None)
    before = own.select_related("deputy").first()
    own.update(ended_at=timezone.now(), ended_by=actor)
    absence = Absence.objects.create(person=person, deputy=deputy, until=until, named_by=actor)
    send_changed(
        actor,
        "user.away",
        person,
        before=told(before) if before and before.is_in_effect else None,
        after=told(absence),
    )
    events.deputy_named.send(sender=Absence, absence=absence, actor=actor)
    # Nobody stands in for a deputy: those for whom this person stood in name another.
    for left in in_effect(Absence.objects.filter(deputy=person)):
        end(left, actor)
        events.deputy_away.send(sender=Absence, absence=left)
    return absence


@transaction.atomic
def end_absence(*, actor: User, user_id: int) -> Absence:
    """They are back early."""
    person = _may_set(actor, user_id)
    rows = Absence.objects.select_for_update(no_key=True, of=("self",)).filter(person=person, ended_at=None)
    absence = rows.first()
    if absence is None or not absence.is_in_effect:
        raise NotFound(f"{person.name} is not away.")
    end(absence, actor)
    events.deputy_released.send(sender=Absence, absence=absence, actor=actor)
    return absence


def possible_deputies(person: User) -> QuerySet[User]:
    """Colleagues who have each of the covered roles that the person has, and who are not away themselves."""
    people = selectors.people_with(*COVERED, organisation_id=person.organisation_id or 0)
    for role in COVERED:
        if person.has_role(role):
            people = people.filter(pk__in=User.objects.filter(role_rows__role=role))
    away = [absence.person_id for absence in in_effect(Absence.objects.filter(person__in=people))]
    return people.exclude(pk__in=[person.pk, *away]).order_by("name", "pk")


def in_effect(rows: QuerySet[Absence]) -> list[Absence]:
    """Those of the rows that last, in one query."""
    near = rows.filter(ended_at=None, until__gte=timezone.now().date() - timedelta(days=1))
    near = near.select_related("person__organisation", "deputy__organisation")
    return [absence for absence in near if absence.is_in_effect]


def absence_of(person: User) -> Absence | None:
    return away([person.pk]).get(person.pk)


def deputy_of(person: User | None) -> str:
    """The name of whoever stands in for the person now, or ""."""
    absence = absence_of(person) if person is not None else None
    return absence.deputy.name if absence else ""


def away(people: Iterable[int | None]) -> dict[int, Absence]:
    """Who of these people is away, by their id."""
    ids = {pk for pk in people if pk is not None}
    if not ids:
        return {}
    return {absence.person_id: absence for absence in in_effect(Absence.objects.filter(person__in=ids))}


def stands_in_for(deputy: User) -> list[Absence]:
    """The absences in which the person is the deputy, by name."""
    if not deputy.is_regulator:
        return []
    return sorted(in_effect(Absence.objects.filter(deputy=deputy)), key=lambda each: each.person.name)


def own_and_deputised(actor: User) -> list[int]:
    """Whose cases are the actor's to work on: their own, and those for which an officer stands in."""
    if not actor.has_role(Role.REGULATOR_OFFICER):
        return [actor.pk]
    return [actor.pk, *(absence.person_id for absence in stands_in_for(actor))]


def fits(absence: Absence) -> bool:
    """Whether the deputy still has every covered role that the person has."""
    return absence.person.roles & set(COVERED) <= absence.deputy.roles


def may_be_away(person: User) -> bool:
    return person.has_access and not person.is_machine and person.has_role(*COVERED)


def _may_set(actor: User, user_id: int) -> User:
    """The person, if it is the actor or one of the team that the actor manages."""
    if actor.token is not None or actor.is_machine:
        raise NotPermitted("No token allows this. Sign in to do it.")
    if user_id == actor.pk:
        person = actor
    else:
        require(actor, "team.manage")
        person = manageable(actor, user_id)
    if not may_be_away(person):
        raise NotPossible("Only a reviewing officer or an approver has a deputy.")
    return person
