"""Notices about a new edition, to operators with an approval under its parent and to the regulator."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from portal.accounts.models import Organisation, Role, User
from portal.accounts.selectors import people_with
from portal.editions import events
from portal.editions.models import Edition
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.review.impact import BREACH, Affected, concerned, impact
from portal.text import format_day

MAX_REFERENCES = 3  # in one notice; the page lists the rest


@receiver(events.published)
def edition_published(*, edition: Edition, **_: Any) -> None:
    """Tell each operator which of its approvals would breach the edition, before it is in force."""
    result = impact(edition)
    opening = f"“{edition.title}” replaces “{edition.parent}”"
    opening += f" from {format_day(edition.in_force_from)}." if edition.in_force_from else " soon."
    for organisation in _operators(edition):
        own = [each for each in result.affected if each.submission.organisation_id == organisation.pk]
        breaching = [each for each in own if each.breaches]
        text = f"{opening} {_describe_breaches(breaching)}{_describe_money(own)}"
        _notify(_people_of(organisation), edition, text)
    text = f"{opening} {len(result.breaching)} of {result.looked_at} approvals would breach it."
    text += _describe_money(result.affected)
    _notify(_regulator_staff(edition), edition, text)


@receiver(events.unpublished)
def edition_unpublished(*, edition: Edition, **_: Any) -> None:
    text = f"“{edition.title}” was withdrawn and will not come into force. “{edition.parent}” stays in force."
    for organisation in _operators(edition):
        _notify(_people_of(organisation), edition, text, link=False)
    _notify(_regulator_staff(edition), edition, text, link=False)


@receiver(events.came_into_force)
def edition_in_force(*, edition: Edition, **_: Any) -> None:
    text = (
        f"“{edition.title}” is in force. Draft new rules under it. Approvals under “{edition.parent}” "
        "do not change."
    )
    for organisation in _operators(edition):
        _notify(_people_of(organisation), edition, text)


def _describe_breaches(breaching: list[Affected]) -> str:
    if not breaching:
        return "None of your approvals would breach it."
    references = [each.submission.reference for each in breaching]
    named = ", ".join(references[:MAX_REFERENCES])
    more = f" and {len(references) - MAX_REFERENCES} more" if len(references) > MAX_REFERENCES else ""
    clauses = sorted({f.clause for each in breaching for f in each.appears if f.severity == BREACH})
    stays = "stays" if len(references) == 1 else "stay"
    return f"{named}{more} would breach it ({', '.join(clauses[:4])}), and {stays} approved as decided."


def _describe_money(affected: Iterable[Affected]) -> str:
    count = sum(each.has_other_money for each in affected)
    return f" In {count}, bets would be settled or cost differently." if count else ""


def _operators(edition: Edition) -> Iterable[Organisation]:
    return Organisation.objects.filter(pk__in=concerned(edition).values("organisation_id").order_by())


def _people_of(organisation: Organisation) -> Iterable[User]:
    return people_with(Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN, organisation_id=organisation.pk)


def _regulator_staff(edition: Edition) -> list[User]:
    """The regulator's people who work with cases, except the person who published the edition."""
    roles = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN)
    people = people_with(*roles, jurisdiction=edition.jurisdiction)
    return [person for person in people if person.pk != edition.published_by_id]


def _notify(people: Iterable[User], edition: Edition, text: str, *, link: bool = True) -> None:
    url = reverse("public:rulebook-changes", args=[edition.pk]) if link else ""
    notify(
        people=people, subject=f"Editions: {edition.title}"[:200], text=text, topic=Topic.DECISION, url=url
    )
