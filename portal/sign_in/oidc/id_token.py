"""Checks an ID token: from this provider, for us, for this sign-in, signed and not too old.

allauth leaves out the signature of tokens that it has fetched itself, and knows no nonce; here both are
always checked.
"""

import hmac
import json
from typing import Any

import jwt

from portal.oidc_providers import Provider

# Only with a public key: neither "none" nor a secret that both sides know.
ALGORITHMS = frozenset(
    {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
)
CLOCKS_DIFFER = 60  # seconds
LONGEST_SUBJECT = 255


class BadToken(Exception):
    """What is wrong, in a word."""


class UnknownKey(BadToken):
    """None of the keys can have signed it: the provider may have new ones."""


def check_id_token(token: str, *, keys: list[Any], provider: Provider, nonce: str) -> dict[str, Any]:
    """The claims of a token that passes every check; BadToken says which it does not pass."""
    algorithm, key = _key(token, keys)
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key=key,
            algorithms=[algorithm],
            audience=provider.client_id,
            issuer=provider.issuer,
            leeway=CLOCKS_DIFFER,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )
    except jwt.PyJWTError as error:
        raise BadToken(type(error).__name__.removesuffix("Error")) from None
    except (ValueError, TypeError):
        raise BadToken("Malformed") from None
    audience = claims["aud"]
    if claims.get("azp", provider.client_id) != provider.client_id or (
        isinstance(audience, list) and len(audience) > 1 and "azp" not in claims
    ):
        raise BadToken("AuthorizedParty")
    said = claims.get("nonce")
    if not isinstance(said, str) or not hmac.compare_digest(said.encode(), nonce.encode()):
        raise BadToken("Nonce")
    if not isinstance(claims["sub"], str) or not 1 <= len(claims["sub"]) <= LONGEST_SUBJECT:
        raise BadToken("Subject")
    return claims


def _key(token: str, keys: list[Any]) -> tuple[str, Any]:
    """The algorithm that the token names, and the provider's key for it."""
    try:
        header = jwt.get_unverified_header(token)
    except (jwt.PyJWTError, ValueError, TypeError):
        raise BadToken("Malformed") from None
    algorithm, name = header.get("alg"), header.get("kid")
    if algorithm not in ALGORITHMS:
        raise BadToken("Algorithm")
    for key in keys:
        if not isinstance(key, dict) or key.get("use", "sig") != "sig":
            continue
        if name is not None and key.get("kid") != name:
            continue
        try:
            made = jwt.PyJWK.from_json(json.dumps(key), algorithm=algorithm)
        except (jwt.PyJWTError, ValueError, TypeError, KeyError):
            continue  # of another kind
        return algorithm, made.key
    raise UnknownKey("UnknownKey")
