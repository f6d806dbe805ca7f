"""Recovery codes: ten of eight digits, each of which works once.

Each is hashed as a password is, with a salt for the set, and the hashes are encrypted: neither a copy of the
database nor the key alone shows a code. Sets made before have an encrypted seed, and work until they are
renewed.
"""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt, encrypt
from django.contrib.auth.hashers import make_password
from django.db import transaction

from portal.accounts.models import User

COUNT, DIGITS = 10, 8


def activate(user: User) -> list[str]:
    """Store ten new codes for a person who has none, and return them."""
    codes = [f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" for _ in range(COUNT)]
    salt = secrets.token_hex(16)
    with ThreadPoolExecutor(4) as pool:  # a hash takes a third of a second, and lets others work meanwhile
        hashes = list(pool.map(lambda code: make_password(code, salt), codes))
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.RECOVERY_CODES, data={"hashed": _sealed(salt, hashes)}
    )
    return codes


def left(row: Any) -> int:
    """How many are unused."""
    if "hashed" not in row.data:
        return len(row.wrap().get_unused_codes())
    return len(json.loads(decrypt(row.data["hashed"]))["hashes"])


@transaction.atomic
def take(row: Any, code: str) -> bool:
    """Use up the code, if it is one of the row's."""
    row = Authenticator.objects.select_for_update(no_key=True).get(pk=row.pk)
    if "hashed" not in row.data:
        return bool(row.wrap().validate_code(code))
    kept = json.loads(decrypt(row.data["hashed"]))
    if len(code) != DIGITS:
        return False
    tried = make_password(code, kept["salt"])
    others = [each for each in kept["hashes"] if not secrets.compare_digest(each, tried)]
    if len(others) == len(kept["hashes"]):
        return False
    row.data["hashed"] = _sealed(kept["salt"], others)
    row.save(update_fields=["data"])
    return True


def _sealed(salt: str, hashes: list[str]) -> str:
    return str(encrypt(json.dumps({"salt": salt, "hashes": hashes})))
