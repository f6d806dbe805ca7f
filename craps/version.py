"""Which core this is, to the letter: two that could answer differently never bear the same name."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
# Prose for readers: no check, settlement or edge depends on it.
PROSE = HERE / "rulebook"


def core_version() -> str:
    """The version with the beginning of the digest, as `1.0.0+1f3c9a7be204`."""
    from craps import __version__

    return f"{__version__}+{core_digest()[:12]}"


@cache
def core_digest() -> str:
    """SHA-256 over the name and content of every program and data file that answers are made from."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*"), key=lambda path: path.relative_to(HERE).as_posix()):
        if path.suffix not in (".py", ".toml", ".json") or path.is_relative_to(PROSE):
            continue
        content = path.read_bytes()
        digest.update(f"{path.relative_to(HERE).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
