"""People with second factors, and the codes that their apps show."""

from __future__ import annotations

import itertools
import time
from typing import Any

from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from portal.accounts.models import User
from portal.sign_in import factors
from tests.factories import PASSWORD
from tests.portal.doors import ClientResponse

_steps = itertools.count()


def with_app(person: User) -> str:
    """Sets up an app; returns its secret."""
    secret = factors.new_app_secret()
    factors.enrol_app(actor=person, secret=secret)
    return secret


def code(secret: str, steps: int = 0) -> str:
    """What the app shows now, or some half minutes away."""
    return str(totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30 + steps)))


def send_password(client: Client, person: User, **more: str) -> ClientResponse:
    return client.post("/sign-in/", {"username": person.email, "password": PASSWORD, **more})


def signed_in_with(person: User, secret: str, **more: Any) -> Client:
    """A browser in which the person signed in with the password and a code."""
    client = Client(**more)
    send_password(client, person)
    assert client.post("/sign-in/code/", {"code": code(secret)}).status_code == 302
    return client


def grow_old(client: Client, seconds: int = 301) -> None:
    """As if the second factor had been shown that long ago."""
    session = client.session
    session["second_factor"] = session["second_factor"] | {"used_at": int(time.time()) - seconds}
    session.save()
