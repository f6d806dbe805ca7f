"""The tiles of this log in the database. Only signing a checkpoint adds to them, in its transaction."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from portal.register import merkle
from portal.register.models import LogTile
from portal.register.tiles import HASH, Builder, Reader, Tile, unfinished, width_in

_AT_ONCE = 500


def reader(size: int) -> Reader:
    """Roots and proofs of the log up to a signed size."""
    return Reader(size, fetch)


def builder(size: int, frontier: Iterable[bytes]) -> Builder:
    """What goes on from a log of this size, whose subtrees have these hashes."""
    last = {tile: width_in(tile, size) for tile in unfinished(size)}
    held = {tile: hashes[: last[tile] * HASH] for tile, hashes in fetch(last).items()}
    return Builder(merkle.Frontier(size, frontier), held)


def fetch(wanted: Mapping[Tile, int]) -> dict[Tile, bytes]:
    """The stored hashes of these tiles, in one query."""
    by_level: dict[int, list[int]] = {}
    for tile in wanted:
        by_level.setdefault(tile.level, []).append(tile.number)
    if not by_level:
        return {}
    chosen = Q()
    for level, numbers in by_level.items():
        chosen |= Q(level=level, number__in=numbers)
    rows = LogTile.objects.filter(chosen).order_by().values_list("level", "number", "hashes")
    return {Tile(level, number): bytes(hashes) for level, number, hashes in rows}


def save(grown: Mapping[Tile, bytes]) -> None:
    LogTile.objects.bulk_create(
        [LogTile(level=tile.level, number=tile.number, hashes=hashes) for tile, hashes in grown.items()],
        batch_size=_AT_ONCE,
        update_conflicts=True,
        unique_fields=["level", "number"],
        update_fields=["hashes"],
    )


def rebuild(leaf_hashes: Iterable[bytes]) -> int:
    """Make all tiles again from the hashes of the entries. Return how many entries there were."""
    LogTile.objects.all().delete()
    fresh = Builder(merkle.Frontier())
    for leaf in leaf_hashes:
        fresh.append(leaf)
        if fresh.frontier.size % (_AT_ONCE * 64) == 0:
            save(fresh.take())
    save(fresh.take())
    return fresh.frontier.size
