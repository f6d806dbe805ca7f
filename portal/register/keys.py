"""The key that signs checkpoints and statements for tables, and every public key that ever did.

The key comes from LOG_KEY_FILE, the one that signs as a witness of other logs from WITNESS_KEY_FILE. Outside
production, without these settings, Baize creates them on first use.
"""

import contextlib
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from portal.environment import load_or_create
from portal.register import notes
from portal.register.models import LogKey


class KeyProblem(Exception):
    """There is no usable key. The message says why and what to do."""


def origin() -> str:
    """The log's name: the first line of each checkpoint, and the name the key signs as."""
    return str(settings.LOG_ORIGIN)


def current_key() -> Ed25519PrivateKey:
    return _private_key("LOG_KEY_FILE", "log")


def witness_name() -> str:
    """The name that this Baize signs as when it is a witness of other logs."""
    return str(settings.WITNESS_NAME)


def witness_key() -> Ed25519PrivateKey:
    return _private_key("WITNESS_KEY_FILE", "witness")


def public_keys() -> list[notes.Key]:
    """The current key, then every earlier key, latest first."""
    known = [notes.read_key(line) for line in LogKey.objects.order_by("-pk").values_list("line", flat=True)]
    with contextlib.suppress(KeyProblem):
        present = notes.key_named(origin(), current_key())
        return [present, *(key for key in known if key != present)]
    return known


def publish(private: Ed25519PrivateKey) -> None:
    """Record a key that signs here, so that what it signed stays verifiable after the key is changed."""
    LogKey.objects.get_or_create(line=str(notes.key_named(origin(), private)))


def _private_key(setting: str, whose: str) -> Ed25519PrivateKey:
    path = getattr(settings, setting)
    if not path and not settings.PRODUCTION:
        return _load(load_or_create(Path(settings.KEYS) / f"demo-{whose}.pem", _create_key), setting)
    if not path:
        raise KeyProblem(f"{setting} is not set. Without a key no checkpoint is signed.")
    try:
        return _load(Path(path).read_bytes(), setting)
    except OSError as error:
        raise KeyProblem(f"The key of the {whose} cannot be read: {error}.") from None


def _load(pem: bytes, setting: str) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise KeyProblem(f"{setting} cannot be read: {error}. Give an Ed25519 key in PEM.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyProblem(f"{setting} contains another kind of key. Give an Ed25519 key in PEM.")
    return key


def _create_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
