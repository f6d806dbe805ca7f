"""The key that signs checkpoints, under the name of the log, and all public keys that ever did.

The key comes from LOG_KEY_FILE. Outside production, where none is given, Baize makes one once and keeps it.
"""

from __future__ import annotations

import contextlib
import secrets
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from portal.register import notes
from portal.register.models import LogKey


class KeyProblem(Exception):
    """There is no usable key. The message says why, and what would be right."""


def origin() -> str:
    """The log's name: the first line of each checkpoint, and the name its key signs under."""
    return str(settings.LOG_ORIGIN)


def present_key() -> Ed25519PrivateKey:
    path = settings.LOG_KEY_FILE
    if not path and not settings.PRODUCTION:
        return _load(_demo_key(Path(settings.KEYS) / "demo-log.pem"))
    if not path:
        raise KeyProblem("LOG_KEY_FILE is not set. Without a key no checkpoint is signed.")
    try:
        return _load(Path(path).read_bytes())
    except OSError as error:
        raise KeyProblem(f"The key of the log cannot be read: {error}.") from None


def public_keys() -> list[notes.Key]:
    """Every key that signed here, the latest first; the one that would sign now stands on top."""
    known = [notes.read_key(line) for line in LogKey.objects.order_by("-pk").values_list("line", flat=True)]
    with contextlib.suppress(KeyProblem):
        present = notes.key_named(origin(), present_key())
        return [present, *(key for key in known if key != present)]
    return known


def _load(pem: bytes) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise KeyProblem(f"LOG_KEY_FILE cannot be understood: {error}. Give an Ed25519 key in PEM.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyProblem("LOG_KEY_FILE holds a key of another kind. Give an Ed25519 key in PEM.")
    return key


@cache
def _demo_key(path: Path) -> bytes:
    """Made by whoever comes first."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_suffix(f".{secrets.token_hex(4)}")
        fresh.touch(mode=0o600)
        fresh.write_bytes(
            Ed25519PrivateKey.generate().private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(fresh)
        fresh.unlink()
    return path.read_bytes()
