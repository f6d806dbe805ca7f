"""Where files lie. A file is complete or not there; what is read is what was stored."""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages


class FileProblem(Exception):
    """A stored file is missing, or is not the one that was stored."""


def put(name: str, data: bytes) -> str:
    """Stores the bytes under the name, in place of any file there. Returns their SHA-256."""
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        write_atomically(Path(storage.path(name)), data)
    else:
        if not getattr(storage, "file_overwrite", False):
            storage.delete(name)  # else a store that keeps both would give the new one another name
        storage.save(name, ContentFile(data))
    return hashlib.sha256(data).hexdigest()


def get(name: str, sha256: str) -> bytes:
    """The bytes stored under the name, if they still have their hash."""
    try:
        with storages["default"].open(name, "rb") as file:
            data: bytes = file.read()
    except Exception as error:  # a folder raises OSError, every other store something of its own
        raise FileProblem(f"{name} cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise FileProblem(f"{name} no longer has the hash it was stored with")
    return data


def delete(name: str) -> None:
    """Takes a file away; harmless where there is none."""
    storages["default"].delete(name)


def write_atomically(path: Path, data: bytes) -> None:
    """The whole file under its name, or no change at all, whenever the machine stops."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(0o640)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name is on the disk too
    finally:
        os.close(folder)
