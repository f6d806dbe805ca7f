"""The games, one folder each, and which edition belongs to which game. Nothing else names a game.

A folder's ``__init__`` says what editions call the game (``CALLED``) and which are built in (``EDITIONS``);
its ``game.py`` has the ``GAME`` with everything else. Folders are found, not listed, and read when they are
first needed, craps before the others. Craps lives in the modules beside this folder; ``games/craps`` hands on
to them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from craps.edition import Edition
    from craps.games.game import Game

HOME = "craps"
_known: dict[str, Game] = {}  # by what editions call it
_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes 4 ms to import


def game_of(edition: Edition) -> Game:
    """The game that an edition governs."""
    game = _known.get(edition.game)
    if game is None:
        game = _known[edition.game] = game_called(edition.game)
    return game


def game_called(words: object) -> Game:
    """The game that an edition's ``game`` names; one that no folder knows is a kind of craps."""
    for name in game_ids():
        if words in _entry(name).CALLED:
            return game_named(name)
    return game_named(HOME)


def game_words(words: str) -> str:
    """What an edition's ``game`` is called in a sentence.

    >>> game_words("midi craps"), game_words("casino war")
    ('midi craps', 'Casino War')
    """
    return game_called(words).called(words)


@cache
def game_named(name: str) -> Game:
    """The game of a folder."""
    game: Game = import_module(f"{__name__}.{name}.game").GAME
    return game


def games() -> Iterator[Game]:
    """All games, craps first."""
    return map(game_named, game_ids())


def game_ids() -> Iterator[str]:
    """The ids of all games, which are their folders: craps, then the others by name."""
    yield HOME
    yield from _others()


def editions_of(name: str) -> tuple[str, ...]:
    """The built-in editions of a game."""
    editions: tuple[str, ...] = _entry(name).EDITIONS
    return editions


@cache
def _others() -> tuple[str, ...]:
    with os.scandir(_FOLDER) as entries:
        names = [entry.name for entry in entries if os.path.exists(f"{entry.path}/game.py")]  # noqa: PTH110
    return tuple(sorted(name for name in names if name != HOME))


def _entry(name: str) -> Any:
    return import_module(f"{__name__}.{name}")
