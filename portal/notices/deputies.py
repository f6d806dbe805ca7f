"""Whoever stands in for somebody gets what that person is told about the regulator's work."""

from collections.abc import Iterable

from portal.accounts.absences import away, fits
from portal.accounts.models import User


def for_deputies(told: Iterable[tuple[User, str]], *, without: int | None) -> list[tuple[User, str]]:
    """The deputies who are not among those told, each once, and what to tell them."""
    told = list(told)
    reached = {person.pk for person, _ in told} | {without}
    absences = away(person.pk for person, _ in told if person.is_regulator)
    more: list[tuple[User, str]] = []
    for person, text in told:
        absence = absences.get(person.pk)
        if absence is None or absence.deputy_id in reached or not fits(absence):
            continue
        reached.add(absence.deputy_id)
        more.append((absence.deputy, f"For {person.name}, {absence.words}: {text}"))
    return more
