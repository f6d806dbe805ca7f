"""File storage. Files are written atomically, and their hash is checked on reading."""

import hashlib
import os
import uuid
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages


class FileProblem(Exception):
    """A stored file is missing or was changed."""


def put(name: str, data: bytes) -> str:
    """Store the bytes under the name, replacing any file there. Return their SHA-256."""
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        write_atomically(Path(storage.path(name)), data)
    else:
        if not getattr(storage, "file_overwrite", False):
            storage.delete(name)  # otherwise the store would save under another name
        storage.save(name, ContentFile(data))
    return hashlib.sha256(data).hexdigest()


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


def delete(name: str) -> None:
    """Delete a file if it exists."""
    storages["default"].delete(name)


def write_atomically(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, even if the machine stops half-way."""
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
        os.fsync(folder)  # flush the new name too
    finally:
        os.close(folder)
