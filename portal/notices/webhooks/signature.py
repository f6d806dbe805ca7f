"""Signatures as Standard Webhooks describes them, and secrets that are kept sealed.

The signed text is `<id>.<timestamp>.<body>`; the key is what stands after `whsec_`, from base64.
"""

from __future__ import annotations

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
    """One signature, as it stands in the header `webhook-signature`."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = b".".join([message_id.encode(), str(timestamp).encode(), body])
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def seal(secret: str) -> str:
    """For the database: without the site's SECRET_KEY a copy of it signs nothing."""
    return _box().encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise SealBroken(
            "The secret of this webhook cannot be read: the site’s SECRET_KEY was changed, and the former "
            "one is not in SECRET_KEY_FALLBACKS. Change the webhook’s secret."
        ) from None


class SealBroken(Exception):
    """The site's key is not the one the secret was sealed with."""


def _box() -> MultiFernet:
    """The present key seals; former ones still open."""
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(key: str) -> Fernet:
    return Fernet(
        base64.urlsafe_b64encode(hashlib.sha256(b"baize webhook secrets\0" + key.encode()).digest())
    )
