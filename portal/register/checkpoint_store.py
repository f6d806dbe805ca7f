"""Copies of the last checkpoint outside the database, which reveal a database restored to an older day.

There are two: one in the file store, which all processes share, and one in the data folder of the worker that
signed, which a backup of database and files does not overwrite.
"""

from pathlib import Path

from django.conf import settings
from django.core.files.storage import storages

from portal import files

NAME = "log/checkpoint"


def load() -> list[str]:
    """Return the stored notes, at most two. Raise OSError for a copy that cannot be read."""
    copies = []
    if (local := _local_copy()).exists():
        copies.append(local.read_text(encoding="utf-8"))
    store = storages["default"]
    try:
        if store.exists(NAME):
            with store.open(NAME, "rb") as file:
                copies.append(file.read().decode())
    except UnicodeDecodeError:
        raise
    except Exception as error:  # each kind of store raises its own errors
        raise OSError(f"{type(error).__name__}: {error}") from error
    return copies


def save(note: str) -> None:
    """Store both copies. Called before the checkpoint is committed, so they are never behind the database."""
    files.put(NAME, note.encode())
    files.write_atomically(_local_copy(), note.encode())


def _local_copy() -> Path:
    return Path(settings.DATA) / NAME
