"""Signatures by Standard Webhooks, and the encryption of stored secrets.

The signed text is `<id>.<timestamp>.<body>`. The key is the base64 text after `whsec_`.
"""

import base64
import hashlib
import hmac
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

PREFIX = "whsec_"


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """One signature for the header `webhook-signature`."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = b".".join([message_id.encode(), str(timestamp).encode(), body])
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def encrypt(secret: str) -> str:
    """Encrypt a secret for the database: a copy of the database without SECRET_KEY cannot sign."""
    return _cipher().encrypt(secret.encode()).decode()


def decrypt(encrypted: str) -> str:
    try:
        return _cipher().decrypt(encrypted.encode()).decode()
    except InvalidToken:
        raise SecretUnreadable(
            "The secret of this webhook cannot be read: the site’s SECRET_KEY was changed, and the former "
            "key is not in SECRET_KEY_FALLBACKS. Change the webhook’s secret."
        ) from None


def is_current(encrypted: str) -> bool:
    """Whether the current key opens it."""
    try:
        _fernet(settings.SECRET_KEY).decrypt(encrypted.encode())
    except InvalidToken:
        return False
    return True


class SecretUnreadable(Exception):
    """The secret was encrypted with a key that the site no longer has."""


def _cipher() -> MultiFernet:
    """Encrypts with the current key, decrypts with former keys too."""
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(key: str) -> Fernet:
    return Fernet(
        base64.urlsafe_b64encode(hashlib.sha256(b"baize webhook secrets\0" + key.encode()).digest())
    )
