"""The built-in editions of all games: one data file each, loaded once.

Where is Maryland's vig rule? ``md-craps.toml``, ``[vig.buy]``. A file with ``base`` states only what differs:
its tables are laid over the base's, ``""`` drops an entry, ``without`` drops wagers, ``renumber`` gives the
base's clauses their own numbers (the longest matching beginning counts). An edition that is not built in,
such as one that a regulator has drafted and published, is passed along as an ``Edition``. What a document
leaves open is in the ``.readings.toml`` beside it; with a base, only the readings that differ.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from craps.edition import Edition, edition_from_json
from craps.errors import BadInput, nearest, path_key, quoted
from craps.games import HOME, editions_of, game_ids
from craps.readings import choices
from craps.toml_cache import load_toml

_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes 4 ms to import


def edition_ids(game: str = HOME) -> tuple[str, ...]:
    """The ids of the built-in editions of a game, in the order they are listed everywhere.

    >>> edition_ids("war")
    ('bc-war',)
    """
    return editions_of(game)


def all_edition_ids() -> tuple[str, ...]:
    """The ids of the built-in editions of every game, those of craps first."""
    return tuple(edition for game in game_ids() for edition in editions_of(game))


def load_edition(edition: str | Edition, path: str = "edition") -> Edition:
    """The built-in edition of an id; an Edition is given back as it is.

    >>> load_edition("nz-1998").in_force_from.isoformat()
    '1998-02-01'
    """
    if isinstance(edition, Edition):
        return edition
    if edition not in edition_ids() and edition not in (ids := all_edition_ids()):
        raise unknown_edition(edition, ids, path)
    return _built_in(edition)


def unknown_edition(edition: str, known: Iterable[str], path: str = "edition") -> BadInput:
    """That there is no edition of this id, with the one that was meant or all there are."""
    ids = list(known)
    instead = nearest(edition, ids) or f"; there are {', '.join(ids)}"
    return BadInput(path, f"{quoted(edition)} is not a known edition{instead}")


def editions_under(
    readings: object, path: str = "readings", editions: Iterable[Edition | str] | None = None
) -> list[Edition]:
    """Every built-in edition, or those given, each under those of the readings that it has; BadInput if none
    has one."""
    loaded = [load_edition(edition) for edition in (all_edition_ids() if editions is None else editions)]
    chosen = choices(readings, path)
    for name in chosen:
        if not any(name in edition.readings for edition in loaded):
            close = nearest(name, {known for edition in loaded for known in edition.readings})
            raise BadInput(f"{path}.{path_key(name)}", f"is not a reading of any edition{close}")
    return [
        edition.with_readings({n: o for n, o in chosen.items() if n in edition.readings}, path)
        for edition in loaded
    ]


def predecessor_of(edition: Edition) -> Edition | None:
    """The edition that this one supersedes, None if it supersedes none; BadInput where it is neither built in
    nor passed along."""
    if edition.predecessor is None and not edition.supersedes:
        return None
    return edition.predecessor or load_edition(edition.supersedes, "supersedes")


def resolved(own: dict[str, Any], readings: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON form of an edition from its file and that of its readings: without ``base``, which is a
    built-in edition, and what only files have."""
    own, readings = dict(own), dict(readings or {})
    dropped = readings.pop("without", ())
    base = own.pop("base", None)
    if base:
        load_edition(base, "base")
        own = _laid_over(_data(base), own)
    kept = {name: entry for name, entry in own.get("readings", {}).items() if name not in dropped}
    own["readings"] = kept | readings
    return _without_empty(own)


@cache
def _built_in(edition: str) -> Edition:
    return edition_from_json(_data(edition))


def _data(edition: str) -> dict[str, Any]:
    own = _load(edition)
    has_readings = os.path.exists(f"{_FOLDER}/{edition}.readings.toml")  # noqa: PTH110
    return resolved(own, _load(f"{edition}.readings") if has_readings else {})


def _load(name: str) -> dict[str, Any]:
    return load_toml(f"{_FOLDER}/{name}.toml")


def _laid_over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    numbers = own.pop("renumber", {})
    renumbered: dict[str, Any] = _renumber(base, numbers) if numbers else base
    for wager in own.pop("without", ()):
        del renumbered["wagers"][wager]
        renumbered["come_out"].pop(wager, None)
    return _merged(renumbered, own)


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        inner = isinstance(value, dict) and value and isinstance(base.get(key), dict)
        merged[key] = _merged(base[key], value) if inner else value
    return merged


def _without_empty(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _without_empty(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value != ""
    }


def _renumber(value: Any, numbers: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renumber(entry, numbers) for key, entry in value.items()}
    if isinstance(value, list):
        return [_renumber(entry, numbers) for entry in value]
    if isinstance(value, str):
        start = max((s for s in numbers if value == s or value.startswith(s)), key=len, default=None)
        return numbers[start] + value[len(start) :] if start is not None else value
    return value
