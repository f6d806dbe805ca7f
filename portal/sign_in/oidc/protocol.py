"""The authorization code flow with PKCE, state and nonce: to the provider, and back with who it is.

Discovery, the exchange of the code and the states of a session are allauth's. A state works once, for ten
minutes, in the session that made it and for the provider it was made for.
"""

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal import statekit
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.utils import generate_code_challenge
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from requests import RequestException

from portal.oidc_providers import Provider
from portal.sign_in.oidc.id_token import BadToken, UnknownKey, check_id_token
from portal.sign_in.oidc.refusals import ProviderRefused

KEPT_FOR = 600  # seconds that what a provider says of itself is kept
AWAY_FOR = 15  # seconds that a provider that did not answer is not asked again
_AWAY = "away"
SCOPE = "openid email"


@dataclass(frozen=True)
class Identity:
    """Who signed in at a provider."""

    provider: Provider
    subject: str
    email: str  # "" unless the provider vouches for it
    is_strong: bool  # it says that a second factor was shown, in a way that its setting trusts

    @property
    def uid(self) -> str:
        """One for each issuer and subject: with another issuer, nobody is known any more."""
        return sha256(f"{self.provider.issuer}\n{self.subject}".encode()).hexdigest()


@dataclass(frozen=True)
class Answer:
    identity: Identity
    purpose: str
    facts: dict[str, Any]  # as they were given to `leave`


def leave(request: HttpRequest, provider: Provider, *, purpose: str, **facts: Any) -> str:
    """The address at the provider that signs in for this purpose. The session remembers the facts."""
    adapter = _Adapter(request, provider)
    address = str(_discovered(adapter, "authorization_endpoint"))
    challenge = generate_code_challenge()
    state = {
        "purpose": purpose,
        "facts": facts,
        "nonce": secrets.token_urlsafe(32),
        "verifier": challenge.pop("code_verifier"),
    }
    asked = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": adapter.get_callback_url(request, None),
        "scope": SCOPE,
        "nonce": state["nonce"],
        "state": statekit.stash_state(
            request, provider_id=provider.id, state=state, state_id=secrets.token_urlsafe(32)
        ),
        **challenge,
    }
    if provider.second_factor_acr:
        asked["acr_values"] = " ".join(provider.second_factor_acr)
    return f"{address}{'&' if '?' in address else '?'}{urlencode(asked)}"


def come_back(request: HttpRequest, provider: Provider) -> Answer:
    """Who came back from the provider, and for which purpose they had left; ProviderRefused if not."""
    state = statekit.unstash_state(request, provider_id=provider.id, state_id=request.GET.get("state", ""))
    if state is None:
        raise ProviderRefused(provider, "state")
    if request.GET.get("iss", provider.issuer) != provider.issuer:  # RFC 9207
        raise ProviderRefused(provider, "token", "Issuer")
    if error := request.GET.get("error"):
        cancelled = error == "access_denied"
        raise ProviderRefused(provider, "cancelled" if cancelled else "provider", _word(error))
    if not request.GET.get("code"):
        raise ProviderRefused(provider, "provider", "no code")
    adapter = _Adapter(request, provider)
    tokens = _exchange(adapter, state["verifier"])
    claims = _claims(adapter, tokens.get("id_token"), state["nonce"])
    if state["purpose"] == "accept" and "email" not in claims:
        claims |= _user_info(adapter, tokens["access_token"], claims["sub"])
    identity = Identity(provider, claims["sub"], _email(provider, claims), _is_strong(provider, claims))
    return Answer(identity, state["purpose"], state["facts"])


class _Adapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # allauth ships no types
    def __init__(self, request: HttpRequest, provider: Provider) -> None:
        super().__init__(request, provider.id)
        self.configured = provider

    @property
    def openid_config(self) -> dict[str, Any]:
        return _kept(self, "config", f"{self.configured.issuer.rstrip('/')}/.well-known/openid-configuration")

    @property
    def basic_auth(self) -> bool:
        """In the body where the provider takes it there, else the way that every provider takes."""
        return "client_secret_post" not in self.openid_config.get("token_endpoint_auth_methods_supported", ())

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        return request.build_absolute_uri(reverse("account:provider-back", args=[self.configured.id]))


