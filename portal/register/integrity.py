"""Checks the log against everything that was signed: what is new before each signature, and all of it.

`check_growth` looks at what was added since the last checkpoint and costs as much as that. `check_integrity`
hashes every entry again, in the background and for `manage.py check_log`. Between them they find an entry
that was changed, removed, moved or restored from a backup; columns that differ from their entry; a case whose
state contradicts its last entry; an edition that is not the one entered; a changed checkpoint; and a database
restored to an older day. docs/register.md says which of them finds what.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from craps.codec import canonical_bytes, digest_of
from portal.editions.models import PUBLISHED, Edition
from portal.register import checkpoint_store, editions, keys, merkle, notes, public_fields, tile_store
from portal.register.models import Checkpoint, Entry, LogTile
from portal.register.services import columns
from portal.register.tiles import MAX_ENTRY, WIDTH, BadTiles, Builder, Tile, tile_counts
from portal.submissions.models import State

MAX_PROBLEMS = 20
_COLUMNS = (
    "kind", "reference", "jurisdiction", "outcome", "operator", "property", "edition_id", "edition_title",
    "decided_on",
)  # fmt: skip
_TILES_AT_ONCE = 64


@dataclass(frozen=True)
class IntegrityReport:
    """The result of checking every entry and checkpoint; no problems if the log passes."""

    size: int
    problems: list[str]
    tiles_match: bool = True


@dataclass(frozen=True)
class Growth:
    """What was added since the last checkpoint, ready to be signed if there are no problems.

    `tiles` is None if the stored hashes do not have the root of the last checkpoint: then only the whole log
    can tell what is wrong.
    """

    base: int
    tiles: Builder | None
    problems: list[str] = field(default_factory=list)


def check_integrity() -> IntegrityReport:
    """Check every entry, checkpoint and tile.

    Checkpoints are read before entries, so entries added meanwhile only make the log longer than they say.
    """
    signed = list(_signed_heads(Checkpoint.objects.order_by("size"), keys.public_keys()))
    heads = [head for head in signed if isinstance(head, notes.TreeHead)]
    fresh, roots, tiles = Builder(merkle.Frontier()), _Roots(heads), _StoredTiles()
    problems = list(_check_entries(0, fresh, roots, tiles))
    problems += _changed_editions()
    tiles.compare(fresh.take())
    problems += [head for head in signed if isinstance(head, str)]
    problems += _inconsistencies(fresh.frontier.size, roots.known, heads)
    covered = max((head.size for head in heads), default=0)
    return IntegrityReport(
        fresh.frontier.size,
        _first(problems),
        tiles.match and _tiles_reach(min(covered, fresh.frontier.size)),
    )


def check_growth() -> Growth:
    """Check the entries since the last checkpoint, and the last checkpoint inside and outside the database.

    Call it while no other process can sign.
    """
    last = Checkpoint.objects.order_by("-size")[:1]
    signed = list(_signed_heads(last, keys.public_keys()))
    heads = [head for head in signed if isinstance(head, notes.TreeHead)]
    base, root = next(((row.size, row.root) for row in last), (0, merkle.EMPTY.hex()))
    stored = tile_store.reader(base)
    try:
        frontier = stored.frontier()
        known = {head.size: stored.root(head.size) for head in heads if head.size <= base}
    except BadTiles:
        return Growth(base, None)
    if merkle.root_from(frontier).hex() != root:
        return Growth(base, None)
    fresh, roots = tile_store.builder(base, frontier), _Roots(heads, known)
    problems = list(_check_entries(base, fresh, roots))
    problems += [head for head in signed if isinstance(head, str)]
    size = _count() if fresh.frontier.size == base else fresh.frontier.size
    problems += _inconsistencies(size, roots.known, heads)
    return Growth(base, fresh, _first(problems))


class _Roots:
    """The roots over those sizes that were signed, noted while the tree grows past them."""

    def __init__(self, heads: Iterable[notes.TreeHead], known: Mapping[int, bytes] | None = None) -> None:
        self.known: dict[int, bytes] = {0: merkle.EMPTY, **(known or {})}
        self._wanted = {head.size for head in heads}

    def note(self, frontier: merkle.Frontier) -> None:
        if frontier.size in self._wanted:
            self.known[frontier.size] = frontier.root()


class _StoredTiles:
    """Compares tiles made from the entries with those stored. More entries may be there than are signed."""

    def __init__(self) -> None:
        self.match = True

    def compare(self, made: Mapping[Tile, bytes]) -> None:
        stored = tile_store.fetch(dict.fromkeys(made, 0))
        for tile, hashes in stored.items():
            common = min(len(hashes), len(made[tile]))
            self.match &= hashes[:common] == made[tile][:common]


def _tiles_reach(size: int) -> bool:
    try:
        tile_store.reader(size).frontier()
    except BadTiles:
        return False
    rows = LogTile.objects.order_by("level").values_list("level")
    counts = dict(rows.annotate(count=Count("pk")))
    return all(counts.get(level, 0) >= count for level, count in enumerate(tile_counts(size)))


def _check_entries(
    start: int, fresh: Builder, roots: _Roots, tiles: _StoredTiles | None = None
) -> Iterator[str]:
    """Hash every entry from `start` on again, add it to the tree and yield what is wrong with it."""
    entries = Entry.objects.filter(position__gte=start).order_by("position")
    rows = entries.values_list(
        "position", "leaf", "leaf_hash", "submission_id", "submission__state", *_COLUMNS
    )
    last: dict[int, tuple[dict[str, Any], str]] = {}
    expected = start
    for position, leaf, stored_hash, case, state, *stored in rows.iterator(chunk_size=2000):
        if position != expected:
            yield f"Entry {expected} is missing: entry {position} is in its place."
        expected = position + 1
        data = canonical_bytes(leaf)
        fresh.append(leaf_hash := merkle.leaf_hash(data))
        roots.note(fresh.frontier)
        if tiles is not None and fresh.frontier.size % (WIDTH * _TILES_AT_ONCE) == 0:
            tiles.compare(fresh.take())
        if leaf_hash.hex() != stored_hash:
            yield f"Entry {position} was changed: it no longer has the hash it was entered with."
        elif not _columns_match(leaf, stored):
            yield f"The columns of entry {position} differ from its content."
        if len(data) > MAX_ENTRY:
            yield f"Entry {position} has {len(data)} bytes; an entry has at most {MAX_ENTRY}."
        if case is not None and leaf.get("outcome") in public_fields.OUTCOMES:
            last[case] = (leaf, state)
    for leaf, state in last.values():
        if state not in public_fields.states_after(leaf):
            label = State(state).label if state in State.values else state
            outcome = public_fields.OUTCOMES[leaf["outcome"]].label
            yield f"{leaf.get('reference')} has the state “{label}”, but its last entry is “{outcome}”."


def _changed_editions() -> list[str]:
    """Published editions that are not what was entered of them."""
    entered = editions.last_digests()
    rows = Edition.objects.filter(state__in=PUBLISHED, pk__in=entered)
    return [
        f"The edition {row.pk} differs from its last entry: its document was changed."
        for row in rows.only("pk", "digest", "contents_digest", "document")
        if row.contents_digest != entered[row.pk] or row.digest != digest_of(canonical_bytes(row.document))
    ]


def _inconsistencies(size: int, roots: Mapping[int, bytes], heads: Iterable[notes.TreeHead]) -> list[str]:
    """Compare the entries with what was signed: one problem of each kind, naming where it begins."""
    renamed, lost, changed = set(), set(), set()
    for head in heads:
        if head.origin != keys.origin():
            renamed.add(head.origin)
        elif head.size > size:
            lost.add(head.size)
        elif roots.get(head.size) != head.root:
            changed.add(head.size)
    problems = []
    if renamed:
        problems.append(
            f"Checkpoints were signed as {min(renamed)}, but the log is now called {keys.origin()}. "
            "Set LOG_ORIGIN back."
        )
    if lost:
        problems.append(
            f"A checkpoint over {_count_entries(max(lost))} was signed, but the log has only {size}. "
            "Some were lost, perhaps by restoring a backup."
        )
    if changed:
        later = len(changed) - 1
        verb = "s do" if later > 1 else " does"
        more = f" {later} later checkpoint{verb} not match either." if later else ""
        problems.append(
            f"The checkpoint over {_count_entries(min(changed))} no longer matches: an entry was changed, "
            f"removed or moved after it was signed.{more}"
        )
    return problems


def _signed_heads(stored: Iterable[Checkpoint], known: list[notes.Key]) -> Iterator[notes.TreeHead | str]:
    """What was signed, in these rows and outside the database; a problem as text where it is damaged."""
    try:
        copies = checkpoint_store.load()
    except (OSError, ValueError) as error:
        yield f"The copy of the checkpoint outside the database cannot be read: {error}."
        copies = []
    for note in copies:
        try:
            yield notes.read_head(notes.signed_text(note, known))
        except notes.BadNote as error:
            yield f"The copy of the checkpoint outside the database is not valid: {error}"
    for row in stored:
        try:
            head = notes.read_head(notes.signed_text(row.note, known))
        except notes.BadNote as error:
            yield f"The stored checkpoint over {_count_entries(row.size)} was changed: {error}"
            continue
        if (head.size, head.root.hex()) != (row.size, row.root):
            yield f"The stored checkpoint over {_count_entries(row.size)} differs from its columns."
        yield head


def _count() -> int:
    """How many entries there are: one fewer than a number that is counted on means that some are lost."""
    last = Entry.objects.order_by("-position").values_list("position", flat=True).first()
    return 0 if last is None else last + 1


def _columns_match(leaf: dict[str, Any], stored: list[Any]) -> bool:
    try:
        return columns(leaf) == dict(zip(_COLUMNS, stored, strict=True))
    except (KeyError, ValueError):
        return False


def _count_entries(size: int) -> str:
    return f"{size} entr{'y' if size == 1 else 'ies'}"


def _first(problems: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(problems))[:MAX_PROBLEMS]
