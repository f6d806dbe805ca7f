"""Writes a bundle: a zip whose bytes depend on nothing but its content.

Files come in a fixed order, with one fixed time and without compression, whose result differs between builds
of zlib. `manifest.json` and `SHA256SUMS` at the end name every file with its hash.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.core.serializers.json import DjangoJSONEncoder

from portal import files

SCHEMA = 1  # of the manifest and of the files it lists; a change of their form raises it
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can state
_ZIP64_FROM = 1 << 30
_READABLE = 0o100644 << 16


@dataclass(frozen=True)
class Part:
    """One file of a bundle: made when it is written, or copied from the file store."""

    path: str
    make: Callable[[], bytes] | None = None
    file: str = ""
    sha256: str = ""
    size: int = 0

    def chunks(self) -> Iterator[bytes]:
        if self.make is not None:
            yield self.make()
        else:
            yield from files.chunks(self.file, self.sha256)


def json_bytes(value: Any) -> bytes:
    """JSON to read: indented, keys in order."""
    text = json.dumps(value, cls=DjangoJSONEncoder, indent=2, sort_keys=True, ensure_ascii=False)
    return text.encode() + b"\n"


def json_part(path: str, make: Callable[[], Any]) -> Part:
    return Part(path, lambda: json_bytes(make()))


def write(
    target: IO[bytes], parts: Iterable[Part], about: dict[str, Any], on_file: Callable[[int], None]
) -> None:
    """Write the parts in order, then the manifest with `about`. `on_file` is told how many are written."""
    listed: list[dict[str, Any]] = []
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for number, part in enumerate(parts, 1):
            listed.append(_add(archive, part.path, part.chunks(), part.size))
            on_file(number)
        manifest = json_bytes({"schema": SCHEMA, **about, "files": listed})
        listed.append(_add(archive, MANIFEST, [manifest]))
        sums = "".join(f"{row['sha256']}  {row['path']}\n" for row in listed)
        _add(archive, SUMS, [sums.encode()])


def _add(archive: ZipFile, path: str, chunks: Iterable[bytes], expected: int = 0) -> dict[str, Any]:
    entry = ZipInfo(path, _TIME)
    entry.create_system, entry.external_attr = 3, _READABLE  # Unix, whatever system this runs on
    digest, size = hashlib.sha256(), 0
    with archive.open(entry, "w", force_zip64=expected >= _ZIP64_FROM) as file:
        for chunk in chunks:
            file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
    return {"path": path, "size": size, "sha256": digest.hexdigest()}
