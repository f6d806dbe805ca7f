"""Tiles: the hashes of a log in files of 256, as in c2sp.org/tlog-tiles, and what they are read for.

A tile of level 0 has the hashes of 256 entries, one of level 1 those of 256 tiles of level 0, and so on. Only
complete subtrees are in tiles, so a tile only grows at its end and a full one never changes. Pure functions:
where tiles are kept is another module's matter (`tile_store.py`; a witness fetches them over HTTP).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from portal.register import merkle

HEIGHT = 8
WIDTH = 1 << HEIGHT
HASH = 32
MAX_ENTRY = 0xFFFF  # an entry's length is two bytes in a bundle
MAX_LEVEL = 63
_INDEX = re.compile(r"(?:x[0-9]{3}/)*[0-9]{3}")


class Tile(NamedTuple):
    """One tile by its level and its number there."""

    level: int
    number: int


class BadTiles(Exception):
    """A tile is missing or too short, or tiles do not have the root they should have."""


Fetch = Callable[[Mapping[Tile, int]], Mapping[Tile, bytes]]  # tiles and their widths: their hashes


def width_in(tile: Tile, size: int) -> int:
    """How many hashes a tile has in a log of this size; 0 if there is no such tile."""
    return max(0, min(WIDTH, (size >> (HEIGHT * tile.level)) - tile.number * WIDTH))


def read_index(text: str) -> int | None:
    """The number of a tile from its address, such as x001/x234/067; None if it is written another way."""
    if not _INDEX.fullmatch(text):
        return None
    number = int(text.replace("x", "").replace("/", ""))
    return number if index_path(number) == text else None


def index_path(index: int) -> str:
    digits = f"{index:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([f"x{part}" for part in parts[:-1]] + parts[-1:])


def path(kind: int | str, index: int, width: int = WIDTH) -> str:
    """The address of a tile below the log's prefix; `kind` is a level, or “entries” for a bundle."""
    return f"tile/{kind}/{index_path(index)}" + (f".p/{width}" if width < WIDTH else "")


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as a bundle: each behind its length in two bytes."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def read_bundle(data: bytes) -> list[bytes]:
    entries, at = [], 0
    while at < len(data):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if at + 2 > len(data) or end > len(data):
            raise BadTiles("A bundle of entries is cut off.")
        entries.append(data[at + 2 : end])
        at = end
    return entries


class Reader:
    """Roots and proofs of a log of a given size, from the few tiles that they need."""

    def __init__(self, size: int, fetch: Fetch) -> None:
        self.size, self._fetch = size, fetch
        self._tiles: dict[Tile, bytes] = {}

    def root(self, size: int | None = None) -> bytes:
        return merkle.root_from(self.frontier(size))

    def frontier(self, size: int | None = None) -> list[bytes]:
        """The hashes of the complete subtrees of the first `size` entries; of all by default."""
        nodes = merkle.nodes_of(merkle.Span(0, self.size if size is None else size))
        self._load(nodes)
        return [self._hash(node) for node in nodes]

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return self._over(merkle.inclusion_spans(index, size))

    def consistency(self, old: int, new: int) -> list[bytes]:
        return self._over(merkle.consistency_spans(old, new))

    def _over(self, spans: Sequence[merkle.Span]) -> list[bytes]:
        parts = [merkle.nodes_of(span) for span in spans]
        self._load([node for nodes in parts for node in nodes])
        return [merkle.root_from([self._hash(node) for node in nodes]) for nodes in parts]

    def _load(self, nodes: Iterable[merkle.Node]) -> None:
        """Fetch all tiles that these nodes need and that are not there yet, at once."""
        wanted = {tile: width_in(tile, self.size) for tile in map(_tile_of, nodes)}
        missing = {tile: width for tile, width in wanted.items() if tile not in self._tiles}
        if not missing:
            return
        fetched = self._fetch(missing)
        for tile, width in missing.items():
            hashes = fetched.get(tile, b"")
            if not width or len(hashes) < width * HASH:
                raise BadTiles(f"Tile {path(tile.level, tile.number)} is missing or too short.")
            self._tiles[tile] = hashes

    def _hash(self, node: merkle.Node) -> bytes:
        """The hash of a complete subtree: one of a tile, or made from 2, 4 … 128 of its hashes."""
        row = node.level % HEIGHT
        first = (node.number << row) % WIDTH
        data = self._tiles[_tile_of(node)]
        level = [data[at * HASH : (at + 1) * HASH] for at in range(first, first + (1 << row))]
        while len(level) > 1:
            level = [merkle.node_hash(*level[at : at + 2]) for at in range(0, len(level), 2)]
        return level[0]


class Builder:
    """The tiles of a growing log, from its frontier and its unfinished tiles."""

    def __init__(self, frontier: merkle.Frontier, last: Mapping[Tile, bytes] | None = None) -> None:
        self.frontier = frontier
        self._tiles = {tile: bytearray(hashes) for tile, hashes in (last or {}).items()}
        self._grown: set[Tile] = set()

    def append(self, leaf: bytes) -> None:
        for level, subtree in enumerate(self.frontier.append(leaf)):
            if level % HEIGHT == 0:
                number = (self.frontier.size >> level) - 1
                tile = Tile(level // HEIGHT, number // WIDTH)
                self._tiles.setdefault(tile, bytearray()).extend(subtree)
                self._grown.add(tile)

    def take(self) -> dict[Tile, bytes]:
        """The tiles that grew since the last call."""
        grown = {tile: bytes(self._tiles[tile]) for tile in sorted(self._grown)}
        self._grown.clear()
        self._tiles = {tile: held for tile, held in self._tiles.items() if len(held) < WIDTH * HASH}
        return grown


def unfinished(size: int) -> list[Tile]:
    """The tiles at the right end of a log of this size that are not full."""
    return [tile for tile in _right_end(size) if 0 < width_in(tile, size) < WIDTH]


def tile_counts(size: int) -> list[int]:
    """How many tiles a log of this size has at each level."""
    counts = []
    while size:
        counts.append(-(-size // WIDTH))
        size //= WIDTH
    return counts


def _right_end(size: int) -> Iterator[Tile]:
    level = 0
    while count := size >> (HEIGHT * level):
        yield Tile(level, count // WIDTH)
        level += 1


def _tile_of(node: merkle.Node) -> Tile:
    return Tile(node.level // HEIGHT, (node.number << node.level % HEIGHT) // WIDTH)
