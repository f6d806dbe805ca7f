"""Starts a draft of an edition: after a published one, as a copy of another jurisdiction's, or from nothing.

Only the first follows on a parent. The others have their own rulebook and worked examples from the start.
"""

import re
from collections.abc import Mapping
from datetime import date

from django.db import IntegrityError, transaction

from craps.codec import Json
from craps.edition_start import copied_document, smallest_book, smallest_document
from craps.examples import examples_data
from craps.games import game_words, games
from craps.rulebook import book_data
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions.draft_store import save_contents
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition, edition_visible_to, published
from portal.errors import BadValue, NotPossible

EMPTY, COPY = "empty:", "copy:"


def games_to_start() -> list[tuple[str, str]]:
    """The games of which an edition can be started from nothing: as documents call them, and in words."""
    return [(game.name.lower(), game_words(game.name.lower())) for game in games()]


def others_to_copy(actor: User) -> list[Edition]:
    """The published editions of other jurisdictions."""
    own = actor.organisation.jurisdiction_codes if actor.organisation else []
    return list(published().exclude(jurisdiction__in=own).order_by("jurisdiction", "game", "id"))


@transaction.atomic
def start(
    *, actor: User, parent_id: str, edition_id: str, title: str, in_force_from: date | None = None
) -> Edition:
    """Create a draft. `parent_id` is a published edition, `copy:` with one, or `empty:` with a game."""
    require(actor, "edition.manage")
    if parent_id.startswith(COPY):
        return _start_copy(
            actor, parent_id.removeprefix(COPY), edition_id.strip(), title.strip(), in_force_from
        )
    if parent_id.startswith(EMPTY):
        return _start_empty(
            actor, parent_id.removeprefix(EMPTY), edition_id.strip(), title.strip(), in_force_from
        )
    return _start_after(actor, parent_id, edition_id.strip(), title.strip(), in_force_from)


def insert_draft(
    actor: User,
    *,
    document: dict[str, Json],
    parent: Edition | None = None,
    book: dict[str, Json] | None = None,
    examples: dict[str, Json] | None = None,
) -> Edition:
    """Write a new draft. BadValue if there is an edition of its id already."""
    row = Edition(
        pk=document["id"],
        jurisdiction=document["jurisdiction"],
        game=document["game"],
        parent=parent,
        drafted_by=actor,
    )
    try:
        with transaction.atomic():
            save_contents(row, actor=actor, document=document, book=book, examples=examples)
    except IntegrityError:
        other = suggested_id(parent) if parent else f"{row.pk}-2"[:40]
        raise BadValue(
            f"There is already an edition {row.pk}. Choose another id, such as {other}.", field="edition_id"
        ) from None
    return row


def suggested_id(parent: Edition) -> str:
    """An unused id: the parent's with the coming year."""
    base = re.sub(r"-\d{4}(-\d+)?$", "", parent.pk) if not parent.built_in else parent.pk
    year = jurisdiction(parent.jurisdiction).today().year + 1
    taken = set(Edition.objects.filter(pk__startswith=base).values_list("pk", flat=True))
    tries = [f"{base}-{year}", *(f"{base}-{year}-{n}" for n in range(2, 100))]
    return next(each for each in tries if each not in taken)


def jurisdiction_of_id(actor: User, edition_id: str, like: str = "") -> str:
    """The jurisdiction that an id begins with; BadValue unless it is one of the actor's."""
    codes = list(actor.organisation.jurisdiction_codes) if actor.organisation else []
    code = edition_id.partition("-")[0]
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", edition_id) or code not in codes:
        prefix = " or ".join(f"{each}-" for each in codes)
        example = like or f"{codes[0] if codes else 'md'}-craps-2030"
        raise BadValue(
            f"Use lower-case letters, digits and single hyphens, starting with {prefix}, such as {example}.",
            field="edition_id",
        )
    if len(edition_id) > 40:
        raise BadValue("Use at most 40 characters.", field="edition_id")
    return code


def head_dates(title: str, in_force_from: date | None) -> dict[str, Json]:
    """Title and planned day, as the document has them."""
    head: dict[str, Json] = {"title": title}
    return head | ({"in_force_from": in_force_from.isoformat()} if in_force_from else {})


def _start_after(actor: User, parent_id: str, edition_id: str, title: str, day: date | None) -> Edition:
    parent = edition_visible_to(actor, parent_id)
    if not parent.is_published:
        raise NotPossible(f"“{parent.title}” is a draft. It has to be published first; or edit that draft.")
    prefix = f"{parent.jurisdiction}-"
    if not edition_id.startswith(prefix):
        raise BadValue(
            f"Use lower-case letters, digits and single hyphens, starting with {prefix}, such as "
            f"{suggested_id(parent)}.",
            field="edition_id",
        )
    jurisdiction_of_id(actor, edition_id, like=suggested_id(parent))
    head = {"id": edition_id, "supersedes": parent.pk, **head_dates(title, day)}
    document = {k: v for k, v in parent.document.items() if k != "in_force_from"} | head
    row = insert_draft(actor, document=document, parent=parent)
    record(actor=actor, action="edition.draft", obj=row, after={"from": parent.pk, "title": title})
    return row


def _start_copy(actor: User, source_id: str, edition_id: str, title: str, day: date | None) -> Edition:
    source = core_edition_for(edition(source_id))
    head = _own_head(actor, edition_id, title, day, {"game": source.game})
    book = {**book_data(source), "title": title}
    examples = examples_data(source)
    row = insert_draft(actor, document=copied_document(source, head), book=book, examples=examples)
    record(actor=actor, action="edition.draft", obj=row, after={"copy of": source.id, "title": title})
    return row


def _start_empty(actor: User, game: str, edition_id: str, title: str, day: date | None) -> Edition:
    if game not in dict(games_to_start()):
        raise BadValue("Choose the game.", field="parent_id")
    head = _own_head(actor, edition_id, title, day, {"game": game})
    book = smallest_book(
        title, f"The rules of {game_words(game)} of {jurisdiction(head['jurisdiction']).name}."
    )
    row = insert_draft(actor, document=smallest_document(head), book=book, examples={"example": []})
    record(actor=actor, action="edition.draft", obj=row, after={"game": game, "title": title})
    return row


def _own_head(
    actor: User, edition_id: str, title: str, day: date | None, rest: Mapping[str, Json]
) -> dict[str, Json]:
    """Of an edition that follows on none: its jurisdiction says currency and authority."""
    code = jurisdiction_of_id(actor, edition_id)
    where = jurisdiction(code)
    authority = where.authority or (actor.organisation.name if actor.organisation else where.name)
    return {
        "id": edition_id,
        "jurisdiction": code,
        "authority": authority[:120],
        "source": f"Rules of {where.name}"[:200],
        "currency": where.currency,
        **head_dates(title, day),
        **rest,
    }
