"""What tests of pages share: a signed-in client, and reading a form back as a browser would send it."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponse
from django.test import Client

from portal.accounts.models import User


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def fields(response: HttpResponse, form_id: str = "") -> dict[str, str]:
    """The named text and hidden inputs on a page (of one form, if its id is given), with their values."""
    reader = _Inputs(form_id)
    reader.feed(response.content.decode())
    return reader.found


def text(response: HttpResponse) -> str:
    """What a reader sees, white space folded."""
    reader = _Text()
    reader.feed(response.content.decode())
    return " ".join(" ".join(reader.parts).split())


class _Inputs(HTMLParser):
    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.inside, self.found = form_id, not form_id, {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and self.form_id:
            self.inside = given.get("id") == self.form_id
        if (
            tag == "input"
            and self.inside
            and given.get("name")
            and given.get("type") not in {"checkbox", "radio"}
        ):
            self.found[str(given["name"])] = given.get("value") or ""


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
