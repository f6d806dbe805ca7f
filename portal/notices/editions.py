"""Who is told of a new edition: operators with an approval under the one it replaces, and the officers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from portal.accounts.models import Organisation, Role, User
from portal.accounts.selectors import people_with
from portal.editions.models import Edition
from portal.notices.models import Topic
from portal.notices.services import tell
from portal.review.impact import BREACH, Affected, concerned, impact
from portal.text import format_day

_NAMED = 3  # references in one notice; the page lists the rest


def edition_published(*, edition: Edition, **_: Any) -> None:
    """Each operator hears which of its approvals would breach the edition, before its day."""
    found = impact(edition)
    for operator in _operators(edition):
        own = [each for each in found.breaching if each.submission.organisation_id == operator.pk]
        _tell(_people_of(operator), edition, f"{_opening(edition)} {_fate(own)}")
    _tell(
        _regulators(edition),
        edition,
        f"{_opening(edition)} {len(found.breaching)} of {found.looked_at} approvals would breach it.",
    )


def edition_called_back(*, edition: Edition, **_: Any) -> None:
    text = f"“{edition.title}” was called back and does not come into force. “{edition.parent}” stands."
    for operator in _operators(edition):
        _tell(_people_of(operator), edition, text, link=False)
    _tell(_regulators(edition), edition, text, link=False)


def edition_in_force(*, edition: Edition, **_: Any) -> None:
    text = (
        f"“{edition.title}” is in force. Draft new rules under it; what is approved under "
        f"“{edition.parent}” stays as it was decided."
    )
    for operator in _operators(edition):
        _tell(_people_of(operator), edition, text)


def _opening(edition: Edition) -> str:
    start = edition.in_force_from
    day = f"From {format_day(start)}" if start else "Soon"
    return f"{day} “{edition.title}” takes the place of “{edition.parent}”."


def _fate(breaching: list[Affected]) -> str:
    if not breaching:
        return "Your approvals would pass under it as they are."
    references = [each.submission.reference for each in breaching]
    named = ", ".join(references[:_NAMED])
    more = f" and {len(references) - _NAMED} more" if len(references) > _NAMED else ""
    clauses = sorted({f.clause for each in breaching for f in each.appears if f.severity == BREACH})
    stays = "stays" if len(references) == 1 else "stay"
    return f"{named}{more} would breach it ({', '.join(clauses[:4])}), and {stays} approved as decided."


def _operators(edition: Edition) -> Iterable[Organisation]:
    return Organisation.objects.filter(pk__in=concerned(edition).values("organisation_id").order_by())


def _people_of(operator: Organisation) -> Iterable[User]:
    return people_with(Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN, organisation_id=operator.pk)


def _regulators(edition: Edition) -> list[User]:
    """Everyone there who works with cases, but for the one who did it."""
    roles = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN)
    people = people_with(*roles, jurisdiction=edition.jurisdiction)
    return [person for person in people if person.pk != edition.published_by_id]


def _tell(people: Iterable[User], edition: Edition, text: str, *, link: bool = True) -> None:
    url = reverse("public:rulebook-changes", args=[edition.pk]) if link else ""
    tell(people=people, subject=f"Editions: {edition.title}"[:200], text=text, topic=Topic.DECISION, url=url)
