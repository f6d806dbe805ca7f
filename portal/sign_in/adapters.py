"""What django-allauth asks of a project: our pages, our accounts, nobody signs up."""

import base64
import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from portal.accounts.active import deactivated_words
from portal.middleware import client_address

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def get_login_stages(self) -> list[str]:
        return ["portal.sign_in.stages.SecondFactorStage", "portal.sign_in.stages.ProviderStage"]

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """People join by invitation only."""
        return False

    def pre_login(self, request: HttpRequest, user: Any, **_: Any) -> HttpResponse | None:
        """Every way to sign in comes here, and to `login` once the second factor was shown."""
        if user.is_active and user.has_access:
            return None
        if user.is_active:
            messages.error(request, deactivated_words(user.organisation))
        return redirect("account:sign-in")

    def login(self, request: HttpRequest, user: Any) -> None:
        if (refused := self.pre_login(request, user)) is not None:
            raise ImmediateHttpResponse(refused)
        login(request, user, backend=MODEL_BACKEND)

    def post_login(self, request: HttpRequest, user: Any, *, redirect_url: str, **_: Any) -> HttpResponse:
        return redirect(redirect_url or "account:start")

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Our pages have their own words."""

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """portal.notices writes to people."""


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    def encrypt(self, text: str) -> str:
        """A copy of the database without SECRET_KEY shows no code."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise SecretUnreadable from None

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        return super().get_public_key_credential_user_entity(user) | {"display_name": user.name}  # type: ignore[no-any-return]

    def _get_site_name(self) -> str:
        return "Baize"


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Providers are those of the settings, never rows of the database; nobody signs up through one."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        return False

    def list_apps(self, request: HttpRequest, provider: Any = None, client_id: Any = None) -> list[Any]:
        from allauth.socialaccount.models import SocialApp

        return [
            SocialApp(
                provider="openid_connect",
                provider_id=each.id,
                name=each.name,
                client_id=each.client_id,
                secret=each.client_secret,
                settings={"server_url": each.issuer, "oauth_pkce_enabled": True},
            )
            for each in settings.OIDC_PROVIDERS
            if provider in (None, each.id) and client_id in (None, each.client_id)
        ]

    def get_requests_session(self) -> Any:
        """No redirects: a provider answers under the addresses that it publishes."""
        session = super().get_requests_session()
        session.max_redirects = 0
        return session


class SecretUnreadable(Exception):
    """It was encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_FALLBACKS."""


def is_current(encrypted: str) -> bool:
    """Whether the current key opens it."""
    try:
        _fernet(settings.SECRET_KEY).decrypt(encrypted.encode())
    except InvalidToken:
        return False
    return True


def renewed(encrypted: str) -> str:
    """The same secret, encrypted with the current key."""
    try:
        return _cipher().rotate(encrypted.encode()).decode()
    except InvalidToken:
        raise SecretUnreadable from None


def _cipher() -> MultiFernet:
    """Encrypts with the current key, decrypts with former keys too."""
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"baize second factors\0" + key.encode()).digest()))
