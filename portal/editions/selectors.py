"""Editions as pages and services read them, and the one place that finds an edition by its id.

The core loads the built-in editions itself. Any other edition is found here and passed to it.
"""

from functools import cache

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from craps import all_edition_ids, edition_from_json, edition_ids, load_edition
from craps.codec import Json
from craps.edition import Edition as CoreEdition
from craps.edition_values import in_form_order, ordered_like
from craps.games import game_called
from craps.rulebook import Book, book
from portal.accounts.models import Property, User
from portal.accounts.permissions import can
from portal.editions.models import PUBLISHED, Drafter, Edition, EditionState
from portal.errors import NotFound


def published() -> QuerySet[Edition]:
    """What anyone may read: in force, or to come into force on its date."""
    return Edition.objects.filter(state__in=PUBLISHED)


def in_force() -> QuerySet[Edition]:
    """The editions for new rules: in force and not replaced by a successor."""
    follower = Edition.objects.filter(parent=OuterRef("pk"), state=EditionState.IN_FORCE)
    rows = Edition.objects.filter(~Exists(follower), state=EditionState.IN_FORCE)
    for replaced, later in _built_in_followers().items():
        rows = rows.exclude(Exists(_loaded_follower(later)), pk=replaced)
    return rows


def stamp() -> str:
    """Changes whenever what is published does."""
    rows = published().values_list("pk", "contents_digest", "state")
    return " ".join(f"{pk}:{digest}:{state}" for pk, digest, state in rows)


def editions_for(prop: Property) -> QuerySet[Edition]:
    """What a casino may choose from: its own jurisdiction's editions, the latest first."""
    return in_force().filter(jurisdiction=prop.jurisdiction).order_by("game", "-in_force_from", "id")


def games_at(prop: Property) -> list[str]:
    """The games that a casino can have tables of, as its editions call them."""
    return list(dict.fromkeys(editions_for(prop).values_list("game", flat=True)))


def edition(edition_id: str) -> Edition:
    try:
        return published().get(pk=edition_id)
    except Edition.DoesNotExist:
        raise NotFound(f"There is no edition named {edition_id}.") from None


def successor(edition_id: str) -> Edition | None:
    """The edition in force that replaced this one, directly or not; None if none did."""
    successor = None
    visited = {edition_id}
    while (later := _follower(edition_id)) and later.pk not in visited:
        successor, edition_id = later, later.pk
        visited.add(later.pk)
    return successor


def scheduled_successor(edition_id: str) -> Edition | None:
    """The published edition that replaces this one on a day to come; None if none does."""
    return Edition.objects.filter(parent_id=edition_id, state=EditionState.SCHEDULED).first()


def editions_visible_to(actor: User) -> QuerySet[Edition]:
    """Everything published in the regulator's jurisdictions, and its own drafts."""
    organisation = actor.organisation
    if not can(actor, "review.view") or organisation is None:
        return Edition.objects.none()
    return (
        Edition.objects.filter(jurisdiction__in=organisation.jurisdiction_codes)
        .select_related("parent", "drafted_by", "proposed_by", "published_by", "withdrawal_asked_by")
        .order_by("jurisdiction", "game", "-built_in", "in_force_from", "id")
    )


def edition_visible_to(actor: User, edition_id: str) -> Edition:
    try:
        return editions_visible_to(actor).get(pk=edition_id)
    except Edition.DoesNotExist:
        raise NotFound(f"There is no edition named {edition_id}.") from None


def waiting_for(actor: User) -> list[Edition]:
    """Editions that wait for this person: to publish or withdraw as the second one, or sent back to them."""
    rows = editions_visible_to(actor)
    sent_back = rows.filter(state=EditionState.DRAFT, drafters__user=actor).exclude(remarks="")
    if not can(actor, "edition.publish"):
        return list(sent_back)
    drafted = Drafter.objects.filter(edition=OuterRef("pk"), user=actor)
    proposed = rows.filter(~Exists(drafted), state=EditionState.PROPOSED).exclude(proposed_by=actor)
    asked = rows.filter(state=EditionState.SCHEDULED, withdrawal_asked_by__isnull=False)
    return [*proposed, *asked.exclude(withdrawal_asked_by=actor), *sent_back]


# The core's form -----------------------------------------------------------------------------------------


