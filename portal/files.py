"""File storage. Files are written atomically, and their hash is checked on reading."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, storages

if TYPE_CHECKING:
    from _typeshed import SupportsRead

CHUNK = 1 << 20


class FileProblem(Exception):
    """A stored file is missing or was changed."""


def put(name: str, data: bytes) -> str:
    """Store the bytes under the name, replacing any file there. Return their SHA-256."""
    _store(name, ContentFile(data))
    return hashlib.sha256(data).hexdigest()


def put_file(name: str, source: IO[bytes]) -> None:
    """Store all of an open file under the name, piece by piece: it may be larger than the memory."""
    source.seek(0)
    _store(name, File(source))


def get(name: str, sha256: str) -> bytes:
    """Return the bytes stored under the name. Raise FileProblem if their hash differs."""
    try:
        with storages["default"].open(name, "rb") as file:
            data: bytes = file.read()
    except Exception as error:  # a folder raises OSError, other stores their own errors
        raise FileProblem(f"{name} cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise FileProblem(f"{name} no longer has the hash it was stored with")
    return data


def chunks(name: str, sha256: str) -> Iterator[bytes]:
    """The bytes stored under the name, piece by piece. Raise FileProblem at the end if their hash differs."""
    found = hashlib.sha256()
    try:
        with storages["default"].open(name, "rb") as file:
            while chunk := file.read(CHUNK):
                found.update(chunk)
                yield chunk
    except Exception as error:  # a folder raises OSError, other stores their own errors
        raise FileProblem(f"{name} cannot be read: {error}") from error
    if found.hexdigest() != sha256:
        raise FileProblem(f"{name} no longer has the hash it was stored with")


def open_checked(name: str, sha256: str) -> IO[bytes]:
    """A large file, open for reading, after its hash was checked. Raise FileProblem if it differs."""
    for _ in chunks(name, sha256):
        pass
    return cast(IO[bytes], storages["default"].open(name, "rb"))


def delete(name: str) -> None:
    """Delete a file if it exists."""
    storages["default"].delete(name)


def write_atomically(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, even if the machine stops half-way."""
    _copy_atomically(path, io.BytesIO(data))


def _store(name: str, content: File[bytes]) -> None:
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        _copy_atomically(Path(storage.path(name)), content)
        return
    if not getattr(storage, "file_overwrite", False):
        storage.delete(name)  # otherwise the store would save under another name
    storage.save(name, content)


def _copy_atomically(path: Path, source: SupportsRead[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            shutil.copyfileobj(source, file, CHUNK)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(0o640)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # flush the new name too
    finally:
        os.close(folder)