def _discovered(adapter: _Adapter, name: str) -> Any:
    """An address of the provider, from what it says of itself under its issuer."""
    provider, config = adapter.configured, adapter.openid_config
    if config.get("issuer") != provider.issuer:
        raise ProviderRefused(provider, "token", "DiscoveredIssuer")
    address = config.get(name)
    secure = ("https",) if provider.issuer.startswith("https:") else ("https", "http")
    if not isinstance(address, str) or urlsplit(address).scheme not in secure:
        raise ProviderRefused(provider, "unreachable", f"no {name}")
    return address


def _exchange(adapter: _Adapter, verifier: str) -> dict[str, Any]:
    """The tokens for the code."""
    provider = adapter.configured
    _discovered(adapter, "token_endpoint")
    client = adapter.get_client(adapter.request, adapter.get_provider().app)
    try:
        found: dict[str, Any] = client.get_access_token(
            adapter.request.GET["code"], pkce_code_verifier=verifier
        )
    except OAuth2Error as error:  # its text is the provider's whole answer
        told = re.search(r'"error"\s*:\s*"(\w{1,40})"', str(error))
        raise ProviderRefused(provider, "exchange", told.group(1) if told else "") from None
    except (RequestException, ValueError, KeyError, AttributeError):
        raise ProviderRefused(provider, "unreachable", "token_endpoint") from None
    return found


def _claims(adapter: _Adapter, token: object, nonce: str) -> dict[str, Any]:
    """Of the ID token, checked. Keys that are not known are looked up once more."""
    provider, address = adapter.configured, str(_discovered(adapter, "jwks_uri"))
    for anew in (False, True):
        keys = _kept(adapter, "keys", address, anew=anew).get("keys")
        try:
            return check_id_token(
                token if isinstance(token, str) else "",
                keys=keys if isinstance(keys, list) else [],
                provider=provider,
                nonce=nonce,
            )
        except UnknownKey:
            if anew:
                raise ProviderRefused(provider, "token", "UnknownKey") from None
        except BadToken as error:
            raise ProviderRefused(provider, "token", str(error)) from None
    raise AssertionError  # the loop returns or raises


def _user_info(adapter: _Adapter, access_token: str, subject: str) -> dict[str, Any]:
    """The e-mail address, from a provider that does not put it into the ID token."""
    if "userinfo_endpoint" not in adapter.openid_config:
        return {}
    address = str(_discovered(adapter, "userinfo_endpoint"))
    found = _fetch(adapter, address, headers={"Authorization": f"Bearer {access_token}"})
    if found.get("sub") != subject:
        raise ProviderRefused(adapter.configured, "token", "UserInfoSubject")
    return {name: found[name] for name in ("email", "email_verified") if name in found}


def _kept(adapter: _Adapter, name: str, address: str, *, anew: bool = False) -> dict[str, Any]:
    key = f"oidc:{name}:{sha256(address.encode()).hexdigest()}"
    found: Any = cache.get(key)
    if found == _AWAY:  # nobody waits for it again and again
        raise ProviderRefused(adapter.configured, "unreachable", urlsplit(address).path[:80])
    if anew or not isinstance(found, dict):
        try:
            found = _fetch(adapter, address)
        except ProviderRefused:
            cache.set(key, _AWAY, AWAY_FOR)
            raise
        cache.set(key, found, KEPT_FOR)
    return dict(found)


def _fetch(adapter: _Adapter, address: str, **more: Any) -> dict[str, Any]:
    try:
        with get_adapter().get_requests_session() as session:
            response = session.get(address, **more)
            response.raise_for_status()
            found = response.json()
    except (RequestException, ValueError):
        raise ProviderRefused(adapter.configured, "unreachable", urlsplit(address).path[:80]) from None
    if not isinstance(found, dict):
        raise ProviderRefused(adapter.configured, "unreachable", urlsplit(address).path[:80])
    return found


def _email(provider: Provider, claims: dict[str, Any]) -> str:
    email = claims.get("email")
    verified = claims.get("email_verified", provider.verifies_emails) is True
    return email.strip().lower() if verified and isinstance(email, str) else ""


def _is_strong(provider: Provider, claims: dict[str, Any]) -> bool:
    methods = claims.get("amr")
    shown = {each for each in methods if isinstance(each, str)} if isinstance(methods, list) else set()
    return claims.get("acr") in provider.second_factor_acr or not shown.isdisjoint(provider.second_factor_amr)


def _word(text: str) -> str:
    """An error code as it can stand in the trail."""
    return text if re.fullmatch(r"\w{1,40}", text) else "?"
