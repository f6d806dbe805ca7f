"""Tiles: the same roots and proofs as from the whole tree, whatever the size, and addresses to the letter."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from portal.register import merkle, tiles

LARGEST = 70_000
LEAVES = [hashlib.sha256(n.to_bytes(4, "big")).digest() for n in range(LARGEST)]


@pytest.fixture(scope="module")
def made() -> dict[tiles.Tile, bytes]:
    builder = tiles.Builder(merkle.Frontier())
    for leaf in LEAVES:
        builder.append(leaf)
    return builder.take()


@pytest.fixture(scope="module")
def tree() -> merkle.Tree:
    return merkle.Tree(LEAVES)


def reader(made: Mapping[tiles.Tile, bytes], size: int) -> tiles.Reader:
    """As a log of this size would serve them: no more hashes than it has."""
    return tiles.Reader(
        size, lambda wanted: {tile: made[tile][: width * 32] for tile, width in wanted.items()}
    )


def test_the_example_of_the_specification(made: dict[tiles.Tile, bytes]) -> None:
    """70,000 entries: 273 full tiles of level 0 and one of 112, then 1 and one of 17, then one of 1."""
    widths = {tile: len(hashes) // 32 for tile, hashes in made.items()}
    assert widths[tiles.Tile(0, 273)] == 112
    assert widths[tiles.Tile(1, 1)] == 17
    assert widths[tiles.Tile(2, 0)] == 1
    assert sorted(widths.values()) == [1, 17, 112, *[256] * 274]
    assert all(tiles.width_in(tile, LARGEST) == width for tile, width in widths.items())
    assert tiles.tile_counts(LARGEST) == [274, 2, 1]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_roots_and_proofs_are_those_of_the_tree(
    made: dict[tiles.Tile, bytes], tree: merkle.Tree, data: st.DataObject
) -> None:
    near = st.sampled_from([255, 256, 257, 65_535, 65_536, 65_537, LARGEST])
    size = data.draw(near | st.integers(1, LARGEST))
    smaller = data.draw(st.integers(1, size))
    read = reader(made, size)
    assert read.root() == tree.root(size)
    assert read.root(smaller) == tree.root(smaller)
    assert read.inclusion(smaller - 1, size) == tree.inclusion(smaller - 1, size)
    assert read.consistency(smaller, size) == tree.consistency(smaller, size)


@settings(max_examples=20, deadline=None)
@given(size=st.integers(0, 3000), more=st.integers(0, 600))
def test_a_log_that_grows_has_the_tiles_of_one_made_at_once(size: int, more: int) -> None:
    builder = tiles.Builder(merkle.Frontier())
    for leaf in LEAVES[:size]:
        builder.append(leaf)
    stored = builder.take()
    frontier = reader(stored, size).frontier()
    held = {tile: stored[tile] for tile in tiles.unfinished(size)}
    later = tiles.Builder(merkle.Frontier(size, frontier), held)
    whole = tiles.Builder(merkle.Frontier())
    for leaf in LEAVES[size : size + more]:
        later.append(leaf)
    for leaf in LEAVES[: size + more]:
        whole.append(leaf)
    assert {**stored, **later.take()} == whole.take()
    assert later.frontier.root() == whole.frontier.root()


def test_a_proof_needs_a_handful_of_tiles(made: dict[tiles.Tile, bytes]) -> None:
    asked: list[int] = []

    def fetch(wanted: Mapping[tiles.Tile, int]) -> dict[tiles.Tile, bytes]:
        asked.append(len(wanted))
        return {tile: made[tile] for tile in wanted}

    tiles.Reader(LARGEST, fetch).inclusion(12_345, LARGEST)
    assert len(asked) == 1
    assert asked[0] <= 6


@pytest.mark.parametrize("short", [0, 31, 32 * 111])
def test_a_tile_that_is_missing_or_too_short_is_said(made: dict[tiles.Tile, bytes], short: int) -> None:
    cut = {**made, tiles.Tile(0, 273): made[tiles.Tile(0, 273)][:short]}
    with pytest.raises(tiles.BadTiles, match="tile/0/273"):
        tiles.Reader(LARGEST, lambda wanted: {tile: cut[tile] for tile in wanted}).root()
    with pytest.raises(tiles.BadTiles):
        tiles.Reader(LARGEST, lambda wanted: {}).root()


@pytest.mark.parametrize(
    ("index", "text"),
    [(0, "000"), (7, "007"), (999, "999"), (1000, "x001/000"), (1_234_067, "x001/x234/067")],
)
def test_an_address_has_groups_of_three_digits(index: int, text: str) -> None:
    assert tiles.index_path(index) == text
    assert tiles.read_index(text) == index


@pytest.mark.parametrize(
    "text", ["", "0", "0000", "x000/001", "001/002", "x1/000", "x001", "٠٠٠", "-01", "1e3"]
)
def test_an_address_in_another_form_is_none(text: str) -> None:
    assert tiles.read_index(text) is None


def test_a_bundle_is_read_again_and_a_cut_one_is_not() -> None:
    entries = [b"", b"a", b"x" * tiles.MAX_ENTRY]
    data = tiles.bundle(entries)
    assert tiles.read_bundle(data) == entries
    for end in (1, 4, len(data) - 1):
        with pytest.raises(tiles.BadTiles):
            tiles.read_bundle(data[:end])
    with pytest.raises(OverflowError):
        tiles.bundle([b"x" * (tiles.MAX_ENTRY + 1)])
