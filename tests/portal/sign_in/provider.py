"""A real OpenID Connect provider on this machine, which can be told to answer wrongly."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flask
import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings
from werkzeug.serving import make_server

from portal.accounts import events, services
from portal.accounts.models import Invitation, Role, User
from portal.audit.models import AuditEntry
from portal.oidc_providers import Provider
from portal.sign_in.oidc import identities
from portal.sign_in.oidc.protocol import Identity
from tests.factories import House
from tests.portal.doors import ClientResponse

with warnings.catch_warnings():  # of Authlib, which the mock is made from, about itself
    warnings.simplefilter("ignore")
    import oidc_provider_mock

START, BACK = "/sign-in/with/toto/", "/sign-in/with/toto/back/"
NAME = "Aotearoa Table Games Office"


class MockProvider:
    """The server of oidc-provider-mock. `change` alters what its tokens say, `key` who signs them."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://localhost:{port}"
        self.reset()

    def reset(self) -> None:
        self.change: Callable[[dict[str, Any]], None] | None = None
        self.key: Any = None
        self.config: dict[str, Any] = {}
        self.token_requests: list[dict[str, str]] = []

    def knows(self, subject: str, **claims: Any) -> None:
        requests.put(f"{self.issuer}/users/{subject}", json=claims, timeout=5).raise_for_status()

    def settings(self, *organisations: str, **more: Any) -> Provider:
        values = {
            "id": "toto",
            "name": NAME,
            "organisations": organisations,
            "issuer": self.issuer,
            "client_id": "baize",
            "client_secret": "a secret of Baize",
        }
        return Provider(**values | more)

    # The hooks of its server.

    def note(self) -> None:
        if flask.request.path == "/oauth2/token":
            self.token_requests.append(flask.request.form.to_dict())

    def alter(self, response: flask.Response) -> flask.Response:
        if flask.request.path == "/.well-known/openid-configuration" and self.config:
            response.set_data(flask.json.dumps(response.get_json() | self.config))
        if flask.request.path == "/oauth2/token" and response.status_code == 200 and self.change:
            told = response.get_json()
            claims = jwt.decode(told["id_token"], options={"verify_signature": False})
            self.change(claims)
            mock_key = flask.g.oidc_provider_mock_storage.jwk
            signs, name = self.key or mock_key, mock_key.as_dict().get("kid")
            pem = signs.as_pem(is_private=True) if signs is mock_key else signs
            told["id_token"] = jwt.encode(claims, pem, algorithm="RS256", headers={"kid": name})
            response.set_data(flask.json.dumps(told))
        return response


@contextmanager
def running_provider() -> Iterator[MockProvider]:
    app = oidc_provider_mock.app(require_nonce=True)
    server = make_server("localhost", 0, app, threaded=True)
    mock = MockProvider(server.server_port)
    app.before_request(mock.note)
    app.after_request(mock.alter)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield mock
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()


def other_key() -> Any:
    return rsa.generate_private_key(65537, 2048)


def forget_what_is_kept() -> None:
    cache.clear()


def address_of(page: ClientResponse) -> str:
    """Where the page that leads to the provider goes."""
    found = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page.content.decode())
    assert found, page.content.decode()
    return unescape(found.group(1))


def at_provider(address: str, subject: str) -> str:
    """Signs in at the provider; returns the path it sends the browser back to. No subject: says no."""
    form = {"sub": subject} if subject else {"action": "deny"}
    answer = requests.post(address, data=form, allow_redirects=False, timeout=5)
    back = urlsplit(answer.headers["Location"])
    if not subject:  # the mock forgets the state when its person says no
        state = parse_qs(urlsplit(address).query)["state"][0]
        return f"{back.path}?{back.query}" + ("" if "state=" in back.query else f"&state={state}")
    return f"{back.path}?{back.query}"


def through(client: Client, start: str, subject: str, **form: str) -> ClientResponse:
    """The whole way: from a form here to the provider and back."""
    return client.get(at_provider(address_of(client.post(start, form)), subject))


def with_settings(provider: MockProvider, settings: Settings, **more: Any) -> None:
    organisations = settings.OIDC_PROVIDERS[0].organisations
    settings.OIDC_PROVIDERS = (provider.settings(*organisations, **more),)


def linked(provider: MockProvider, settings: Settings, person: User, subject: str) -> None:
    identity = Identity(settings.OIDC_PROVIDERS[0], subject, person.email, False)
    identities.link(actor=person, identity=identity)


def invite(house: House, email: str = "new@example.org") -> tuple[Invitation, str]:
    sent: list[str] = []

    def note(*, token: str, **_: Any) -> None:
        sent.append(token)

    events.invited.connect(note)
    try:
        made = services.invite(actor=house.operator_admin, email=email, roles=[Role.OPERATOR_SUBMITTER])
    finally:
        events.invited.disconnect(note)
    return made, sent[0]


def refusals() -> list[tuple[str, str]]:
    rows = AuditEntry.objects.filter(action="sign_in.failed").order_by("pk")
    return [(row.after["reason"], row.after.get("detail", "")) for row in rows if row.after]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session
