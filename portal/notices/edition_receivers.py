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
from portal.review.events import published_impact_failed, published_impact_known
from portal.review.impact import concerned
from portal.review.impact_models import ImpactRow
from portal.review.impact_selectors import impact_of
from portal.text import format_day

MAX_REFERENCES = 3  # in one notice; the page lists the rest


@receiver(published_impact_known)
def edition_published(*, edition: Edition, **_: Any) -> None:
    """Tell each operator which of its approvals would breach the edition, before it is in force."""
    impact = impact_of(edition)
    opening = f"“{edition.title}” replaces “{edition.parent}”"
    opening += f" from {format_day(edition.in_force_from)}." if edition.in_force_from else " soon."
    rows: dict[int, list[ImpactRow]] = {}
    for row in impact.rows.filter(changes__isnull=False).defer("changes"):
        rows.setdefault(row.submission.organisation_id, []).append(row)
    for organisation in _operators(edition):
        own = rows.get(organisation.pk, [])
        text = f"{opening} {_describe_breaches(own)}{_describe_money(own)}"
        _notify(_people_of(organisation), edition, text)
    counts = impact.counts
    text = f"{opening} {counts.breaching} of {counts.looked_at} approvals would breach it."
    text += _describe_money([row for own in rows.values() for row in own])
    _notify(_regulator_staff(edition), edition, text)


@receiver(published_impact_failed)
def impact_failed(*, edition: Edition, **_: Any) -> None:
    """Tell those who published it: operators hear nothing until the approvals are checked."""
    text = (
        f"Not all approvals could be checked against “{edition.title}”, so operators are not notified of it "
        "yet. Open the page and try again."
    )
    people = people_with(Role.REGULATOR_ADMIN, jurisdiction=edition.jurisdiction)
    url = reverse("regulator:edition-impact", args=[edition.pk])
    notify(people=people, subject=f"Editions: {edition.title}"[:200], text=text, topic=Topic.WORK, url=url)


@receiver(events.unpublished)
def edition_unpublished(*, edition: Edition, **_: Any) -> None:
    text = f"“{edition.title}” was withdrawn and will not come into force."
    text += f" “{edition.parent}” stays in force." if edition.parent else ""
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


def _describe_breaches(rows: list[ImpactRow]) -> str:
    breaching = [row for row in rows if row.breaches]
    if not breaching:
        return "None of your approvals would breach it."
    references = [row.submission.reference for row in breaching]
    named = ", ".join(references[:MAX_REFERENCES])
    more = f" and {len(references) - MAX_REFERENCES} more" if len(references) > MAX_REFERENCES else ""
    clauses = sorted({clause for row in breaching for clause in row.breached_clauses})
    cited = f" ({', '.join(clauses[:4])})" if clauses else ""
    stays = "stays" if len(references) == 1 else "stay"
    return f"{named}{more} would breach it{cited}, and {stays} approved as decided."


def _describe_money(rows: list[ImpactRow]) -> str:
    count = sum(row.other_money > 0 for row in rows)
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
