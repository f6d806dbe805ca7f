"""What tests of pages share: a signed-in client, and reading a form back as a browser would send it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, Protocol

from django.http import HttpResponse
from django.test import Client

from portal.accounts.models import User

if TYPE_CHECKING:  # what the test client returns, as the type checker knows it
    from django.test.client import _MonkeyPatchedWSGIResponse

    ClientResponse = _MonkeyPatchedWSGIResponse
else:
    ClientResponse = HttpResponse


class HasContent(Protocol):
    """A response of a view or of the test client."""

    @property
    def content(self) -> bytes: ...


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def fields(response: HasContent, form_id: str = "") -> dict[str, str]:
    """The named text and hidden inputs on a page (of one form, if its id is given), with their values."""
    reader = _Inputs(form_id)
    reader.feed(response.content.decode())
    return reader.values


def text(response: HasContent) -> str:
    """What a reader sees, white space folded."""
    reader = _Text()
    reader.feed(response.content.decode())
    return " ".join(" ".join(reader.parts).split())


class _Inputs(HTMLParser):
    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.inside = form_id, not form_id
        self.values: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form" and self.form_id:
            self.inside = attributes.get("id") == self.form_id
        if (
            tag == "input"
            and self.inside
            and attributes.get("name")
            and attributes.get("type") not in {"checkbox", "radio"}
        ):
            self.values[str(attributes["name"])] = attributes.get("value") or ""


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
