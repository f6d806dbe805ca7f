"""The exact house edge of every wager under the draft, beside its parent's and the other editions'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from craps.edge import EdgeRow, edge_of, edges
from craps.edition import Edition
from craps.games import game_of
from craps.money import rounded_percent
from craps.ruleset import with_every_wager
from craps.slips.bounds import EDGE
from craps.slips.slip import Beside, Draft, Slip
from craps.wagers import CATALOGUE, slot_of


@dataclass(frozen=True)
class Edge:
    """One bet of an edition; bets of a wager on like numbers or pairs are one."""

    key: str  # hardway.6, hop.easy, fire@B
    bet: str
    label: str
    edge: Fraction

    @property
    def text(self) -> str:
        return edge_text(self.edge)


@dataclass(frozen=True)
class EdgeLine:
    """A line of the table of edges: one bet under each of some editions; None where one does not offer it."""

    key: str
    label: str
    edges: tuple[Fraction | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the first edition's edge is not the second's."""
        return len(self.edges) > 1 and self.edges[0] != self.edges[1]


def edge_table(edition: Edition, compared: tuple[Edition, ...]) -> list[EdgeLine]:
    """Every bet of an edition and of those it is compared with, in the order of the first that has it."""
    columns = [edges_of(each) for each in (edition, *compared)]
    labels: dict[str, str] = {}
    for column in columns:
        for key, edge in column.items():
            labels.setdefault(key, edge.label)
    return [
        EdgeLine(key, label, tuple(column[key].edge if key in column else None for column in columns))
        for key, label in labels.items()
    ]


def edge_text(edge: Fraction) -> str:
    """
    >>> edge_text(Fraction(-17, 18))
    '−17/18 (−94.44%)'
    """
    return f"{edge} ({rounded_percent(edge)})".replace("-", "−")


def favours_player(draft: Draft) -> Iterator[Slip]:
    """A bet that pays the player more than it takes."""
    before = edges_of(draft.parent) if draft.parent else {}
    for key, edge in edges_of(draft.edition).items():
        was = before.get(key)
        if edge.edge < 0 and (was is None or was.edge != edge.edge):
            sentence = f"{edge.label} favours the player: its house edge is {edge.text}."
            yield _slip(draft, "favours-player", edge, was, sentence)


def edge_moved(draft: Draft) -> Iterator[Slip]:
    """An edge that moved by more than the bound, to where no other edition has it."""
    before = edges_of(draft.parent) if draft.parent else {}
    for key, edge in edges_of(draft.edition).items():
        was = before.get(key)
        known = [theirs[key].edge for each in draft.compared if key in (theirs := edges_of(each))]
        if not known or edge.edge < 0:
            continue
        middle = was.edge if was else sum(known, Fraction(0)) / len(known)
        bound = EDGE.of(middle)
        if abs(edge.edge - middle) <= bound or min(known) - bound <= edge.edge <= max(known) + bound:
            continue
        from_where = f"from {was.text}" if was else "away from the other editions"
        sentence = (
            f"The house edge of {edge.label} moved {from_where} to {edge.text}, by more than {EDGE.words}."
        )
        yield _slip(draft, "edge-moved", edge, was, sentence)


@lru_cache(maxsize=128)
def edges_of(edition: Edition) -> Mapping[str, Edge]:
    """The edges of all wagers that an edition lists, on every paytable, by key."""
    by_key: dict[str, Edge] = {}
    for row in edges(with_every_wager(edition)):
        _add(by_key, edition, row)
    for name, choice in edition.paytables.items():
        for letter, table in choice.tables.items():
            if letter == choice.baseline:
                continue
            terms = with_every_wager(edition, {"paytables": {name: letter}})
            for wager in table:
                if wager in edition.wagers:
                    _add(by_key, edition, edge_of(terms, wager), letter)
    return by_key


def _add(by_key: dict[str, Edge], edition: Edition, row: EdgeRow, letter: str = "") -> None:
    slot = slot_of(row.bet, row.spot) if row.bet in CATALOGUE and row.dice else ""
    place = slot or (str(row.number) if row.number is not None else " ".join(row.which.values()))
    key = f"{row.bet}{'.' if place else ''}{place}{'@' if letter else ''}{letter}"
    if slot:
        label = f"{edition.name_of(row.bet)} on {'two different faces' if slot == 'easy' else 'a pair'}"
    else:
        label = game_of(edition).bet_words(edition, row.bet, row.to_json())
    label += f", table {letter}" if letter else ""
    by_key.setdefault(key, Edge(key, row.bet, label, row.edge))


def _slip(draft: Draft, kind: str, edge: Edge, was: Edge | None, sentence: str) -> Slip:
    bets = {edge.bet, *(CATALOGUE[edge.bet].parts if edge.bet in CATALOGUE else ())}
    place = next((change for change in draft.changes if change.now and bets & {*change.keys}), None)
    pays = [path for path in draft.values if path.startswith(f"wagers.{edge.bet}.pays.")]
    return Slip(
        kind=kind,
        path=f"edge.{edge.key}",
        label=f"House edge of {edge.label}",
        was=was.text if was else "not offered",
        now=edge.text,
        sentence=sentence,
        clause=place.clause if place else "",
        mend=place.path if place else (pays[0] if pays else f"wagers.{edge.bet}.name"),
        beside=tuple(
            Beside(each.id, each.title, theirs[edge.key].text)
            for each in draft.compared
            if edge.key in (theirs := edges_of(each))
        ),
    )