def core_editions(game: str = "") -> list[CoreEdition]:
    """The core's form of every published edition, or of those of one game: the built-in ones in the core's
    order, then those that replace none by their jurisdiction, each followed by those drafted from it."""
    columns = ("pk", "contents_digest", "built_in", "parent_id", "in_force_from", "game", "jurisdiction")
    rows = {row.pk: row for row in published().only(*columns)}
    followers: dict[str, list[str]] = {}
    for row in sorted(rows.values(), key=lambda row: (str(row.in_force_from), row.pk)):
        if row.parent_id:
            followers.setdefault(row.parent_id, []).append(row.pk)

    def and_followers(edition_id: str) -> list[str]:
        return [edition_id, *(each for pk in followers.get(edition_id, ()) for each in and_followers(pk))]

    built_in = edition_ids(game) if game else all_edition_ids()
    first_ones = [
        *(first for first in built_in if first in rows),
        *(
            row.pk
            for row in sorted(rows.values(), key=lambda row: (row.jurisdiction, row.pk))
            if not row.built_in and not row.parent_id and (not game or game_called(row.game).id == game)
        ),
    ]
    ordered = [pk for first in first_ones for pk in and_followers(first)]
    return [core_edition_for(rows[pk]) for pk in ordered]


def core_edition(edition_id: str) -> CoreEdition:
    """The core's form of a published edition; NotFound where there is none."""
    edition = published_edition(edition_id)
    if edition is None:
        raise NotFound(f"There is no edition named {edition_id}.")
    return edition


def published_edition(edition_id: str) -> CoreEdition | None:
    """The core's form of a published edition, or None.

    The digest of its contents is read each time, so that no process uses an older text; a built-in one
    changes only with the program, and once it is loaded it stays.
    """
    if edition_id in _loaded:
        return load_edition(edition_id)
    columns = ("pk", "contents_digest", "built_in", "parent_id")
    row = published().filter(pk=edition_id).only(*columns).first()
    if row is not None and row.built_in:
        _loaded.add(edition_id)
    return core_edition_for(row) if row is not None else None


def rulebook_of(book_id: str) -> Book | None:
    """The rulebook of a published edition; else None."""
    if book_id in all_edition_ids():
        return book(book_id)
    edition = published_edition(book_id)
    return book(edition) if edition else None


def core_edition_for(row: Edition) -> CoreEdition:
    """The core's form of a row, a draft's too. The latest are remembered by their digest."""
    if row.built_in:
        return load_edition(row.pk)
    before = _before(row.parent_id)
    form = _forms.get((row.contents_digest, before))
    if form is None:
        if len(_forms) >= _MOST_FORMS:
            _forms.clear()
        form = core_edition_from(row.document, row.book, row.examples)
        # Not the row's digest: the document may be read later than that.
        _forms[form.contents_digest, before] = form
    return form


def core_edition_from(
    document: dict[str, Json], book: dict[str, Json] | None, examples: dict[str, Json] | None
) -> CoreEdition:
    """The core's form of a document with its rulebook and examples, and of the edition it supersedes.

    PostgreSQL keeps no order of keys, and pages show some values in the order of the document.
    """
    parent_id = document.get("supersedes")
    if not parent_id:
        return edition_from_json(in_form_order(document), book=book, examples=examples)
    built_in = parent_id in all_edition_ids()
    parent = load_edition(parent_id) if built_in else core_edition_for(Edition.objects.get(pk=parent_id))
    return edition_from_json(
        ordered_like(document, parent.data), predecessor=parent, book=book, examples=examples
    )


_MOST_FORMS = 64
_forms: dict[tuple[str, tuple[str, ...]], CoreEdition] = {}
_loaded: set[str] = set()  # built-in editions that are in the database


def _before(edition_id: str | None) -> tuple[str, ...]:
    """The digests of the drafted editions that an edition follows on: their texts may be its own. One that
    was withdrawn can change."""
    digests: tuple[str, ...] = ()
    while edition_id and edition_id not in all_edition_ids():
        digest, edition_id = Edition.objects.values_list("contents_digest", "parent_id").get(pk=edition_id)
        digests = (*digests, digest)
    return digests


@cache
def _built_in_followers() -> dict[str, str]:
    """Each built-in edition that a built-in one supersedes, with that one."""
    editions = [load_edition(edition_id) for edition_id in all_edition_ids()]
    return {edition.supersedes: edition.id for edition in editions if edition.supersedes}


def _follower(edition_id: str) -> Edition | None:
    """What the regulator published in its place, or else the built-in edition that supersedes it."""
    published = Edition.objects.filter(parent_id=edition_id, state=EditionState.IN_FORCE).first()
    if published or edition_id not in _built_in_followers():
        return published
    return _loaded_follower(_built_in_followers()[edition_id]).first()


def _loaded_follower(edition_id: str) -> QuerySet[Edition]:
    """A built-in edition that supersedes another and has no date of its own: it does so once it is here."""
    return Edition.objects.filter(pk=edition_id, loaded_at__lte=timezone.now())
