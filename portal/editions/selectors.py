"""Editions as pages and services read them, and the one place that finds an edition by its id.

The core knows the built-in editions. For any other id it asks `on_the_shelf`, so that rule sets, checks,
settlements, documents and rulebooks work under a drafted edition once it is published, in every process.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, QuerySet

from craps import edition_from_json, edition_ids, load_edition
from craps.edition_values import ordered_like
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.editions.models import Edition, EditionState
from portal.errors import NotFound

if TYPE_CHECKING:
    from craps.codec import Json
    from craps.edition import Edition as CoreEdition
    from portal.accounts.models import Property


def published() -> QuerySet[Edition]:
    """What anyone may read: in force, or to come into force on its date."""
    return Edition.objects.exclude(state=EditionState.DRAFT)


def in_force() -> QuerySet[Edition]:
    """What new rules are made under: in force, and not replaced by an edition that was drafted from it."""
    follower = Edition.objects.filter(parent=OuterRef("pk"), state=EditionState.IN_FORCE)
    return Edition.objects.filter(~Exists(follower), state=EditionState.IN_FORCE)


def stamp() -> str:
    """Changes whenever what is published does."""
    rows = published().values_list("pk", "digest", "state")
    return " ".join(f"{pk}:{digest}:{state}" for pk, digest, state in rows)


def editions_for(prop: Property) -> QuerySet[Edition]:
    """What a casino may choose from: its own jurisdiction's editions, the latest first."""
    return in_force().filter(jurisdiction=prop.jurisdiction).order_by("game", "-in_force_from", "id")


def edition(edition_id: str) -> Edition:
    try:
        return published().get(pk=edition_id)
    except Edition.DoesNotExist:
        raise NotFound(f"There is no edition named {edition_id}.") from None


def successor(edition_id: str) -> Edition | None:
    """The edition in force that has taken the place of this one, directly or not; None while it stands."""
    found = None
    seen = {edition_id}
    while (later := _follower(edition_id)) and later.pk not in seen:
        found, edition_id = later, later.pk
        seen.add(later.pk)
    return found


def editions_visible_to(actor: User) -> QuerySet[Edition]:
    """Everything published in the regulator's jurisdictions, and its own drafts."""
    organisation = actor.organisation
    if not can(actor, "review.view") or organisation is None:
        return Edition.objects.none()
    return (
        Edition.objects.filter(jurisdiction__in=organisation.jurisdiction_codes)
        .select_related("parent", "drafted_by", "published_by")
        .order_by("jurisdiction", "game", "-built_in", "in_force_from", "id")
    )


def edition_visible_to(actor: User, edition_id: str) -> Edition:
    try:
        return editions_visible_to(actor).get(pk=edition_id)
    except Edition.DoesNotExist:
        raise NotFound(f"There is no edition named {edition_id}.") from None


# The core's form -----------------------------------------------------------------------------------------


_MOST_FORMS = 64
_forms: dict[str, CoreEdition] = {}
_in_this_request: ContextVar[dict[str, CoreEdition] | None] = ContextVar("editions_seen", default=None)


def core_editions() -> list[CoreEdition]:
    """The core's form of every published edition: the built-in ones in the core's order, each followed by
    those drafted from it."""
    rows = {row.pk: row for row in published().only("pk", "digest", "parent_id", "in_force_from")}
    followers: dict[str, list[str]] = {}
    for row in sorted(rows.values(), key=lambda row: (str(row.in_force_from), row.pk)):
        if row.parent_id:
            followers.setdefault(row.parent_id, []).append(row.pk)

    def and_followers(edition_id: str) -> list[str]:
        return [edition_id, *(each for pk in followers.get(edition_id, ()) for each in and_followers(pk))]

    ordered = [pk for first in edition_ids() if first in rows for pk in and_followers(first)]
    return [load_edition(pk) if pk in edition_ids() else _read(pk, rows[pk].digest) for pk in ordered]


def core_edition(edition_id: str) -> CoreEdition:
    """The core's own frozen form of a published edition."""
    if edition_id in edition_ids():
        return _loaded(edition_id)
    found = on_the_shelf(edition_id)
    if found is None:
        raise NotFound(f"There is no edition named {edition_id}.")
    return found


def on_the_shelf(edition_id: str) -> CoreEdition | None:
    """A published edition that is not built in.

    Its digest is asked for anew in each request, and outside of one each time: no process is ever behind.
    """
    seen = _in_this_request.get()
    if seen is not None and edition_id in seen:
        return seen[edition_id]
    digest = published().filter(pk=edition_id).values_list("digest", flat=True).first()
    found = _read(edition_id, digest) if digest else None
    if seen is not None and found is not None:
        seen[edition_id] = found
    return found


def remember_within_a_request(**_: Any) -> None:
    _in_this_request.set({})


def forget(**_: Any) -> None:
    _in_this_request.set(None)


def core_edition_for(row: Edition) -> CoreEdition:
    """The core's form of a row, a draft's too. The latest are remembered by their digest."""
    if row.built_in:
        return load_edition(row.pk)
    if row.digest not in _forms:
        if len(_forms) >= _MOST_FORMS:
            _forms.clear()
        _forms[row.digest] = _in_form(row.document)
    return _forms[row.digest]


@lru_cache(maxsize=64)
def _read(edition_id: str, digest: str) -> CoreEdition:
    """By its digest: the same text is read once."""
    return _in_form(Edition.objects.values_list("document", flat=True).get(pk=edition_id, digest=digest))


def _in_form(document: dict[str, Json]) -> CoreEdition:
    """PostgreSQL keeps no order of keys, and pages show some values in the order of the document."""
    return edition_from_json(ordered_like(document, load_edition(document["supersedes"]).data))


@lru_cache(maxsize=64)
def _loaded(edition_id: str) -> CoreEdition:
    """A built-in one that is in the database: once it is, it stays."""
    return load_edition(edition(edition_id).pk)


def _follower(edition_id: str) -> Edition | None:
    return Edition.objects.filter(parent_id=edition_id, state=EditionState.IN_FORCE).first()
