"""Slips in a drafted edition: what looks like an error of writing. Found by comparing it with its parent,
with the other editions of its game, with its own rulebook and with itself.

``slips`` returns them all. No slip is certain: a regulator may mean what it wrote. Each is therefore
explained or mended before the edition is published. What cannot be meant at all, such as a minimum above a
maximum, is refused by the edition's form and by ``contradictions`` of craps/edition_values.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from craps.edition import Edition
from craps.games import game_of
from craps.rulebook import Book
from craps.slips.bounds import EDGE, SCALES
from craps.slips.edges import EdgeLine, edge_moved, edge_table, edge_text, favours_player
from craps.slips.listing import dropped_wager, head_of_edition, not_listed
from craps.slips.payouts import payout_order, payout_unlike
from craps.slips.slip import Beside, Draft, Find, Slip
from craps.slips.terms import limits_in_steps, odds_order, out_of_scale, switched, unlike_its_pair
from craps.slips.texts import (
    moved_citation,
    name_not_printed,
    reading_without_reasons,
    same_sentence,
    silent_clause,
    unknown_clause,
    unsaid_figure,
)
from craps.slips.words import sentences

__all__ = ["EDGE", "KINDS", "SCALES", "Beside", "EdgeLine", "Slip", "edge_table", "edge_text", "slips"]

# Each takes a Draft and yields the slips of its kind. A new kind is one function and its line here.
KINDS: tuple[Find, ...] = (
    favours_player,
    edge_moved,
    payout_order,
    payout_unlike,
    out_of_scale,
    limits_in_steps,
    switched,
    odds_order,
    unlike_its_pair,
    unsaid_figure,
    same_sentence,
    unknown_clause,
    moved_citation,
    silent_clause,
    name_not_printed,
    reading_without_reasons,
    not_listed,
    dropped_wager,
    head_of_edition,
)


def slips(
    edition: Edition,
    parent: Edition | None,
    others: Iterable[Edition] = (),
    book: Book | None = None,
    *,
    today: date | None = None,
    kinds: Iterable[Find] = KINDS,
) -> tuple[Slip, ...]:
    """Every slip of an edition that follows on ``parent``, or on none.

    ``others`` are the editions it is compared with besides; those of another game are left out. ``book`` is
    its rulebook; without one it is the edition's own, or else its parent's.

    >>> from craps import edition_from_json, load_edition
    >>> md = load_edition("md-craps")
    >>> wagers = md.data["wagers"]
    >>> seven = {**wagers["any_seven"], "pays": {"all": ["40:1", "5/A(23)"]}}
    >>> typed = edition_from_json({**md.data, "wagers": {**wagers, "any_seven": seven}})
    >>> slips(typed, md)[0].sentence
    'Any seven favours the player: its house edge is −35/6 (−583.33%).'
    """
    game = game_of(edition)
    known = [each for each in others if game_of(each) is game and each.id != edition.id]
    draft = Draft(
        edition=edition,
        parent=parent,
        others=tuple(each for each in known if parent is None or each.id != parent.id),
        book=book or sentences(edition if edition.book is not None or parent is None else parent),
        before=sentences(parent) if parent else None,
        today=today,
    )
    return tuple(slip for find in kinds for slip in find(draft))
