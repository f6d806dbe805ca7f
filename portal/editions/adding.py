"""Adds to a draft what the form of a value cannot: a wager, a section, a value that it does not have.

What is added is like that of another edition, or the least that the form accepts, and cites one clause of
this one; its values are then changed one by one.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db import transaction

from craps.codec import Entries, Fields
from craps.edition import Edition as CoreEdition
from craps.edition_codec import FreeForm, TextOrEach
from craps.edition_start import entry_like, form_at, smallest, smallest_wager, wager_like
from craps.edition_values import ASIDE, Keys, with_value, without_value
from craps.games import game_of
from portal.accounts.models import User
from portal.editions.draft_store import locked_draft
from portal.editions.drafting import amend
from portal.editions.models import Edition
from portal.editions.selectors import core_edition, core_edition_for, core_editions
from portal.errors import BadValue, NotPossible

# Sections whose entries are added one by one.
SECTIONS = {
    "wagers": "Wagers",
    "odds": "Odds behind a line or come bet",
    "vig": "Vigorish",
    "come_out": "On or off on a come-out roll",
    "paytables": "Paytables to choose from",
    "making": "Making and taking down bets",
    "table": "Table and equipment",
    "layout": "Layout",
}
OTHERS = "Other sections"
NOTHING = ""  # like no other edition
OUTCOME = "*"  # at the end of a path: what it is added for, such as 4 10, is typed


class Addable(NamedTuple):
    """Something an edition can have and has not."""

    path: str
    group: str
    label: str


def addable(core: CoreEdition, within: str = "") -> list[Addable]:
    """What can be added to an edition, or to one of its entries (`wagers.field`)."""
    return list(_missing(core, tuple(within.split(".")) if within else ()))


def sources(core: CoreEdition) -> list[CoreEdition]:
    """The published editions of the same game, those of the jurisdiction first."""
    game = game_of(core).id
    return sorted(core_editions(game), key=lambda each: (each.jurisdiction != core.jurisdiction, each.id))


@transaction.atomic
def add_part(
    *, actor: User, edition_id: str, path: str, source_id: str, clause: str, outcome: str = ""
) -> Edition:
    """Add a part that the draft has not, like that of another edition; at a path that ends with OUTCOME the
    least that is accepted, for the outcome."""
    row = locked_draft(actor, edition_id)
    core = core_edition_for(row)
    keys = tuple(path.split("."))
    if keys[-1] == OUTCOME:
        keys, source_id = (*keys[:-1], _outcome(outcome)), NOTHING
    form = form_at(core.data, keys)
    if form is None or keys[0] in (*ASIDE, "readings"):
        raise NotPossible(f"{path} is not a part of an edition.")
    if _at(core, keys) is not None:
        field = "outcome" if outcome else "path"
        raise BadValue("The edition has this already. Change its values instead.", field=field)
    clause = clause.strip()
    if not clause:
        raise BadValue("Enter the clause that it follows from.", field="clause")
    is_wager = keys[0] == "wagers" and len(keys) == 2
    json = smallest_wager(core, keys[1], clause) if is_wager else smallest(form, clause, keys[-1])
    if source_id:
        source = core_edition(source_id)
        theirs = _at(source, keys)
        if theirs is None:
            raise BadValue(f"“{source.title}” does not have this. Choose another edition.", field="source_id")
        json = wager_like(core, source, keys[1], clause) if is_wager else entry_like(form, theirs, clause)
    place = ".".join(keys)
    return amend(actor, row, with_value(row.document, keys, json), "edition.add", place, field="path")


@transaction.atomic
def remove_part(*, actor: User, edition_id: str, path: str) -> Edition:
    """Remove a wager, a section or a value."""
    row = locked_draft(actor, edition_id)
    keys = tuple(path.split("."))
    if keys[0] in ASIDE or _at(core_edition_for(row), keys) is None:
        raise NotPossible(f"The edition has no {path}.")
    return amend(actor, row, without_value(row.document, keys), "edition.remove", path, field="path")


def part_label(core: CoreEdition, keys: Keys) -> str:
    """What a part is called on a page."""
    name = game_of(core).wagers.get(keys[-1]) if len(keys) == 2 else None
    if name:
        return core.name_of(keys[1])
    return keys[-1].replace("_", " ").capitalize()


def _missing(core: CoreEdition, keys: Keys) -> Iterator[Addable]:
    form = form_at(core.data, keys)
    here = _at(core, keys)
    have = here if isinstance(here, Mapping) else {}
    group = part_label(core, keys) if keys else OTHERS
    if keys and keys[0] in SECTIONS and len(keys) == 1:
        group = SECTIONS[keys[0]]
    names = (
        form.names if isinstance(form, Entries) else tuple(form.fields) if isinstance(form, Fields) else ()
    )
    for name in names:
        if not keys and name in (*ASIDE, "readings"):
            continue
        inner = (*keys, name)
        if not keys and name in SECTIONS:
            yield from _missing(core, inner)
            continue
        field = form_at(core.data, inner)
        by_outcome = len(keys) > 1 and isinstance(field, FreeForm)
        if name not in have and (not by_outcome or isinstance(field, TextOrEach)):
            yield Addable(".".join(inner), group, part_label(core, inner))
        if by_outcome and not isinstance(have.get(name), str):
            label = f"{part_label(core, inner)}, for an outcome"
            yield Addable(".".join((*inner, OUTCOME)), group, label)


def _outcome(typed: str) -> str:
    outcome = " ".join(typed.replace(",", " ").split())
    if not outcome or "." in outcome:
        raise BadValue("Enter what it is for: all, or numbers such as 4 10.", field="outcome")
    return outcome


def _at(core: CoreEdition, keys: Keys) -> object:
    part: object = core.data
    for key in keys:
        part = part.get(key) if isinstance(part, Mapping) else None
    return part
