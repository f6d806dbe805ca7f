"""The last checkpoint, remembered outside the database: a database put back to an older day is noticed.

It lies in two places: in the file store, which all processes share, and in the folder of the worker that
signed, which no backup of database and files brings back with them.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.files.storage import storages

from portal import files

NAME = "log/checkpoint"


def load() -> list[str]:
    """The notes that are there, one or two of them. A place that cannot be read is an OSError."""
    found = []
    if (own := _own()).exists():
        found.append(own.read_text(encoding="utf-8"))
    store = storages["default"]
    try:
        if store.exists(NAME):
            with store.open(NAME, "rb") as file:
                found.append(file.read().decode())
    except UnicodeDecodeError:
        raise
    except Exception as error:  # each kind of store has errors of its own
        raise OSError(f"{type(error).__name__}: {error}") from error
    return found


def save(note: str) -> None:
    """Written before the checkpoint is committed: what is remembered is never behind what was given out."""
    files.put(NAME, note.encode())
    files.write_atomically(_own(), note.encode())


def _own() -> Path:
    return Path(settings.DATA) / NAME
