"""The matrix of a game played in rounds: each first bet and way of playing it, by edition."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from craps import edges
from craps.edition import Edition
from craps.games.cards import decks_of, permitted_decks
from craps.games.cost import winnings
from craps.games.figures import RoundEdge
from craps.games.round_game import RoundGame
from craps.money import decimal_text, odds_text
from craps.reading_effects import other_effects
from craps.ruleset import RuleSet, with_every_wager
from craps.vocabulary import in_sentence, path_words
from portal.pages.matrix_cells import MatrixCell, MatrixRow
from portal.text import and_list, or_list

Key = tuple[object, ...]  # of a row of figures: wager, space, way of playing


def round_rows(game: RoundGame, editions: Sequence[Edition]) -> list[MatrixRow]:
    """Return a row for each bet with figures of its own in any of the editions."""
    cells: dict[Key, dict[str, MatrixCell]] = {}
    rows: dict[Key, tuple[RuleSet, RoundEdge]] = {}
    for edition in editions:
        ruleset = with_every_wager(edition)
        chosen, read_otherwise = _chosen(edition, ruleset), _read_otherwise(game, edition)
        for row in edges(ruleset):
            if isinstance(row, RoundEdge):
                rows.setdefault(row.key, (ruleset, row))
                note = ". ".join([*chosen, *read_otherwise.get(_key(row.bet, row.which), [])])
                cells.setdefault(row.key, {})[edition.id] = MatrixCell(
                    _pays(ruleset, row), row.edge, edition.wagers[row.bet].clause, note, row.wagered
                )
    return [
        MatrixRow(row.bet, game.row_name(ruleset, row), cells[key], row.which)
        for key, (ruleset, row) in rows.items()
    ]


def _key(bet: str, which: Mapping[str, Any]) -> Key:
    return bet, which.get("space", ""), which.get("play", "")


def _pays(ruleset: RuleSet, row: RoundEdge) -> str:
    """Return "5 to 1 on a spread of 1, 4 to 1 on a spread of 2": what pays the same is grouped."""
    grouped: dict[Fraction, list[str]] = {}
    for words, pays in winnings(ruleset, row):
        grouped.setdefault(pays, []).append(words)
    if len(grouped) == 1:
        return odds_text(next(iter(grouped)))
    text = _("{pays} on {what}")
    return ", ".join(text.format(pays=odds_text(pays), what=and_list(on)) for pays, on in grouped.items())


def _chosen(edition: Edition, ruleset: RuleSet) -> list[str]:
    """Return a note on each choice of the operator that the figures rest on."""
    notes = []
    own = [section for section in ruleset.stated if section not in ("edition", "wagers")]
    if own:
        text = _("An example: the rulebook leaves this to the operator ({terms})")
        notes.append(text.format(terms=", ".join(in_sentence(path_words(section)) for section in own)))
    if len(decks := permitted_decks(edition)) > 1:
        now = decks_of(ruleset)
        text = _("With {number} decks; the operator may choose {others}")
        others = or_list([str(number) for number in decks if number != now])
        notes.append(text.format(number=now, others=others))
    return notes


def _read_otherwise(game: RoundGame, edition: Edition) -> dict[Key, list[str]]:
    """Return a note for each bet whose edge another reading would change."""
    notes: dict[Key, list[str]] = {}
    text = _("Depends on how {clauses} is read; under the other option {edge}%")
    for name in game.edge_readings:
        for effect in other_effects(edition, name) if name in edition.readings else ():
            for row in effect.edges:
                note = text.format(
                    clauses=", ".join(effect.reading.clauses), edge=decimal_text(row.b * 100, 2)
                )
                notes.setdefault(_key(row.bet, row.which), []).append(note)
    return notes
