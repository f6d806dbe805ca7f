"""Editions as pages and services read them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from craps import edition_ids, load_edition
from portal.editions.models import Edition
from portal.errors import NotFound

if TYPE_CHECKING:
    from craps.edition import Edition as CoreEdition
    from portal.accounts.models import Property


def published() -> QuerySet[Edition]:
    return Edition.objects.filter(published=True)


def stamp() -> str:
    """Changes whenever what is published does."""
    return " ".join(f"{pk}:{digest}" for pk, digest in published().values_list("pk", "digest"))


def editions_for(prop: Property) -> QuerySet[Edition]:
    """What a casino may choose from: its own jurisdiction's editions, the latest first."""
    return published().filter(jurisdiction=prop.jurisdiction).order_by("game", "-in_force_from", "id")


def edition(edition_id: str) -> Edition:
    try:
        return published().get(pk=edition_id)
    except Edition.DoesNotExist:
        raise NotFound(f"There is no edition named {edition_id}.") from None


def core_editions() -> list[CoreEdition]:
    """The core's form of every published edition, in the core's order."""
    there = set(published().values_list("pk", flat=True))
    return [_core_edition(edition_id) for edition_id in edition_ids() if edition_id in there]


@lru_cache(maxsize=64)
def core_edition(edition_id: str) -> CoreEdition:
    """The core's own frozen form of a published edition. What is published stays so: it is asked for once."""
    return _core_edition(edition(edition_id).pk)


@lru_cache(maxsize=64)
def _core_edition(edition_id: str) -> CoreEdition:
    return load_edition(edition_id)
